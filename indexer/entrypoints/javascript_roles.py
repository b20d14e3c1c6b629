"""Whom a JavaScript file serves: what generators copy and what documents a project is no part of its product."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import Final

from indexer.entrypoints.manifests import parse_json, table_at
from indexer.facts import Role
from indexer.tree import SourceFile, SourceTree

_TEMPLATES: Final = re.compile(r"templates?(?:-[\w-]+)?")
_FIXTURES: Final = frozenset("fixture fixtures __fixtures__".split())
_DOCUMENTATION: Final = frozenset("docs documentation".split())
_SITE_MAKERS: Final = frozenset("@docusaurus/core vitepress vuepress".split())


def web_role(tree: SourceTree, file: SourceFile) -> Role:
    """Return the file's role: a fixture is a test, the templates right below a package are examples of what it makes.

    A package below the top that is named for documentation, or made with what makes nothing else, is documentation.
    """
    if file.role is not Role.PRODUCT:
        return file.role
    nearest = True
    for directory in _ancestors(file.directory):
        parent, name = posixpath.split(directory)
        if name in _FIXTURES:
            return Role.TEST
        if _TEMPLATES.fullmatch(name) and posixpath.join(parent, "package.json") in tree:
            return Role.EXAMPLE
        package = tree.get(posixpath.join(directory, "package.json"))
        if nearest and package is not None:
            if name in _DOCUMENTATION or _makes_site(tree, package):
                return Role.DOCS
            nearest = False
    return file.role


def _ancestors(directory: str) -> Iterator[str]:
    while directory:
        yield directory
        directory = posixpath.dirname(directory)


def _makes_site(tree: SourceTree, package: SourceFile) -> bool:
    document = parse_json(tree.text(package))
    return any(not _SITE_MAKERS.isdisjoint(table_at(document, key)) for key in ("dependencies", "devDependencies"))
