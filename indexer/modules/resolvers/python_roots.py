"""Where a Python project's packages lie, as its manifests and its directories say."""

from __future__ import annotations

import configparser
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from indexer.facts import Role
from indexer.modules.documents import Document, parse_toml, string, strings, table
from indexer.modules.resolution import join
from indexer.tree import SourceFile, SourceTree

MANIFESTS = ("pyproject.toml", "setup.cfg", "setup.py")
_PACKAGE_DIRECTORY = re.compile(r"""package_dir\s*=\s*\{\s*["']{2}\s*:\s*["']([^"']*)["']""")
_WHERE = re.compile(r"""find_(?:namespace_)?packages\(\s*(?:where\s*=\s*)?["']([^"']+)["']""")


@dataclass(frozen=True, slots=True)
class PythonRoots:
    """``roots`` are directories that stand on the import path; ``renamed`` maps a package to its directory.

    ``sources`` are those roots that hold nothing but what is imported, such as ``src``.
    """

    roots: tuple[str, ...]
    renamed: Mapping[str, str]
    sources: frozenset[str]


def python_roots(tree: SourceTree) -> PythonRoots:
    """Collect the roots of every Python project of the tree, vendored ones aside, in path order."""
    roots: dict[str, None] = {}
    renamed: dict[str, str] = {}
    manifests = [file for name in MANIFESTS for file in tree.by_name.get(name, ()) if file.role is not Role.VENDORED]
    tree.preload(manifests)
    for manifest in sorted(manifests, key=lambda file: file.path):
        for package, directory in _declared(manifest, tree.text(manifest)):
            location = join(manifest.directory, directory)
            if location is None or location not in tree.directories:
                continue
            if package:
                renamed.setdefault(package, location)
            else:
                roots.setdefault(location)
    sources = frozenset(roots) - {"", *(manifest.directory for manifest in manifests)}
    return PythonRoots((*roots, *(() if "" in roots else ("",))), renamed, sources)


def _declared(manifest: SourceFile, text: str) -> Iterator[tuple[str, str]]:
    """Yield pairs of a package (empty for a whole root) and its directory, the most telling first."""
    if manifest.name == "pyproject.toml":
        yield from _from_pyproject(parse_toml(text))
    elif manifest.name == "setup.cfg":
        yield from _from_setup_cfg(text)
    else:
        yield from (("", match[1]) for pattern in (_PACKAGE_DIRECTORY, _WHERE) for match in pattern.finditer(text))
    yield "", "src"
    yield "", "."


def _from_pyproject(document: Document) -> Iterator[tuple[str, str]]:
    tool = table(document, "tool")
    setuptools = table(tool, "setuptools")
    yield from ((name, string(place)) for name, place in table(setuptools, "package-dir").items())
    yield from (("", place) for place in strings(table(setuptools, "packages", "find").get("where")))
    yield from _from_hatch(table(tool, "hatch", "build"))
    packages = table(tool, "poetry").get("packages")
    for package in packages if isinstance(packages, list) else ():
        yield "", string(table(package).get("from")) or "."
    for keys in (("pdm", "build", "package-dir"), ("uv", "build-backend", "module-root"), ("maturin", "python-source")):
        place = string(table(tool, *keys[:-1]).get(keys[-1]))
        if place:
            yield "", place
    yield from (("", place) for place in strings(table(tool, "pytest", "ini_options").get("pythonpath")))


def _from_hatch(build: Document) -> Iterator[tuple[str, str]]:
    for target in (build, table(build, "targets", "wheel"), table(build, "targets", "sdist")):
        yield from (("", posixpath.dirname(package.rstrip("/")) or ".") for package in strings(target.get("packages")))
        sources = target.get("sources")
        yield from (("", place) for place in strings(sources))
        if isinstance(sources, Mapping):
            yield from ((string(package).strip("/").replace("/", "."), place) for place, package in sources.items())


def _from_setup_cfg(text: str) -> Iterator[tuple[str, str]]:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(text)
    except configparser.Error:
        return
    for line in parser.get("options", "package_dir", fallback="").splitlines():
        package, separator, place = line.partition("=")
        if separator:
            yield package.strip(), place.strip()
    where = parser.get("options.packages.find", "where", fallback="").strip()
    if where:
        yield "", where
