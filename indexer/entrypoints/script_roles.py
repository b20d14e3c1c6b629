"""Whom a file that can be started serves, where its directory alone does not tell."""

from __future__ import annotations

import posixpath
import re
from typing import Final

from indexer.facts import Role
from indexer.tree import SourceFile

_DEVELOPING: Final = frozenset(
    "test tests testing lint format fmt build release bump publish ci check checks coverage cov docs doc bench "
    "benchmark benchmarks profile profiling gen generate generator codegen changelog typecheck bootstrap dev develop "
    "devel debug fuzz clean tidy e2e precommit vendor update phpunit phpstan psalm rspec rubocop brakeman "
    "compile crosscompile".split()
)
_CHECKING: Final = frozenset("test tests testing bench benchmark benchmarks profile profiling coverage fuzz".split())
_ON_PATH: Final = frozenset({"bin", "sbin", "exe", "libexec", "script", "scripts", ""})
_SERVING: Final = frozenset(
    "entrypoint start run serve server install installer init prestart daemon launch launcher worker migrate".split()
)
_SIDE_DIRECTORIES: Final = frozenset(
    "build eng extras extra utils util contrib misc packaging release releases diagnostics maintainer "
    "maintenance".split()
)
_SIDE_PROGRAMS: Final = frozenset("integration gen generate generator codegen docgen benchmark benchmarks".split())


def script_role(file: SourceFile) -> Role:
    """Return the role of a script: one on nobody's path, or with a developer's word in its name, serves developers."""
    if file.role is not Role.PRODUCT:
        return file.role
    words = _words(file.name)
    if words & _SERVING and not words & _DEVELOPING:
        return Role.PRODUCT
    if words & _DEVELOPING or file.path.partition("/")[0] in _SIDE_DIRECTORIES:
        return Role.DEV
    return Role.PRODUCT if posixpath.basename(file.directory) in _ON_PATH else Role.DEV


def source_role(file: SourceFile) -> Role:
    """Return the role of a program's source, of which less is told by its place than of a script."""
    directories = file.path.split("/")[:-1]
    aside = directories[:1] and directories[0] in _SIDE_DIRECTORIES
    serves_developers = aside or not _SIDE_PROGRAMS.isdisjoint(directories)
    return Role.DEV if file.role is Role.PRODUCT and serves_developers else file.role


def checks(file: SourceFile) -> bool:
    """Tell whether the file's name says that it tests or measures."""
    return not _words(file.name).isdisjoint(_CHECKING)


def _words(name: str) -> frozenset[str]:
    return frozenset(re.split(r"[-_.]+", posixpath.splitext(name)[0].lower()))
