"""How duplicates and contradictions are printed, with the commands that resolve them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memtui.cli.records import moment
from memtui.memory import Status

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.review.likeness import Compared, Likeness, Pair

Record = dict[str, Any]
_REASONS = {
    "denied": "one denies what the other says",
    "value": "other values of the same",
    "number": "other numbers for the same",
    "other": "something else in the same place",
}


def print_likeness(found: Likeness, console: Console, length: int) -> None:
    """Print clusters and pairs; ``length`` is that of the ids."""
    for cluster in found.clusters:
        console.data(f"{len(cluster)} say nearly the same", style="bold")
        console.table([_row(memory, length) for memory in cluster], styles=("dim", "", "dim"))
        for other in cluster[1:]:
            _print_difference(other, cluster[0], console)
        console.data(f"  do: {_merging(cluster, length)}")
        console.data()
    for pair in found.contradictions:
        console.data(f"contradiction: {_REASONS[pair.verdict.reason]}", style="bold")
        console.table([_row(memory, length) for memory in (pair.newer, pair.older)], styles=("dim", "", "dim"))
        _print_difference(pair.older, pair.newer, console)
        console.data(f"  do: {_settling(pair, length)}")
        console.data()


def likeness_record(found: Likeness) -> Record:
    """Return what was found as JSON values."""
    return {
        "clusters": [
            {"memories": [_record(memory) for memory in cluster], "merge": [memory.id for memory in cluster]}
            for cluster in found.clusters
        ],
        "duplicates": [_pair_record(pair) for pair in found.duplicates],
        "contradictions": [_pair_record(pair) for pair in found.contradictions],
    }


def _pair_record(pair: Pair) -> Record:
    return {
        "older": _record(pair.older),
        "newer": _record(pair.newer),
        "score": round(pair.verdict.score, 3),
        "reason": pair.verdict.reason,
        "words": [{"what": what, "text": text} for what, text in pair.words()],
    }


def _record(memory: Compared) -> Record:
    return {
        "id": memory.id,
        "title": memory.title,
        "scope": str(memory.scope),
        "status": memory.status,
        "updated_at": moment(memory.updated_at),
    }


def _row(memory: Compared, length: int) -> tuple[str, ...]:
    return (f"  {memory.id[:length]}", memory.status, moment(memory.updated_at)[:10], memory.title)


def _print_difference(older: Compared, newer: Compared, console: Console) -> None:
    from memtui.cli.differences import marked
    from memtui.review.likeness import word_spans

    words = word_spans(older, newer)
    # Copies need no line that repeats them without a mark.
    if any(what != "equal" for what, _ in words):
        console.block(marked(words), indent="    ")


def _merging(cluster: tuple[Compared, ...], length: int) -> str:
    pending = [memory.id[:length] for memory in cluster if memory.status == Status.PENDING]
    ids = " ".join(memory.id[:length] for memory in cluster)
    # What is approved says it already: turning the proposals down is the least that can be done.
    if pending and len(pending) < len(cluster):
        return f"memtui reject {' '.join(pending)}, or make one of them: memtui merge {ids}"
    return f"memtui merge {ids}"


def _settling(pair: Pair, length: int) -> str:
    older, newer = pair.older.id[:length], pair.newer.id[:length]
    if pair.newer.status == Status.PENDING and pair.older.status != Status.PENDING:
        taking_over = f"memtui approve {newer} && memtui supersede {older} --by {newer}"
        return f"memtui reject {newer}, or let it take over: {taking_over}"
    return f"memtui supersede {older} --by {newer}"
