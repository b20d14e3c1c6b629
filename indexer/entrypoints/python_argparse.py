"""Sub-commands of Python programs that read their arguments with argparse."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import literal, parse_arguments
from indexer.entrypoints.base import Kind, files_in, make_entry_point
from indexer.entrypoints.python_modules import PythonModules
from indexer.entrypoints.python_names import Programs
from indexer.entrypoints.python_parsers import Parser, parsers
from indexer.facts import EntryPoint
from indexer.tree import SourceFile, SourceTree

ecosystem = "python"


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the argparse commands of ``tree``."""
    files = [file for file in files_in(tree, "python") if _makes_parsers(file)]
    if files:
        modules = PythonModules(tree)
        tree.preload(files)
        yield from _commands(Programs(modules), parsers(modules, files))


def _makes_parsers(file: SourceFile) -> bool:
    made = (item.callee for item in file.facts.registrations)
    return any(callee.endswith((".add_parser", ".add_subparsers")) for callee in made)


def _commands(programs: Programs, found: list[Parser]) -> Iterator[EntryPoint]:
    for parser in found:
        if parser.name and not parser.has_commands:
            way = _way(parser)
            program = _stated_program(way[0].file) or programs.program_of(way[0].file, "")
            yield make_entry_point(
                ecosystem,
                Kind.CLI_COMMAND,
                " ".join(part for part in (program, *(above.name for above in way)) if part),
                parser.file,
                parser.line,
                confidence=tiers.REGISTERED,
                evidence=parser.evidence,
            )


def _stated_program(file: SourceFile) -> str:
    """Return the ``prog`` of the file's only parser that states one."""
    made = (item for item in file.facts.registrations if item.callee.endswith("ArgumentParser"))
    stated = {literal(parse_arguments(item.arguments).keywords.get("prog", "")) for item in made} - {None, ""}
    return str(stated.pop()) if len(stated) == 1 else ""


def _way(parser: Parser) -> list[Parser]:
    """Return the parsers from the outermost down to this one."""
    way = [parser]
    while way[0].above is not None and way[0].above not in way:
        way.insert(0, way[0].above)
    return way
