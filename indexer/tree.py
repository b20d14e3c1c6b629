"""The files of one git tree with what is known of each: what entry points and modules are derived from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from indexer.facts import FileFacts, Role

ReadBlobs = Callable[[Sequence[str]], Mapping[str, bytes]]


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A tracked file: ``path`` is the display form of its bytes, ``mode`` git's octal text such as ``100755``.

    ``directory`` is the path without its last part, empty at the root; ``name`` is that last part.
    """

    path: str
    blob: str
    mode: str
    role: Role
    facts: FileFacts

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rpartition("/")[2]

    @property
    def directory(self) -> str:
        """The path without its last part; empty at the root."""
        return self.path.rpartition("/")[0]

    @property
    def executable(self) -> bool:
        """Whether git records the executable bit."""
        return self.mode == "100755"


class SourceTree:
    """An ordered, read-only view of a tree. Contents are read through ``read_blobs``, in batches, and cached."""

    def __init__(self, files: Sequence[SourceFile], read_blobs: ReadBlobs, name: str) -> None:
        self.name = name
        self._files = {file.path: file for file in sorted(files, key=lambda file: file.path)}
        self._read_blobs = read_blobs
        self._texts: dict[str, str] = {}

    def __iter__(self) -> Iterator[SourceFile]:
        return iter(self._files.values())

    def __len__(self) -> int:
        return len(self._files)

    def __contains__(self, path: object) -> bool:
        return path in self._files

    @property
    def paths(self) -> Collection[str]:
        """The paths of all files, in order."""
        return self._files.keys()

    def get(self, path: str) -> SourceFile | None:
        """Return the file at ``path``, or None."""
        return self._files.get(path)

    @cached_property
    def by_name(self) -> Mapping[str, tuple[SourceFile, ...]]:
        """All files under each file name (``package.json`` → every package.json)."""
        groups: dict[str, list[SourceFile]] = defaultdict(list)
        for path, file in self._files.items():
            groups[path.rpartition("/")[2]].append(file)
        return {name: tuple(files) for name, files in groups.items()}

    @cached_property
    def by_language(self) -> Mapping[str, tuple[SourceFile, ...]]:
        """All parsed files of each language."""
        groups: dict[str, list[SourceFile]] = {}
        for file in self:
            if file.facts.language:
                groups.setdefault(file.facts.language, []).append(file)
        return {language: tuple(files) for language, files in groups.items()}

    @cached_property
    def directories(self) -> frozenset[str]:
        """Every directory that holds a tracked file at any depth; the root is the empty string."""
        found = {""}
        for directory in {path.rpartition("/")[0] for path in self._files}:
            above = directory
            while above not in found:
                found.add(above)
                above = above.rpartition("/")[0]
        return frozenset(found)

    def preload(self, files: Sequence[SourceFile]) -> None:
        """Read the contents of ``files`` in one go, so that ``text`` finds them."""
        wanted = [file.blob for file in files if file.blob not in self._texts]
        if wanted:
            found = self._read_blobs(wanted)
            self._texts |= {blob: found.get(blob, b"").decode("utf-8", errors="replace") for blob in wanted}

    def text(self, file: SourceFile) -> str:
        """Return the content as text; undecodable bytes are replaced, an unreadable blob is empty."""
        self.preload([file])
        return self._texts[file.blob]
