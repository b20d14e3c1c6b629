"""The outline of a repository or a part of it, read from one generation of an index."""

from __future__ import annotations

from collections.abc import Sequence

from indexer import Index, Repository
from indexer.facts import Module
from indexer.queries import rank_files, symbols_of
from indexer.storage.tables import FileRecord
from memtui.wiki.material import origin_of
from memtui.wiki.outline import Outline, files_within, outline

ROOT = "."


def read_outline(repository: Repository, index: Index, path: str, tokens: int) -> Outline | None:
    """Return an outline of a tracked file or directory; None if nothing is tracked there."""
    if path != ROOT and not any(_is_below(file.path, path) for file in index.files()):
        return None
    files = [file for file in rank_files(index) if _is_below(file.path, path)]
    symbols = symbols_of(index, [file.path for file in files[: files_within(tokens)]])
    modules = _modules(index.modules(), files, path)
    return outline(_title(repository, index, path), modules, files, symbols, tokens)


def _title(repository: Repository, index: Index, path: str) -> str:
    head, day = origin_of(repository, index)
    what = repository.name if path == ROOT else f"{path} in {repository.name}"
    state = index.state
    counts = f"{state.files:,} files, {state.symbols:,} symbols in all"
    return f"{what} ({counts}; {f'commit {head[:12]} of {day}' if head else 'no commit yet'})"


def _modules(modules: Sequence[Module], files: Sequence[FileRecord], path: str) -> list[Module]:
    touched = {file.module for file in files}
    return [module for module in modules if path == ROOT or _is_below(module.path, path) or module.path in touched]


def _is_below(path: str, directory: str) -> bool:
    return directory in {ROOT, path} or path.startswith(f"{directory}/")
