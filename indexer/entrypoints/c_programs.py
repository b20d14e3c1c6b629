"""C and C++ programs: ``main`` functions, named as CMake, Meson, Automake or a Makefile names what they link."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, files_in, files_named, line_at, line_of_offset, make_entry_point
from indexer.entrypoints.makefile_links import Makefile, copied_programs, linked_programs, read_makefiles
from indexer.entrypoints.script_roles import source_role
from indexer.facts import EntryPoint, Registration, Role
from indexer.tree import SourceFile, SourceTree

ecosystem = "c"

_EXECUTABLE: Final = re.compile(
    r"(?im)^[ \t]*(?:qt_|qt6_|pico_|llvm_)?add_executable\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)"
)
_PROJECT: Final = re.compile(r"(?im)^[ \t]*project\s*\(\s*\"?([\w.+\-]+)")
_SET: Final = re.compile(r"(?im)^[ \t]*set\s*\(\s*(\w+)\s+([^()]*)\)")
_MESON: Final = re.compile(r"(?m)\bexecutable\s*\(\s*'([^']+)'([^)]*)\)")
_AUTOMAKE: Final = re.compile(r"(?m)^(?:bin|sbin|libexec)_PROGRAMS\s*\+?=\s*((?:.*\\\n)*.*)$")
_OPTIONS: Final = frozenset({"WIN32", "MACOSX_BUNDLE", "EXCLUDE_FROM_ALL"})
_TEST_NAME: Final = re.compile(r"(?:^|[_\-])(?:unit)?[Tt]ests?(?:$|[_\-])|[a-z]Tests?$")
_LIBRARY_MAINS: Final = frozenset({"DllMain"})  # the loader calls it, nobody starts it
_CONDITION: Final = re.compile(r"^\s*#\s*(if|ifdef|ifndef|elif|else|endif)\b(.*)")
_SELF_TEST: Final = re.compile(r"(?i)test|bench|main|demo|example|fuzz|standalone")


@dataclass(frozen=True, slots=True)
class _Declaration:
    """A program that a build manifest declares, and the source files that it lists."""

    manifest: SourceFile
    name: str
    sources: tuple[str, ...]
    line: int


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the C and C++ programs of ``tree``."""
    declared = [*_cmake(tree), *_meson(tree), *_automake(tree)]
    mains = {
        file.path: (file, item)
        for file in files_in(tree, "c", "cpp")
        for item in file.facts.registrations
        if item.form == "main" and item.target not in _LIBRARY_MAINS
    }
    tree.preload([file for file, _ in mains.values()])
    taken: set[str] = set()
    for declaration in declared:
        source = next((path for path in declaration.sources if path in mains), None)
        if source is not None:
            taken.add(source)
            yield _program(tree, *mains[source], declaration.name, tiers.DECLARED)
        else:
            yield _declared(tree, declaration)
    makefiles = read_makefiles(tree)
    linked = linked_programs(makefiles)
    programs: dict[str, set[str]] = {}
    for path, (file, item) in mains.items():
        if path not in taken:
            stem = posixpath.splitext(path)[0]
            name = linked.get(stem) or posixpath.basename(stem)
            program = _program(tree, file, item, name, tiers.LANGUAGE_MAIN)
            yield program
            if stem in linked and program.role is Role.PRODUCT:
                programs.setdefault(file.directory, set()).add(name)
    yield from _copies(tree, makefiles, programs)


def _copies(tree: SourceTree, makefiles: list[Makefile], programs: dict[str, set[str]]) -> Iterator[EntryPoint]:
    """Yield the programs that a Makefile copies or links from one of its own: they act by the name they are called."""
    for makefile in makefiles:
        for name, line in copied_programs(makefile, programs.get(makefile.file.directory, set())):
            yield make_entry_point(
                ecosystem,
                Kind.BINARY,
                name,
                makefile.file,
                line,
                confidence=tiers.DECLARED,
                evidence=line_at(tree.text(makefile.file), line),
                role=Role.PRODUCT,
            )


def _program(tree: SourceTree, file: SourceFile, item: Registration, name: str, confidence: float) -> EntryPoint:
    return make_entry_point(
        ecosystem if file.facts.language == "c" else "cpp",
        Kind.BINARY,
        name,
        file,
        item.line,
        confidence=confidence,
        evidence=item.text,
        symbol=item.target or "main",
        role=Role.TEST
        if file.role is Role.PRODUCT and _is_self_test(tree.text(file), item.line)
        else source_role(file),
    )


