"""PHP: front controllers, composer's commands, and what Laravel, Symfony and Slim route and run."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from typing import Final

import yaml

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import end_of_brackets, literal, literals, parse_arguments
from indexer.entrypoints.base import (
    Kind,
    files_in,
    files_named,
    line_at,
    line_of_offset,
    make_entry_point,
)
from indexer.entrypoints.manifests import json_line, parse_json, parse_yaml, strings_of, yaml_get, yaml_items, yaml_text
from indexer.entrypoints.routing import join_route
from indexer.entrypoints.spans import opening_of
from indexer.facts import EntryPoint, Registration
from indexer.tree import SourceFile, SourceTree

ecosystem = "php"

_METHODS: Final = frozenset("get post put patch delete options any".split())
_GROUP: Final = re.compile(r"Route::(?:[^;{}]*?->\s*)?group\s*(\()")
_PREFIX: Final = re.compile(r"prefix\(\s*['\"]([^'\"]*)['\"]|['\"]prefix['\"]\s*=>\s*['\"]([^'\"]*)['\"]")
_LOADS: Final = re.compile(r"(?:^|/)(?:Providers|routes|bootstrap)/")
_LOADED: Final = re.compile(r"(?P<base>base_path\(|__DIR__\s*\.)\s*['\"]/?(?P<path>[\w./-]+\.php)['\"]")
_AS_API: Final = re.compile(r"\bapi:\s*$")
_API_PREFIX: Final = re.compile(r"\bapiPrefix:\s*['\"]([^'\"]*)['\"]")
_SIGNATURE: Final = re.compile(r"\$signature\s*=\s*['\"]\s*([\w:\-]+)")
_HEALTH: Final = re.compile(r"\bhealth:\s*['\"](/[^'\"]*)['\"]")
_NARROWED: Final = re.compile(
    r"\b(only|except)['\"]?\s*(?:=>|\()\s*(\[[^\]]*\]|['\"]\w+['\"](?:\s*,\s*['\"]\w+['\"])*)"
)
_LINK: Final = re.compile(r"\s*->\s*\w+\s*(?=\()")
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
_CONSOLES: Final = ("artisan", "bin/console", "spark", "yii", "craft", "bin/cake", "please")


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find what PHP starts in ``tree``."""
    manifests = files_named(tree, "composer.json")
    for manifest in manifests:
        yield from _commands(tree, manifest)
        yield from _front_controller(tree, manifest)
        yield from _consoles(tree, manifest)
    files = files_in(tree, "php")
    prefix = _symfony_prefix(tree)
    yield from _yaml_routes(tree)
    bases = _bases(tree, files)
    for file in files:
        yield from _laravel(tree, file, bases)
        yield from _symfony(file, prefix)
        yield from _console(tree, file)


def _entry(file: SourceFile, kind: Kind, name: str, line: int, evidence: str, symbol: str = "") -> EntryPoint:
    return make_entry_point(
        ecosystem, kind, name, file, line, confidence=tiers.REGISTERED, evidence=evidence, symbol=symbol
    )


def _commands(tree: SourceTree, manifest: SourceFile) -> Iterator[EntryPoint]:
    text = tree.text(manifest)
    for path in strings_of(parse_json(text).get("bin")):
        line = json_line(text, "bin")
        yield make_entry_point(
            ecosystem,
            Kind.BINARY,
            posixpath.basename(path),
            manifest,
            line,
            confidence=tiers.DECLARED,
            evidence=f"{line_at(text, line)} {path}",
            symbol=posixpath.normpath(posixpath.join(manifest.directory, path)),
        )


def _front_controller(tree: SourceTree, manifest: SourceFile) -> Iterator[EntryPoint]:
    for place in ("public/index.php", "web/index.php", "www/index.php", "index.php"):
        file = tree.get(posixpath.join(manifest.directory, place))
        if file is not None:
            yield make_entry_point(
                ecosystem,
                Kind.HTTP_APP,
                file.path,
                file,
                1,
                confidence=tiers.CONVENTION,
                evidence=line_at(tree.text(file), 1),
            )
            return


def _consoles(tree: SourceTree, manifest: SourceFile) -> Iterator[EntryPoint]:
    """Yield the programs that a framework puts beside composer.json to run its commands, executable or not."""
    for place in _CONSOLES:
        file = tree.get(posixpath.join(manifest.directory, place))
        if file is not None and (first_line := line_at(tree.text(file), 1)).startswith("#!"):
            yield make_entry_point(
                ecosystem,
                Kind.SCRIPT,
                file.path,
                file,
                1,
                confidence=tiers.LANGUAGE_MAIN,
                evidence=first_line,
            )


def _bases(tree: SourceTree, files: Iterable[SourceFile]) -> dict[str, str]:
    """Return the prefix under which each file of Laravel routes is loaded, where that is written down."""
    loaded: dict[str, tuple[SourceFile, str]] = {}
    for file in files:
        if _LOADS.search(file.path):
            loaded.update((path, (file, prefix)) for path, prefix in _loaded(file, tree.text(file)))
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


def _laravel(tree: SourceTree, file: SourceFile, bases: dict[str, str]) -> Iterator[EntryPoint]:
    calls = [item for item in file.facts.registrations if item.form == "call" and item.callee.startswith("Route::")]
    if calls and posixpath.basename(file.directory) != "Routing":
        groups = list(_groups(tree.text(file)))
        base = bases.get(file.path, _usual_base(file.path))
        for item in calls:
            prefix = join_route(base, *(path for first, last, path in groups if first <= item.line <= last))
            for method, path in _called(item, _chained(tree.text(file), item)):
                yield _entry(file, Kind.HTTP_ROUTE, f"{method} {join_route(prefix, path) or '/'}", item.line, item.text)
    if file.path.endswith("bootstrap/app.php"):
        for match in _HEALTH.finditer(tree.text(file)):
            line = line_of_offset(tree.text(file), match.start())
            yield _entry(file, Kind.HTTP_ROUTE, f"GET {match[1]}", line, match[0])


