"""Sub-commands of Rust programs made with clap: the variants of a derived enum, and those a builder adds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import end_of_brackets, split_top_level
from indexer.entrypoints.base import Kind, files_in, line_at, line_of_offset, make_entry_point
from indexer.entrypoints.rust_packages import binary_names
from indexer.entrypoints.rust_spans import plain
from indexer.facts import EntryPoint
from indexer.tree import SourceFile, SourceTree

ecosystem = "rust"

_ADDED: Final = re.compile(r"\.subcommand\(\s*(?=([\w:]+)\()")
_MAKER: Final = re.compile(r"(?:\w+::)*\w*(?:Command|App|SubCommand)\w*::(?:new|with_name)")
_MADE: Final = re.compile(_MAKER.pattern + r"\(\s*\"([\w\-]+)\"")
_OWN_DIRECTORY: Final = re.compile(r"(?:^|/)src/bin/([^/]+?)(?:/|\.rs$)")
_ENUM: Final = re.compile(r"\benum\s+(\w+)[^{;]*(\{)")
_STRUCT: Final = re.compile(r"\bstruct\s+(\w+)[^{;(]*(\{)")
_NAME: Final = re.compile(r"(?:command|clap)\([^)]*\bname\s*=\s*\"([^\"]+)\"")


@dataclass(frozen=True, slots=True)
class _Variant:
    """One variant of an enum of sub-commands; ``inside`` is the text of what it carries."""

    file: SourceFile
    owner: str
    name: str
    inside: str
    line: int


@dataclass(frozen=True, slots=True)
class _Built:
    """A sub-command that a builder adds up to an offset of its file, inside another one's builder or alone.

    ``made_in`` and ``made_at`` are the file and line that make it.
    """

    file: SourceFile
    name: str
    end: int
    parent: _Built | None
    made_in: SourceFile
    made_at: int


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the clap commands of ``tree``."""
    files = [file for file in files_in(tree, "rust") if _uses_clap(file)]
    tree.preload(files)
    programs = binary_names(tree) if files else {}
    variants = [variant for file in files for variant in _variants(tree, file)]
    holders = _holders(tree, files, {variant.owner for variant in variants})
    for variant in variants:
        if not _opens(variant, holders):
            for path in _paths(variant, variants, holders, frozenset()):
                name = " ".join(part for part in (_program(programs, variant.file), *path) if part)
                yield _entry(tree, variant.file, name, variant.line)
    builders = [built for file in files for built in _built(tree, file)]
    for built in builders:
        if not any(other.parent == built for other in builders):
            name = " ".join(part for part in (_program(programs, built.file), *_full_name(built)) if part)
            yield _entry(tree, built.made_in, name, built.made_at)


def _uses_clap(file: SourceFile) -> bool:
    if any(re.split(r"::|\.", imported.module)[0] in {"clap", "structopt"} for imported in file.facts.imports):
        return True
    return any(item.callee == "derive" and "clap::" in item.arguments for item in file.facts.registrations)


def _built(tree: SourceTree, file: SourceFile) -> Iterator[_Built]:
    """Yield what ``.subcommand(Command::new("add"))`` adds, or ``.subcommand(add::command())`` of another file."""
    text = plain(tree.text(file))
    around: list[_Built] = []
    for match in _ADDED.finditer(text):
        made = _MADE.match(text, match.end())
        place = (made[1], file, line_of_offset(text, match.end())) if made else _made_by(tree, match[1], file)
        if place is None:
            continue
        around = [outer for outer in around if outer.end > match.start()]
        end = end_of_brackets(text, text.index("(", match.start()))
        built = _Built(file, place[0], end, around[-1] if around else None, place[1], place[2])
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


def _full_name(built: _Built) -> tuple[str, ...]:
    return (*(_full_name(built.parent) if built.parent else ()), built.name)


def _variants(tree: SourceTree, file: SourceFile) -> Iterator[_Variant]:
    text = plain(tree.text(file))
    derived = {
        item.target.rpartition(".")[2]
        for item in file.facts.registrations
        if item.callee == "derive" and re.search(r"\b(?:Subcommand|StructOpt)\b", item.arguments)
    }
    for match in _ENUM.finditer(text):
        if match[1] not in derived:
            continue
        start = match.start(2) + 1
        body = text[start : end_of_brackets(text, start - 1) - 1]
        position = 0
        for part in split_top_level(body):
            position = body.find(part, position)
            yield from _variant(file, match[1], part, text, start + position)
            position += len(part)


def _variant(file: SourceFile, owner: str, part: str, text: str, offset: int) -> Iterator[_Variant]:
    """Read one variant, past the attributes before its name."""
    position = 0
    while part.startswith("#", position):
        position = end_of_brackets(part, part.find("[", position))
        position += len(part[position:]) - len(part[position:].lstrip())
    attributes, declared = part[:position], re.match(r"([A-Z]\w*)(.*)", part[position:], flags=re.DOTALL)
    if declared and "external_subcommand" not in attributes and "flatten" not in attributes:
        stated = _NAME.search(attributes)
        name = stated[1] if stated else re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", declared[1]).lower()
        yield _Variant(file, owner, name, declared[2], line_of_offset(text, offset + position))


def _holders(tree: SourceTree, files: list[SourceFile], enums: set[str]) -> dict[str, str]:
    """Return the enum of sub-commands that each type leads to: itself, or a field of the struct."""
    found = {enum: enum for enum in enums}
    for file in files:
        text = plain(tree.text(file))
        for match in _STRUCT.finditer(text):
            body = text[match.start(2) : end_of_brackets(text, match.start(2))]
            held = [word for word in re.findall(r"\w+", body) if word in enums]
            if "subcommand" in body and held:
                found.setdefault(match[1], held[-1])
    return found


def _opens(variant: _Variant, holders: dict[str, str]) -> str:
    """Return the enum of further sub-commands below a variant, empty when it is a command itself."""
    return next((holders[word] for word in re.findall(r"\w+", variant.inside) if word in holders), "")


def _paths(
    variant: _Variant, variants: list[_Variant], holders: dict[str, str], seen: frozenset[str]
) -> list[tuple[str, ...]]:
    """Return the names from the top down to the variant, one for each way that leads there."""
    if variant.owner in seen:
        return []
    above = [other for other in variants if _opens(other, holders) == variant.owner and other.owner != variant.owner]
    if not above:
        return [(variant.name,)]
    outer = (path for other in above for path in _paths(other, variants, holders, seen | {variant.owner}))
    return [(*path, variant.name) for path in outer]


def _program(programs: dict[str, list[str]], file: SourceFile) -> str:
    """Return the program whose own directory holds the file, or the only one of its package."""
    around = [directory for directory in programs if not directory or file.path.startswith(f"{directory}/")]
    names = programs[max(around, key=len)] if around else []
    own = _OWN_DIRECTORY.search(file.path)
    if own and own[1] in names:
        return own[1]
    return names[0] if len(names) == 1 else ""


def _entry(tree: SourceTree, file: SourceFile, name: str, line: int) -> EntryPoint:
    return make_entry_point(
        ecosystem,
        Kind.CLI_COMMAND,
        name,
        file,
        line,
        confidence=tiers.REGISTERED,
        evidence=line_at(tree.text(file), line),
    )
