"""How Django writes the routes of a list of patterns, and joins them with those of the lists that include it."""

from __future__ import annotations

import re
from typing import Final

from indexer.entrypoints.arguments import literal
from indexer.entrypoints.routing import RouterKey, Routers

_GROUP: Final = re.compile(r"\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)")


def literal_route(text: str, word: str) -> str | None:
    """Return the route that ``word`` is called with, a regular expression in the manner of a path."""
    translated = re.fullmatch(r"(?:_|gettext_lazy|gettext)\((.*)\)", text, flags=re.DOTALL)
    route = literal(translated[1] if translated else text)
    if route is None or word == "path":
        return route
    return _GROUP.sub(r"<\1>", route).removeprefix("^").removesuffix("$").replace("\\", "").removesuffix("/?") or ""


def django_prefixes(routers: Routers, key: RouterKey, seen: frozenset[RouterKey] = frozenset()) -> tuple[str, ...]:
    """Return the prefixes of a list of patterns: Django joins routes as they are, without a slash between them."""
    if key in seen:
        return ()
    found = [
        before + mount.prefix
        for mount in routers.mounts.get(key, ())
        if mount.parent is not None
        for before in django_prefixes(routers, mount.parent, seen | {key})
    ]
    return tuple(dict.fromkeys(found)) or ("",)
