"""Pairs and clusters of memories that say the same, and pairs that contradict each other."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from memtui.memory import Attention, Level, Scope, Status
from memtui.review.differences import Piece, word_difference
from memtui.review.likeness.blocking import candidates
from memtui.review.likeness.judging import CONTRADICTION, DUPLICATE, Verdict, judge
from memtui.review.likeness.wording import Statement, statement
from memtui.review.values import INDEXER, KEPT_BESIDE

if TYPE_CHECKING:
    from memtui.store import Snapshot

# What is compared: a snoozed memory comes back as it is, and what is rejected or replaced says nothing any longer.
COMPARED = (Status.PENDING, Status.APPROVED, Status.SNOOZED)
_COLUMNS = ["id", "title", "body", "scope", "status", "origin", "key", "reviewed", "updated_at", "evidence", "proposal"]
_SAME = Verdict(DUPLICATE, 1.0, "wording")


@dataclass(frozen=True, slots=True)
class Compared:
    """What is compared of a memory; ``updated_at`` is in microseconds since the epoch.

    ``kept_beside`` are the ids of those that a person wants beside it, however alike they are, and of those that it
    proposes to change.
    """

    id: str
    title: str
    body: str
    scope: Scope
    status: str
    updated_at: int
    kept_beside: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Pair:
    """Two memories, the one that was changed last as ``newer``, and what they are to each other."""

    older: Compared
    newer: Compared
    verdict: Verdict

    def words(self) -> list[Piece]:
        """Return the pieces of the older and the newer text in order, by what became of them."""
        return word_spans(self.older, self.newer)


@dataclass(frozen=True, slots=True)
class Likeness:
    """What was found: duplicates as clusters, each newest first, and by pairs; contradictions by pairs.

    ``considered`` are the ids of all memories that were compared.
    """

    clusters: tuple[tuple[Compared, ...], ...]
    duplicates: tuple[Pair, ...]
    contradictions: tuple[Pair, ...]
    considered: frozenset[str]

    def flags(self) -> dict[Attention, frozenset[str]]:
        """Return which memories have which reason for attention."""
        return {
            Attention.DUPLICATE: frozenset(it.id for cluster in self.clusters for it in cluster),
            Attention.CONTRADICTION: frozenset(
                it.id for pair in self.contradictions for it in (pair.older, pair.newer)
            ),
        }

    def within(self, scopes: Collection[Scope] | None) -> Likeness:
        """Return what concerns some scopes alone: pairs of which both memories are in them."""
        if scopes is None:
            return self
        pairs = [it for it in (*self.duplicates, *self.contradictions) if {it.older.scope, it.newer.scope} <= {*scopes}]
        memories = {it.id: it for pair in pairs for it in (pair.older, pair.newer)}
        return _likeness(list(memories.values()), pairs)


def word_spans(older: Compared, newer: Compared) -> list[Piece]:
    """Return what the text of one memory has and the other does not, in words: (what, text) in order."""
    return word_difference(*(f"{it.title}\n{it.body}".rstrip() for it in (older, newer)))


def find_likeness(snapshot: Snapshot, scopes: Collection[Scope] | None = None) -> Likeness:
    """Compare what is pending, approved or snoozed in some scopes, or in all, as far as its scopes meet.

    Facts of the indexer are left out: they follow the repository, and nobody can merge them.
    """
    return compare(list(_compared(snapshot, scopes)))


def compare(memories: Sequence[Compared]) -> Likeness:
    """Compare memories with each other, each with those whose scopes meet its own."""
    statements = [_statement(it.title, it.body) for it in memories]
    pairs, first = [], list[int]()
    originals: dict[object, int] = {}
    for index, (memory, said) in enumerate(zip(memories, statements, strict=True)):
        # Of a thousand copies, one is compared with the others; each copy is a duplicate of it.
        original = originals.setdefault((memory.scope, said.signature), index)
        if original == index or not said.stems:
            first.append(index)
        else:
            pairs.append(_pair(memories[original], memory, _SAME))
    for one, other in candidates([statements[index] for index in first]):
        left, right = first[one], first[other]
        if meet(memories[left].scope, memories[right].scope) and (
            verdict := judge(statements[left], statements[right])
        ):
            pairs.append(_pair(memories[left], memories[right], verdict))
    return _likeness(memories, [pair for pair in pairs if not _are_both_wanted(pair)])


def _are_both_wanted(pair: Pair) -> bool:
    return pair.newer.id in pair.older.kept_beside or pair.older.id in pair.newer.kept_beside


def meet(one: Scope, other: Scope) -> bool:
    """Tell whether an agent can be given memories of both scopes at once."""
    return one == other or Level.USER in {one.level, other.level} or Level.GROUP in {one.level, other.level}


def clusters_of(pairs: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Return the ids that pairs join, directly or by others, sorted."""
    roots: dict[str, str] = {}

    def root(key: str) -> str:
        while roots.setdefault(key, key) != key:
            roots[key] = roots[roots[key]]
            key = roots[key]
        return key

    for one, other in pairs:
        low, high = sorted((root(one), root(other)))
        roots[high] = low
    members: dict[str, list[str]] = {}
    for key in sorted(roots):
        members.setdefault(root(key), []).append(key)
    return list(members.values())


def _likeness(memories: Sequence[Compared], pairs: Sequence[Pair]) -> Likeness:
    known = {memory.id: memory for memory in memories}
    ordered = sorted(pairs, key=lambda pair: (-pair.verdict.score, pair.older.id, pair.newer.id))
    duplicates = tuple(pair for pair in ordered if pair.verdict.kind == DUPLICATE)
    joined = clusters_of((pair.older.id, pair.newer.id) for pair in duplicates)
    clusters = [tuple(sorted((known[key] for key in keys), key=_newest_first)) for keys in joined]
    return Likeness(
        clusters=tuple(sorted(clusters, key=lambda cluster: (-len(cluster), _newest_first(cluster[0])))),
        duplicates=duplicates,
        contradictions=tuple(pair for pair in ordered if pair.verdict.kind == CONTRADICTION),
        considered=frozenset(known),
    )


def _newest_first(memory: Compared) -> tuple[int, str]:
    return -memory.updated_at, memory.id


def _pair(one: Compared, other: Compared, verdict: Verdict) -> Pair:
    older, newer = sorted((one, other), key=lambda it: (it.updated_at, it.id))
    return Pair(older, newer, verdict)


def _compared(snapshot: Snapshot, scopes: Collection[Scope] | None) -> Iterator[Compared]:
    from memtui.store.rows import take_rows

    rows = snapshot.select(scopes=scopes, statuses=COMPARED)
    for row in take_rows(snapshot.table.select(_COLUMNS), rows).to_pylist():
        if row["origin"] == INDEXER and row["key"] and not row["reviewed"]:
            continue
        scope = Scope.parse(row["scope"])
        kept = {item["quote"] for item in row["evidence"] if item["reference"] == KEPT_BESIDE}
        # A proposed edit is like the memory that it would change, and says so itself: that is no second memory.
        beside = frozenset(kept.union(row["proposal"]["targets"]))
        yield Compared(row["id"], row["title"], row["body"], scope, row["status"], row["updated_at"], beside)


@lru_cache(maxsize=8_192)
def _statement(title: str, body: str) -> Statement:
    return statement(title, body)
