"""Rails: the routes that config/routes.rb draws."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, make_entry_point
from indexer.entrypoints.inflection import singular
from indexer.entrypoints.routing import join_route
from indexer.entrypoints.ruby_blocks import Statement, option, statements, symbols
from indexer.facts import EntryPoint
from indexer.tree import SourceFile, SourceTree

ecosystem = "ruby"

_ROUTES: Final = re.compile(r"(?:^|/)config/routes(?:\.rb|/.+\.rb)$")
_CALL: Final = re.compile(r"(\w+)[\s(]+(.*)")
_VERBS: Final = frozenset({"get", "post", "put", "patch", "delete", "match"})
_PATH: Final = re.compile(r"\s*(?:[\"']([^\"']*)[\"']|:(\w+))")
_ACTIONS: Final = {
    "index": (("GET", ""),),
    "create": (("POST", ""),),
    "new": (("GET", "/new"),),
    "edit": (("GET", "/{id}/edit"),),
    "show": (("GET", "/{id}"),),
    "update": (("PATCH", "/{id}"), ("PUT", "/{id}")),
    "destroy": (("DELETE", "/{id}"),),
}


class _Route(NamedTuple):
    """One route: method (empty for any), path, and the controller's action where it is stated."""

    method: str
    path: str
    action: str = ""


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the routes of the Rails applications in ``tree``."""
    for file in tree:
        if _ROUTES.search(file.path):
            root = file.path[: file.path.rindex("config/routes")]
            application = tree.get(posixpath.join(root, "config/application.rb"))
            api_only = application is not None and "api_only = true" in tree.text(application)
            yield from _drawn(tree, file, api_only=api_only)


def _drawn(tree: SourceTree, file: SourceFile, *, api_only: bool) -> Iterator[EntryPoint]:
    for statement in statements(tree.text(file)):
        if any(opening.startswith("concern ") for opening in statement.around):
            continue
        for route in _routes(statement, api_only=api_only):
            yield make_entry_point(
                ecosystem,
                Kind.HTTP_ROUTE,
                f"{route.method} {route.path.rstrip('/') or '/'}".strip(),
                file,
                statement.line,
                confidence=tiers.REGISTERED,
                evidence=statement.text,
                symbol=route.action,
            )


def _routes(statement: Statement, *, api_only: bool) -> Iterator[_Route]:
    call = _CALL.match(statement.text)
    word, arguments = (call[1], call[2]) if call else (statement.text, "")
    prefix = _around(statement.around)
    if word in _VERBS:
        yield from _verb(word, arguments, statement, prefix)
    elif word in {"resources", "resource"}:
        for name in _names(arguments):
            yield from _resource(word, name, arguments, prefix, api_only=api_only)
    elif word == "root":
        yield _Route("GET", prefix or "/", _action(arguments))
    elif word == "mount":
        if place := re.search(r"(?:=>|at:)\s*[\"']([^\"']+)[\"']", arguments):
            yield _Route("", join_route(prefix, place[1]))
    elif word == "devise_for":
        yield from _devise(arguments, prefix)


def _verb(word: str, arguments: str, statement: Statement, prefix: str) -> Iterator[_Route]:
    path = _PATH.match(arguments)
    if path is None:
        return
    opening = statement.around[-1] if statement.around else ""
    stands_in = option(arguments, "on")
    if opening.startswith(("resources", "resource")) and stands_in:
        prefix = join_route(_around(statement.around[:-1]), _own_path(opening, member=stands_in == ":member"))
    methods = symbols(option(arguments, "via") or "") if word == "match" else (word,)
    for method in methods or ("",):
        name = "" if method == "all" else method.upper()
        yield _Route(name, join_route(prefix, path[1] if path[1] is not None else path[2]), _action(arguments))


def _action(arguments: str) -> str:
    match = re.search(r"[\"']([\w/]+#\w+)[\"']", arguments)
    return match[1] if match else ""


def _names(arguments: str) -> list[str]:
    """Return the resources that a statement names, before its options begin."""
    named = re.match(r"\s*(?:(?::\w++|[\"'][\w/\-]+[\"'])(?!\s*=>)\s*,?\s*)+", arguments)
    return list(symbols(named[0])) if named else []


def _resource(word: str, name: str, arguments: str, prefix: str, *, api_only: bool) -> Iterator[_Route]:
    left_out = {"new", "edit"} if api_only else set()
    actions = [action for action in _ACTIONS if action not in left_out and (word == "resources" or action != "index")]
    if (only := option(arguments, "only")) is not None:
        actions = [action for action in _ACTIONS if action in symbols(only)]
    elif (excepted := option(arguments, "except")) is not None:
        actions = [action for action in actions if action not in symbols(excepted)]
    base = join_route(prefix, _path_of(name, arguments))
    for action in actions:
        for method, suffix in _ACTIONS[action]:
            identified = suffix.replace("{id}", f":{_parameter(arguments)}")
            path = identified if word == "resources" else suffix.replace("/{id}", "")
            yield _Route(method, base + path, f"{name}#{action}")


def _path_of(name: str, arguments: str) -> str:
    written = option(arguments, "path")
    if written is None:
        return name
    return "" if written == "nil" else written.removeprefix(":").strip("\"'")


def _parameter(arguments: str) -> str:
    return (option(arguments, "param") or "id").strip("\"':")


def _around(openings: tuple[str, ...]) -> str:
    """Return the prefix that open blocks make; inside ``member`` and ``collection`` a resource stands for itself."""
    parts = []
    for opening, inner in pairwise((*openings, "")):
        stands_in = inner.split(" ", 1)[0]
        itself = stands_in in {"member", "collection"}
        parts.append(_own_path(opening, member=stands_in == "member") if itself else _prefix(opening))
    return join_route(*parts)


def _prefix(opening: str) -> str:
    """Return what the statement that opens a block puts before the routes in it."""
    call = _CALL.match(opening)
    word, arguments = (call[1], call[2]) if call else ("", "")
    if word in {"namespace", "scope"}:
        named = _PATH.match(arguments)
        options_only = named is None or re.match(r"\s*:\w+\s*=>", arguments) is not None
        return _path_of("" if options_only or named is None else named[1] or named[2] or "", arguments)
    names = _names(arguments) if word in {"resources", "resource"} else []
    if not names:
        return ""
    base = _path_of(names[0], arguments)
    return base if word == "resource" else f"{base}/:{singular(names[0])}_{_parameter(arguments)}"


def _own_path(opening: str, *, member: bool) -> str:
    """Return the path of a resource itself, for routes on its members or its collection."""
    call = _CALL.match(opening)
    arguments = call[2] if call else ""
    names = _names(arguments)
    path = _path_of(names[0], arguments) if names else ""
    return f"{path}/:{_parameter(arguments)}" if member and opening.startswith("resources") else path


def _devise(arguments: str, prefix: str) -> Iterator[_Route]:
    """Yield how accounts are opened, entered and left through Devise's defaults."""
    only, skipped = option(arguments, "only"), symbols(option(arguments, "skip") or "")
    left = {part for part in ("sessions", "registrations") if only is None or part in symbols(only)}
    left -= {"sessions", "registrations"} if "all" in skipped else set(skipped)
    renamed = dict(re.findall(r"(sign_\w+):\s*[:\"'](\w+)", arguments))
    for name in _names(arguments):
        base = join_route(prefix, _path_of(name, arguments))
        if "sessions" in left:
            yield _Route("POST", join_route(base, renamed.get("sign_in", "sign_in")))
            yield _Route("DELETE", join_route(base, renamed.get("sign_out", "sign_out")))
        if "registrations" in left:
            yield _Route("POST", base)
