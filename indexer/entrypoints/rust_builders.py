"""Sub-commands that clap's builders add, in place or made by a function of another file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from indexer.entrypoints.arguments import end_of_brackets
from indexer.entrypoints.base import files_in, line_of_offset
from indexer.entrypoints.rust_spans import plain
from indexer.tree import SourceFile, SourceTree

_ADDED: Final = re.compile(r"\.subcommand\(\s*(?=([\w:]+)\()")
_MAKER: Final = re.compile(r"(?:\w+::)*\w*(?:Command|App|SubCommand)\w*::(?:new|with_name)")
_MADE: Final = re.compile(_MAKER.pattern + r"\(\s*\"([\w\-]+)\"")


@dataclass(frozen=True, slots=True)
class Built:
    """A sub-command that a builder adds up to an offset of its file, inside another one's builder or alone.

    ``made_in`` and ``made_at`` are the file and line that make it.
    """

    file: SourceFile
    name: str
    end: int
    parent: Built | None
    made_in: SourceFile
    made_at: int

    @property
    def full_name(self) -> tuple[str, ...]:
        """The names from the outermost sub-command down to this one."""
        return (*(self.parent.full_name if self.parent else ()), self.name)


def builder_commands(tree: SourceTree, files: list[SourceFile]) -> list[Built]:
    """Return the sub-commands that have no others below them."""
    builders = [built for file in files for built in _built(tree, file)]
    parents = {id(built.parent) for built in builders}
    return [built for built in builders if id(built) not in parents]


def _built(tree: SourceTree, file: SourceFile) -> Iterator[Built]:
    """Yield what ``.subcommand(Command::new("add"))`` adds, or ``.subcommand(add::command())`` of another file."""
    text = plain(tree.text(file))
    around: list[Built] = []
    for match in _ADDED.finditer(text):
        made = _MADE.match(text, match.end())
        place = (made[1], file, line_of_offset(text, match.end())) if made else _made_by(tree, match[1], file)
        if place is None:
            continue
        around = [outer for outer in around if outer.end > match.start()]
        end = end_of_brackets(text, text.index("(", match.start()))
        built = Built(file, place[0], end, around[-1] if around else None, place[1], place[2])
        around.append(built)
        yield built


def _made_by(tree: SourceTree, called: str, file: SourceFile) -> tuple[str, SourceFile, int] | None:
    """Return name, file and line of the command that a function of the program makes, None when that is not plain."""
    *modules, function = called.split("::")
    found: list[tuple[str, SourceFile, int]] = []
    for there in files_in(tree, "rust") if modules else [file]:
        named = {there.name.removesuffix(".rs"), there.directory.rpartition("/")[2]}
        if modules and modules[-1] not in named:
            continue
        for symbol in there.facts.symbols:
            if symbol.name == function and symbol.kind in {"function", "method"}:
                body = "\n".join(tree.text(there).splitlines()[symbol.line - 1 : symbol.end_line])
                if (made := _MADE.search(body)) is not None:
                    found.append((made[1], there, symbol.line + line_of_offset(body, made.start()) - 1))
    return found[0] if len(found) == 1 else None
