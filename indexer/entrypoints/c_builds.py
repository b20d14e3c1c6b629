"""The programs that CMake, Meson and Automake declare, with the sources they list and whom they are built for."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from indexer.entrypoints.base import files_named, line_of_offset
from indexer.entrypoints.cmake_variables import OPTIONS, Variables, expand, read_variables
from indexer.facts import Role
from indexer.tree import SourceFile, SourceTree

_EXECUTABLE: Final = re.compile(
    r"(?im)^[ \t]*(?:qt_|qt6_|pico_|llvm_|ecm_)?add_executable\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)"
)
_TARGET_SOURCES: Final = re.compile(r"(?im)^[ \t]*target_sources\s*\(\s*(\S+)\s+([^()]*)\)")
_OUTPUT: Final = re.compile(
    r"(?i)\bset_target_properties\s*\(\s*(\S+)\s+PROPERTIES\s[^()]*?\bOUTPUT_NAME\s+\"?([^\s\")]+)"
)
_NOT_BUILT: Final = frozenset({"ALIAS", "IMPORTED"})
_MEASURES: Final = re.compile(r"(?i)bench(?:mark)?s?$|^bench")
_COMMENT: Final = re.compile(r"(?m)#.*$")
_SUFFIX: Final = r"\.(?:c|cc|cpp|cxx)"
_MESON: Final = re.compile(
    r"(?m)^[^#\n]*?\bexecutable\s*\(\s*(?:'([^']+)'|(meson\.project_name\(\)))([^()]*(?:\([^()]*\)[^()]*)*)\)"
)
_MESON_PROJECT: Final = re.compile(r"\bproject\s*\(\s*'([^']+)'")
_MESON_LIST: Final = re.compile(r"(?m)^\s*(\w+)\s*\+?=\s*(?:files\s*)?[\[(]([^\])]*)[\])]")
_MESON_TEXT: Final = re.compile(r"(?m)^\s*(\w+)\s*=\s*'([^'\n]*)'\s*$")
_MESON_JOINED: Final = re.compile(r"\b(\w+)\s*/\s*'")
_MESON_SOURCE: Final = re.compile(rf"'([^']+{_SUFFIX})'")
_INSTALLED: Final = re.compile(r"\binstall\s*:(?!\s*false\b)")
_AUTOMAKE: Final = re.compile(
    r"(?m)^[ \t]*(?:dist_|nodist_)?(bin|sbin|libexec|pkglibexec|noinst|check|EXTRA)_PROGRAMS[ \t]*\+?=[ \t]*"
    r"((?:.*\\\n)*.*)$"
)
_BUILT_FOR: Final = {"noinst": Role.DEV, "check": Role.TEST, "EXTRA": Role.DEV}
_AUTOMAKE_SOURCE: Final = re.compile(rf"[\w./\-]+{_SUFFIX}(?!\w)")


@dataclass(frozen=True, slots=True)
class Declaration:
    """A program that a build manifest declares, its source files, and whom it is built for where that is said.

    A source may be a pattern with ``*``.
    """

    manifest: SourceFile
    name: str
    sources: tuple[str, ...]
    line: int
    role: Role | None = None


def declarations(tree: SourceTree) -> list[Declaration]:
    """Return the programs that the build manifests of ``tree`` declare."""
    return [*_cmake(tree), *_meson(tree), *_automake(tree)]


def _cmake(tree: SourceTree) -> Iterator[Declaration]:
    known: dict[str, Variables] = {}
    for manifest in files_named(tree, "CMakeLists.txt"):
        text = _COMMENT.sub("", tree.text(manifest))
        variables = read_variables(text, manifest.directory, known)
        known[manifest.directory] = variables
        outputs = dict(_OUTPUT.findall(expand(text, variables)))
        for match in _EXECUTABLE.finditer(text):
            name, *sources = expand(match[1], variables).split() or [""]
            if name and "$" not in name and not _NOT_BUILT & set(sources):
                sources += _added_sources(text, name, variables)
                paths = _sources(manifest, [source for source in sources if source not in OPTIONS])
                output = outputs.get(name, name.strip('"'))
                role = Role.DEV if _MEASURES.search(name) and not _is_installed(text, name) else None
                yield Declaration(manifest, output, paths, line_of_offset(text, match.start()), role)


def _is_installed(text: str, name: str) -> bool:
    return re.search(rf"(?i)\binstall\s*\(\s*TARGETS\s[^()]*\b{re.escape(name)}\b", text) is not None


def _added_sources(text: str, name: str, variables: Variables) -> list[str]:
    added = (expand(f"{match[1]} {match[2]}", variables).split() for match in _TARGET_SOURCES.finditer(text))
    return [source for target, *sources in added if target == name for source in sources]


def _sources(manifest: SourceFile, names: Iterable[str]) -> tuple[str, ...]:
    """Return the paths in the repository; a name that begins with a slash counts from its root."""
    joined = (posixpath.join(f"/{manifest.directory}", name.strip("\"'")) for name in names if "$" not in name)
    return tuple(posixpath.normpath(path).lstrip("/") for path in joined)


def _meson(tree: SourceTree) -> Iterator[Declaration]:
    manifests = files_named(tree, "meson.build")
    project = next((named[1] for file in manifests if (named := _MESON_PROJECT.search(tree.text(file)))), "")
    found = [declared for manifest in manifests for declared in _meson_programs(tree, manifest, project)]
    # Only where some programs are installed does it say something that another is not.
    installs = any(installed for _, installed in found)
    for declared, installed in found:
        role = Role.DEV if installs and not installed else None
        yield Declaration(declared.manifest, declared.name, declared.sources, declared.line, role)


def _meson_programs(tree: SourceTree, manifest: SourceFile, project: str) -> Iterator[tuple[Declaration, bool]]:
    """Yield each program, and whether it is installed."""
    text = tree.text(manifest)
    texts = dict(_MESON_TEXT.findall(text))
    # The line of a match is that of the text as written: what is put in holds no line break.
    text = _MESON_JOINED.sub(lambda match: f"'{texts[match[1]]}/" if match[1] in texts else match[0], text)
    lists: dict[str, list[str]] = {}
    for match in _MESON_LIST.finditer(text):
        lists.setdefault(match[1], []).extend(_MESON_SOURCE.findall(match[2]))
    for match in _MESON.finditer(text):
        named = [source for word in re.findall(r"\w+", match[3]) for source in lists.get(word, ())]
        paths = _sources(manifest, [*_MESON_SOURCE.findall(match[3]), *named])
        declared = Declaration(manifest, match[1] or project, paths, line_of_offset(text, match.start()))
        yield declared, _INSTALLED.search(match[3]) is not None


def _automake(tree: SourceTree) -> Iterator[Declaration]:
    manifests = [file for name in tree.by_name if name.endswith(".am") for file in files_named(tree, name)]
    for manifest in manifests:
        text = tree.text(manifest)
        for match in _AUTOMAKE.finditer(text):
            for name in re.findall(r"(?<![$(@])\b[\w./\-]+", re.sub(r"\$[({][^)}]*[)}]|@\w+@", "", match[2])):
                sources = _sources(manifest, _automake_sources(text, name))
                line = line_of_offset(text, match.start())
                yield Declaration(manifest, posixpath.basename(name), sources, line, _BUILT_FOR.get(match[1]))


def _automake_sources(text: str, name: str) -> list[str]:
    """Return the sources listed for a program, else the one of its name."""
    variable = re.escape(re.sub(r"\W", "_", name))
    listed = " ".join(_values(text, rf"(?:dist_|nodist_)?{variable}_SOURCES"))
    referred = [value for name_of in re.findall(r"\$[({](\w+)[)}]", listed) for value in _values(text, name_of)]
    return _AUTOMAKE_SOURCE.findall(" ".join([listed, *referred])) or [f"{name}.c"]


def _values(text: str, variable: str) -> list[str]:
    return re.findall(rf"(?m)^[ \t]*{variable}[ \t]*\+?=[ \t]*((?:.*\\\n)*.*)$", text)
