"""The prose of the command line: every error and every refusal as one sentence and a next step."""

from __future__ import annotations

import errno
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from indexer import errors as indexing
from memtui.cli.batch_text import BrokenSaveError
from memtui.cli.crash import record_crash
from memtui.cli.editor import EditorFailedError
from memtui.cli.layout import fit
from memtui.cli.store_words import explain_block, explain_unreadable, explain_write_back
from memtui.memory import errors as memories

Explanation = tuple[str, str]

_NAMED = 5
_TITLE = 40
_CLOSE_OTHERS = "Wait for it or end it, then try again."
_FREE_SPACE = "Free some space, then try again; nothing that was saved is lost."
_UPDATE = "Update memtui, then try again."
INVALID: Mapping[str, str] = {
    "empty": "is empty",
    "too_long": "is too long",
    "not_text": "holds bytes that are no text",
}
_EXPLANATIONS: Mapping[type[Exception], Callable[[Any], Explanation]] = {
    indexing.NotARepositoryError: lambda error: (
        f"No git repository contains {error.path}.",
        "Go into one, name one with 'memtui -C PATH', or begin one with 'git init'.",
    ),
    indexing.GitMissingError: lambda _: ("The program git is not on your PATH.", "Install git, then try again."),
    indexing.GitFailedError: lambda error: (
        f"git {_git_command(error.command)} failed: {error.detail or f'status {error.status}'}.",
        "Run 'memtui doctor' for more.",
    ),
    indexing.UntrustedRepositoryError: lambda error: (
        f"git does not trust the repository at {error.path}, since another user owns it.",
        f"If you do, run: git config --global --add safe.directory '{error.path}'.",
    ),
    indexing.NotIndexedError: lambda _: ("This repository has no index yet.", "Run 'memtui index'."),
    indexing.IndexLockedError: lambda error: (
        f"Another process has been indexing this repository for more than {error.waited:.0f} s.",
        _CLOSE_OTHERS,
    ),
    indexing.IndexReadOnlyError: lambda error: (
        f"The index at {error.path} cannot be written.",
        "Give yourself the right to write there, or index a clone of your own.",
    ),
    indexing.UnusablePathError: lambda error: (
        f"No index can be kept at {error.path}, since the path holds control characters.",
        "Rename the directory, then try again.",
    ),
    indexing.DiskFullError: lambda error: (f"The disk that holds {error.path} is full.", _FREE_SPACE),
    indexing.DamagedIndexError: lambda error: (
        f"The index at {error.path} cannot be read: {error.detail}.",
        "Build it again with 'memtui index --full'.",
    ),
    indexing.NewerIndexError: lambda error: (
        f"A newer memtui wrote the index at {error.path} (format {error.found}, this one reads {error.supported}).",
        _UPDATE,
    ),
    memories.UnknownMemoryError: lambda error: (
        f"No memory has an id that begins with '{error.prefix}'." if error.prefix.strip() else "The id is empty.",
        "List them with 'memtui ls --all --scope all'.",
    ),
    memories.UnknownRevisionError: lambda error: (
        f"The memory {error.id} has no revision whose id begins with '{error.prefix}'.",
        f"List them with 'memtui log {error.id}'.",
    ),
    memories.AmbiguousIdError: lambda error: (f"{_ambiguous(error)}.", "Give more of the id."),
    memories.StoreLockedError: lambda error: (
        f"Another process has been writing memories for more than {error.waited:.0f} s.",
        _CLOSE_OTHERS,
    ),
    memories.StoreReadOnlyError: lambda error: (
        f"The memories at {error.path} cannot be written.",
        "Give yourself the right to write there, or set MEMTUI_HOME to another directory.",
    ),
    memories.StoreFullError: lambda error: (f"The disk that holds {error.path} is full.", _FREE_SPACE),
    memories.NewerStoreError: lambda error: (
        f"A newer memtui wrote the memories at {error.path} (format {error.found}, this one reads {error.supported}).",
        _UPDATE,
    ),
    memories.DamagedStoreError: lambda error: (
        f"The memories at {error.path} cannot be read: {error.detail}.",
        "Run 'memtui doctor'; keep a copy of the directory before anything else.",
    ),
    memories.ForeignFilesError: lambda error: (
        f"{error.path} holds what memtui did not write: {_some(error.names)}.",
        "Give '--out' a directory that is empty, new, or was written by 'memtui wiki'.",
    ),
    memories.UnreadableFileError: explain_unreadable,
    memories.WriteBackError: explain_write_back,
    memories.BrokenBlockError: explain_block,
    memories.NothingToUndoError: lambda _: ("There is nothing to undo.", "See 'memtui log' for what was done."),
    memories.NothingToRedoError: lambda _: ("There is nothing to redo.", "See 'memtui log' for what was done."),
    memories.ChangedMeanwhileError: lambda error: (
        f"The memory {error.id} has been changed meanwhile.",
        f"See 'memtui show {error.id}', then try again.",
    ),
    memories.InvalidMemoryError: lambda error: (
        f"The {error.field} {INVALID.get(error.reason, f'is not valid ({error.reason})')}.",
        "Change it, then try again.",
    ),
}
REFUSALS: Mapping[str, str] = {
    "already_approved": "it is approved already",
    "already_deleted": "it is in the trash already",
    "already_rejected": "it is rejected already",
    "ambiguous": "several memories have ids that begin so; give more of the id",
    "apply_failed": "what it proposes can no longer be done to its target; compare the two, then edit or reject it",
    "changed_meanwhile": "it has been changed since, and the later change stays",
    "claimed": "a file says that another memory takes its place; 'memtui supersede' lets it",
    "deleted": "it is in the trash; 'memtui restore' takes it out",
    "elsewhere": "it is anchored in another repository; go there, then confirm it",
    "flagged": "it is flagged; read it with 'memtui show', then approve it alone",
    "itself": "a memory cannot take its own place; name another one",
    "known": "the same is known already",
    "not_approved": "it is not approved; approve it first",
    "not_deleted": "it is not in the trash, and neither snoozed nor superseded",
    "over_budget": "what is pinned would be more than 20 memories or 2,000 characters; unpin another one first",
    "purged": "it was purged, and its content is gone for good",
    "rejected": "it is rejected",
    "superseded": "another memory has taken its place",
    "too_few": "this takes at least two",
    "unchanged": "nothing would change",
    "unknown": "no memory has an id that begins so",
    "unknown_revision": "it has no such revision; 'memtui log ID' lists those it has",
}
TROUBLES: Mapping[str, str] = {
    "home": "its top is your home directory, so that everything below it that is in no other repository counts as it",
    "path_gone": "nothing lies at {} any longer; 'memtui repos forget-path {}' forgets it",
    "shared_remote": "{} has the same address; if both are one, 'memtui repos merge' joins them",
    "shared_root": "{} begins with the same commit; if both are one, 'memtui repos merge' joins them",
    "temporary": "it lies in a temporary directory, and is found again only by its first commit",
    "unknown": "nothing is known of it but its memories; 'memtui repos merge' gives them to another",
    "unrooted": "it has no commit yet, or is shallow: it is known by its place or address alone",
}


