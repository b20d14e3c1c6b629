"""C#: routes of ASP.NET that lead to one action each, which a program maps by name and pattern."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import literal, literals, parse_arguments
from indexer.entrypoints.base import Kind, files_in, make_entry_point
from indexer.entrypoints.csharp_names import Names
from indexer.entrypoints.routing import join_route
from indexer.facts import EntryPoint, Registration
from indexer.tree import SourceFile, SourceTree

ecosystem = "csharp"

_CALLEES: Final = frozenset("MapControllerRoute MapAreaControllerRoute MapRoute".split())
_FILLED: Final = re.compile(r"\{(?:controller|action)\b", re.IGNORECASE)
_DEFAULT: Final = r"\b{0}\s*=\s*(\"[^\"]*\")"
_CONSTRAINT: Final = re.compile(r"HttpMethodRouteConstraint\(([^()]*)\)")


@dataclass(frozen=True, slots=True)
class Dedicated:
    """One such route; ``action`` is what it leads to: the controller's name, and the action's."""

    file: SourceFile
    item: Registration
    path: str
    action: tuple[str, str]

    def entry_points(self) -> Iterator[EntryPoint]:
        """Yield the route under each method that it answers; one that says nothing of methods is read with GET."""
        stated = _CONSTRAINT.search(self.item.arguments)
        for method in (literals(stated[1]) if stated else ()) or ("GET",):
            yield make_entry_point(
                ecosystem,
                Kind.HTTP_ROUTE,
                f"{method.upper()} {join_route(self.path).rstrip('/') or '/'}",
                self.file,
                self.item.line,
                confidence=tiers.REGISTERED,
                evidence=self.item.text,
                symbol=f"{self.action[0]}Controller.{self.action[1]}",
            )


def dedicated_routes(tree: SourceTree, names: Names) -> list[Dedicated]:
    """Return the dedicated routes of ``tree``; a pattern that names controllers or actions is a convention."""
    return [
        found
        for file in files_in(tree, "csharp")
        for item in file.facts.registrations
        if item.form == "call" and item.callee.rpartition(".")[2] in _CALLEES
        if (found := _dedicated(names, file, item)) is not None
    ]


def _dedicated(names: Names, file: SourceFile, item: Registration) -> Dedicated | None:
    given = parse_arguments(item.arguments)
    area = item.callee.endswith("MapAreaControllerRoute")
    path = names.text(given.at(2 if area else 1, "pattern"), file, "")
    if path is None:
        path = names.text(given.keywords.get("template", ""), file, "")
    action = tuple(_default(given.at(3 if area else 2, "defaults"), key) for key in ("controller", "action"))
    if path is None or not all(action) or _FILLED.search(path):
        return None
    return Dedicated(file, item, path, (action[0], action[1]))


def _default(defaults: str, key: str) -> str:
    match = re.search(_DEFAULT.format(key), defaults)
    return (literal(match[1]) or "") if match else ""
