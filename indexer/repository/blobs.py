"""Contents of blobs by ``git cat-file``, never from the work tree; a broken object costs only itself."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

from indexer.repository.discovery import Repository
from indexer.repository.git import GitProcess, run_git, start_git

_CHUNK = 1 << 20
# Questions to git before its answers are read: they must fit into the smallest pipe, which holds 4 KB.
_AT_ONCE = 60


@dataclass(frozen=True, slots=True)
class Blob:
    """What an object id stands for; ``content`` is None when ``size`` in bytes is over the reader's limit."""

    oid: str
    size: int
    content: bytes | None


def read_blobs(repository: Repository, oids: Sequence[str], *, limit: int | None = None) -> Iterator[Blob]:
    """Yield each blob in the order asked; absent and damaged objects are left out.

    Git ends at the first object it cannot read, so the read goes on behind it with a new process.
    """
    # Once each: the same content lies at many paths, and git would send it each time.
    wanted = list(dict.fromkeys(oids))
    looked_around = False
    while wanted:
        answered = 0
        for blob in _stream(repository, wanted, limit):
            answered += 1
            if blob is not None:
                yield blob
        if answered == len(wanted):
            return
        wanted = wanted[answered + 1 :]
        if repository.partial and not looked_around:
            # Each missing object of a partial clone ends git, so one look tells which of the rest are here.
            wanted = _present(repository, wanted)
            looked_around = True


@contextmanager
def open_blobs(repository: Repository, *, limit: int) -> Iterator[Callable[[Sequence[str]], dict[str, bytes]]]:
    """Give a function that reads blobs as ``read_blobs`` does, all through one process that ends with the block."""
    with start_git(repository, ("cat-file", "--batch"), stdin=subprocess.PIPE) as process:

        def read(oids: Sequence[str]) -> dict[str, bytes]:
            wanted = list(dict.fromkeys(oids))
            found: dict[str, bytes] = {}
            for start in range(0, len(wanted), _AT_ONCE):
                some = wanted[start : start + _AT_ONCE]
                blobs = list(_ask(process, some, limit))
                if len(blobs) < len(some):
                    # Git ended at an object that it cannot read, and all later questions find it ended, too.
                    blobs += read_blobs(repository, some[len(blobs) :], limit=limit)
                found.update({blob.oid: blob.content or b"" for blob in blobs if blob is not None})
            return found

        yield read


def _ask(process: GitProcess, oids: Sequence[str], limit: int) -> Iterator[Blob | None]:
    assert process.stdin is not None  # noqa: S101 - opened by start_git
    assert process.stdout is not None  # noqa: S101
    try:
        process.stdin.write("".join(f"{oid}\n" for oid in oids).encode())
        process.stdin.flush()
    except (OSError, ValueError):
        return  # git has ended; on Windows that is no BrokenPipeError
    yield from _answers(process.stdout, oids, limit)


def _present(repository: Repository, oids: Sequence[str]) -> list[str]:
    options = ("--batch-all-objects", "--unordered", "--batch-check=%(objectname)", "--buffer")
    here = set(run_git(repository, "cat-file", *options).decode().split())
    return [oid for oid in oids if oid in here]


def _stream(repository: Repository, oids: Sequence[str], limit: int | None) -> Iterator[Blob | None]:
    with start_git(repository, ("cat-file", "--batch", "--buffer"), stdin=subprocess.PIPE) as process:
        # A thread, since git stops reading while its own output waits to be read.
        threading.Thread(target=_write, args=(process.stdin, oids), daemon=True).start()
        assert process.stdout is not None  # noqa: S101 - opened by start_git
        yield from _answers(process.stdout, oids, limit)


def _answers(stream: IO[bytes], oids: Sequence[str], limit: int | None) -> Iterator[Blob | None]:
    """Yield what git answers to each question, None for what is no blob here; ends early when git does."""
    for oid in oids:
        header = stream.readline().split()
        if not header:
            return
        # Absent objects are answered, damaged ones end git in the middle of an answer or before it.
        if header[-1] == b"missing":
            yield None
            continue
        size = int(header[2])
        kept = limit is None or size <= limit
        content = _read(stream, size) if kept else None
        # Git sends what was asked for whatever its size; asking for sizes first would cost a second process.
        if not kept:
            _skip(stream, size)
        if kept and content is None:
            return
        yield Blob(oid, size, content) if header[1] == b"blob" else None


def _read(stream: IO[bytes], size: int) -> bytes | None:
    # A line feed ends each content; without it git died while it wrote.
    content = stream.read(size + 1)
    return content[:-1] if len(content) == size + 1 else None


def _skip(stream: IO[bytes], size: int) -> None:
    left = size + 1
    while left and (chunk := stream.read(min(left, _CHUNK))):
        left -= len(chunk)


def _write(stdin: IO[bytes], oids: Sequence[str]) -> None:
    try:
        stdin.write("".join(f"{oid}\n" for oid in oids).encode())
        stdin.close()
    except (OSError, ValueError):
        pass  # git ended before it had read everything; on Windows that is no BrokenPipeError
