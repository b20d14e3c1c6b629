"""The names of an index, as the words of a text are compared with them."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from indexer.facts import Role
from indexer.storage.tables import SymbolRecord, from_table
from memtui.anchors.mentions import Mention
from memtui.memory import Anchor

if TYPE_CHECKING:
    from indexer import Index

_SHORTEST_NAME = 3
# Files without an ending are told from words by their capital; others of them must be quoted.
_SHORTEST_BARE = 5


class Known:
    """The paths and definitions of an index; tables are read once, when asked about."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def place(self, mention: Mention) -> Anchor | None:
        """Return an anchor to the file or directory that a word names, or to the definition at a line or name in it."""
        path, line, symbol = mention.place
        file = self._file(path, quoted=mention.quoted)
        if not file:
            return Anchor(path.rstrip("/")) if "/" in path and path.rstrip("/") in self._directories else None
        if line:
            return Anchor(file, self._around(file, line))
        if symbol:
            names = [record.qualified for record in self._in_file(file) if _ends_with(record.qualified, symbol)]
            return Anchor(file, names[0] if len(set(names)) == 1 else "")
        return Anchor(file)

    def named(self, mentions: Sequence[Mention], paths: Iterable[str]) -> list[Anchor]:
        """Return anchors to the definitions that words name; of several, the one in one of ``paths``."""
        wanted = {mention.name: mention for mention in reversed(mentions) if len(mention.name) >= _SHORTEST_NAME}
        records: dict[str, list[SymbolRecord]] = {}
        for record in self._records({name.rpartition(".")[2] for name in wanted}):
            records.setdefault(record.name, []).append(record)
        places = set(paths)
        found = (
            (mention, _meant(name, records.get(name.rpartition(".")[2], []), places))
            for name, mention in wanted.items()
        )
        chosen = {
            mention: Anchor(record.path, record.qualified)
            for mention, record in found
            if record is not None and _is_believed(mention, record, places)
        }
        return [chosen[mention] for mention in mentions if mention in chosen]

    @cached_property
    def _paths(self) -> frozenset[str]:
        return frozenset(self._index.table("files")["path"].to_pylist())

    @cached_property
    def _by_name(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in self._paths:
            found.setdefault(posixpath.basename(path), []).append(path)
        return found

    @cached_property
    def _directories(self) -> frozenset[str]:
        found: set[str] = set()
        for path in self._paths:
            directory = posixpath.dirname(path)
            while directory and directory not in found:
                found.add(directory)
                directory = posixpath.dirname(directory)
        return frozenset(found)

    def _file(self, path: str, *, quoted: bool) -> str:
        """Return the one file that a path, or the end of one, names; empty for none or several."""
        if path in self._paths and ("/" in path or _looks_like_a_file(path, quoted=quoted)):
            return path
        name = posixpath.basename(path)
        if not name or not _looks_like_a_file(name, quoted=quoted or "/" in path):
            return ""
        ending = [known for known in self._by_name.get(name, ()) if known == path or known.endswith(f"/{path}")]
        if not ending:
            # A path on someone's machine ends with the path in the repository.
            ending = [known for known in self._by_name.get(name, ()) if "/" in known and path.endswith(f"/{known}")]
        return ending[0] if len(ending) == 1 else ""

    def _in_file(self, path: str) -> tuple[SymbolRecord, ...]:
        table = self._index.table("symbols")
        return from_table(SymbolRecord, table.filter(pc.equal(table["path"], path)))

    def _around(self, path: str, line: int) -> str:
        """Return the innermost definition around a line, empty if there is none."""
        holding = [record for record in self._in_file(path) if record.line <= line <= record.end_line]
        return min(holding, key=lambda record: record.end_line - record.line).qualified if holding else ""

    def _records(self, names: Iterable[str]) -> tuple[SymbolRecord, ...]:
        table = self._index.table("symbols")
        return from_table(SymbolRecord, table.filter(pc.is_in(table["name"], pa.array(sorted(names), pa.string()))))


def _meant(name: str, records: Sequence[SymbolRecord], places: set[str]) -> SymbolRecord | None:
    """Return the definition that a name stands for, None if there are several, or none."""
    container = name.rpartition(".")[0]
    fitting = [record for record in records if _ends_with(record.qualified, name)]
    if not fitting and container:
        # Python and others name a file's definitions by the file: ``lock.acquire``, ``package.lock.acquire``.
        fitting = [record for record in records if not record.container and _is_module(record.path, container)]
    for group in (
        [record for record in fitting if record.path in places],
        [record for record in fitting if record.role is Role.PRODUCT],
        fitting,
    ):
        if group:
            return group[0] if len({(record.path, record.qualified) for record in group}) == 1 else None
    return None


def _is_believed(mention: Mention, record: SymbolRecord, places: set[str]) -> bool:
    """Whether a word means a definition of its name: by how it is written, or as the text is about the file."""
    if mention.is_told_by_its_form:
        return True
    # A plain word in backticks may be anything; a name with a capital at least begins like a class.
    return mention.quoted and (record.path in places or mention.name[:1].isupper())


def _is_module(path: str, container: str) -> bool:
    stem = posixpath.splitext(path)[0].removesuffix("/__init__").removesuffix("/index").removesuffix("/mod")
    return _ends_with(stem.replace("/", "."), container)


def _ends_with(qualified: str, name: str) -> bool:
    return qualified == name or qualified.endswith(f".{name}")


def _looks_like_a_file(name: str, *, quoted: bool) -> bool:
    """Whether a bare file name is no word: it has an ending or a capital, or is quoted."""
    stem, ending = posixpath.splitext(name)
    if ending or name.startswith("."):
        return len(stem) > 0
    return quoted or (name[:1].isupper() and len(name) >= _SHORTEST_BARE)
