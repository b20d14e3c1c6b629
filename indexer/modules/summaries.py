"""One line that says what a module is, taken from what its authors wrote; never made up."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence

from indexer.facts import Role
from indexer.modules.manifests import Manifest
from indexer.modules.naming import ecosystem_of
from indexer.modules.parts import ROOT, Part, lines_of
from indexer.modules.plaintext import plain_text, says_something, shorten, summary_of_readme
from indexer.modules.resolution import ancestors, is_within
from indexer.modules.roles import role_root
from indexer.tree import SourceFile, SourceTree

# They speak for their directory, the most telling first.
_FACES = (
    *("__init__.py", "lib.rs", "mod.rs", "doc.go", "package-info.java", "index.ts", "index.tsx", "index.js"),
    *("index.mjs", "main.rs", "main.go", "__main__.py"),
)
_READMES = (
    "README.md",
    "README.rst",
    "README",
    "README.txt",
    "Readme.md",
    "readme.md",
    "README.markdown",
    "README.adoc",
)
_NAMED = 5
# With less than half of the lines a directory does not speak for its package.
_MAIN_SHARE = 0.5
# Old sources begin with their own name: ``adler32.c -- compute the checksum``.
_OWN_NAME = re.compile(r"^[\w-]+\.\w{1,4}\s*(?:-{1,2}|–|—|:)\s+")
_ROLE_WORDS: Mapping[Role, str] = {
    Role.TEST: "Tests",
    Role.EXAMPLE: "Examples",
    Role.DOCS: "Documentation",
    Role.DEV: "Development code",
    Role.GENERATED: "Generated code",
    Role.VENDORED: "Vendored code",
    Role.PRODUCT: "Code",
}


class Summaries:
    """Finds the line for each part, with the manifests and READMEs of the tree at hand."""

    def __init__(
        self, tree: SourceTree, manifests: Mapping[str, Manifest], mains: Mapping[str, str], parts: Sequence[Part]
    ) -> None:
        self._tree = tree
        self._manifests = manifests
        self._main = mains
        wanted = {_directory(part) for part in parts} | set(self._main.values())
        self._readmes: dict[str, SourceFile] = {}
        for name in _READMES:
            for file in tree.by_name.get(name, ()):
                if file.directory in wanted:
                    self._readmes.setdefault(file.directory, file)
        tree.preload(list(self._readmes.values()))

    def summary(self, part: Part, public: Sequence[str]) -> str:
        """Return the first line that says something, else the names the module defines, else what files it has."""
        lines = self._of_file(part) if part.path in self._tree else self._of_directory(part)
        for line in lines:
            plain = shorten(_OWN_NAME.sub("", plain_text(line)))
            if says_something(plain):
                return plain
        return self._from_contents(part, public)

    def _of_file(self, part: Part) -> Iterator[str]:
        stem = posixpath.splitext(part.path)[0]
        yield from (file.facts.doc for file in part.files if posixpath.splitext(file.path)[0] == stem)

    def _of_directory(self, part: Part) -> Iterator[str]:
        directory = _directory(part)
        places = [directory]
        if part.role is Role.PRODUCT:
            yield from self._from_faces(part, directory)
        if part.path in self._main:
            home = self._main[part.path]
            yield self._manifests[home].description if home in self._manifests else ""
            places.append(home)
        for place in dict.fromkeys(places):
            if place in self._readmes:
                yield summary_of_readme(self._tree.text(self._readmes[place]))
        if len(part.own_files) == 1 and part.role is Role.PRODUCT:
            yield part.own_files[0].facts.doc

    def _from_faces(self, part: Part, directory: str) -> Iterator[str]:
        """Yield what the files that speak for a directory say, then any Go file's package comment."""
        members = {file.path: file for file in part.files}
        for place in (directory, posixpath.join(directory, "src")):
            for name in _FACES:
                face = members.get(posixpath.join(place, name))
                if face:
                    yield face.facts.doc
        comments = [
            file.facts.doc for file in part.files if file.directory == directory and file.facts.language == "go"
        ]
        yield from sorted((doc for doc in comments if doc.startswith("Package ")), key=lambda doc: (-len(doc), doc))

    def _from_contents(self, part: Part, public: Sequence[str]) -> str:
        names = (public or _private_names(part)) if part.role in {Role.PRODUCT, Role.DEV} else ()
        if names:
            return shorten(f"Defines {', '.join(names[:_NAMED])}{', …' if len(names) > _NAMED else ''}")
        files = f"{len(part.own_files)} file{'' if len(part.own_files) == 1 else 's'}"
        directories = {file.directory for file in part.own_files}
        places = sorted({role_root(directory) or directory or ROOT for directory in directories})
        listed = ", ".join(places[:_NAMED]) + (", …" if len(places) > _NAMED else "")
        return shorten(f"{_ROLE_WORDS[part.role]} in {listed} ({files})")


def main_parts(manifests: Mapping[str, Manifest], parts: Sequence[Part]) -> dict[str, str]:
    """Return the parts that stand for a whole package, each with the package's directory.

    It is the outermost part below the manifest that holds most of the package's lines. The root of the repository
    counts as a package even without a manifest.
    """
    below: dict[str, list[Part]] = {}
    for part in parts:
        if part.role is Role.PRODUCT:
            home = next((at for at in ancestors(_directory(part)) if at in manifests), "")
            below.setdefault(home, []).append(part)
    mains = ((home, _main_of(home, inside)) for home, inside in below.items())
    return {main: home for home, main in mains if main is not None}


def _main_of(home: str, parts: Sequence[Part]) -> str | None:
    lines = {_directory(part): lines_of(part.own_files) for part in parts}
    least = sum(lines.values()) * _MAIN_SHARE
    # To Go each directory is a package of its own name.
    candidates = [part for part in parts if _directory(part) == home or ecosystem_of(part) != "go"]
    for part in sorted(candidates, key=lambda part: (_depth(part), part.path)):
        above = _directory(part)
        if sum(lines[directory] for directory in lines if is_within(directory, above)) > least:
            return part.path
    return None


def _depth(part: Part) -> int:
    directory = _directory(part)
    return directory.count("/") + bool(directory)


def _private_names(part: Part) -> list[str]:
    """Return the longest definitions of a module that shows nothing to others, such as a program's own code."""
    symbols = [symbol for file in part.own_files for symbol in file.facts.symbols if not symbol.container]
    wanted = [
        symbol for symbol in symbols if symbol.kind in {"class", "struct", "enum", "trait", "function", "interface"}
    ]
    ranked = sorted(wanted, key=lambda symbol: (symbol.line - symbol.end_line, symbol.name))
    return list(dict.fromkeys(symbol.name for symbol in ranked if symbol.name != "main"))


def _directory(part: Part) -> str:
    return "" if part.path == ROOT else part.path
