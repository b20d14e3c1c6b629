"""What a person can do to memories, as jobs for the store's thread. The rules are in ``memtui.review``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from memtui.memory import Anchor, Attention, Status

if TYPE_CHECKING:
    from memtui.memory import Draft, Head, Memory
    from memtui.review import Changes, Result
    from memtui.store import Store
    from memtui.tui.backend import Workspace

# What a row shows between the key and the store's answer.
EXPECTED: Mapping[str, Status] = {
    "approve": Status.APPROVED,
    "reject": Status.REJECTED,
    "delete": Status.DELETED,
    "snooze": Status.SNOOZED,
    "supersede": Status.SUPERSEDED,
    "merge": Status.SUPERSEDED,
}


@dataclass(frozen=True, slots=True)
class Act:
    """One thing a person did, and the function that makes it so; ``typed`` is what must not be lost if it fails."""

    name: str
    ids: tuple[str, ...]
    run: Callable[[Store], Result] = field(repr=False, compare=False)
    typed: str = ""


def act(name: str, ids: tuple[str, ...], seen: Mapping[str, str], workspace: Workspace | None = None) -> Act:
    """Return the act ``name`` (approve, reject, delete, restore) upon the memories ``ids``.

    ``seen`` are the revisions that the person was shown: what an agent rewrites meanwhile is not approved. What is
    approved and was stale is tied to the code of the workspace as it is.
    """

    def run(store: Store) -> Result:
        from memtui import review

        functions: Mapping[str, Callable[[Store, tuple[str, ...]], Result]] = {
            "approve": partial(_approve, seen=seen, workspace=workspace),
            "reject": review.reject,
            "delete": review.delete,
            "restore": review.restore,
        }
        return functions[name](store, ids)

    return Act(name, ids, run)


def calling(name: str, ids: tuple[str, ...], **options: Any) -> Act:
    """Return the act of ``memtui.review`` with this name upon the memories ``ids``."""

    def run(store: Store) -> Result:
        from memtui import review

        result: Result = getattr(review, name)(store, ids, **options)
        return result

    return Act(name, ids, run)


def merge(ids: tuple[str, ...], draft: Callable[[], Draft], typed: str) -> Act:
    """Return the act that keeps a draft, which the person was shown, in the place of memories."""

    def run(store: Store) -> Result:
        from memtui.review import merge

        return merge(store, ids, draft())

    return Act("merge", ids, run, typed)


def replace_by(memory_id: str, draft: Callable[[], Draft], typed: str) -> Act:
    """Return the act that keeps a draft, which the person wrote, and lets it take the place of a memory."""

    def run(store: Store) -> Result:
        from memtui.review import replace_by

        return replace_by(store, [memory_id], draft())

    return Act("supersede", (memory_id,), run, typed)


def still_true(repository: Any, memories: Sequence[Memory]) -> Act:
    """Return the act that ties memories anew to the code as it is, since they still hold."""

    def run(store: Store) -> Result:
        from memtui.anchors import still_true

        return still_true(store, repository, memories)

    return Act("confirm", tuple(memory.id for memory in memories), run)


def snooze_until_changed(repository: Any, ids: tuple[str, ...], path: str) -> Act:
    """Return the act that puts memories off until a file of the repository is another than it is now."""

    def run(store: Store) -> Result:
        from memtui.anchors import anchored_now
        from memtui.review import snooze

        [anchor] = anchored_now(repository, [Anchor(path)])
        return snooze(store, ids, path=path, blob=anchor.blob)

    return Act("snooze", ids, run)


def keep_beside_alike(memory_id: str) -> Act:
    """Return the act that keeps a memory beside all that say the same or the opposite."""

    def run(store: Store) -> Result:
        from memtui.review import keep_both
        from memtui.review.likeness import find_likeness

        found = find_likeness(store.snapshot())
        pairs = [{pair.older.id, pair.newer.id} for pair in (*found.duplicates, *found.contradictions)]
        others = sorted({key for pair in pairs if memory_id in pair for key in pair} - {memory_id})
        return keep_both(store, [memory_id, *others])

    return Act("keep_both", (memory_id,), run)


def bring_back(memory_id: str, revision: str) -> Act:
    """Return the act that lets a memory say again what it said at a revision."""

    def run(store: Store) -> Result:
        from memtui.review import bring_back

        return bring_back(store, memory_id, revision)

    return Act("bring_back", (memory_id,), run)


def _approve(store: Store, ids: tuple[str, ...], *, seen: Mapping[str, str], workspace: Workspace | None) -> Result:
    if workspace is None or workspace.repository is None or workspace.scope is None:
        from memtui.review import approve

        return approve(store, ids, seen=seen)
    from memtui.anchors import approve_here

    return approve_here(store, ids, repository=workspace.repository, scope=workspace.scope, seen=seen)


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


def edit(head: Head, changes: Callable[[], Changes], typed: str, workspace: Workspace | None = None) -> Act:
    """Return the act that changes a memory, refused if it is not the one that was edited.

    A memory of the workspace's repository is tied to the code that its new text names, as it is.
    """

    def run(store: Store) -> Result:
        from memtui.review import edit

        wanted = changes()
        if workspace is not None and workspace.repository is not None and head.memory.scope == workspace.scope:
            from memtui.anchors import re_anchored

            wanted = re_anchored(wanted, head.memory, workspace.repository)
        return edit(store, head.memory.id, wanted, expected_revision=head.revision)

    return Act("edit", (head.memory.id,), run, typed)


# Acts that are upon a few memories alone, with the refusal of all others; the rest is for the review rules to tell.
_ONLY_UPON: Mapping[str, tuple[Callable[[Collection[str], str], bool], str]] = {
    "restore": (lambda _, status: status in {Status.DELETED, Status.SNOOZED, Status.SUPERSEDED}, "not_deleted"),
    "confirm": (lambda attention, _: Attention.STALE in attention, "not_stale"),
    "mask_secrets": (lambda attention, _: Attention.SECRET in attention, "no_secret"),
    "pin": (lambda _, status: status == Status.APPROVED, "not_approved"),
    "unpin": (lambda _, __: True, ""),
    "purge": (lambda _, __: True, ""),
}


def pointless(name: str, attention: Collection[str], status: str) -> str:
    """Return the refusal that an act upon a memory would meet for sure, or an empty string.

    ``status`` and ``attention`` are the memory's as the person has been shown them.
    """
    if name in _ONLY_UPON:
        holds, refusal = _ONLY_UPON[name]
        return "" if holds(attention, status) else refusal
    # Approving what is stale says that it still holds, which is no repetition.
    if name == "approve" and status == Status.APPROVED and Attention.STALE in attention:
        return ""
    # To be put off once more, until another day, is no repetition either.
    if name != "snooze" and status == EXPECTED.get(name):
        return f"already_{status}"
    if name == "snooze" and status == Status.REJECTED:
        return str(status)
    if status in {Status.DELETED, Status.SUPERSEDED} and name != "delete":
        return str(status)
    return ""
