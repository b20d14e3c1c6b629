"""Routers mounted under routers: which prefixes a route ends up under."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from indexer.facts import FileFacts, Role
from indexer.tree import SourceFile, SourceTree

_MOST_PREFIXES: Final = 8
"""A router mounted at more places than this is listed at the first ones only."""


class RouterKey(NamedTuple):
    """A router is a variable of a file, inside the function at line ``scope`` or at the top (0)."""

    path: str
    scope: int
    name: str


@dataclass(frozen=True, slots=True)
class Mount:
    """A router is put under ``parent`` (None when unknown); ``replaces`` when its own prefix then no longer counts."""

    parent: RouterKey | None
    prefix: str
    replaces: bool = False


@dataclass(slots=True)
class Routers:
    """All routers of a tree: their own prefixes and where they are mounted."""

    tree: SourceTree
    own: dict[RouterKey, str] = field(default_factory=dict)
    mounts: dict[RouterKey, list[Mount]] = field(default_factory=dict)

    def define(self, key: RouterKey, prefix: str = "") -> None:
        """Note a router with the prefix it was made with; the first definition stands."""
        self.own.setdefault(key, prefix)

    def mount(self, child: RouterKey, mount: Mount, by: SourceFile) -> None:
        """Note where ``child`` is put by a file; not under itself, and not what tests do with the product."""
        made_in = self.tree.get(child.path)
        for_tests = by.role is not Role.PRODUCT and made_in is not None and made_in.role is Role.PRODUCT
        if mount.parent != child and not for_tests:
            self.mounts.setdefault(child, []).append(mount)

    def find(self, path: str, scopes: Iterable[int], name: str) -> RouterKey | None:
        """Return the router that ``name`` means in the innermost of ``scopes`` that has it."""
        keys = (RouterKey(path, scope, name) for scope in (*scopes, 0))
        return next((key for key in keys if key in self.own), None)

    def at_top(self, path: str) -> list[RouterKey]:
        """Return the routers of a file, those outside functions first."""
        return sorted((key for key in self.own if key.path == path), key=lambda key: (key.scope, key.name))

    def prefixes(self, key: RouterKey | None) -> tuple[str, ...]:
        """Return the full prefixes of a router, one for each chain of mounts; one empty prefix when unknown."""
        return self._prefixes(key, frozenset())

    def _prefixes(self, key: RouterKey | None, seen: frozenset[RouterKey]) -> tuple[str, ...]:
        if key is None or key in seen:
            return ("",)
        own = self.own.get(key, "")
        found = [
            join_route(parent, mount.prefix, "" if mount.replaces else own)
            for mount in self.mounts.get(key, ())
            for parent in self._prefixes(mount.parent, seen | {key})
        ]
        return tuple(dict.fromkeys(found))[:_MOST_PREFIXES] or (own,)


def join_route(*parts: str) -> str:
    """Join parts of a route with one slash between them; the slash at the very end stays as the last part has it."""
    joined = re.sub(r"/{2,}", "/", "/".join(part for part in parts if part))
    if not joined:
        return ""
    trimmed = joined.rstrip("/") if not (parts and parts[-1].endswith("/")) else joined
    return trimmed if trimmed.startswith("/") else f"/{trimmed}"


@dataclass(frozen=True, slots=True)
class Scopes:
    """Tells which functions stand around a line; what it has worked out for a file it keeps."""

    _by_path: dict[str, Mapping[int, tuple[int, ...]]] = field(default_factory=dict)

    def around(self, file: SourceFile, line: int) -> tuple[int, ...]:
        """Return the first lines of the functions around a registration's ``line``, innermost first."""
        if file.path not in self._by_path:
            self._by_path[file.path] = _functions_around(file.facts)
        return self._by_path[file.path].get(line, ())


def _functions_around(facts: FileFacts) -> Mapping[int, tuple[int, ...]]:
    """Go through functions and registrations in the order of lines, with the open functions on a stack."""
    functions = sorted(
        (symbol.line, -symbol.end_line) for symbol in facts.symbols if symbol.kind in {"function", "method"}
    )
    found: dict[int, tuple[int, ...]] = {}
    stack: list[tuple[int, int]] = []
    position = 0
    for line in sorted({registration.line for registration in facts.registrations}):
        while position < len(functions) and functions[position][0] <= line:
            stack = [function for function in stack if -function[1] >= functions[position][0]]
            stack.append(functions[position])
            position += 1
        stack = [function for function in stack if -function[1] >= line]
        found[line] = tuple(start for start, _ in reversed(stack))
    return found
