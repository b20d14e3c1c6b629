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
    "compile crosscompile deploy package shellcheck shfmt codespell eslint prettier mypy ruff flake8 pylint".split()
)
_CHECKING: Final = frozenset("test tests testing bench benchmark benchmarks profile profiling coverage fuzz".split())
_INSTALLED: Final = frozenset({"bin", "sbin"})
# These say it only where they are the whole name: ``tool-version`` and ``run-checks`` are something else.
_DEVELOPING_ALONE: Final = frozenset({"version", "autogen", "configure"})
_SERVING_ALONE: Final = frozenset({"run", "server", "worker"})
_ON_PATH: Final = frozenset({"bin", "sbin", "exe", "libexec", "script", "scripts", ""})
_SERVING: Final = frozenset(
    "entrypoint start serve install installer init prestart daemon launch launcher migrate".split()
)
_MACHINERY: Final = frozenset({"cmake", "meson", "m4"})
_SIDE_DIRECTORIES: Final = frozenset(
    "build eng extras extra utils util contrib misc packaging release releases diagnostics maintainer support "
    "maintenance".split()
)
_TEST_PROGRAM: Final = re.compile(
    r"(?i)(?:^|[_\-.])(?:unit|perf|stress|smoke|self|speed|regress(?:ion)?)?_?tests?(?:$|[_\-.])|[a-z](?-i:Tests?)$|^testapp$"
)
_FUZZING: Final = re.compile(r"(?:oss[-_]?)?fuzz(?:ing|er|ers)?")
_DEV_PROGRAM: Final = re.compile(r"(?i)(?:^|[_\-.])(?:bench|fuzz(?:er|ers|ing)?)(?:$|[_\-.])")
_SIDE_PROGRAMS: Final = frozenset("integration gen generate generator codegen docgen benchmark benchmarks".split())


def script_role(file: SourceFile) -> Role:
    """Return the role of a script: one on nobody's path, or with a developer's word in its name, serves developers."""
    if file.role is not Role.PRODUCT:
        return file.role
    directories = file.directory.split("/")
    if "libexec" in directories:
        return Role.PRODUCT
    words = _words(file.name)
    develops = bool(words & _DEVELOPING) or words <= _DEVELOPING_ALONE
    if develops or directories[0] in _MACHINERY:
        return Role.DEV
    if words & _SERVING or words <= _SERVING_ALONE:
        return Role.PRODUCT
    if directories[0] in _SIDE_DIRECTORIES:
        return Role.DEV
    return Role.PRODUCT if directories[-1] in _ON_PATH or not _INSTALLED.isdisjoint(directories) else Role.DEV


def image_script_role(file: SourceFile) -> Role:
    """Return the role of a script beside one that an image starts, which goes into the image with it."""
    develops = file.role is not Role.PRODUCT or bool(_words(file.name) & _DEVELOPING)
    return script_role(file) if develops else Role.PRODUCT


def started_role(file: SourceFile, image: Role) -> Role:
    """Return the role of a script that an image starts: the image's, unless its name says that it is for developers."""
    starts_product = image is Role.PRODUCT and not _words(file.name) & _DEVELOPING
    return Role.PRODUCT if file.role is Role.DEV and starts_product else file.role


def source_role(file: SourceFile) -> Role:
    """Return the role of a program's source, of which less is told by its place than of a script."""
    directories = file.path.split("/")[:-1]
    aside = directories[:1] and (directories[0] in _SIDE_DIRECTORIES | _MACHINERY or _FUZZING.fullmatch(directories[0]))
    serves_developers = aside or not _SIDE_PROGRAMS.isdisjoint(directories)
    return Role.DEV if file.role is Role.PRODUCT and serves_developers else file.role


def program_role(name: str, file: SourceFile) -> Role:
    """Return the role of a program by its name and the role of the file that makes it."""
    if file.role is not Role.PRODUCT:
        return file.role
    if _TEST_PROGRAM.search(name):
        return Role.TEST
    return Role.DEV if _DEV_PROGRAM.search(name) else Role.PRODUCT


def checks(file: SourceFile) -> bool:
    """Tell whether the file's name says that it tests or measures."""
    return not _words(file.name).isdisjoint(_CHECKING)


def _words(name: str) -> frozenset[str]:
    return frozenset(re.split(r"[-_.]+", posixpath.splitext(name)[0].lower()))
