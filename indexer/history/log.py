"""One streaming read of the git log: every commit with what it did to each path."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import IO

from indexer.facts import Change, Commit
from indexer.history.pairing import RawChange, pair_renames
from indexer.repository import Repository, read_head, read_shallow_boundary, stream_git

CHUNK = 1 << 18
# Times are the committer's, which grow along the history; the author's may be years older after a rebase. The mailmap's
# names (%aN) join a person's several addresses.
_FIELDS = ("%H", "%P", "%ct", "%aN", "%aE", "%s", "%b")

# Each option overrides a setting of the user that would change what is printed: log.showSignature, diff.renames,
# diff.relative, log.showRoot, diff.external, color.ui.
LOG_ARGUMENTS = (
    "log",
    "--raw",
    "-z",
    "--no-abbrev",
    "--no-renames",
    "--no-relative",
    "--no-show-signature",
    "--no-color",
    "--no-notes",
    "--no-ext-diff",
    "--ignore-submodules=none",
    "--root",
    "--encoding=UTF-8",
    f"--format={'%x00'.join(_FIELDS)}%x00",
)


def read_log(
    repository: Repository, since: str = "", *, head: str = "", shallow: Collection[str] | None = None
) -> Iterator[Commit]:
    """Yield the commits of ``head`` that ``since`` does not reach, newest first; nothing in an unborn branch.

    ``head`` defaults to where HEAD stands; whoever notes how far the log was read names the commit it noted.
    ``shallow`` names the commits whose parents the clone lacks; by default they are read from the repository.
    Git's failure (an unreadable object, an unknown ``since``) is raised once the commits before it have been given.
    """
    head = head or read_head(repository).oid
    if not head:
        return
    boundary = read_shallow_boundary(repository) if shallow is None else shallow
    revisions = (head, f"^{since}") if since else (head,)
    with stream_git(repository, *LOG_ARGUMENTS, *revisions, "--") as stream:
        yield from without_boundary(parse_log(stream), boundary)


def without_boundary(commits: Iterable[Commit], boundary: Collection[str]) -> Iterator[Commit]:
    """Yield ``commits``, those in ``boundary`` without changes: git shows their whole tree as added."""
    for commit in commits:
        if commit.changes and commit.oid in boundary:
            yield replace(commit, changes=())
        else:
            yield commit


def parse_log(stream: IO[bytes]) -> Iterator[Commit]:
    r"""Yield the commits of ``git log -z --raw`` output in the format of ``LOG_ARGUMENTS``.

    The grammar, with NUL as the terminator of every token: seven fields, an empty token that ends the format, then for
    each change ``:<mode> <mode> <oid> <oid> <status>`` and a path; a line feed stands before a commit's first change.
    Object ids never begin with a colon, so whatever bytes paths and messages hold, the next token tells what it is.
    """
    # A commit without changes is followed at once by the next commit's id, so that one token is always read ahead.
    tokens = _tokens(stream)
    changes_of = _ChangeReader()
    oid = next(tokens, b"")
    while oid:
        header = list(islice(tokens, len(_FIELDS)))
        if len(header) < len(_FIELDS):
            return
        records: list[tuple[bytes, bytes]] = []
        token = next(tokens, b"")
        while token.startswith((b":", b"\n:")):
            records.append((token, next(tokens, b"")))
            token = next(tokens, b"")
        yield _commit(oid, header, changes_of.read(records))
        oid = token


def _tokens(stream: IO[bytes]) -> Iterator[bytes]:
    """Yield the NUL-terminated tokens of ``stream``, holding one chunk and one token at most."""
    rest = b""
    for chunk in iter(partial(stream.read, CHUNK), b""):
        head, *others = chunk.split(b"\0")
        rest += head
        if others:
            yield rest
            # The last piece goes on in the next chunk.
            rest = others.pop()
            yield from others


def _commit(oid: bytes, header: list[bytes], changes: tuple[Change, ...]) -> Commit:
    """Build the value; text that is not UTF-8 shows replacement characters."""
    # At once and not each by itself: no byte of an ill-formed character is NUL, which keeps them apart.
    parents, time, author, email, subject, body, _ = b"\0".join(header).decode("utf-8", "replace").split("\0")
    return Commit(
        oid=oid.decode("ascii", "replace"),
        parents=tuple(parents.split()),
        time=int(time or "0"),
        author=author,
        email=email,
        subject=subject,
        body=body.strip(),
        changes=changes,
    )


class _ChangeReader:
    """Reads raw change records; equal paths and equal changes become one object, which keeps long histories small."""

    def __init__(self) -> None:
        self._paths: dict[bytes, str] = {}
        self._plain: dict[tuple[bytes, bytes], Change] = {}
        self._renamed: dict[tuple[str, str], Change] = {}

    def read(self, records: list[tuple[bytes, bytes]]) -> tuple[Change, ...]:
        """Return a commit's changes from its records and paths, renames paired."""
        # Without renames in the log, the status is the one letter that ends a record.
        letters = {record[-1:] for record, _ in records}
        if b"A" in letters and b"D" in letters:
            return tuple(map(self._paired, pair_renames([self._raw(record, path) for record, path in records])))
        # Nearly all commits: nothing was both added and deleted, so that no blob has to be looked at.
        known = self._plain
        return tuple([known.get((record[-1:], path)) or self._change(record[-1:], path) for record, path in records])

    def _raw(self, record: bytes, path: bytes) -> RawChange:
        _, _, old, new, status = record.split(b" ", 4)
        return RawChange(chr(status[0]), self._path(path), old, new)

    def _paired(self, raw: RawChange) -> Change:
        if not raw.old_path:
            return Change(raw.status, raw.path)
        key = (raw.path, raw.old_path)
        return self._renamed.get(key) or self._renamed.setdefault(key, Change(raw.status, *key))

    def _change(self, letter: bytes, path: bytes) -> Change:
        return self._plain.setdefault((letter, path), Change(letter.decode("ascii", "replace"), self._path(path)))

    def _path(self, path: bytes) -> str:
        text = self._paths.get(path)
        if text is None:
            text = self._paths[path] = path.decode("utf-8", "backslashreplace")
        return text
