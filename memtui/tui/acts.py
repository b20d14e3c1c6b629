"""What a person can do to memories, as jobs for the store's thread. The rules are in ``memtui.review``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memtui.memory import Attention, Status

if TYPE_CHECKING:
    from memtui.memory import Head
    from memtui.review import Changes, Result
    from memtui.store import Store

# What a row shows between the key and the store's answer.
EXPECTED: Mapping[str, Status] = {
    "approve": Status.APPROVED,
    "reject": Status.REJECTED,
    "delete": Status.DELETED,
}


@dataclass(frozen=True, slots=True)
class Act:
    """One thing a person did, and the function that makes it so."""

    name: str
    ids: tuple[str, ...]
    run: Callable[[Store], Result] = field(repr=False, compare=False)


def act(name: str, ids: tuple[str, ...]) -> Act:
    """Return the act ``name`` (approve, reject, delete, restore) upon the memories ``ids``."""

    def run(store: Store) -> Result:
        from memtui import review

        functions = {
            "approve": review.approve,
            "reject": review.reject,
            "delete": review.delete,
            "restore": review.restore,
        }
        return functions[name](store, ids)

    return Act(name, ids, run)


def undo() -> Act:
    """Return the act that takes the newest act back."""

    def run(store: Store) -> Result:
        from memtui.review import undo

        return undo(store)

    return Act("undo", (), run)


def redo() -> Act:
    """Return the act that takes the newest undo back."""

    def run(store: Store) -> Result:
        from memtui.review import redo

        return redo(store)

    return Act("redo", (), run)


def edit(head: Head, changes: Callable[[], Changes]) -> Act:
    """Return the act that changes a memory, refused if it is not the one that was edited."""

    def run(store: Store) -> Result:
        from memtui.review import edit

        return edit(store, head.memory.id, changes(), expected_revision=head.revision)

    return Act("edit", (head.memory.id,), run)


def pointless(name: str, head: Head, status: str) -> str:
    """Return the refusal that an act upon a memory would meet for sure, or an empty string.

    ``status`` is the memory's status as the person has been shown it.
    """
    if name == "restore":
        return "" if status == Status.DELETED else "not_deleted"
    if name == "approve" and status == Status.APPROVED and Attention.STALE in head.memory.attention:
        return ""
    if status == EXPECTED.get(name):
        return f"already_{status}"
    if status in {Status.DELETED, Status.SUPERSEDED} and name != "delete":
        return str(status)
    return ""
