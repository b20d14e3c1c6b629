"""All that the pages are made of, read from one generation of an index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from indexer import Index, Repository
from indexer.facts import EntryPoint, History, Module, Role
from indexer.queries import rank_files, rank_symbols, symbols_of
from indexer.repository import read_commit_time

# Ways to start a program, before ways into one that runs.
STARTS = (
    *("console_script", "binary", "module_main", "main_function", "http_app", "container", "compose_service"),
    *("npm_script", "make_target", "script"),
)
_KEY_FILES = 15
_SYMBOLS = 4


@dataclass(frozen=True, slots=True)
class KeyFile:
    """A file to read first, with the names of its most telling symbols."""

    path: str
    lines: int
    symbols: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Material:
    """What is known of a repository as of ``head``; ``day`` is that commit's, in UTC."""

    name: str
    head: str
    day: str
    files: int
    symbols: int
    modules: Sequence[Module]
    entry_points: Sequence[EntryPoint]
    key_files: Sequence[KeyFile]
    history: History
    coverage: Mapping[str, int]
    unresolved: Mapping[str, int]
    cycles: Sequence[Sequence[str]]

    @property
    def product(self) -> list[Module]:
        """The modules of the product, most important first."""
        return [module for module in self.modules if module.role is Role.PRODUCT]

    @property
    def summary(self) -> str:
        """What the repository is, in the words of its most important module that says so."""
        root = [module for module in self.modules if module.path == "."]
        return next((module.summary for module in [*root, *self.product] if module.summary), "")

    @property
    def origin(self) -> str:
        """Of which commit this tells."""
        return f"commit {self.head[:12]} of {self.day}" if self.head else "what is staged, before the first commit"


def gather(repository: Repository, index: Index) -> Material:
    """Read what the pages need; two readings of one generation are equal."""
    state = index.state
    head, day = origin_of(repository, index)
    return Material(
        name=repository.name,
        head=head,
        day=day,
        files=state.files,
        symbols=state.symbols,
        modules=index.modules(),
        entry_points=index.entry_points(),
        key_files=_key_files(index),
        history=index.history(),
        coverage=dict(sorted(index.coverage().items())),
        unresolved=dict(sorted(state.unresolved.items())),
        cycles=state.cycles,
    )


def origin_of(repository: Repository, index: Index) -> tuple[str, str]:
    """Return the commit that a generation was made of, and its day; both empty before the first commit."""
    head = index.state.head
    return head, day_of(read_commit_time(repository, head)) if head else ""


def day_of(seconds: int) -> str:
    """Return the day of a time in seconds since the epoch, in UTC."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d}"


def _key_files(index: Index) -> tuple[KeyFile, ...]:
    files = rank_files(index)[:_KEY_FILES]
    symbols = symbols_of(index, [file.path for file in files])
    found = []
    for file in files:
        telling, rest = rank_symbols([symbol for symbol in symbols if symbol.path == file.path])
        names = dict.fromkeys(symbol.qualified for symbol in [*telling, *rest])
        found.append(KeyFile(file.path, file.lines, tuple(names)[:_SYMBOLS]))
    return tuple(found)
