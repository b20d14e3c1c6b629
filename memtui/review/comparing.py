"""Finding a revision of a memory, and bringing it back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.memory import Revision, Status
from memtui.memory.errors import AmbiguousIdError, UnknownRevisionError
from memtui.review.bench import Bench
from memtui.review.content import checked, flagged, is_purged
from memtui.review.values import Reason, Refusal, Result

if TYPE_CHECKING:
    from memtui.store import Store

ACTION = "bring_back"

# What a person sees of a memory as its text; where it stands in its life is decided by other acts.
_CONTENT = ("kind", "title", "body", "scope", "tags", "anchors", "evidence", "topic")


def find_revision(store: Store, memory_id: str, prefix: str) -> Revision:
    """Return the one revision of a memory whose id begins with ``prefix``.

    Raises ``UnknownRevisionError`` if there is none, and ``AmbiguousIdError`` if there are several.
    """
    wanted = prefix.strip().lower()
    found = [revision for revision in store.revisions(memory_id) if wanted and revision.id.startswith(wanted)]
    if not found:
        raise UnknownRevisionError(memory_id, prefix)
    if len(found) > 1:
        raise AmbiguousIdError(prefix, tuple(sorted(revision.id for revision in found)))
    return found[0]


def bring_back(store: Store, memory_id: str, revision_id: str) -> Result:
    """Let a memory say again what it said at a revision of it; its status stays."""
    with store.writing() as transaction:
        bench = Bench(transaction)
        memory = bench.memory(memory_id)
        revision = transaction.revisions_named([revision_id]).get(revision_id)
        if memory is None:
            return _refused(memory_id, Reason.UNKNOWN)
        if memory.status == Status.DELETED:
            return _refused(memory_id, Reason.PURGED if is_purged(memory) else Reason.DELETED)
        if revision is None or revision.memory.id != memory_id:
            return _refused(memory_id, Reason.UNKNOWN_REVISION)
        content = {name: getattr(revision.memory, name) for name in _CONTENT}
        if all(getattr(memory, name) == value for name, value in content.items()):
            return _refused(memory_id, Reason.UNCHANGED)
        former = flagged(checked(replace(memory, **content, reviewed=True)))
        if not bench.fits(former):
            return _refused(memory_id, Reason.OVER_BUDGET)
        bench.put(former)
        return bench.keep(ACTION)


def _refused(memory_id: str, reason: Reason) -> Result:
    return Result("", ACTION, refused=(Refusal(memory_id, reason),))
