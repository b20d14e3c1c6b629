"""What a saved batch of memories decides, and doing it as one act."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memtui.cli.batch_text import BrokenSaveError, Problem, Saved, is_same, shown_content
from memtui.cli.effects import seen_by_proposals
from memtui.cli.hidden import restored
from memtui.cli.messages import INVALID
from memtui.memory import Head, Memory
from memtui.memory.errors import InvalidMemoryError
from memtui.review.content import SUSPECT, is_suspect
from memtui.review.together import joined, together

if TYPE_CHECKING:
    from memtui.cli.batch_text import Block
    from memtui.review import Changes, Result
    from memtui.sources import Workspace
    from memtui.store import Snapshot, Store

ACTION = "review"


@dataclass(slots=True)
class Decisions:
    """What is to be done, by memory: ``edits`` are titles and bodies, ``rejected`` reasons, ``changed`` left alone."""

    seen: dict[str, str] = field(default_factory=dict)
    edits: dict[str, tuple[str, str]] = field(default_factory=dict)
    approved: list[str] = field(default_factory=list)
    approved_flagged: list[str] = field(default_factory=list)
    rejected: dict[str, str] = field(default_factory=dict)
    changed: list[str] = field(default_factory=list)


def decisions_of(saved: Saved, snapshot: Snapshot) -> Decisions:
    """Return what a saved text decides about memories as they are now; raise ``BrokenSaveError`` for a contradiction.

    What has changed since the text was made is left alone, if the text decides anything about it.
    """
    heads = {head.memory.id: head for head in snapshot.heads(snapshot.rows_of(list(saved.bases)))}
    decisions, problems = Decisions(), list[Problem]()
    for memory_id, revision in saved.bases.items():
        block, head = saved.blocks.get(memory_id), heads.get(memory_id)
        if head is None or head.revision != revision:
            if block is None or block.mark or head is None or not is_same(block.content, shown_content(head.memory)):
                decisions.changed.append(memory_id)
        elif block is None:
            decisions.rejected[memory_id] = ""
        else:
            problems += _decide(block, head, decisions)
    if problems:
        raise BrokenSaveError(problems)
    targets = seen_by_proposals(snapshot, heads.values())
    decisions.seen = {**targets, **{key: head.revision for key, head in heads.items()}}
    return decisions


def carry_out(store: Store, decisions: Decisions, lines: Mapping[str, int], workspace: Workspace) -> Result:
    """Do all of it as one batch, or nothing; ``lines`` say where each memory stands in the text, for what is wrong."""
    from memtui.review import Reason, Refusal, Result

    done = together(store, lambda one: joined(ACTION, _acts(one, decisions, lines, workspace)))
    left = tuple(Refusal(memory_id, Reason.CHANGED_MEANWHILE) for memory_id in decisions.changed)
    return Result(done.batch, ACTION, done.changed, (*left, *done.refused))


def _decide(block: Block, head: Head, decisions: Decisions) -> list[Problem]:
    memory = head.memory
    title, body = shown_content(memory)
    changed = not is_same(block.content, (title, body))
    flagged = SUSPECT & set(memory.attention)
    if block.mark == "reject" and changed:
        return [Problem(block.line, f"{memory.id} is both changed and rejected; decide on one")]
    if block.mark == "approve" and flagged and not changed:
        flags = ", ".join(sorted(flagged))
        return [Problem(block.line, f"{memory.id} is flagged ({flags}); mark it [!] to approve it all the same")]
    if changed:
        decisions.edits[memory.id] = (restored(memory.title, block.content[0]), restored(memory.body, block.content[1]))
    if block.mark == "approve":
        decisions.approved.append(memory.id)
    elif block.mark == "approve_flagged":
        decisions.approved_flagged.append(memory.id)
    elif block.mark == "reject":
        decisions.rejected[memory.id] = block.reason
    return []


def _acts(store: Store, decisions: Decisions, lines: Mapping[str, int], workspace: Workspace) -> list[Result]:
    from memtui.review import approve, reject

    results = _edited(store, decisions, lines, workspace)
    seen = {**decisions.seen, **{head.memory.id: head.revision for result in results for head in result.changed}}
    if decisions.approved:
        # Two of them, even if there is one: in a batch a flag is overlooked, also one that an edit has just set.
        results.append(_approved_unless_flagged(store, decisions.approved, seen))
    # Each by itself, as if it had been named alone: that is what its own mark says.
    results += [approve(store, [memory_id], seen=seen) for memory_id in decisions.approved_flagged]
    for reason in sorted(set(decisions.rejected.values())):
        ids = [memory_id for memory_id, said in decisions.rejected.items() if said == reason]
        results.append(reject(store, ids, reason=reason))
    return results


def _approved_unless_flagged(store: Store, ids: list[str], seen: Mapping[str, str]) -> Result:
    from memtui.review import Reason, Refusal, Result, approve

    with store.writing() as transaction:
        heads = transaction.heads(ids)
    flagged = {key for key, head in heads.items() if is_suspect(head.memory)}
    result = approve(store, [key for key in ids if key not in flagged], seen=seen)
    refused = tuple(Refusal(key, Reason.FLAGGED) for key in ids if key in flagged)
    return Result(result.batch, result.action, result.changed, (*result.refused, *refused))


def _edited(store: Store, decisions: Decisions, lines: Mapping[str, int], workspace: Workspace) -> list[Result]:
    from memtui.review import edit

    results, problems = [], []
    with store.writing() as transaction:
        heads = transaction.heads(list(decisions.edits))
    for memory_id, (title, body) in decisions.edits.items():
        changes = _changes(heads[memory_id].memory, title, body, workspace)
        try:
            results.append(edit(store, memory_id, changes, expected_revision=decisions.seen[memory_id]))
        except InvalidMemoryError as error:
            what = f"the {error.field} of {memory_id} {INVALID.get(error.reason, error.reason)}"
            problems.append(Problem(lines[memory_id], what))
    if problems:
        # Raised while nothing is kept yet: half of a decision is none.
        raise BrokenSaveError(problems)
    return results


def _changes(memory: Memory, title: str, body: str, workspace: Workspace) -> Changes:
    """Return an edit of the text, with the anchors that go with it where the code is at hand."""
    from memtui.review import Changes

    changes = Changes(title=title, body=body)
    if workspace.repository is None or memory.scope != workspace.scope:
        return changes
    from memtui.anchors import re_anchored

    return re_anchored(changes, memory, workspace.repository)
