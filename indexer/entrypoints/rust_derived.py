"""The enums and structs that clap derives commands from, and the sub-commands that they hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from indexer.entrypoints.arguments import end_of_brackets, split_top_level
from indexer.entrypoints.base import line_of_offset
from indexer.entrypoints.rust_spans import plain
from indexer.facts import Registration
from indexer.tree import SourceFile, SourceTree

_TYPE: Final = re.compile(r"\b(enum|struct)\s+(\w+)[^{;()]*(\{)")
_DERIVES: Final = re.compile(r"\b(?:Subcommand|StructOpt|Parser|Clap|Args)\b")
_NAME: Final = re.compile(r"\b(?:command|clap|structopt)\([^\]]*?\bname\s*=\s*\"([^\"]+)\"")
_CALLED_AS: Final = re.compile(r"\bbin_name\s*=\s*\"([^\"]+)\"")
_CASE: Final = re.compile(r"\brename_all\s*=\s*\"(\w+)")
_NO_COMMAND: Final = re.compile(r"external_subcommand|\bskip\b")
_FLAT: Final = re.compile(r"\bflatten\b")
_NESTING: Final = re.compile(r"\b(?:subcommand|flatten)\b")
_WORD_BORDER: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_TYPE_PATH: Final = re.compile(r"[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*")
_SEPARATORS: Final = {"snake_case": "_", "lower": "", "lowercase": "", "UPPER": "", "PascalCase": "", "camelCase": ""}


@dataclass(frozen=True, slots=True)
class Derived:
    """An enum or a struct that clap reads: all that its attributes say, and what stands between its braces."""

    file: SourceFile
    name: str
    is_enum: bool
    attributes: str
    body: str
    line: int

    @property
    def called_as(self) -> str:
        """The name that users call the program by, where its attributes say that it is another than the binary's."""
        stated = _CALLED_AS.search(self.attributes)
        return stated[1] if stated else ""

    @property
    def stated_name(self) -> str:
        """The name that its attributes state, empty when they state none."""
        stated = _NAME.search(self.attributes)
        return stated[1] if stated else ""

    def members(self) -> Iterator[tuple[str, str, int]]:
        """Yield the attributes of each variant or field, the rest of it, and its line."""
        position = 0
        for part in split_top_level(self.body):
            position = self.body.find(part, position)
            behind = _behind_attributes(part)
            yield part[:behind], part[behind:], self.line + self.body.count("\n", 0, position + behind)
            position += len(part)


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of an enum of sub-commands; a ``flat`` one gives way to the sub-commands that it carries."""

    owner: Derived
    name: str
    inside: str
    line: int
    flat: bool


def derived_types(tree: SourceTree, file: SourceFile) -> Iterator[Derived]:
    """Yield the types of a file that clap derives something for."""
    attributes: dict[str, list[str]] = {}
    for item in file.facts.registrations:
        if item.form == "decorator" and item.target:
            attributes.setdefault(item.target.rpartition(".")[2], []).append(_written(item))
    text = plain(tree.text(file)) if attributes else ""
    for match in _TYPE.finditer(text):
        written = " ".join(attributes.get(match[2], ()))
        if _DERIVES.search(written):
            start = match.start(3) + 1
            body = text[start : end_of_brackets(text, start - 1) - 1]
            yield Derived(file, match[2], match[1] == "enum", written, body, line_of_offset(text, start))


def variants_of(owner: Derived) -> Iterator[Variant]:
    """Yield the sub-commands that the variants of an enum are."""
    for attributes, declared, line in owner.members() if owner.is_enum else ():
        match = re.match(r"(?:r#)?([A-Z]\w*)(.*)", declared, flags=re.DOTALL)
        if match and not _NO_COMMAND.search(attributes):
            stated = _NAME.search(attributes)
            name = stated[1] if stated else _cased(match[1], owner.attributes)
            yield Variant(owner, name, match[2], line, _FLAT.search(attributes) is not None)


def nested_types(text: str) -> list[tuple[str, bool]]:
    """Return the paths of the types that a text names, each with whether it is optional there."""
    optional = "Option<" in text
    return [(path, optional) for path in _TYPE_PATH.findall(re.sub(r"\s*::\s*", "::", text))]


def nesting_fields(fields: Iterator[tuple[str, str, int]]) -> Iterator[str]:
    """Yield the types of the fields whose attributes say that they hold sub-commands, or more such fields."""
    for attributes, declared, _ in fields:
        if _NESTING.search(attributes):
            yield declared.partition(":")[2]


def fields_inside(variant: Variant) -> Derived:
    """Return what a variant with named fields holds, as the struct that it could be."""
    inside = variant.inside.strip()
    body = inside[1:-1] if inside.startswith("{") else ""
    return Derived(variant.owner.file, "", is_enum=False, attributes="", body=body, line=variant.line)


def _written(item: Registration) -> str:
    return f"{item.callee}({item.arguments})"


def _behind_attributes(part: str) -> int:
    position = 0
    while part.startswith("#", position):
        position = end_of_brackets(part, part.find("[", position))
        position += len(part[position:]) - len(part[position:].lstrip())
    return position


def _cased(name: str, attributes: str) -> str:
    case = _CASE.search(attributes)
    separator = _SEPARATORS.get(case[1], "-") if case else "-"
    return _WORD_BORDER.sub(separator, name).lower()
