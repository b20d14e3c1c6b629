"""Routes of Laravel, under the groups, files and resources that give them their paths."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import end_of_brackets, literal, literals, parse_arguments
from indexer.entrypoints.base import Kind, files_in, line_of_offset, make_entry_point
from indexer.entrypoints.comments import without_php_comments
from indexer.entrypoints.inflection import singular
from indexer.entrypoints.routing import join_route
from indexer.entrypoints.spans import chain_after
from indexer.facts import EntryPoint, Registration
from indexer.tree import SourceFile, SourceTree

ecosystem = "php"

_METHODS: Final = frozenset("get post put patch delete options any".split())
_GROUP: Final = re.compile(r"Route::(?:(?:[^;{}'\"]|'[^']*'|\"[^\"]*\")*?->\s*)?group\s*(\()")
_PREFIX: Final = re.compile(r"prefix\(\s*['\"]([^'\"]*)['\"]|['\"]prefix['\"]\s*=>\s*['\"]([^'\"]*)['\"]")
_LOADS: Final = re.compile(r"(?:^|/)(?:Providers|routes|bootstrap)/")
_LOADED: Final = re.compile(r"(?P<base>base_path\(|__DIR__\s*\.)\s*['\"]/?(?P<path>[\w./-]+\.php)['\"]")
_AS_API: Final = re.compile(r"\bapi\s*:\s*$")
_API_PREFIX: Final = re.compile(r"\bapiPrefix\s*:\s*['\"]([^'\"]*)['\"]")
_HEALTH: Final = re.compile(r"\bhealth\s*:\s*['\"](/[^'\"]*)['\"]")
_NARROWED: Final = re.compile(
    r"\b(only|except)['\"]?\s*(?:=>|\()\s*(\[[^\]]*\]|['\"]\w+['\"](?:\s*,\s*['\"]\w+['\"])*)"
)
_RESOURCE: Final = (
    ("GET", "", "index"),
    ("POST", "", "store"),
    ("GET", "/create", "create"),
    ("GET", "/{}", "show"),
    ("GET", "/{}/edit", "edit"),
    ("PUT", "/{}", "update"),
    ("PATCH", "/{}", "update"),
    ("DELETE", "/{}", "destroy"),
)


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the Laravel routes of ``tree``."""
    files = files_in(tree, "php")
    bases = _bases(tree, files)
    for file in files:
        yield from _routes(tree, file, bases)


def _bases(tree: SourceTree, files: Iterable[SourceFile]) -> dict[str, str]:
    """Return the prefix under which each file of Laravel routes is loaded, where that is written down."""
    loaded: dict[str, tuple[SourceFile, str]] = {}
    for file in files:
        if _LOADS.search(file.path):
            loaded.update(
                (path, (file, prefix)) for path, prefix in _loaded(file, without_php_comments(tree.text(file)))
            )
    return {path: _base(path, loaded) for path in loaded}


def _loaded(file: SourceFile, text: str) -> Iterator[tuple[str, str]]:
    """Yield the files of routes that a file loads, and the prefix that it puts them under."""
    groups = list(_groups(text))
    stated = _API_PREFIX.search(text)
    for match in _LOADED.finditer(text):
        path = posixpath.normpath(
            posixpath.join("" if match["base"].startswith("base") else file.directory, match["path"])
        )
        line = line_of_offset(text, match.start("path"))
        usual = (stated[1] if stated else "api") if _AS_API.search(text[: match.start()]) else ""
        if "routes" in path.split("/"):
            yield path, join_route(usual, *(prefix for first, last, prefix in groups if first <= line <= last))


def _base(path: str, loaded: dict[str, tuple[SourceFile, str]]) -> str:
    parts: list[str] = []
    seen: set[str] = set()
    while path in loaded and path not in seen:
        seen.add(path)
        file, prefix = loaded[path]
        parts.insert(0, prefix)
        path = file.path
    return join_route(_usual_base(path), *parts)


def _usual_base(path: str) -> str:
    return "/api" if path.endswith("routes/api.php") else ""


def _routes(tree: SourceTree, file: SourceFile, bases: dict[str, str]) -> Iterator[EntryPoint]:
    calls = [item for item in file.facts.registrations if item.form == "call" and item.callee.startswith("Route::")]
    if calls and posixpath.basename(file.directory) != "Routing":
        text = without_php_comments(tree.text(file))
        groups = list(_groups(text))
        base = bases.get(file.path, _usual_base(file.path))
        for item in calls:
            prefix = join_route(base, *(path for first, last, path in groups if first <= item.line <= last))
            for method, path in _called(item, chain_after(text, item)):
                yield _entry(file, f"{method} {join_route(prefix, path) or '/'}", item.line, item.text)
    if file.path.endswith("bootstrap/app.php"):
        for match in _HEALTH.finditer(tree.text(file)):
            line = line_of_offset(tree.text(file), match.start())
            yield _entry(file, f"GET {match[1]}", line, match[0])


def _groups(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield first line, last line and prefix of each group of routes."""
    for match in _GROUP.finditer(text):
        end = end_of_brackets(text, match.start(1))
        header = text[match.start() : min(end, match.end() + 200)].partition("function")[0].partition("fn")[0]
        prefix = _PREFIX.search(header)
        if prefix:
            yield line_of_offset(text, match.start()), line_of_offset(text, end - 1), prefix[1] or prefix[2] or ""


def _called(item: Registration, chain: str) -> Iterator[tuple[str, str]]:
    """Yield method and path of the routes that a call on the facade registers."""
    word = item.callee.rpartition("::")[2].rpartition("->")[2].lower()
    arguments = parse_arguments(item.arguments)
    first = literal(arguments.at(0))
    if word == "match":
        path = literal(arguments.at(1))
        yield from ((method.upper(), path) for method in literals(arguments.at(0)) if path is not None)
    elif first is None:
        return
    elif word in _METHODS and arguments.at(1):
        yield ("ALL" if word == "any" else word.upper(), first)
    elif word == "view":
        yield ("GET", first)
    elif word in {"resource", "apiresource"}:
        yield from _resource(first, _actions(word, f"{arguments.at(2)} {chain}"))


def _actions(word: str, options: str) -> frozenset[str]:
    """Return the actions of a resource, as its options or the calls chained to it narrow them."""
    actions = {action for _, _, action in _RESOURCE} - ({"create", "edit"} if word == "apiresource" else set())
    for match in _NARROWED.finditer(options):
        named = set(literals(match[2]))
        actions = actions & named if match[1] == "only" else actions - named
    return frozenset(actions)


def _resource(name: str, actions: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Yield the routes of a resource; ``photos.comments`` lies below one photo."""
    path, parameter = "", ""
    for part in name.split("."):
        path = f"{path}/{{{parameter}}}/{part}" if path else part
        parameter = singular(part.rpartition("/")[2]).replace("-", "_")
    for method, suffix, action in _RESOURCE:
        if action in actions:
            yield (method, path + suffix.replace("{}", f"{{{parameter}}}"))


def _entry(file: SourceFile, name: str, line: int, evidence: str) -> EntryPoint:
    return make_entry_point(
        ecosystem, Kind.HTTP_ROUTE, name, file, line, confidence=tiers.REGISTERED, evidence=evidence
    )
