"""Memories summed up: how many, how many tokens, how old, by scope and by kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memtui.cli.records import moment
from memtui.memory import Status

if TYPE_CHECKING:
    import numpy as np

    from memtui.store import Snapshot

# As in the outline of a repository: no tokenizer is right for every model, and bytes can be counted.
_BYTES_A_TOKEN = 3
_COLUMNS = ("id", "title", "body", "scope", "kind", "status", "created_at")


@dataclass(frozen=True, slots=True)
class Part:
    """Some memories: ``oldest`` and ``newest`` are when the first and the last was written (microseconds, UTC)."""

    memories: int = 0
    tokens: int = 0
    pending: int = 0
    oldest: int = 0
    newest: int = 0

    def record(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {
            "memories": self.memories,
            "tokens": self.tokens,
            "pending": self.pending,
            "oldest": moment(self.oldest),
            "newest": moment(self.newest),
        }


@dataclass(frozen=True, slots=True)
class Sums:
    """All that was summed up; ``recalled`` are the tokens of what is approved."""

    total: Part
    recalled: int
    statuses: Mapping[str, int]
    scopes: Mapping[str, Part]
    kinds: Mapping[str, Part]
    oldest_pending: dict[str, Any] | None
    biggest: tuple[dict[str, Any], ...]


def sums_of(snapshot: Snapshot, rows: np.ndarray, *, biggest: int) -> Sums:
    """Sum up the memories in some rows; parts are ordered by tokens, the largest first."""
    import pyarrow.compute as pc

    table = _measured(snapshot, rows)
    statuses = {str(item["values"]): item["counts"] for item in pc.value_counts(table["status"]).to_pylist()}
    pending = table.filter(pc.equal(table["status"], Status.PENDING)).sort_by([("created_at", "ascending")])
    listed = ["id", "title", "tokens", "created_at"]
    largest = table.sort_by([("tokens", "descending"), ("id", "ascending")]).slice(0, biggest)
    approved = table.filter(pc.equal(table["status"], Status.APPROVED))
    return Sums(
        total=Part(table.num_rows, int(pc.sum(table["tokens"]).as_py() or 0)),
        recalled=int(pc.sum(approved["tokens"]).as_py() or 0),
        statuses={str(status): statuses.get(str(status), 0) for status in Status},
        scopes=_parts(table, "scope"),
        kinds=_parts(table, "kind"),
        oldest_pending=pending.select(listed).slice(0, 1).to_pylist()[0] if pending.num_rows else None,
        biggest=tuple(largest.select(listed).to_pylist()),
    )


def _measured(snapshot: Snapshot, rows: np.ndarray) -> Any:
    """Return what is counted of each memory, with its tokens instead of its body."""
    import pyarrow as pa
    import pyarrow.compute as pc

    from memtui.store.rows import take_rows

    table = take_rows(snapshot.table.select(_COLUMNS), rows)
    size = pc.add(pc.binary_length(table["title"]), pc.binary_length(table["body"]))
    tokens = pc.divide(pc.add(size, _BYTES_A_TOKEN - 1), _BYTES_A_TOKEN).cast(pa.int64())
    waiting = pc.equal(table["status"], Status.PENDING).cast(pa.int64())
    return table.drop_columns(["body"]).append_column("tokens", tokens).append_column("pending", waiting)


def _parts(table: Any, name: str) -> dict[str, Part]:
    wanted = [("tokens", "count"), ("tokens", "sum"), ("pending", "sum"), ("created_at", "min"), ("created_at", "max")]
    groups = table.group_by(name).aggregate(wanted).sort_by([("tokens_sum", "descending"), (name, "ascending")])
    return {
        row[name]: Part(
            row["tokens_count"], row["tokens_sum"], row["pending_sum"], row["created_at_min"], row["created_at_max"]
        )
        for row in groups.to_pylist()
    }
