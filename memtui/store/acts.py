"""What was done, summed up from the revisions that it appended."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa


@dataclass(frozen=True, slots=True)
class Step:
    """What an act did to ``count`` memories, and the status that they had after it."""

    action: str
    status: str
    count: int


@dataclass(frozen=True, slots=True)
class Batch:
    """The revisions of one act, summed up; ``time`` is that of the last of them.

    ``action`` is what it began with; an act may do several things, and ``steps`` are all of them, as they were done.
    """

    id: str
    time: int
    actor: str
    action: str
    reverts: str
    memories: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()


def summed(rows: pa.Table) -> tuple[Batch, ...]:
    """Return the acts whose revisions are the rows, oldest first."""
    # In the order of time, and by one thread, since the first of several is asked for.
    ordered = rows.sort_by("time").group_by("batch", use_threads=False)
    acts = ordered.aggregate([("time", "max"), *((name, "first") for name in ("actor", "action", "reverts"))])
    return tuple(
        Batch(
            id=act["batch"],
            time=act["time_max"],
            actor=act["actor_first"],
            action=act["action_first"],
            reverts=act["reverts_first"],
        )
        for act in acts.sort_by([("time_max", "ascending"), ("batch", "descending")]).to_pylist()
    )


def memories_of(rows: pa.Table) -> dict[str, tuple[str, ...]]:
    """Return the memories that each act changed."""
    found = rows.group_by("batch").aggregate([("memory", "distinct")])
    return {act["batch"]: tuple(sorted(act["memory_distinct"])) for act in found.to_pylist()}


def steps_of(rows: pa.Table) -> dict[str, tuple[Step, ...]]:
    """Return what each act did, in the order in which it did it."""
    groups = rows.group_by(["batch", "action", "status"])
    counted = groups.aggregate([("memory", "count_distinct"), ("time", "min")]).sort_by("time_min")
    found: dict[str, list[Step]] = {}
    for row in counted.to_pylist():
        step = Step(row["action"], row["status"], row["memory_count_distinct"])
        found.setdefault(row["batch"], []).append(step)
    return {batch: tuple(steps) for batch, steps in found.items()}
