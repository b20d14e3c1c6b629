"""Commands of Ruby programs made with Mercenary, each a block inside that of the command above it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, files_in, make_entry_point
from indexer.entrypoints.ruby_blocks import statements
from indexer.facts import EntryPoint
from indexer.tree import SourceFile, SourceTree

ecosystem = "ruby"

_DEPENDS: Final = re.compile(r"dependency[\s(]+[\"']mercenary[\"']")
_PROGRAM: Final = re.compile(r"Mercenary\.program\(\s*:[\"']?([\w-]+)")
_COMMAND: Final = re.compile(r"(\w+)\.command\(\s*:[\"']?([\w-]+)[\"']?\s*\)\s+do\s*\|(\w+)\|")


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the Mercenary commands of ``tree``."""
    gems = [file for file in tree if file.name.endswith(".gemspec")]
    tree.preload(gems)
    if not any(_DEPENDS.search(tree.text(gem)) for gem in gems):
        return
    files = files_in(tree, "ruby")
    tree.preload(files)
    programs = {match[1] for file in files if (match := _PROGRAM.search(tree.text(file)))}
    program = programs.pop() if len(programs) == 1 else ""
    for file in files:
        if ".command(" in tree.text(file):
            yield from _commands(tree, file, program)


def _commands(tree: SourceTree, file: SourceFile, program: str) -> Iterator[EntryPoint]:
    for statement in statements(tree.text(file)):
        found = _COMMAND.match(statement.text)
        if found is None:
            continue
        above = [opening for text in statement.around if (opening := _COMMAND.match(text))]
        names = [opening[2] for opening in above if opening[3] in {found[1], *(later[1] for later in above)}]
        yield make_entry_point(
            ecosystem,
            Kind.CLI_COMMAND,
            " ".join(part for part in (program, *names, found[2]) if part),
            file,
            statement.line,
            confidence=tiers.REGISTERED,
            evidence=statement.text,
        )
