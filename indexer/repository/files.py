"""What git tracks: the staged files, or the files of HEAD where there is no index."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from indexer.errors import GitFailedError
from indexer.repository.discovery import Repository
from indexer.repository.git import run_git

SYMLINK = "120000"
SUBMODULE = "160000"


@dataclass(frozen=True, slots=True)
class TrackedFile:
    """A path that git tracks: ``raw`` are its bytes, ``mode`` git's octal text, ``blob`` the id of its content.

    ``path`` is the display form: UTF-8, with a backslash escape for each byte that is none.
    """

    raw: bytes
    path: str
    mode: str
    blob: str


def parse_listing(repository: Repository, listing: bytes) -> tuple[TrackedFile, ...]:
    """Return the files of a listing, in git's order."""
    parse = _parse_tree if repository.bare else _parse_index
    return tuple(parse(listing))


def read_listing(repository: Repository) -> bytes:
    """Return git's own listing of what is staged (what the next commit would hold), or of HEAD in a bare repository.

    Cheap enough to compare on every start.
    """
    # The staged files need no look at the work tree, which costs a status its time in large repositories.
    if not repository.bare:
        chosen = {"GIT_INDEX_FILE": str(repository.index_file)} if repository.index_file else {}
        return run_git(repository, "ls-files", "--stage", "-z", variables=chosen)
    try:
        return run_git(repository, "ls-tree", "-r", "-z", "--full-tree", "HEAD")
    except GitFailedError:
        return b""  # HEAD names a branch without commits


def read_tree(repository: Repository, commit: str = "HEAD") -> tuple[TrackedFile, ...]:
    """Return the files of a commit, in git's order; raises GitFailedError where it or one of its trees is not here."""
    return tuple(_parse_tree(run_git(repository, "ls-tree", "-r", "-z", "--full-tree", "--end-of-options", commit)))


def _parse_index(listing: bytes) -> Iterator[TrackedFile]:
    seen: dict[bytes, TrackedFile] = {}
    for entry, raw, path in _records(listing):
        mode, blob, stage = entry.split(" ")
        # A path in conflict has up to three stages; 2 is ours and stands in the order after the common one.
        if stage in {"0", "2"} or raw not in seen:
            seen[raw] = TrackedFile(raw, path, mode, blob)
    yield from seen.values()


def _parse_tree(listing: bytes) -> Iterator[TrackedFile]:
    for entry, raw, path in _records(listing):
        mode, _, blob = entry.split(" ")
        yield TrackedFile(raw, path, mode, blob)


def _records(listing: bytes) -> Iterator[tuple[str, bytes, str]]:
    """Yield what stands before each path, and the path as it is and as it is shown."""
    # Decoded at once and not each by itself: no byte of an ill-formed character is NUL or a tab.
    shown = listing.decode("utf-8", errors="backslashreplace").split("\0")
    for record, text in zip(listing.split(b"\0"), shown, strict=True):
        if record:
            # Only the first tab parts: a path may hold others.
            entry, _, path = text.partition("\t")
            yield entry, record.partition(b"\t")[2], path
