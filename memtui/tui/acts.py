"""What a person can do to memories, as jobs for the store's thread. The rules are in ``memtui.review``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import partial
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
    """One thing a person did, and the function that makes it so; ``typed`` is what must not be lost if it fails."""

    name: str
    ids: tuple[str, ...]
    run: Callable[[Store], Result] = field(repr=False, compare=False)
    typed: str = ""


def act(name: str, ids: tuple[str, ...], seen: Mapping[str, str]) -> Act:
    """Return the act ``name`` (approve, reject, delete, restore) upon the memories ``ids``.

    ``seen`` are the revisions that the person was shown: what an agent rewrites meanwhile is not approved.
    """

    def run(store: Store) -> Result:
        from memtui import review

        functions: Mapping[str, Callable[[Store, tuple[str, ...]], Result]] = {
            "approve": partial(review.approve, seen=seen),
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


def edit(head: Head, changes: Callable[[], Changes], typed: str) -> Act:
    """Return the act that changes a memory, refused if it is not the one that was edited."""

    def run(store: Store) -> Result:
        from memtui.review import edit

        return edit(store, head.memory.id, changes(), expected_revision=head.revision)

    return Act("edit", (head.memory.id,), run, typed)


def pointless(name: str, attention: Collection[str], status: str) -> str:
    """Return the refusal that an act upon a memory would meet for sure, or an empty string.

    ``status`` and ``attention`` are the memory's as the person has been shown them.
    """
    if name == "restore":
        return "" if status == Status.DELETED else "not_deleted"
    # Approving what is stale says that it still holds, which is no repetition.
    if name == "approve" and status == Status.APPROVED and Attention.STALE in attention:
        return ""
    if status == EXPECTED.get(name):
        return f"already_{status}"
    if status in {Status.DELETED, Status.SUPERSEDED} and name != "delete":
        return str(status)
    return ""
