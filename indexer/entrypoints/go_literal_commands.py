"""Commands of Go programs that are written as nested literals: urfave/cli in all its versions, ffcli, own types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, files_in, line_at, make_entry_point
from indexer.entrypoints.go_command_types import command_types
from indexer.entrypoints.go_literals import Literal, imported_packages, read_literals
from indexer.entrypoints.go_texts import GoPrograms, go_programs
from indexer.facts import EntryPoint
from indexer.tree import SourceTree

ecosystem = "go"


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the commands written as literals in ``tree``."""
    types = command_types(tree)
    spelled = {file.path: types.spelled_in(tree, file) for file in files_in(tree, "go")} if types.found else {}
    files = [file for file in files_in(tree, "go") if imported_packages(file) or spelled.get(file.path)]
    tree.preload(files)
    literals = [literal for file in files for literal in read_literals(tree, file, spelled.get(file.path, {}))]
    _put_together(literals)
    programs = go_programs(tree) if literals else GoPrograms({}, {})
    for literal in literals:
        if literal.name and not literal.is_app and (literal.runs or not (literal.below or literal.refers)):
            yield from _entries(tree, literal, programs)


def _entries(tree: SourceTree, literal: Literal, programs: GoPrograms) -> Iterator[EntryPoint]:
    for names in sorted(_full_names(literal, programs, ())):
        if len(names) > 1:
            yield make_entry_point(
                ecosystem,
                Kind.CLI_COMMAND,
                " ".join(names),
                literal.file,
                literal.line,
                confidence=tiers.REGISTERED,
                evidence=line_at(tree.text(literal.file), literal.line),
            )


def _put_together(literals: list[Literal]) -> None:
    for literal in literals:
        below = [*literal.below, *(there for name in literal.refers for there in _meant(literals, literal, name))]
        for child in below:
            if child is not literal and literal not in child.parents:
                child.parents.append(literal)


def _meant(literals: list[Literal], by: Literal, reference: str) -> list[Literal]:
    """Return what a name or a call means: of the same file first, then of the package, then of the repository."""
    qualifier, _, name = reference.rpartition(".")
    named = [literal for literal in literals if name in literal.aliases and literal is not by]
    choices = (
        [literal for literal in named if literal.file is by.file and not qualifier],
        [literal for literal in named if literal.file.directory == by.file.directory and not qualifier],
        [literal for literal in named if literal.file.directory.rpartition("/")[2] == qualifier.rpartition(".")[2]],
        named if len({literal.file.path for literal in named}) == 1 else [],
    )
    return next((choice for choice in choices if choice), [])


def _full_names(literal: Literal, programs: GoPrograms, below: tuple[Literal, ...]) -> set[tuple[str, ...]]:
    """Return the names from the program down to a command, one for each way that leads there."""
    above = [parent for parent in literal.parents if parent not in below]
    own = (literal.name,) if literal.name else ()
    if literal.is_app or (literal.is_root and not above):
        program = programs.name_for(literal.file)
        # An app may bear the name of the product, written as a proper name; what is typed is the program's.
        titled = literal.name.lower() == program.lower()
        return {own if own and not titled else tuple(filter(None, (program,)))}
    if not above:
        return {(*filter(None, (programs.name_for(literal.file),)), *own)}
    outer = (names for parent in above for names in _full_names(parent, programs, (*below, literal)))
    return {(*names, *own) for names in outer}
