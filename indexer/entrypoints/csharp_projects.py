"""C#'s projects: which one a file belongs to, what it is called, and the command that it installs."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import Final

from indexer.facts import Role
from indexer.tree import SourceFile, SourceTree

_TESTING: Final = re.compile(r"(?:\A|[a-z.])Tests?\Z")
_MEASURING: Final = re.compile(r"(?:\A|[a-z.])Benchmarks?\Z")
_TOOL: Final = re.compile(r"<PackAsTool>\s*true\s*</PackAsTool>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Project:
    """A ``.csproj``; ``tool`` is the command that it installs, empty when it is none."""

    file: SourceFile
    tool: str
    tool_line: int

    @property
    def name(self) -> str:
        """The project's name."""
        return posixpath.splitext(self.file.name)[0]

    @property
    def role(self) -> Role:
        """Whom the project serves, as its name tells."""
        if _TESTING.search(self.name):
            return Role.TEST
        return Role.DEV if _MEASURING.search(self.name) else Role.PRODUCT


@dataclass(frozen=True, slots=True)
class Projects:
    """The projects of a tree by their directories."""

    found: dict[str, Project]

    def around(self, file: SourceFile) -> Project | None:
        """Return the nearest project around a file."""
        directory = file.directory
        while directory and directory not in self.found:
            directory = posixpath.dirname(directory)
        return self.found.get(directory)


def projects_of(tree: SourceTree) -> Projects:
    """Return the projects of ``tree``; of several in a directory, the last."""
    files = [file for file in tree if file.name.endswith(".csproj")]
    tree.preload(files)
    return Projects({file.directory: _project(tree, file) for file in files})


def _project(tree: SourceTree, file: SourceFile) -> Project:
    text = tree.text(file)
    packed = _TOOL.search(text)
    if packed is None:
        return Project(file, "", 0)
    named = _property(text, "ToolCommandName") or _property(text, "AssemblyName")
    name = named[1] if named else posixpath.splitext(file.name)[0]
    return Project(file, name, text.count("\n", 0, (named or packed).start()) + 1)


def _property(text: str, name: str) -> re.Match[str] | None:
    """Return the match of a property that says something definite."""
    return re.search(rf"<{name}>\s*([^<$\s][^<$]*?)\s*</{name}>", text)
