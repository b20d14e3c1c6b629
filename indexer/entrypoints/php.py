"""PHP: front controllers, composer's commands, and what Laravel, Symfony and Slim route and run."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from typing import Final

import yaml

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import literal, literals, parse_arguments
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
from indexer.facts import EntryPoint, Registration
from indexer.tree import SourceFile, SourceTree

ecosystem = "php"

_SIGNATURE: Final = re.compile(r"\$signature\s*=\s*['\"]\s*([\w:\-]+)")
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
    for file in files:
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
