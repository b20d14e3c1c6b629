"""What approving a proposal would do to other memories, for a person to read before it is done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from memtui.cli.differences import marked, print_differences
from memtui.cli.messages import refusal
from memtui.cli.naming import called
from memtui.memory import Head
from memtui.review.differences import differences

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.memory import Memory
    from memtui.review import Outcome
    from memtui.store import Snapshot

_DOES: Mapping[str, str] = {
    "edit": "changes",
    "supersede": "takes the place of",
    "delete": "moves to the trash",
}
_TEXTS = frozenset({"title", "body"})


def seen_by_proposals(snapshot: Snapshot, heads: Iterable[Head]) -> dict[str, str]:
    """Return the revisions in which the targets of proposals are shown, by memory."""
    targets = {target for head in heads for target in head.memory.proposal.targets}
    found = snapshot.heads(snapshot.rows_of(sorted(targets))) if targets else []
    return {head.memory.id: head.revision for head in found}


def print_outcome(outcome: Outcome, console: Console) -> None:
    """Print what a proposal does to each of its targets as they are now, or why it cannot."""
    proposal = outcome.proposal
    if outcome.failure:
        reason = refusal(outcome.failure)
        which = f" ({', '.join(outcome.fields)})" if outcome.fields else ""
        console.data(f"{called(proposal)} cannot be carried out: {reason}{which}", style="warning")
        return
    for before, after in zip(outcome.before, outcome.targets, strict=False):
        console.data(f"{called(proposal)} {_does(before, after)} {called(before)}")
        print_differences([it for it in differences(before, after) if it.field in {*_TEXTS, "kind"}], console)


def proposal_in_words(memory: Memory, snapshot: Snapshot) -> list[str]:
    """Return what approving a memory does to others, as the snapshot has them; nothing if it does nothing to others."""
    proposal = memory.proposal
    lines = []
    for head in snapshot.heads(snapshot.rows_of(proposal.targets)):
        target = head.memory
        does = _DOES.get(proposal.action, proposal.action)
        lines.append(f"approving it {does} {called(target)}")
        if proposal.action == "edit":
            # Against the target as it is: what is merged where both changed, 'approve --dry-run' works out.
            found = [it for it in differences(target, memory) if it.field in _TEXTS]
            lines += [f"  {it.field}: {marked(it.words)}" for it in found]
    if proposal.failure:
        lines.append(f"it could not be carried out: {refusal(proposal.failure)}")
    return lines


def _does(before: Memory, after: Memory) -> str:
    by_status = {"superseded": _DOES["supersede"], "deleted": _DOES["delete"]}
    return by_status.get(after.status, _DOES["edit"]) if before.status != after.status else _DOES["edit"]
