"""The scripts that a build installs among the programs: Automake, Meson, CMake, and the recipes of Makefiles."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import Final

from indexer.entrypoints.base import files_named
from indexer.tree import SourceFile, SourceTree

_AUTOMAKE: Final = re.compile(
    r"(?m)^[ \t]*(?:dist_|nodist_)?(?:bin|sbin|libexec|pkglibexec)_SCRIPTS[ \t]*\+?=[ \t]*((?:.*\\\n)*.*)$"
)
_MESON: Final = re.compile(r"\binstall_data\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
_MESON_PLACE: Final = re.compile(r"\binstall_dir\s*:\s*[^,]*?(?:\b\w*bin(?:dir)?\b|'bindir'|/bin\b)")
_CMAKE: Final = re.compile(
    r"(?i)\binstall\s*\(\s*PROGRAMS\s+([^()]*?)\s(?:DESTINATION|TYPE)\s+[^\s()]*bin(?:dir)?\}?\"?(?:[\s)]|$)"
)
_RECIPE: Final = re.compile(r"(?mi)^\t[@\-]*\s*(?:\$[({]\w*install\w*[)}]|install|cp)\s((?:.*\\\n)*.*)$")
_INTO_PROGRAMS: Final = re.compile(r"(?i)(?:\$[({]\w*s?bin_?\w*[)}]|/s?bin)(?:/[^\s/]*)?/?$")
_WORD: Final = re.compile(r"[\w./+\-]+")
_VARIABLE: Final = re.compile(r"\$[({][^)}]*[)}]/?|@\w+@/?")


def installed_scripts(tree: SourceTree) -> frozenset[str]:
    """Return the paths of the tracked files that a build installs where programs lie."""
    automakes = [file for name in sorted(tree.by_name) if name.endswith(".am") for file in files_named(tree, name)]
    readers = (
        (automakes, _of_automake),
        (files_named(tree, "meson.build"), _of_meson),
        (files_named(tree, "CMakeLists.txt"), _of_cmake),
        (files_named(tree, "Makefile", "makefile", "GNUmakefile"), _of_makefile),
    )
    return frozenset(
        path
        for manifests, read in readers
        for manifest in manifests
        for name in read(tree.text(manifest))
        for path in _tracked(tree, manifest, name)
    )


def _of_automake(text: str) -> Iterator[str]:
    for match in _AUTOMAKE.finditer(text):
        yield from _WORD.findall(_VARIABLE.sub("", match[1]))


def _of_meson(text: str) -> Iterator[str]:
    for match in _MESON.finditer(text):
        if _MESON_PLACE.search(match[1]):
            yield from re.findall(r"'([^'\n]+)'", match[1].partition("install_dir")[0])


def _of_cmake(text: str) -> Iterator[str]:
    for match in _CMAKE.finditer(text):
        yield from _WORD.findall(re.sub(r"\$\{\w+\}/?", "", match[1]))


def _of_makefile(text: str) -> Iterator[str]:
    for match in _RECIPE.finditer(text):
        *sources, target = match[1].replace("\\\n", " ").split() or [""]
        if _INTO_PROGRAMS.search(target):
            yield from (source for source in sources if _WORD.fullmatch(source) and not source.startswith("-"))


def _tracked(tree: SourceTree, manifest: SourceFile, name: str) -> Iterator[str]:
    """Yield the file that a manifest means: one below it, else the only one of the tree that ends like it."""
    path = posixpath.normpath(posixpath.join(manifest.directory, name))
    if tree.get(path) is not None:
        yield path
        return
    named = [file.path for file in tree.by_name.get(posixpath.basename(name), ())]
    ending = [there for there in named if f"/{there}".endswith(f"/{name.lstrip('./')}")]
    yield from ending if len(ending) == 1 else ()
