"""How a repository is started and divided: entry points, imports between files, modules."""

from __future__ import annotations

from dataclasses import dataclass

from indexer.facts.files import Role


@dataclass(frozen=True, slots=True)
class EntryPoint:
    """A way in: how someone or something starts this code.

    ``name`` is what a person would say (``GET /users/{id}``, ``make test``), ``symbol`` the dotted symbol started
    (empty when unknown), ``confidence`` 0–1 by tier (see ``indexer.entrypoints.tiers``), ``evidence`` the line.
    """

    kind: str
    name: str
    path: str
    line: int
    symbol: str
    ecosystem: str
    role: Role
    confidence: float
    evidence: str


@dataclass(frozen=True, slots=True)
class FileImport:
    """One file of the repository imports another, with the confidence (0–1) of the resolution."""

    source: str
    target: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Module:
    """A part of the repository that a maintainer would name.

    ``path`` is its directory (or its file, for a single-file module; ``.`` for the root); ``imports`` are the paths
    of the modules it imports, strongest first; ``public`` its public symbols; ``importance`` sums to 1 over all.
    """

    path: str
    name: str
    ecosystem: str
    role: Role
    summary: str
    files: int
    lines: int
    importance: float
    imports: tuple[str, ...]
    public: tuple[str, ...]
