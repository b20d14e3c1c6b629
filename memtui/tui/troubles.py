"""Errors of the other rooms as one sentence and a next step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from indexer import errors as indexing
from memtui.memory import errors
from memtui.safety import clean


def _obstacle(error: errors.WriteBackError) -> str:
    from memtui.sources.stores.notices import obstacle_in_words

    return obstacle_in_words(error.reason, error.path, error.detail)


def _rule(error: errors.UnreadableFileError) -> str:
    from memtui.sources.stores.notices import rule_in_words

    return rule_in_words(error.rule, error.detail)


_SENTENCES: Mapping[type[Exception], Callable[[Any], str]] = {
    errors.NothingToUndoError: lambda _: "Nothing is left to undo.",
    errors.NothingToRedoError: lambda _: "Nothing is left to redo.",
    errors.ChangedMeanwhileError: lambda _: "It has been changed meanwhile; look at it again before you go on.",
    errors.StoreLockedError: lambda _: "Another process is writing to the store; try again in a moment.",
    errors.StoreReadOnlyError: lambda error: f"The store cannot be written: may you write to {error.path}?",
    errors.StoreFullError: lambda _: "The disk is full; make room, then do it again.",
    errors.NewerStoreError: lambda error: f"A newer memtui wrote the store (format {error.found}); update memtui.",
    errors.DamagedStoreError: lambda _: "The store cannot be read; memtui doctor says more.",
    errors.UnknownMemoryError: lambda _: "This memory does not exist any longer.",
    errors.UnknownRevisionError: lambda error: f"It has no revision {error.prefix}; its history lists those it has.",
    errors.InvalidMemoryError: lambda error: f"The {error.field} cannot be kept: {error.reason.replace('_', ' ')}.",
    errors.ForeignFilesError: lambda error: f"{error.path} holds files that memtui did not write; choose another.",
    errors.AmbiguousIdError: lambda error: f"Several ids begin with {error.prefix}; give more of it.",
    errors.WriteBackError: lambda error: f"Its file is left as it was: {_obstacle(error)}.",
    errors.UnreadableFileError: lambda error: f"{error.path} {_rule(error)}; choose another file.",
    errors.BrokenBlockError: lambda error: f"The markers in {error.name} do not enclose one block; put them right.",
    indexing.NotARepositoryError: lambda error: f"No git repository contains {error.path}; start memtui inside one.",
    indexing.NotIndexedError: lambda _: "This repository has no index yet; ‹repo.refresh› makes one.",
    indexing.GitFailedError: lambda error: (
        f"git failed: {error.detail or f'status {error.status}'}; memtui doctor says more."
    ),
    indexing.UnusablePathError: lambda error: (
        f"No index can be kept at {error.path}, whose name holds control characters; rename it."
    ),
    indexing.GitMissingError: lambda _: "The program git is not on your PATH; install it to see the repository.",
    indexing.UntrustedRepositoryError: lambda error: f"git does not trust {error.path}; see git's safe.directory.",
    indexing.IndexLockedError: lambda _: "Another process is indexing this repository; ‹repo.refresh› tries again.",
    indexing.IndexReadOnlyError: lambda error: f"The index cannot be written: may you write to {error.path}?",
    indexing.DiskFullError: lambda _: "The disk is full; make room, then ‹repo.refresh› indexes again.",
    indexing.NewerIndexError: lambda error: f"A newer memtui wrote the index (format {error.found}); update memtui.",
    indexing.DamagedIndexError: lambda _: "The index cannot be read; ‹repo.refresh› builds it again.",
}


def explain(error: Exception) -> str:
    """Return what went wrong and what to do, safe to show."""
    # By the very type: the families have no children, and a lookup cannot pick a parent by chance.
    sentence = _SENTENCES.get(type(error))
    return clean(sentence(error)) if sentence else _other(error)


def store_word(error: Exception) -> str:
    """Return in a word or two why there is no store."""
    match error:
        case errors.StoreReadOnlyError():
            return "read-only"
        case errors.NewerStoreError():
            return "from a newer memtui"
        case errors.DamagedStoreError():
            return "damaged"
        case _:
            return "unavailable"


def _other(error: Exception) -> str:
    name = type(error).__name__.removesuffix("Error")
    spaced = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()
    # One line: the rest of a native error is a trace through Rust.
    detail = clean(str(error).partition("\n")[0])[:200]
    return f"{spaced.capitalize()}: {detail}" if detail else f"{spaced.capitalize()}."
