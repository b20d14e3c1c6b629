"""The values that the indexer passes between its rooms: facts of a file, entry points, modules, history."""

from __future__ import annotations

from indexer.facts.activity import (
    Author,
    BugProne,
    Coupling,
    History,
    Hotspot,
    PathHistory,
    RepositoryHistory,
)
from indexer.facts.commits import (
    Change,
    Commit,
    CommitKind,
    LogEntry,
    Reason,
    ReasonKind,
    ReAttempt,
    Release,
    ReleaseNote,
    Rename,
    Revert,
)
from indexer.facts.files import (
    FileFacts,
    Import,
    Outcome,
    Registration,
    Role,
    Symbol,
)
from indexer.facts.structure import (
    EntryPoint,
    FileImport,
    Module,
)

__all__ = [
    "Author",
    "BugProne",
    "Change",
    "Commit",
    "CommitKind",
    "Coupling",
    "EntryPoint",
    "FileFacts",
    "FileImport",
    "History",
    "Hotspot",
    "Import",
    "LogEntry",
    "Module",
    "Outcome",
    "PathHistory",
    "ReAttempt",
    "Reason",
    "ReasonKind",
    "Registration",
    "Release",
    "ReleaseNote",
    "Rename",
    "RepositoryHistory",
    "Revert",
    "Role",
    "Symbol",
]
