"""What happened to some paths, commit by commit, and the differences that a person reads."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from indexer.errors import GitFailedError
from indexer.repository.discovery import Repository
from indexer.repository.git import run_git

# Tab and line feed cannot stand in an object id, and a subject is one line.
_HEADER = "--format=%H%x09%P%x09%ct%x09%s"
_RAW = ("--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-color")
_PATCH = ("--no-ext-diff", "--no-textconv", "--no-color", "--submodule=short", "-M")
_NULL_OID = "0"
_DIFF_LIMIT = 1 << 20


@dataclass(frozen=True, slots=True)
class PathRevision:
    """A commit that changed a path: ``blob`` is the content after it, empty if it removed the path.

    ``parents`` are the commit's; ``time`` is in seconds since the epoch.
    """

    commit: str
    parents: tuple[str, ...]
    time: int
    subject: str
    path: str
    blob: str


def revisions_of(
    repository: Repository, paths: Collection[str], *, limit: int, reach: str = "HEAD", first_parent: bool = True
) -> tuple[PathRevision, ...]:
    """Return what the newest ``limit`` commits that changed one of the paths made of it, newest first.

    A merge counts as what it changed to its first parent; without ``first_parent``, the commits that it joined are
    gone through instead. ``reach`` is a revision or a range. Empty where git knows no such commit or lacks a tree.
    """
    if not paths:
        return ()
    along = ("--first-parent", "--diff-merges=first-parent") if first_parent else ("--no-merges",)
    arguments = ("log", "-n", str(limit), _HEADER, *along, *_RAW, "--end-of-options", reach, "--", *sorted(paths))
    try:
        output = run_git(repository, "--literal-pathspecs", *arguments)
    except GitFailedError:
        return ()
    return tuple(_parse(output))


def read_commit_diff(repository: Repository, commit: str, paths: Sequence[str]) -> str:
    """Return what a commit did to some paths, as a patch below its message; empty where git lacks an object.

    A merge is compared with its first parent.
    """
    arguments = ("show", "--first-parent", "--diff-merges=first-parent", "--format=medium", *_PATCH, commit, "--")
    return _text(repository, "--literal-pathspecs", *arguments, *paths)


def read_blob_diff(repository: Repository, before: str, after: str) -> str:
    """Return the differences of two contents as a patch; empty where git lacks one of them."""
    return _text(repository, "diff", *_PATCH, before, after, "--")


def path_argument(raw: bytes) -> str:
    """Return the bytes of a path as they are given to a command."""
    return os.fsdecode(raw)


def _text(repository: Repository, *arguments: str) -> str:
    try:
        output = run_git(repository, *arguments)
    except GitFailedError:
        return ""
    return output[:_DIFF_LIMIT].decode("utf-8", errors="replace")


def _parse(output: bytes) -> Iterator[PathRevision]:
    # Field by field: a subject may hold any mark that could be put between commits, but no NUL.
    fields = iter(output.split(b"\0"))
    header = b""
    for field in fields:
        entry = field.lstrip(b"\n")
        if not entry.startswith(b":"):
            header = field
            continue
        blob, raw = entry.split(b" ")[3].decode(), next(fields, b"")
        yield _revision(header, raw, blob if blob.strip(_NULL_OID) else "")


def _revision(header: bytes, raw: bytes, blob: str) -> PathRevision:
    commit, parents, time, subject = header.decode("utf-8", errors="replace").split("\t", 3)
    path = raw.decode("utf-8", errors="backslashreplace")
    return PathRevision(commit, tuple(parents.split()), int(time), subject, path, blob)
