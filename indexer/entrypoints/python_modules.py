"""Python's names for files: the module of a path, the file of a module, and what an import binds in a file."""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from indexer.entrypoints.base import line_of_offset
from indexer.tree import SourceFile, SourceTree

_ALIAS: Final = re.compile(r"[ \t]as[ \t]+(\w+)")
_ALIASED: Final = re.compile(r"([\w.]{1,200})[ \t]*$")
_LONGEST_CHAIN: Final = 5
"""Hops from one re-export to the next before a name is given up."""


@dataclass(frozen=True, slots=True)
class Binding:
    """What a name means in a file: ``name`` of ``module``, or the module itself when ``name`` is empty."""

    module: str
    name: str
    level: int


@dataclass(frozen=True, slots=True)
class PythonModules:
    """Looks names up in the Python files of a tree; what it has read of a file it keeps."""

    tree: SourceTree
    _bindings: dict[str, Mapping[str, Binding]] = field(default_factory=dict)
    _found: dict[tuple[str, str, int], SourceFile | None] = field(default_factory=dict)
    _importing: dict[str, list[SourceFile]] = field(default_factory=dict)

    def name_of(self, path: str) -> str:
        """Return the dotted name under which the file at ``path`` is imported, as its packages tell."""
        directory, name = posixpath.split(path)
        parts = [] if name in {"__init__.py", "__main__.py"} else [name.removesuffix(".py")]
        while directory and (not parts or self._is_package(directory) or _lies_in_src(directory)):
            parts.insert(0, posixpath.basename(directory))
            directory = posixpath.dirname(directory)
        return ".".join(parts)

    def in_package(self, file: SourceFile) -> bool:
        """Tell whether the file lies in a package with an ``__init__.py``."""
        return bool(file.directory) and self._is_package(file.directory)

    def find(self, module: str, importer: str = "", level: int = 0) -> SourceFile | None:
        """Return the file of ``module`` as the file at ``importer`` would import it."""
        # The same few modules are imported all over a directory, and each costs a look at a dozen paths.
        asked = (module, posixpath.dirname(importer), level)
        if asked not in self._found:
            self._found[asked] = self._find(*asked)
        return self._found[asked]

    def _find(self, module: str, directory: str, level: int) -> SourceFile | None:
        relative = module.replace(".", "/")
        for root in _roots(directory, level):
            stem = posixpath.join(root, relative) if relative else root
            for candidate in (f"{stem}.py", posixpath.join(stem, "__init__.py")):
                if (file := self.tree.get(candidate)) is not None:
                    return file
        return None

    def importing(self, name: str) -> Sequence[SourceFile]:
        """Return the files with an import of a module, or from one, of which ``name`` is the last part."""
        if not self._importing:
            for file in self.tree.by_language.get("python", ()):
                last = {imported.module.rpartition(".")[2] for imported in file.facts.imports}
                for one in last.union(*(imported.names for imported in file.facts.imports)):
                    self._importing.setdefault(one, []).append(file)
        return self._importing.get(name, ())

    def bindings(self, file: SourceFile) -> Mapping[str, Binding]:
        """Return what each imported name means in ``file``."""
        if file.path not in self._bindings:
            self._bindings[file.path] = dict(_bindings(file, self.tree.text(file)))
        return self._bindings[file.path]

    def find_name(self, file: SourceFile, name: str) -> tuple[SourceFile, str] | None:
        """Return the file and the name in it that the dotted ``name`` reaches through the imports of ``file``.

        The rest of the name is empty when a module is all that it means.
        """
        bound = self.bindings(file)
        head, rest = _longest_bound(name, bound)
        if not head:
            return None
        binding = bound[head]
        origin = self.find(binding.module, file.path, binding.level)
        if binding.name and not self._hands_on(origin, file, binding.name):
            submodule = f"{binding.module}.{binding.name}" if binding.module else binding.name
            if (module := self.find(submodule, file.path, binding.level)) is not None:
                return module, rest
        if origin is None or origin.path == file.path:
            return None
        return origin, ".".join(part for part in (binding.name, rest) if part)

    def _hands_on(self, package: SourceFile | None, importer: SourceFile, name: str) -> bool:
        """Tell whether a package takes ``name`` out of its own module of that name, which then only lies beneath."""
        if package is None or package.path == importer.path or package.name != "__init__.py":
            return False
        binding = self.bindings(package).get(name)
        return binding is not None and binding.name == name and binding.module.rpartition(".")[2] == name

    def follow(self, file: SourceFile, name: str) -> Iterator[tuple[SourceFile, str]]:
        """Yield each file that hands ``name`` on, with the name it has there, from re-export to definition."""
        place: tuple[SourceFile, str] | None = (file, name)
        for _ in range(_LONGEST_CHAIN):
            if place is None or not place[1]:
                return
            place = self.find_name(*place)
            if place is not None:
                yield place

    def _is_package(self, directory: str) -> bool:
        return posixpath.join(directory, "__init__.py") in self.tree


def _lies_in_src(directory: str) -> bool:
    """Tell whether a directory lies where only packages do, of which a namespace has no ``__init__.py``."""
    return posixpath.basename(posixpath.dirname(directory)) == "src"


def _roots(directory: str, level: int) -> Iterator[str]:
    if level:
        for _ in range(level - 1):
            directory = posixpath.dirname(directory)
        yield directory
        return
    while directory:
        yield directory
        yield posixpath.join(directory, "src")
        directory = posixpath.dirname(directory)
    yield from ("", "src", "lib", "python")


def _bindings(file: SourceFile, text: str) -> Iterator[tuple[str, Binding]]:
    aliases = {(line, name): alias for line, name, alias in _aliases(file, text)}
    for imported in file.facts.imports:
        if imported.form == "from":
            for name in imported.names:
                yield aliases.get((imported.line, name), name), Binding(imported.module, name, imported.level)
        else:
            module = imported.module
            yield aliases.get((imported.line, module), module), Binding(module, "", 0)


def _aliases(file: SourceFile, text: str) -> Iterator[tuple[int, str, str]]:
    """Yield line of the import, name and alias of every ``name as alias`` in an import statement."""
    import_lines = [imported.line for imported in file.facts.imports]
    # What stands before the word is looked at where the word is: the other way round each word would be tried.
    for match in _ALIAS.finditer(text):
        line = line_of_offset(text, match.start())
        at = bisect_right(import_lines, line) - 1
        name = _ALIASED.search(text, max(0, match.start() - 220), match.start())
        if at >= 0 and name is not None:
            yield import_lines[at], name[1], match[1]


def _longest_bound(name: str, bound: Mapping[str, Binding]) -> tuple[str, str]:
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        head = ".".join(parts[:length])
        if head in bound:
            return head, ".".join(parts[length:])
    return "", ""
