"""JavaScript's names for files: what an import binds in a file, and the file that a specifier means."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from indexer.entrypoints.javascript_aliases import Aliases
from indexer.entrypoints.javascript_text import without_comments
from indexer.tree import SourceFile, SourceTree

LANGUAGES: Final = ("javascript", "typescript", "tsx")

_EXTENSIONS: Final = (".ts", ".tsx", ".js", ".mjs", ".cjs", ".jsx", ".mts", ".cts")
_IMPORT: Final = re.compile(r"(?m)^\s*import\s+(?:type\s+)?([^'\";]+?)\s+from\s+['\"]([^'\"]+)['\"]")
_REQUIRE: Final = re.compile(
    r"(?:const|let|var)\s+(\w+|\{[^}]*\})\s*=\s*(?:await\s+)?(?:require|import)\(\s*['\"]([^'\"]+)['\"]\s*\)(\.\w+)?"
)
_NAMED: Final = re.compile(r"([\w$]+)(?:\s*(?:as|:)\s*([\w$]+))?")
_DEFAULT_EXPORT: Final = re.compile(
    r"(?:module\.exports\s*=|export\s+default|export\s*=)\s*"
    r"(?:(?:async\s+)?(?:function\s*\*?|class)\s+([A-Za-z_$][\w$]*)|([A-Za-z_$][\w$]*)\s*(?:;|$))",
    re.MULTILINE,
)

_WHOLE: Final = re.compile(r"(?m)^\s*module\.exports\s*=\s*require\(\s*['\"]([^'\"]+)['\"]\s*\)\s*;?\s*$")
_HANDED_ON: Final = re.compile(r"(?m)^\s*export\s*(\{[^}]*\})\s*from\s*['\"]([^'\"]+)['\"]")
_ALL: Final = re.compile(r"(?m)^\s*export\s*\*\s*from\s*['\"]([^'\"]+)['\"]")
_MOST_HOPS: Final = 5

DEFAULT: Final = "default"


class Binding(NamedTuple):
    """What a name means in a file: an export of a module, ``default`` for the module's own."""

    specifier: str
    name: str


@dataclass(frozen=True, slots=True)
class JavaScriptModules:
    """Looks names up in the JavaScript and TypeScript files of a tree; what it has read of a file it keeps."""

    tree: SourceTree
    _bindings: dict[str, Mapping[str, Binding]] = field(default_factory=dict)
    _code: dict[str, str] = field(default_factory=dict)
    _aliases: list[Aliases] = field(default_factory=list)

    def code(self, file: SourceFile) -> str:
        """Return the text of ``file`` with its comments blanked out."""
        if file.path not in self._code:
            self._code[file.path] = without_comments(self.tree.text(file))
        return self._code[file.path]

    def find(self, importer: SourceFile, specifier: str) -> SourceFile | None:
        """Return the file that ``specifier`` means in ``importer``; None for a package from elsewhere."""
        for base in self._bases(importer, specifier):
            for candidate in _candidates(base):
                if (file := self.tree.get(candidate)) is not None:
                    return file
        return None

    def _bases(self, importer: SourceFile, specifier: str) -> Iterator[str]:
        if not specifier.startswith("."):
            if not self._aliases:
                self._aliases.append(Aliases(self.tree))
            yield from self._aliases[0].candidates(importer, specifier)
        yield from _bases(importer, specifier)

    def bindings(self, file: SourceFile) -> Mapping[str, Binding]:
        """Return what each imported name means in ``file``."""
        if file.path not in self._bindings:
            self._bindings[file.path] = dict(_bindings(self.code(file)))
        return self._bindings[file.path]

    def follow(self, file: SourceFile, name: str) -> tuple[SourceFile, str] | None:
        """Return the file that an imported ``name`` of ``file`` comes from, and what it is called there."""
        head, _, rest = name.partition(".")
        binding = self.bindings(file).get(head)
        target = self.find(file, binding.specifier) if binding else None
        if binding is None or target is None:
            return None
        origin, exported = self._origin(target, rest or binding.name)
        return origin, self.exported(origin, exported)

    def _origin(self, file: SourceFile, name: str) -> tuple[SourceFile, str]:
        """Return the file that an export comes from, where files only hand it on."""
        for _ in range(_MOST_HOPS):
            onward = self._handed_on(file, name)
            if onward is None or onward[0].path == file.path:
                break
            file, name = onward
        return file, name

    def _handed_on(self, file: SourceFile, name: str) -> tuple[SourceFile, str] | None:
        text = self.code(file)
        if match := _WHOLE.search(text):
            target = self.find(file, match[1])
            return (target, name) if target else None
        for names, specifier in _HANDED_ON.findall(text):
            for stated in names.strip("{} \n").split(","):
                original, _, other = (part.strip() for part in stated.partition(" as "))
                if (other or original) == name and (target := self.find(file, specifier)) is not None:
                    return target, original
        if name != DEFAULT and not re.search(rf"\b{re.escape(name)}\b", text):
            for specifier in _ALL.findall(text):
                target = self.find(file, specifier)
                if target is not None and re.search(rf"\b{re.escape(name)}\b", self.code(target)):
                    return target, name
        return None

    def exported(self, file: SourceFile, name: str) -> str:
        """Return the variable that ``file`` exports as ``name``."""
        text = self.code(file)
        if name == DEFAULT:
            match = _DEFAULT_EXPORT.search(text)
            return match[1] or match[2] if match else DEFAULT
        stated = re.search(
            rf"\bexports\.{re.escape(name)}\s*=\s*([\w$]+)\s*(?:;|\n|$)"
            rf"|\bexport\s*\{{[^}}]*?\b([\w$]+)\s+as\s+{re.escape(name)}\b"
            rf"|\b(?:exports\s*=|export\s+default)\s*\{{[^}}]*?\b{re.escape(name)}\s*:\s*([\w$]+)\s*[,}}\n]",
            text,
        )
        return next(filter(None, stated.groups())) if stated else name


