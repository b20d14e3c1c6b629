"""What is left today of the lines that commits wrote: whether a reason is about code that is still there.

Lines are compared without white space, quotation marks' kind and a closing comma, so that reformatting is no end; short
lines (a brace, ``return``) are everywhere and prove nothing. Blame would be exact and costs a hundred times more.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO

from indexer.errors import GitFailedError
from indexer.repository import Repository, read_blobs, stream_git

FEWEST_CHARACTERS = 12
SPEAKING = 20  # characters; a shorter line with a word in it may be anyone's
MOST_LINES = 4000  # of one commit; what is wider proves no more
LARGEST = 1 << 20  # bytes of a file

_ARGUMENTS = (
    "log",
    "--no-walk=unsorted",
    "--format=%x00%H",
    "--patch",
    "--unified=0",
    "--no-renames",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
    "--no-relative",
    "--no-notes",
    "--no-show-signature",
    "--ignore-submodules=none",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    "--root",
)
_HUNK = re.compile(rb"^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@")
_NOISE = re.compile(rb"[\s,;]+|'")


@dataclass(frozen=True, slots=True)
class Remains:
    """Shares (0-1) of a commit's lines: those it wrote that stand today, and those it took away that are back.

    A share of no lines is -1. ``paths`` are those of today that hold written lines, most of them first. ``standing``
    and ``fallen`` are the written lines that are there and those that are not, bare.
    """

    kept: float
    back: float
    paths: tuple[str, ...]
    standing: frozenset[bytes] = frozenset()
    fallen: frozenset[bytes] = frozenset()

    def kept_with(self, words: Collection[str]) -> float:
        """Return the share of the written lines holding one of ``words`` (in any case) that stand; -1 for no line."""
        needles = [_bare(word.lower().encode()) for word in words]
        standing, fallen = (
            sum(len(line) >= SPEAKING and any(map(line.lower().__contains__, needles)) for line in lines)
            for lines in (self.standing, self.fallen)
        )
        return _share(standing, standing + fallen)


@dataclass(slots=True)
class _Patch:
    written: dict[str, set[bytes]] = field(default_factory=lambda: defaultdict(set))
    taken: dict[str, set[bytes]] = field(default_factory=lambda: defaultdict(set))
    lines: int = 0


def what_remains(
    repository: Repository, commits: Sequence[str], blobs: Mapping[str, str], lineage: Mapping[str, str]
) -> dict[str, Remains]:
    """Return what remains of each of ``commits``; those whose objects the clone lacks are left out.

    ``blobs`` are the files of today by path.
    """
    patches = {oid: patch for oid, patch in _patches(repository, commits) if patch.lines <= MOST_LINES}
    touched = {path for patch in patches.values() for path in (*patch.written, *patch.taken)}
    today = {path: end for path in touched if (end := lineage.get(path, path)) in blobs}
    contents = _lines_of(repository, {end: blobs[end] for end in today.values()})
    return {oid: _remains(patch, today, contents) for oid, patch in patches.items()}


def _remains(patch: _Patch, today: Mapping[str, str], contents: Mapping[str, Collection[bytes]]) -> Remains:
    kept: dict[str, set[bytes]] = defaultdict(set)
    back = 0
    for path, lines in patch.written.items():
        there = contents.get(today.get(path, ""), ())
        if found := {line for line in lines if line in there}:
            kept[today[path]] |= found
    for path, lines in patch.taken.items():
        there = contents.get(today.get(path, ""), ())
        # A line that was moved within the file was never away.
        back += sum(line in there for line in lines - patch.written.get(path, set()))
    return Remains(
        kept=_share(sum(map(len, kept.values())), sum(map(len, patch.written.values()))),
        back=_share(back, sum(map(len, patch.taken.values()))),
        paths=tuple(sorted(kept, key=lambda path: (-len(kept[path]), path))),
        standing=(standing := frozenset().union(*kept.values())),
        fallen=frozenset().union(*patch.written.values()) - standing,
    )


def _share(part: int, whole: int) -> float:
    return round(part / whole, 3) if whole else -1.0


def _patches(repository: Repository, commits: Sequence[str]) -> Iterator[tuple[str, _Patch]]:
    if not commits:
        return
    try:
        with stream_git(repository, *_ARGUMENTS, *commits, "--") as stream:
            yield from _parse(stream)
    except GitFailedError:
        return  # A partial clone lacks a blob; what was read until then counts.


def _parse(stream: IO[bytes]) -> Iterator[tuple[str, _Patch]]:
    oid, patch, old, new = "", _Patch(), "", ""
    left = right = 0
    for line in stream:
        if left and line.startswith(b"-"):
            left -= 1
            _note(patch, patch.taken, old, line)
        elif right and line.startswith(b"+"):
            right -= 1
            _note(patch, patch.written, new, line)
        elif line.startswith(b"\0"):
            if oid:
                yield oid, patch
            oid, patch = line[1:].strip().decode("ascii", "replace"), _Patch()
        elif line.startswith(b"--- "):
            old = _path(line)
        elif line.startswith(b"+++ "):
            new = _path(line)
        elif hunk := _HUNK.match(line):
            left, right = (int(count or b"1") for count in hunk.groups())
    if oid:
        yield oid, patch


def _note(patch: _Patch, lines: dict[str, set[bytes]], path: str, line: bytes) -> None:
    patch.lines += 1
    bare = _bare(line[1:])
    if path and len(bare) >= FEWEST_CHARACTERS and patch.lines <= MOST_LINES:
        lines[path].add(bare)


def _path(line: bytes) -> str:
    """Return the path of a patch's header; empty for /dev/null, and for the rare one that git quotes."""
    name = line[4:].rstrip(b"\n").removesuffix(b"\t")
    return name[2:].decode("utf-8", "backslashreplace") if name.startswith((b"a/", b"b/")) else ""


def _lines_of(repository: Repository, blobs: Mapping[str, str]) -> dict[str, set[bytes]]:
    by_blob = {
        blob.oid: {_bare(line) for line in (blob.content or b"").splitlines()}
        for blob in read_blobs(repository, sorted(set(blobs.values())), limit=LARGEST)
    }
    return {path: by_blob[blob] for path, blob in blobs.items() if blob in by_blob}


def _bare(line: bytes) -> bytes:
    return _NOISE.sub(b"", line.replace(b'"', b""))
