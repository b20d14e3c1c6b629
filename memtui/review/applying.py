"""What a proposal would do to the memories it is about, worked out anew whenever it is shown and when it is applied."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from memtui.memory import Attention, Memory, Proposal, Revision, Status
from memtui.memory.errors import InvalidMemoryError
from memtui.review.bench import Bench
from memtui.review.content import checked, flagged, is_purged, shown, with_attention, without_attention
from memtui.review.rehearsing import rehearsal
from memtui.review.values import Reason

if TYPE_CHECKING:
    from memtui.store import Store

EDIT = "edit"
SUPERSEDE = "supersede"
DELETE = "delete"
ACTIONS = (EDIT, SUPERSEDE, DELETE)

_GONE = {
    Status.DELETED: Reason.DELETED,
    Status.SUPERSEDED: Reason.SUPERSEDED,
    Status.REJECTED: Reason.REJECTED,
}
# Each is one statement: two different new values of it cannot both be taken.
_WHOLE_FIELDS = ("kind", "title", "body", "scope")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What approving a proposal does: ``proposal`` and ``targets`` as they are after it, ``before`` those as they are.

    ``failure`` is a ``Reason`` if it cannot be done, empty otherwise; ``fields`` are those that were changed in two
    ways, if that is why.
    """

    proposal: Memory
    before: tuple[Memory, ...] = ()
    targets: tuple[Memory, ...] = ()
    failure: str = ""
    fields: tuple[str, ...] = ()


def outcome_of(store: Store, memory: Memory) -> Outcome:
    """Return what approving a memory would do now; without a proposal in it, that it is approved."""
    with rehearsal(store).writing() as transaction:
        return applied(Bench(transaction), memory)


def applied(bench: Bench, memory: Memory, *, unseen: Collection[str] = ()) -> Outcome:
    """Work out what a proposal does; ``unseen`` are memories that changed since the person was shown them."""
    made = without_attention(replace(memory, proposal=replace(memory.proposal, failure="")), Attention.APPLY_FAILED)
    if not memory.proposal.action:
        return Outcome(replace(made, status=Status.APPROVED))
    targets = [bench.memory(key) for key in dict.fromkeys(memory.proposal.targets)]
    before = tuple(target for target in targets if target)
    reason = _obstacle(bench, memory, targets, unseen)
    if reason:
        return Outcome(memory, before, failure=reason)
    if memory.proposal.action == EDIT:
        return _edited(bench, made, before[0])
    if memory.proposal.action == DELETE:
        # What it had to say is done with its target, and can be taken out of the trash with it.
        gone = tuple(replace(target, status=Status.DELETED, reviewed=True) for target in before)
        return Outcome(replace(made, status=Status.DELETED), before, gone)
    taken = tuple(replace(target, status=Status.SUPERSEDED, reviewed=True) for target in before)
    links = (*made.supersedes, *(target.id for target in before))
    # Done with: approving the memory again, when it has become stale, must not act upon others.
    kept = replace(made, status=Status.APPROVED, supersedes=links, proposal=Proposal())
    return Outcome(kept, before, taken)


def failed(memory: Memory, failure: str) -> Memory:
    """Return a proposal with the reason why it could not be carried out."""
    return with_attention(replace(memory, proposal=replace(memory.proposal, failure=failure)), Attention.APPLY_FAILED)


def rebased(bench: Bench, memory: Memory) -> Memory:
    """Return a proposal that failed as one made against its targets as they are now, which a person has looked at."""
    if Attention.APPLY_FAILED not in memory.attention:
        return memory
    heads = bench.transaction.heads(memory.proposal.targets)
    bases = tuple(heads[key].revision if key in heads else "" for key in memory.proposal.targets)
    return without_attention(
        replace(memory, proposal=replace(memory.proposal, bases=bases, failure="")), Attention.APPLY_FAILED
    )


def _obstacle(bench: Bench, memory: Memory, targets: list[Memory | None], unseen: Collection[str]) -> str:
    """Return why a proposal cannot be carried out, or nothing."""
    action = memory.proposal.action
    if (
        action not in ACTIONS
        or not targets
        or (action == EDIT and len(targets) > 1)
        or memory.id in memory.proposal.targets
    ):
        return Reason.INVALID
    for target in targets:
        if target is None:
            return Reason.UNKNOWN
        if is_purged(target):
            return Reason.PURGED
        if target.status in _GONE:
            return _GONE[target.status]
        # An edit is merged field by field; that a text may go was said of the text as it was.
        if target.id in unseen or (action != EDIT and _has_changed(bench, memory, target)):
            return Reason.CHANGED_MEANWHILE
    return ""


def _base(bench: Bench, memory: Memory, target: Memory) -> Revision | None:
    """Return the revision of a target that a proposal was made against, if the log has it."""
    bases = dict(zip(memory.proposal.targets, memory.proposal.bases, strict=False))
    return bench.transaction.revisions_named({bases.get(target.id, "")}).get(bases.get(target.id, ""))


def _has_changed(bench: Bench, memory: Memory, target: Memory) -> bool:
    if not any(memory.proposal.bases):
        return False
    base = _base(bench, memory, target)
    return base is None or shown(base.memory) != shown(target)


def _edited(bench: Bench, memory: Memory, target: Memory) -> Outcome:
    """Merge what a proposal changes into its target, field by field."""
    base = _base(bench, memory, target)
    if base is None and any(memory.proposal.bases):
        return Outcome(memory, (target,), failure=Reason.CHANGED_MEANWHILE)
    old = base.memory if base else target
    wanted = {name: getattr(memory, name) for name in _WHOLE_FIELDS if getattr(memory, name) != getattr(old, name)}
    rivals = [name for name in wanted if getattr(target, name) not in {getattr(old, name), wanted[name]}]
    if rivals:
        return Outcome(memory, (target,), failure=Reason.CHANGED_MEANWHILE, fields=tuple(rivals))
    # A text that was read in a file is known there from now on as it stands there.
    link = memory.link if memory.link.store else target.link
    merged = replace(target, **wanted, **_gathered(memory, target, old), link=link, reviewed=True)
    try:
        merged = flagged(checked(without_attention(merged, Attention.STALE)))
    except InvalidMemoryError as error:
        return Outcome(memory, (target,), failure=Reason.INVALID, fields=(error.field,))
    if not bench.fits(merged):
        return Outcome(memory, (target,), failure=Reason.OVER_BUDGET)
    links = (*memory.superseded_by, target.id)
    return Outcome(replace(memory, status=Status.SUPERSEDED, superseded_by=links), (target,), (merged,))


def _gathered(memory: Memory, target: Memory, old: Memory) -> dict[str, Any]:
    """Return the fields that hold several things; a proposal that names none of a field says nothing about it."""
    added = [tag for tag in memory.tags if tag not in target.tags]
    removed = {tag for tag in old.tags if memory.tags and tag not in memory.tags}
    return {
        "tags": (*(tag for tag in target.tags if tag not in removed), *added),
        "anchors": memory.anchors or target.anchors,
        # Where the former text came from stays true of it.
        "evidence": (*target.evidence, *(it for it in memory.evidence if it not in target.evidence)),
    }
