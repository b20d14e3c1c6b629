"""C#: Razor Pages and Blazor components, which are pages by their ``@page`` directive."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, line_at, make_entry_point
from indexer.entrypoints.routing import join_route
from indexer.facts import EntryPoint
from indexer.tree import SourceFile, SourceTree

ecosystem = "csharp"

_PAGE: Final = re.compile(r"^\ufeff?\s*@page\b[ \t]*(?:\"([^\"]*)\")?")
_PLACE: Final = re.compile(r"(?:^|/)(?:Areas/([^/]+)/)?Pages/(.+)\.cshtml$")


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the pages in ``tree``."""
    files = [file for file in tree if file.name.endswith((".cshtml", ".razor")) and not file.name.startswith("_")]
    tree.preload(files)
    for file in files:
        for line, text in enumerate(tree.text(file).splitlines(), start=1):
            match = _PAGE.match(text)
            for path in _paths(file, match[1]) if match else ():
                yield _page(tree, file, line, path)


def _paths(file: SourceFile, template: str | None) -> Iterator[str]:
    """Yield the address of a page: a component states it, a Razor page lies at it unless its template is rooted."""
    if file.name.endswith(".razor"):
        yield from [template] if template else []
        return
    place = _PLACE.search(file.path)
    if template and template.startswith(("/", "~/")):
        yield template.removeprefix("~")
    elif place is not None:
        directory, name = posixpath.split(place[2])
        yield join_route(place[1] or "", directory, "" if name == "Index" else name, template or "")


def _page(tree: SourceTree, file: SourceFile, line: int, path: str) -> EntryPoint:
    return make_entry_point(
        ecosystem,
        Kind.HTTP_ROUTE,
        path.rstrip("/") or "/",
        file,
        line,
        confidence=tiers.CONVENTION,
        evidence=line_at(tree.text(file), line),
    )
