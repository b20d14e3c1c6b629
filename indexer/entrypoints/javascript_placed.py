"""Remix, React Router, SvelteKit, Astro and Nuxt: files that are routes by the place where they lie."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from indexer.entrypoints.javascript_next import handlers_of, placed_route
from indexer.entrypoints.javascript_programs import packages_of
from indexer.facts import EntryPoint
from indexer.tree import SourceFile, SourceTree

ecosystem = "javascript"

_VERB: Final = re.compile(r"\.(get|post|put|patch|delete|head|options)$")
_FLAT: Final = re.compile(r"\[([^\]]*)\]|([^.\[]+)|(\.)")


@dataclass(frozen=True, slots=True)
class _Convention:
    """The places of one framework: ``pages`` and ``handlers`` match paths, and ``route`` makes an address of a match.

    A handler exports a function for each method, unless ``verbs`` are read from the end of the name of its file.
    """

    packages: frozenset[str]
    pages: re.Pattern[str]
    route: Callable[[str], str | None]
    handlers: re.Pattern[str] | None = None
    verbs: bool = False


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the routes of ``tree`` that are files in the places their frameworks look in."""
    found = [
        (package, one)
        for package in packages_of(tree).found
        for one in _CONVENTIONS
        if package.depends_on(one.packages)
    ]
    for file in sorted(tree, key=lambda one: one.path) if found else ():
        inside = [(package, one) for package, one in found if package.holds(file)]
        for package, convention in inside:
            if len(package.directory) == max(len(other.directory) for other, _ in inside):
                path = file.path.removeprefix(f"{package.directory}/") if package.directory else file.path
                yield from _routes(tree, file, path, convention)


def _routes(tree: SourceTree, file: SourceFile, path: str, convention: _Convention) -> Iterator[EntryPoint]:
    if match := convention.pages.fullmatch(path):
        if (route := convention.route(match["route"] or "")) is not None:
            yield placed_route(tree, file, route, 1)
    elif convention.handlers is not None and (match := convention.handlers.fullmatch(path)):
        stated = _VERB.search(match["route"] or "") if convention.verbs else None
        route = convention.route((match["route"] or "").removesuffix(stated[0] if stated else ""))
        if route is not None and convention.verbs:
            yield placed_route(tree, file, f"{stated[1].upper() if stated else 'ANY'} {route}", 1)
        elif route is not None:
            yield from handlers_of(tree, file, route)


def _nested(path: str) -> str | None:
    """Return the address of a path of directories: groups and ``index`` are left out, what is private is none."""
    parts = path.split("/")
    if any(part.startswith("_") for part in parts):
        return None
    shown = [part for part in parts if part and not re.fullmatch(r"\([^()]*\)", part)]
    return "/" + posixpath.join("", *(shown[:-1] if shown and shown[-1] == "index" else shown))


def _flat(name: str) -> str | None:
    """Return the address that a dotted name gives; None for a layout that adds nothing to one."""
    parts = _segments(name)
    if parts[-1] != "_index" and all(part.startswith("_") for part in parts):
        return None
    shown = [_segment(part) for part in parts if not part.startswith("_")]
    return "/" + posixpath.join("", *shown)


def _segments(name: str) -> list[str]:
    """Split at the dots that are in no brackets, and drop the brackets."""
    parts = [""]
    for match in _FLAT.finditer(name):
        if match[3]:
            parts.append("")
        else:
            parts[-1] += match[1] or match[2] or ""
    return parts


def _segment(part: str) -> str:
    optional = re.fullmatch(r"\((.*)\)", part)
    inner = optional[1] if optional else part.removesuffix("_")
    named = "*" if inner == "$" else f":{inner[1:]}" if inner.startswith("$") else inner
    return f"{named}?" if optional else named


_CONVENTIONS: Final = (
    _Convention(
        frozenset({"@remix-run/dev", "@remix-run/fs-routes", "@react-router/fs-routes"}),
        re.compile(r"app/routes/(?P<route>[^/]+?)(?:/route)?\.[jt]sx?"),
        _flat,
    ),
    _Convention(
        frozenset({"@sveltejs/kit"}),
        re.compile(r"src/routes/(?:(?P<route>.+)/)?\+page\.svelte"),
        _nested,
        re.compile(r"src/routes/(?:(?P<route>.+)/)?\+server\.[jt]s"),
    ),
    _Convention(
        frozenset({"astro"}),
        re.compile(r"src/pages/(?P<route>.+)\.astro"),
        _nested,
        re.compile(r"src/pages/(?P<route>.+)\.[jt]s"),
    ),
    _Convention(
        frozenset({"nuxt"}),
        re.compile(r"(?:src/|app/)?pages/(?P<route>.+)\.vue"),
        _nested,
        re.compile(r"(?:src/)?server/(?:routes/)?(?P<route>(?:(?<=routes/)|api/).+)\.[jt]s"),
        verbs=True,
    ),
)
