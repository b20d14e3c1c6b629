"""Groups of minimal APIs that are classes: a loop over the classes of an assembly maps each under its own name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from indexer.entrypoints.csharp_names import Names
from indexer.tree import SourceFile, SourceTree

_TEMPLATE: Final = re.compile(r'\$"([^"{}]*)\{(\w*(?:[Nn]ame|[Gg]roup|[Tt]ype)\w*(?:\.\w+)*)\}([^"{}]*)"')
_STATED: Final = re.compile(r'\bstring\??\s+(?:RoutePrefix|GroupName|Prefix)\s*=>\s*"([^"]*)"')


@dataclass(frozen=True, slots=True)
class ClassGroups:
    """The paths of the classes whose routes are mapped as a group."""

    paths: Mapping[str, str]

    def prefix(self, name: str) -> str:
        """Return the path of a class, empty when it is no group."""
        return self.paths.get(name, "")


def class_groups(tree: SourceTree, names: Names, files: Iterable[SourceFile]) -> ClassGroups:
    """Return the groups that a file maps by the names of their classes: those that inherit from what it mentions."""
    paths: dict[str, str] = {}
    for file in files:
        if not any(item.callee.endswith(".MapGroup") for item in file.facts.registrations):
            continue
        text = tree.text(file)
        for before, _, after in _TEMPLATE.findall(text)[:1]:
            mentioned = set(re.findall(r"\w+", text))
            for name in names.classes:
                known = names.find(name, file)
                if known is not None and not mentioned.isdisjoint(names.bases(name, file)):
                    stated = _STATED.search(tree.text(known[0]))
                    paths[name] = (
                        stated[1] if stated and stated[1].startswith("/") else f"{before}{_named(stated, name)}{after}"
                    )
    return ClassGroups(paths)


def _named(stated: re.Match[str] | None, name: str) -> str:
    return stated[1] if stated else name
