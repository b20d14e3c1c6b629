"""Targets that people call by name: Makefiles and justfiles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, developer_role, files_named, make_entry_point
from indexer.facts import EntryPoint
from indexer.tree import SourceFile, SourceTree

ecosystem = "make"

_RULE: Final = re.compile(r"^(?P<targets>[\w./\- ]+?)\s*(?:&:|::?)(?![=:])(?P<rest>.*)$")
_DEFAULT_GOAL: Final = re.compile(r"^\s*\.DEFAULT_GOAL\s*[:?]*=\s*([\w.\-/]+)")
_RECIPE: Final = re.compile(r"^@?(?P<name>[A-Za-z_][\w-]*)(?:\s+[^:#]*)?:(?!=)(?P<rest>.*)$")
# Names that GNU's conventions and long habit make goals, with or without a .PHONY line.
_CUSTOMARY: Final = frozenset(
    "all build check clean distclean install uninstall test tests lint format run help dist docs".split()
)


@dataclass(slots=True)
class _Makefile:
    """The targets of one Makefile by line, which of them are phony or documented, and the default goal."""

    lines: dict[str, tuple[int, str]] = field(default_factory=dict)
    phony: set[str] = field(default_factory=set)
    documented: set[str] = field(default_factory=set)
    default: str = ""


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the targets of ``tree``."""
    for file in files_named(tree, "Makefile", "makefile", "GNUmakefile"):
        yield from _targets(file, _read(tree.text(file)))
    for file in files_named(tree, "justfile", "Justfile", ".justfile"):
        yield from _recipes(tree, file)


def _read(text: str) -> _Makefile:
    makefile = _Makefile()
    for line, statement in _statements(text):
        if goal := _DEFAULT_GOAL.match(statement):
            makefile.default = goal[1]
        elif rule := _RULE.match(statement):
            _note(makefile, rule, line, statement)
    return makefile


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield what stands outside recipes, continued lines joined, with the line it begins at."""
    begun, joined, continued = 0, "", False
    for number, line in enumerate(text.splitlines(), start=1):
        if not continued and (line.startswith("\t") or line.lstrip().startswith("#") or not line.strip()):
            continue
        begun, joined = (begun, f"{joined} {line.strip()}") if continued else (number, line.rstrip())
        continued = joined.endswith("\\")
        joined = joined.removesuffix("\\")
        if not continued:
            yield begun, joined


def _note(makefile: _Makefile, rule: re.Match[str], line: int, statement: str) -> None:
    targets = rule["targets"].split()
    prerequisites, _, comment = rule["rest"].partition("#")
    if targets == [".PHONY"]:
        makefile.phony.update(prerequisites.split())
        return
    if "=" in prerequisites.split(";")[0]:
        return  # a variable for one target, not a rule
    for target in targets:
        if target.startswith("."):
            continue
        makefile.lines.setdefault(target, (line, statement))
        makefile.default = makefile.default or target
        if comment.startswith("#"):
            makefile.documented.add(target)


def _targets(file: SourceFile, makefile: _Makefile) -> Iterator[EntryPoint]:
    for target, (line, statement) in makefile.lines.items():
        named = target in makefile.phony or target in makefile.documented or target == makefile.default
        if not named and target not in _CUSTOMARY:
            continue
        yield make_entry_point(
            ecosystem,
            Kind.MAKE_TARGET,
            f"make -C {file.directory} {target}" if file.directory else f"make {target}",
            file,
            line,
            confidence=tiers.DECLARED if named else tiers.CONVENTION,
            evidence=statement,
            symbol=target,
            role=developer_role(file),
        )


def _recipes(tree: SourceTree, file: SourceFile) -> Iterator[EntryPoint]:
    for number, line in enumerate(tree.text(file).splitlines(), start=1):
        recipe = _RECIPE.match(line)
        if recipe is None or recipe["name"].startswith("_"):
            continue
        yield make_entry_point(
            "just",
            Kind.MAKE_TARGET,
            f"just {recipe['name']}",
            file,
            number,
            confidence=tiers.DECLARED,
            evidence=line,
            symbol=recipe["name"],
            role=developer_role(file),
        )