def imports_any(file: SourceFile, packages: frozenset[str]) -> bool:
    """Tell whether the file imports one of ``packages``, or a path inside one."""
    return any(
        imported.module in packages or imported.module.partition("/")[0] in packages for imported in file.facts.imports
    )


def _bases(importer: SourceFile, specifier: str) -> Iterator[str]:
    if specifier.startswith("."):
        yield posixpath.normpath(posixpath.join(importer.directory, specifier))
    elif specifier.startswith(("@/", "~/", "src/")):
        rest = specifier.partition("/")[2]
        directory = importer.directory
        while directory:
            yield posixpath.join(directory, "src", rest)
            yield posixpath.join(directory, rest)
            directory = posixpath.dirname(directory)
        yield from (posixpath.join("src", rest), rest)


def _candidates(base: str) -> Iterator[str]:
    yield base
    stem = re.sub(r"\.(?:[mc]?js|jsx)$", "", base)
    for root in dict.fromkeys((stem, base)):
        yield from (root + extension for extension in _EXTENSIONS)
    yield from (posixpath.join(base, f"index{extension}") for extension in _EXTENSIONS)


def _bindings(text: str) -> Iterator[tuple[str, Binding]]:
    for match in _IMPORT.finditer(text):
        yield from _clause(match[1], match[2])
    for match in _REQUIRE.finditer(text):
        member = match[3].removeprefix(".") if match[3] else DEFAULT
        if match[1].startswith("{"):
            yield from _names(match[1], match[2])
        else:
            yield match[1], Binding(match[2], member)


def _clause(clause: str, specifier: str) -> Iterator[tuple[str, Binding]]:
    outside, brace, inside = clause.partition("{")
    if brace:
        yield from _names(inside, specifier)
    for name in outside.split(","):
        if bound := name.strip().removeprefix("* as").strip():
            yield bound, Binding(specifier, DEFAULT)


def _names(text: str, specifier: str) -> Iterator[tuple[str, Binding]]:
    for part in text.strip("{} \n").split(","):
        if match := _NAMED.match(part.strip().removeprefix("type ").rstrip("} ")):
            yield match[2] or match[1], Binding(specifier, match[1])