def _is_self_test(text: str, line: int) -> bool:
    """Tell whether the line is compiled only when a macro asks for the file's own test program."""
    conditions: list[str] = []
    for written in text.splitlines()[: line - 1]:
        match = _CONDITION.match(written)
        if match is None:
            continue
        if match[1] in {"if", "ifdef"}:
            conditions.append(match[2])
        elif match[1] == "ifndef":
            conditions.append("")
        elif match[1] == "endif" and conditions:
            conditions.pop()
        elif conditions:
            conditions[-1] = match[2] if match[1] == "elif" else ""
    return any(_SELF_TEST.search(condition) for condition in conditions)


def _declared(tree: SourceTree, declaration: _Declaration) -> EntryPoint:
    text = tree.text(declaration.manifest)
    return make_entry_point(
        "cpp" if declaration.manifest.name == "CMakeLists.txt" else ecosystem,
        Kind.BINARY,
        declaration.name,
        declaration.manifest,
        declaration.line,
        confidence=tiers.DECLARED,
        evidence=line_at(text, declaration.line),
        role=Role.TEST if declaration.manifest.role is Role.PRODUCT and _TEST_NAME.search(declaration.name) else None,
    )


def _cmake(tree: SourceTree) -> Iterator[_Declaration]:
    projects: dict[str, str] = {}
    for manifest in files_named(tree, "CMakeLists.txt"):
        text = re.sub(r"(?m)#.*$", "", tree.text(manifest))
        if project := _PROJECT.search(text):
            projects[manifest.directory] = project[1]
        variables = {match[1]: match[2] for match in _SET.finditer(text)}
        variables["PROJECT_NAME"] = _nearest(projects, manifest.directory)
        variables.update({"CMAKE_CURRENT_SOURCE_DIR": ".", "CMAKE_CURRENT_LIST_DIR": "."})
        for match in _EXECUTABLE.finditer(text):
            name, *sources = _expand(match[1], variables).split() or [""]
            if name and "$" not in name and not {"ALIAS", "IMPORTED"} & set(sources):
                paths = _sources(manifest, [source for source in sources if source not in _OPTIONS])
                yield _Declaration(manifest, name.strip('"'), paths, line_of_offset(text, match.start()))


def _expand(text: str, variables: dict[str, str]) -> str:
    for _ in range(4):
        text = re.sub(r"\$\{(\w+)\}", lambda match: variables.get(match[1], match[0]), text)
    return text


def _nearest(projects: dict[str, str], directory: str) -> str:
    while directory and directory not in projects:
        directory = posixpath.dirname(directory)
    return projects.get(directory, "")


def _sources(manifest: SourceFile, names: Iterable[str]) -> tuple[str, ...]:
    joined = (posixpath.normpath(posixpath.join(manifest.directory, name.strip("\"'"))) for name in names)
    return tuple(path for path in joined if "$" not in path)


def _meson(tree: SourceTree) -> Iterator[_Declaration]:
    for manifest in files_named(tree, "meson.build"):
        text = tree.text(manifest)
        for match in _MESON.finditer(text):
            sources = _sources(manifest, re.findall(r"'([^']+\.(?:c|cc|cpp|cxx))'", match[2]))
            yield _Declaration(manifest, match[1], sources, line_of_offset(text, match.start()))


def _automake(tree: SourceTree) -> Iterator[_Declaration]:
    for manifest in files_named(tree, "Makefile.am"):
        text = tree.text(manifest)
        for match in _AUTOMAKE.finditer(text):
            for name in re.findall(r"(?<![$(@])\b[\w.\-]+", re.sub(r"\$\([^)]*\)|@\w+@", "", match[1])):
                variable = re.escape(re.sub(r"\W", "_", name))
                listed = re.search(rf"(?m)^{variable}_SOURCES\s*=\s*((?:.*\\\n)*.*)$", text)
                sources = _sources(manifest, re.findall(r"[\w./\-]+\.(?:c|cc|cpp|cxx)\b", listed[1] if listed else ""))
                default = _sources(manifest, [f"{name}.c"])
                yield _Declaration(manifest, name, sources or default, line_of_offset(text, match.start()))
