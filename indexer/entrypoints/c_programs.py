"""C and C++ programs: ``main`` functions, named as CMake, Meson, Automake or a Makefile names what they link."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, developer_role, files_in, line_at, make_entry_point
from indexer.entrypoints.c_builds import Declaration, declarations
from indexer.entrypoints.makefile_links import Makefile, copied_programs, linked_programs, read_makefiles
from indexer.entrypoints.script_roles import program_role, source_role
from indexer.entrypoints.spans import start_of_line
from indexer.facts import EntryPoint, Registration, Role
from indexer.tree import SourceFile, SourceTree

ecosystem = "c"

Mains = Mapping[str, tuple[SourceFile, Registration]]

_LIBRARY_MAINS: Final = frozenset({"DllMain"})  # the loader calls it, nobody starts it
# Begins with what is rare in a source, so that most of it is passed over at once.
_CONDITION: Final = re.compile(r"#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b(.*)")
_ASIDE: Final = re.compile(r"(?i)test|bench|main|demo|example|fuzz|standalone|generat")
_NAMELESS: Final = frozenset({"", "src", "source", "sources", "app", "cmd", "core", "lib", "main"})


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the C and C++ programs of ``tree``."""
    mains = {
        file.path: (file, item)
        for file in files_in(tree, "c", "cpp")
        for item in file.facts.registrations
        if item.form == "main" and item.target not in _LIBRARY_MAINS
    }
    tree.preload([file for file, _ in mains.values()])
    placed = _placed(declarations(tree), mains)
    known = {declaration.name for declaration, source in placed if source}
    for declaration, source in placed:
        if source:
            role = _declared_role(declaration, mains[source][0])
            yield _program(tree, mains[source], declaration.name, tiers.DECLARED, role)
        elif declaration.name not in known:
            yield _declared(tree, declaration)
    yield from _undeclared(tree, mains, {source for _, source in placed}, builds=bool(known))


def _placed(declared: list[Declaration], mains: Mains) -> list[tuple[Declaration, str]]:
    """Return each declaration with the file that holds its ``main``, empty when that is not plain."""
    listed = {declaration: _listed(declaration, mains) for declaration in declared}
    taken = set(listed.values())
    placed: list[tuple[Declaration, str]] = []
    for declaration, source in listed.items():
        found = source or _beside(declaration, [path for path in mains if path not in taken])
        taken.add(found)
        placed.append((declaration, found))
    return placed


def _listed(declaration: Declaration, mains: Mains) -> str:
    """Return the file with a ``main`` among the sources of a program."""
    found = [path for path in declaration.sources if path in mains]
    for pattern in declaration.sources if not found else ():
        if "*" in pattern:
            found += [path for path in mains if fnmatchcase(path, pattern)]
    return min(found, key=lambda path: _fit(declaration, path), default="")


def _beside(declaration: Declaration, free: list[str]) -> str:
    """Return the file below the manifest that is named like the program, or the only one there with a ``main``."""
    directory = declaration.manifest.directory
    below = [path for path in free if not directory or path.startswith(f"{directory}/")]
    named = [path for path in below if _stem(path) == declaration.name]
    here = [path for path in below if posixpath.dirname(path) in {directory, posixpath.join(directory, "src")}]
    return next((found[0] for found in (named, here) if len(found) == 1), "")


def _fit(declaration: Declaration, path: str) -> tuple[bool, bool, int]:
    stem = _stem(path)
    return stem != declaration.name, stem != "main", path.count("/")


def _stem(path: str) -> str:
    return posixpath.splitext(posixpath.basename(path))[0]


def _undeclared(tree: SourceTree, mains: Mains, taken: set[str], *, builds: bool) -> Iterator[EntryPoint]:
    """Yield the programs that no manifest declares, with those that a Makefile makes of them.

    Where manifests do declare programs (``builds``), what nothing links is no part of the product.
    """
    makefiles = read_makefiles(tree)
    linked = linked_programs(makefiles)
    programs: dict[str, set[str]] = {}
    for path, (file, item) in mains.items():
        if path not in taken:
            stem = posixpath.splitext(path)[0]
            name = linked.get(stem) or _own_name(tree, file)
            role = program_role(name, file) if stem in linked or not builds else developer_role(file)
            program = _program(tree, (file, item), name, tiers.LANGUAGE_MAIN, role)
            yield program
            if stem in linked and program.role is Role.PRODUCT:
                programs.setdefault(file.directory, set()).add(name)
    yield from _copies(tree, makefiles, programs)


def _own_name(tree: SourceTree, file: SourceFile) -> str:
    """Return the stem of a file; where that says only that it is the main one, the directory's name."""
    stem = _stem(file.path)
    named = [part for part in file.directory.split("/") if part.lower() not in _NAMELESS]
    return stem if stem.lower() != "main" else (named or [tree.name])[-1]


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


def _program(
    tree: SourceTree, main: tuple[SourceFile, Registration], name: str, confidence: float, role: Role
) -> EntryPoint:
    file, item = main
    if role is Role.PRODUCT:
        role = _compiled_for(tree.text(file), item) or source_role(file)
    return make_entry_point(
        ecosystem if file.facts.language == "c" else "cpp",
        Kind.BINARY,
        name,
        file,
        item.line,
        confidence=confidence,
        evidence=item.text,
        symbol=item.target or "main",
        role=role if file.role is Role.PRODUCT else file.role,
    )


def _compiled_for(text: str, item: Registration) -> Role | None:
    """Return whom a main serves that is compiled only when a macro asks for it: a test of the file, or a generator."""
    conditions: list[str] = []
    end = _start_of(text, item)
    for match in _CONDITION.finditer(text, 0, end):
        if text[text.rfind("\n", 0, match.start()) + 1 : match.start()].strip():
            continue
        if match[1] in {"if", "ifdef"}:
            conditions.append(match[2])
        elif match[1] == "ifndef":
            conditions.append("")
        elif match[1] == "endif" and conditions:
            conditions.pop()
        elif conditions:
            conditions[-1] = match[2] if match[1] == "elif" else ""
    asked = next((found[0].lower() for condition in conditions if (found := _ASIDE.search(condition))), "")
    return (Role.DEV if asked == "generat" else Role.TEST) if asked else None


def _start_of(text: str, item: Registration) -> int:
    """Return where the line of a registration begins: it is found by what it says, and counted only if it is not."""
    position = text.find(item.text)
    found = text.count("\n", 0, position) == item.line - 1 if position >= 0 else False
    return position if found else start_of_line(text, item.line)


def _declared(tree: SourceTree, declaration: Declaration) -> EntryPoint:
    text = tree.text(declaration.manifest)
    return make_entry_point(
        "cpp" if declaration.manifest.name == "CMakeLists.txt" else ecosystem,
        Kind.BINARY,
        declaration.name,
        declaration.manifest,
        declaration.line,
        confidence=tiers.DECLARED,
        evidence=line_at(text, declaration.line),
        role=_declared_role(declaration, declaration.manifest),
    )


def _declared_role(declaration: Declaration, file: SourceFile) -> Role:
    named = program_role(declaration.name, file)
    return named if named is not Role.PRODUCT or declaration.role is None else declaration.role
