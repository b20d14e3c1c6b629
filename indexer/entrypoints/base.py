"""What every detector shares: its shape, the kinds of entry points, and how evidence is quoted."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Final, Protocol

from indexer.facts import EntryPoint, Role
from indexer.tree import SourceFile, SourceTree

EVIDENCE_LENGTH: Final = 200


class Kind(StrEnum):
    """The kinds of entry points."""

    CONSOLE_SCRIPT = "console_script"
    BINARY = "binary"
    MAIN_FUNCTION = "main_function"
    MODULE_MAIN = "module_main"
    HTTP_APP = "http_app"
    HTTP_ROUTE = "http_route"
    CLI_COMMAND = "cli_command"
    TASK = "task"
    PLUGIN = "plugin"
    PACKAGE_EXPORT = "package_export"
    NPM_SCRIPT = "npm_script"
    CONTAINER = "container"
    COMPOSE_SERVICE = "compose_service"
    MAKE_TARGET = "make_target"
    CI_WORKFLOW = "ci_workflow"
    SCRIPT = "script"
    LIBRARY_ROOT = "library_root"


class Detector(Protocol):
    """Finds the entry points of one ecosystem; a module with these two names is one."""

    @property
    def ecosystem(self) -> str:
        """The name that its entry points carry."""

    def detect(self, tree: SourceTree) -> Iterable[EntryPoint]:
        """Find the entry points of ``tree``."""


def make_entry_point(
    ecosystem: str,
    kind: Kind,
    name: str,
    file: SourceFile,
    line: int,
    *,
    confidence: float,
    evidence: str,
    symbol: str = "",
    role: Role | None = None,
) -> EntryPoint:
    """Return an entry point in ``file``, with the file's role unless another is given and the evidence cut short."""
    return EntryPoint(
        kind=kind.value,
        name=one_line(name),
        path=file.path,
        line=max(line, 1),
        symbol=symbol,
        ecosystem=ecosystem,
        role=file.role if role is None else role,
        confidence=confidence,
        evidence=one_line(evidence)[:EVIDENCE_LENGTH],
    )


def one_line(text: str) -> str:
    """Return ``text`` with every run of white space as one space."""
    return " ".join(text.split())


def developer_role(file: SourceFile) -> Role:
    """Return the role of what serves the developers of the product, unless the file lies elsewhere."""
    return Role.DEV if file.role is Role.PRODUCT else file.role


def line_at(text: str, line: int) -> str:
    """Return the line that counts ``line`` from 1, stripped; empty when there is none."""
    lines = text.splitlines()
    return lines[line - 1].strip() if 0 < line <= len(lines) else ""


def line_of(text: str, pattern: str, after: int = 0) -> int:
    """Return the first line below line ``after`` that the regular expression matches, 0 when none does."""
    search = re.compile(pattern).search
    for number, line in enumerate(text.splitlines(), start=1):
        if number > after and search(line):
            return number
    return 0


def line_of_offset(text: str, offset: int) -> int:
    """Return the line, from 1, that holds the character at ``offset``."""
    return text.count("\n", 0, offset) + 1


def files_named(tree: SourceTree, *names: str) -> list[SourceFile]:
    """Return the files that bear one of ``names``, by path, with their contents at hand."""
    found = sorted({file.path for name in names for file in tree.by_name.get(name, ())})
    files = [file for path in found if (file := tree.get(path)) is not None]
    tree.preload(files)
    return files


def files_in(tree: SourceTree, *languages: str) -> list[SourceFile]:
    """Return the files of ``languages``, by path."""
    files = [file for language in languages for file in tree.by_language.get(language, ())]
    return sorted(files, key=lambda file: file.path)