def _groups(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield first line, last line and prefix of each group of routes."""
    for match in _GROUP.finditer(text):
        end = end_of_brackets(text, match.start(1))
        header = text[match.start() : min(end, match.end() + 200)].partition("function")[0].partition("fn")[0]
        prefix = _PREFIX.search(header)
        if prefix:
            yield line_of_offset(text, match.start()), line_of_offset(text, end - 1), prefix[1] or prefix[2] or ""


def _chained(text: str, item: Registration) -> str:
    """Return the calls that are chained to a registering one."""
    start = position = text.find(")", end_of_brackets(text, opening_of(text, item)) - 1) + 1
    while (link := _LINK.match(text, position)) is not None:
        position = end_of_brackets(text, link.end())
    return text[start:position]


def _called(item: Registration, chain: str) -> Iterator[tuple[str, str]]:
    """Yield method and path of the routes that a call on the facade registers."""
    word = item.callee.rpartition("::")[2].rpartition("->")[2]
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
    elif word in {"resource", "apiResource"}:
        yield from _resource(first, _actions(word, f"{arguments.at(2)} {chain}"))


def _actions(word: str, options: str) -> frozenset[str]:
    """Return the actions of a resource, as its options or the calls chained to it narrow them."""
    actions = {action for _, _, action in _RESOURCE} - ({"create", "edit"} if word == "apiResource" else set())
    for match in _NARROWED.finditer(options):
        named = set(literals(match[2]))
        actions = actions & named if match[1] == "only" else actions - named
    return frozenset(actions)


def _resource(name: str, actions: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Yield the routes of a resource; ``photos.comments`` lies below one photo."""
    path, parameter = "", ""
    for part in name.split("."):
        path = f"{path}/{{{parameter}}}/{part}" if path else part
        parameter = re.sub(r"ies$", "y", part.rpartition("/")[2]).removesuffix("s").replace("-", "_")
    for method, suffix, action in _RESOURCE:
        if action in actions:
            yield (method, path + suffix.replace("{}", f"{{{parameter}}}"))


def _symfony_prefix(tree: SourceTree) -> str:
    """Return the prefix that config/routes.yaml gives to the routes of all controllers."""
    prefixes = {
        yaml_text(yaml_get(value, "prefix"))
        for _, _, _, value in _yaml_entries(tree)
        if re.search(
            r"[Cc]ontroller|attribute|annotation",
            yaml_text(yaml_get(value, "resource")) + yaml_text(yaml_get(value, "type")),
        )
        or isinstance(yaml_get(value, "resource"), yaml.MappingNode)
    } - {""}
    return prefixes.pop() if len(prefixes) == 1 else ""


def _yaml_entries(tree: SourceTree) -> Iterator[tuple[SourceFile, str, int, yaml.Node]]:
    for file in files_named(tree, "routes.yaml", "routes.yml"):
        if posixpath.basename(file.directory) == "config":
            for name, line, value in yaml_items(parse_yaml(tree.text(file))):
                yield file, name, line, value


def _yaml_routes(tree: SourceTree) -> Iterator[EntryPoint]:
    for file, _, line, value in _yaml_entries(tree):
        path = yaml_text(yaml_get(value, "path"))
        controller = yaml_text(yaml_get(value, "controller"))
        if path and controller:
            for method in yaml_text(yaml_get(value, "methods")).split() or [""]:
                yield _entry(file, Kind.HTTP_ROUTE, f"{method} {path}".strip(), line, f"path: {path}", controller)


def _symfony(file: SourceFile, prefix: str) -> Iterator[EntryPoint]:
    routes = [item for item in file.facts.registrations if item.form == "decorator" and item.callee.endswith("Route")]
    outer = {item.target: _attribute_paths(item) for item in routes if "." not in item.target}
    for item in routes:
        owner = item.target.rpartition(".")[0]
        invokable = not owner and not any(other.target.startswith(f"{item.target}.") for other in routes)
        if not owner and not invokable:
            continue
        methods = literals(parse_arguments(item.arguments).keywords.get("methods", "")) or ("",)
        for before in outer.get(owner, ("",)):
            for path in _attribute_paths(item):
                for method in methods:
                    name = f"{method.upper()} {join_route(prefix, before, path) or '/'}".strip()
                    yield _entry(file, Kind.HTTP_ROUTE, name, item.line, item.text, item.target)


def _attribute_paths(item: Registration) -> tuple[str, ...]:
    text = parse_arguments(item.arguments).at(0, "path")
    return literals(text)[:1] if not text.startswith("[") else literals(text)[1::2] or ("",)


def _console(tree: SourceTree, file: SourceFile) -> Iterator[EntryPoint]:
    for item in file.facts.registrations:
        arguments = parse_arguments(item.arguments)
        if item.form == "decorator" and item.callee.endswith("AsCommand"):
            if name := literal(arguments.at(0, "name")):
                yield _entry(file, Kind.CLI_COMMAND, f"php bin/console {name}", item.line, item.text, item.target)
        elif item.form == "call" and item.callee == "Artisan::command" and (name := literal(arguments.at(0))):
            yield _entry(file, Kind.CLI_COMMAND, f"php artisan {name.split()[0]}", item.line, item.text)
    if "Console/Commands" in file.directory and (match := _SIGNATURE.search(tree.text(file))):
        line = line_of_offset(tree.text(file), match.start())
        yield _entry(file, Kind.CLI_COMMAND, f"php artisan {match[1]}", line, line_at(tree.text(file), line))
