"""PHP: front controllers, the programs that composer installs, and the routes of Symfony."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.base import (
    Kind,
    files_named,
    line_at,
    make_entry_point,
)
from indexer.entrypoints.manifests import json_line, parse_json, strings_of
from indexer.facts import EntryPoint, Role
from indexer.tree import SourceFile, SourceTree

ecosystem = "php"

_LIBRARIES: Final = frozenset({"library", "composer-plugin", "symfony-bundle"})
_CONSOLES: Final = ("artisan", "bin/console", "spark", "yii", "craft", "bin/cake", "please")


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find what PHP starts in ``tree``."""
    manifests = files_named(tree, "composer.json")
    for manifest in manifests:
        yield from _commands(tree, manifest)
        started = [*_front_controller(tree, manifest), *_consoles(tree, manifest)]
        yield from started
        if not started:
            yield from _library_root(tree, manifest)


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


def _library_root(tree: SourceTree, manifest: SourceFile) -> Iterator[EntryPoint]:
    """Yield the package that others require: a library, as composer takes every package that says nothing else."""
    document = parse_json(tree.text(manifest))
    name = document.get("name")
    # Beside the package itself lie tools with a manifest, which say nothing because nobody publishes them.
    usual = "project" if manifest.directory else "library"
    if isinstance(name, str) and document.get("type", usual) in _LIBRARIES and document.get("autoload"):
        line = json_line(tree.text(manifest), "name")
        yield make_entry_point(
            ecosystem,
            Kind.LIBRARY_ROOT,
            name,
            manifest,
            line,
            confidence=tiers.DECLARED,
            evidence=line_at(tree.text(manifest), line),
            symbol=name,
            role=Role.PRODUCT if not manifest.directory else manifest.role,
        )


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