def explain(error: Exception) -> Explanation:
    """Return what went wrong and what to do; an error that no one foresaw is written to the log file first."""
    # No family has children, so that the first match is the only one.
    for family, words in _EXPLANATIONS.items():
        if isinstance(error, family):
            return words(error)
    if isinstance(error, EditorFailedError):
        return _explain_editor(error)
    if isinstance(error, BrokenSaveError):
        return _explain_broken_save(error)
    if isinstance(error, OSError):
        return _explain_system(error)
    # A stack trace on the terminal tells a person nothing and may quote what is private.
    path = record_crash(error)
    where = f" The details are in {path}." if path else ""
    return f"Something unforeseen happened ({type(error).__name__}).{where}", "Please report it with that file."


def trouble(name: str, detail: str = "") -> str:
    """Return what may be wrong about a repository that memories are filed under."""
    return TROUBLES.get(name, name.replace("_", " ")).replace("{}", detail)


def refusal(reason: str) -> str:
    """Return why an act was refused; a reason that has no words yet is shown as it is."""
    return REFUSALS.get(reason, reason.replace("_", " "))


def _ambiguous(error: memories.AmbiguousIdError) -> str:
    titles = error.titles or ("",) * len(error.ids)
    found = [f"{key} ({fit(title, _TITLE)})" if title else key for key, title in zip(error.ids, titles, strict=True)]
    more = f" and {error.count - _NAMED:,} more" if error.count > _NAMED else ""
    return f"{error.count:,} ids begin with '{error.prefix}': {', '.join(found[:_NAMED])}{more}"


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_NAMED])
    return f"{shown} and {len(names) - _NAMED:,} more" if len(names) > _NAMED else shown


def _explain_system(error: OSError) -> Explanation:
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return "The disk is full.", _FREE_SPACE
    what = error.strerror or type(error).__name__
    where = f": {error.filename}" if error.filename is not None else ""
    return f"{what}{where}.", "Run 'memtui doctor' for more."


def _explain_editor(error: EditorFailedError) -> Explanation:
    if error.status < 0:
        return f"The editor '{error.command}' cannot be started.", "Set EDITOR to a program that can."
    return f"The editor '{error.command}' ended with status {error.status}, so nothing was done.", "Try again."


def _explain_broken_save(error: BrokenSaveError) -> Explanation:
    found = "; ".join(f"line {problem.line}: {problem.what}" for problem in error.problems[:_NAMED])
    more = f"; and {len(error.problems) - _NAMED:,} more" if len(error.problems) > _NAMED else ""
    return (
        f"Nothing was decided, since the saved text cannot be followed: {found}{more}.",
        "Mend the file, then give it to 'memtui review --apply FILE'.",
    )


def _git_command(command: tuple[str, ...]) -> str:
    """Return git's subcommand without the options around it."""
    # Between git and its subcommand stand options that only the runner can explain.
    return next((argument for argument in command if not argument.startswith("-")), "")
