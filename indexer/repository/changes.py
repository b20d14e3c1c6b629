"""What happened to some paths, commit by commit, and the differences that a person reads."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import IO

from indexer.errors import GitFailedError
from indexer.repository.discovery import Repository
from indexer.repository.git import run_git, stream_git

# Tab and line feed cannot stand in an object id, and a subject is one line.
_HEADER = "--format=%H%x09%P%x09%ct%x09%s"
_RAW = ("--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-color")
_PATCH = ("--no-ext-diff", "--no-textconv", "--no-color", "--submodule=short", "-M")
_FIRST_PARENT = ("--first-parent", "--diff-merges=first-parent")
_NULL_OID = "0"
_CHUNK = 1 << 16
_DIFF_LIMIT = 1 << 20


@dataclass(frozen=True, slots=True)
class PathRevision:
    """A commit that changed a path: ``blob`` is the content after it and ``before`` the one before, empty for none.

    ``parents`` are the commit's; ``time`` is in seconds since the epoch.
    """

    commit: str
    parents: tuple[str, ...]
    time: int
    subject: str
    path: str
    blob: str
    before: str


def walk_back(repository: Repository, paths: Collection[str], *, limit: int) -> Iterator[PathRevision]:
    """Yield what the newest ``limit`` commits along the first parents of HEAD made of some paths, newest first.

    A merge counts as what it changed to its first parent. For many paths and a look at what is recent: git compares
    whole trees, which is quicker than to be asked about each path. Ends where git lacks a tree.
    """
    wanted = {path.encode("utf-8", "surrogateescape") for path in paths}
    try:
        with stream_git(repository, "log", "-n", str(limit), _HEADER, *_FIRST_PARENT, *_RAW, "HEAD", "--") as output:
            yield from _parse(_fields(output), wanted)
    except GitFailedError:
        return


def revisions_of(repository: Repository, path: str, *, limit: int, reach: str = "HEAD") -> tuple[PathRevision, ...]:
    """Return what the newest ``limit`` commits that changed a path made of it, newest first.

    ``reach`` is a revision, whose first parents are followed, or a range, of which every commit but merges counts.
    Empty where git knows no such commit or lacks a tree.
    """
    along = ("--no-merges",) if ".." in reach else _FIRST_PARENT
    arguments = ("log", "-n", str(limit), _HEADER, *along, *_RAW, "--end-of-options", reach, "--", path)
    try:
        output = run_git(repository, "--literal-pathspecs", *arguments)
    except GitFailedError:
        return ()
    return tuple(_parse(iter(output.split(b"\0")), None))


def read_commit_diff(repository: Repository, commit: str, paths: Sequence[str]) -> str:
    """Return what a commit did to some paths, as a patch below its message; empty where git lacks an object.

    A merge is compared with its first parent.
    """
    arguments = ("show", "--first-parent", "--diff-merges=first-parent", "--format=medium", *_PATCH, commit, "--")
    return _text(repository, "--literal-pathspecs", *arguments, *paths)


def read_blob_diff(repository: Repository, before: str, after: str) -> str:
    """Return the differences of two contents as a patch; empty where git lacks one of them."""
    return _text(repository, "diff", *_PATCH, before, after, "--")


def _text(repository: Repository, *arguments: str) -> str:
    try:
        output = run_git(repository, *arguments)
    except GitFailedError:
        return ""
    return output[:_DIFF_LIMIT].decode("utf-8", errors="replace")


def _fields(output: IO[bytes]) -> Iterator[bytes]:
    """Yield what stands between NULs, as it comes."""
    rest = b""
    while chunk := output.read(_CHUNK):
        *whole, rest = (rest + chunk).split(b"\0")
        yield from whole
    yield rest


def _parse(fields: Iterator[bytes], wanted: Collection[bytes] | None) -> Iterator[PathRevision]:
    # Field by field: a subject may hold any mark that could be put between commits, but no NUL.
    header = b""
    for field in fields:
        entry = field.lstrip(b"\n")
        if not entry.startswith(b":"):
            header = field
            continue
        raw = next(fields, b"")
        if wanted is None or raw in wanted:
            before, after = entry.decode("ascii").split(" ")[2:4]
            yield _revision(header, raw, _present(after), _present(before))


def _present(oid: str) -> str:
    return oid if oid.strip(_NULL_OID) else ""


def _revision(header: bytes, raw: bytes, blob: str, before: str) -> PathRevision:
    commit, parents, time, subject = header.decode("utf-8", errors="replace").split("\t", 3)
    path = raw.decode("utf-8", errors="backslashreplace")
    return PathRevision(commit, tuple(parents.split()), int(time), subject, path, blob, before)
