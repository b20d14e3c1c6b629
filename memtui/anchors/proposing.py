"""Anchors proposed from the text of a memory: what it names of the code that there is, and nothing that it may mean."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from indexer.errors import IndexerError
from indexer.facts import Role
from indexer.storage.tables import SymbolRecord, from_table
from memtui.anchors.mentions import Mention, mentions_in
from memtui.memory import Anchor, Draft, Level, Memory

if TYPE_CHECKING:
    from indexer import Index, Repository
    from memtui.review import Changes

# More are a survey of the code rather than something to know about a part of it.
MOST_ANCHORS = 8
_SHORTEST_NAME = 3
# Files without an ending are told from words by their capital; others of them must be quoted.
_SHORTEST_BARE = 5


def anchors_for(text: str, index: Index) -> tuple[Anchor, ...]:
    """Return anchors to the paths and symbols of an index that a text names, those in backticks first.

    Paths may be given by their last parts, if these fit one file alone; symbols must be quoted, or written as no word
    of a language is, and be defined once, or in a file that the text names. A symbol takes the place of its file. The
    anchors hold no contents yet: ``anchored_now`` adds them.
    """
    mentions = mentions_in(text)
    known = _Known(index)
    anchors = [anchor for mention in mentions if (anchor := known.place(mention))]
    anchors += known.named([mention for mention in mentions if not known.place(mention)], {it.path for it in anchors})
    narrowed = {anchor.path for anchor in anchors if anchor.symbol}
    kept = [anchor for anchor in dict.fromkeys(anchors) if anchor.symbol or anchor.path not in narrowed]
    return tuple(kept[:MOST_ANCHORS])


def anchored(draft: Draft, repository: Repository) -> Draft:
    """Return a draft with anchors to what it names of the code of today, as it is there.

    Those that it has already stay, and get the contents that they lack; a draft for a person, or about a fact of the
    indexer, is returned as it is. Without an index nothing is proposed.
    """
    from memtui.anchors.explaining import anchored_now

    if draft.scope.level != Level.REPO or draft.fact:
        return draft
    return replace(draft, anchors=_completed(anchored_now(repository, draft.anchors), _text(draft), repository))


def re_anchored(changes: Changes, memory: Memory, repository: Repository) -> Changes:
    """Return what an edit sets, with anchors to the code of today if it says anything new.

    Whoever writes a text anew has looked at the code as it is. Those that moved follow, dead ones go, and what the
    new text names is added.
    """
    from memtui.anchors.explaining import renewed

    said = replace(
        memory,
        title=memory.title if changes.title is None else changes.title,
        body=memory.body if changes.body is None else changes.body,
    )
    # Saving without a change must stay no act at all.
    if memory.scope.level != Level.REPO or changes.anchors is not None or _text(said) == _text(memory):
        return changes
    return replace(changes, anchors=_completed(renewed(repository, memory.anchors), _text(said), repository))


def _completed(anchors: Sequence[Anchor], text: str, repository: Repository) -> tuple[Anchor, ...]:
    """Return anchors, and those that a text proposes in files that they leave out."""
    from indexer import open_index
    from memtui.anchors.explaining import anchored_now

    try:
        proposed = anchors_for(text, open_index(repository))
    except IndexerError:
        proposed = ()
    taken = {anchor.path for anchor in anchors}
    new = anchored_now(repository, [anchor for anchor in proposed if anchor.path not in taken])
    # The index may name what the last commit has taken away.
    return tuple(dict.fromkeys([*anchors, *(it for it in new if it.blob or not it.symbol)]))


def _text(content: Draft | Memory) -> str:
    return f"{content.title}\n\n{content.body}"


class _Known:
    """The names of an index, as a text is compared with them."""

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
