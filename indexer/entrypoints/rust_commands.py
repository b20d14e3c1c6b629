"""Sub-commands of Rust programs made with clap: the variants of derived enums, and those that builders add."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, files_in, line_at, make_entry_point
from indexer.entrypoints.rust_builders import builder_commands
from indexer.entrypoints.rust_derived import (
    Derived,
    Variant,
    derived_types,
    fields_inside,
    nested_types,
    nesting_fields,
    variants_of,
)
from indexer.entrypoints.rust_packages import Programs, programs_of
from indexer.facts import EntryPoint
from indexer.tree import SourceFile, SourceTree

ecosystem = "rust"

_CLAP: Final = frozenset({"clap", "structopt"})
_COMMANDS: Final = re.compile(r"\b(?:Subcommand|StructOpt|Parser|Clap)\b")
_DEEPEST: Final = 6


@dataclass(slots=True)
class _Commands:
    """The derived types of a tree by name, and the sub-commands of each enum."""

    types: dict[str, list[Derived]] = field(default_factory=dict)
    variants: list[Variant] = field(default_factory=list)

    def meant(self, path: str, file: SourceFile) -> Derived | None:
        """Return the type that a path means in a file: of its module, of the file, imported there, or the only one."""
        *modules, name = path.split("::")
        found = self.types.get(name, [])
        imported = [
            item.module for item in file.facts.imports if name in item.names or item.module.endswith(f"::{name}")
        ]
        parts = {part for module in imported for part in module.split("::")}
        choices = (
            [there for there in found if modules and modules[-1] in _module_names(there.file)],
            [there for there in found if there.file is file] if not modules else [],
            [there for there in found if parts & _module_names(there.file)],
            found,
        )
        return next((choice[0] for choice in choices if len(choice) == 1), None)

    def below(self, text: str, file: SourceFile, depth: int = 0) -> tuple[Derived | None, bool]:
        """Return the enum of sub-commands that a type written in a file leads to, and whether it may be left out."""
        for path, optional in nested_types(text) if depth < _DEEPEST else ():
            there = self.meant(path, file)
            if there is not None and _is_commands(there):
                return there, optional
            if there is not None and not there.is_enum:
                found, inner = self.held(there, depth + 1)
                if found is not None:
                    return found, optional or inner
        return None, False

    def held(self, struct: Derived, depth: int = 0) -> tuple[Derived | None, bool]:
        """Return the enum of sub-commands that a struct has a field of."""
        for held in nesting_fields(struct.members()):
            found, optional = self.below(held, struct.file, depth)
            if found is not None:
                return found, optional
        return None, False

    def opened(self, variant: Variant) -> tuple[Derived | None, bool]:
        """Return the enum of further sub-commands below a variant, and whether the variant is a command itself."""
        if variant.inside.strip().startswith("{"):
            return self.held(fields_inside(variant))
        return self.below(variant.inside, variant.owner.file)


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the clap commands of ``tree``."""
    files = [file for file in files_in(tree, "rust") if _uses_clap(file)]
    tree.preload(files)
    programs = programs_of(tree) if files else Programs({})
    commands = _read(tree, files)
    roots = _roots(commands)
    opened = {variant: commands.opened(variant) for variant in commands.variants}
    for variant in commands.variants:
        inner, runs_alone = opened[variant]
        if inner is None or (runs_alone and not variant.flat):
            for path in _paths(variant, opened, roots, programs, frozenset()):
                yield _entry(tree, variant.owner.file, " ".join(filter(None, path)), variant.line)
    for built in builder_commands(tree, files):
        name = " ".join(filter(None, (programs.name_for(built.file), *built.full_name)))
        yield _entry(tree, built.made_in, name, built.made_at)


def _read(tree: SourceTree, files: list[SourceFile]) -> _Commands:
    commands = _Commands()
    for file in files:
        for derived in derived_types(tree, file):
            commands.types.setdefault(derived.name, []).append(derived)
            if _is_commands(derived):
                commands.variants += variants_of(derived)
    return commands


def _is_commands(derived: Derived) -> bool:
    return (
        derived.is_enum and _COMMANDS.search(derived.attributes) is not None and "ValueEnum" not in derived.attributes
    )


def _roots(commands: _Commands) -> dict[Derived, tuple[str, str]]:
    """Return the enums, each with the names that it, or the struct that holds it, states for program and command."""
    roots: dict[Derived, tuple[str, str]] = {}
    for types in commands.types.values():
        for derived in types:
            stated = (derived.called_as, derived.stated_name)
            if derived.is_enum:
                roots.setdefault(derived, stated)
            elif (held := commands.held(derived)[0]) is not None and any(stated):
                roots[held] = stated
    return roots


def _paths(
    variant: Variant,
    opened: dict[Variant, tuple[Derived | None, bool]],
    roots: dict[Derived, tuple[str, str]],
    programs: Programs,
    seen: frozenset[Derived],
) -> list[tuple[str, ...]]:
    """Return the names from the program down to the variant, one for each way that leads there."""
    own = () if variant.flat else (variant.name,)
    if variant.owner in seen:
        return []
    above = [other for other, (inner, _) in opened.items() if inner == variant.owner and other.owner != variant.owner]
    if not above:
        called_as, stated = roots.get(variant.owner, ("", ""))
        return [(called_as or programs.name_for(variant.owner.file, stated), *own)]
    outer = (path for other in above for path in _paths(other, opened, roots, programs, seen | {variant.owner}))
    return [(*path, *own) for path in outer]


def _uses_clap(file: SourceFile) -> bool:
    if any(re.split(r"::|\.", imported.module)[0] in _CLAP for imported in file.facts.imports):
        return True
    return any(item.callee == "derive" and "clap::" in item.arguments for item in file.facts.registrations)


def _module_names(file: SourceFile) -> set[str]:
    return {file.name.removesuffix(".rs"), file.directory.rpartition("/")[2]}


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
