"""The JSON of the command line: one function for each value; ``docs/json.md`` describes what they return."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from memtui.memory import Attention

if TYPE_CHECKING:
    from indexer.facts import EntryPoint, Module
    from indexer.queries import Impact, Reference, References, Story, Touched
    from indexer.refresh import Report
    from indexer.storage.tables import SymbolRecord
    from memtui.memory import Head, Memory, Revision
    from memtui.review import Place, Result
    from memtui.store import Batch
    from memtui.wiki.outline import Outline

Record = dict[str, Any]
LISTED = ("id", "kind", "title", "scope", "status", "attention", "origin", "updated_at")
_BY_RULES = frozenset({Attention.SECRET, Attention.INJECTION, Attention.HIDDEN_TEXT})
_HISTORY_TIMES = ("time", "now", "first", "last", "last_change", "last_fix")


def moment(microseconds: int) -> str:
    """Return a time as RFC 3339 in UTC."""
    seconds, rest = divmod(microseconds, 1_000_000)
    # Integers throughout: a double has too few digits for the microseconds that order revisions.
    return f"{datetime.fromtimestamp(seconds, UTC).isoformat()[:19]}.{rest:06}Z"


def moment_of_seconds(seconds: int) -> str | None:
    """Return a time as RFC 3339 in UTC, None for never."""
    return f"{datetime.fromtimestamp(seconds, UTC).isoformat()[:19]}Z" if seconds else None


def listed_record(row: Mapping[str, Any]) -> Record:
    """Return a row of the snapshot as ``ls`` prints it."""
    record = {name: row[name] for name in LISTED}
    # RFC 3339 with a fixed number of digits sorts as text, and every language can read it.
    record["updated_at"] = moment(row["updated_at"])
    return record


def head_record(head: Head) -> Record:
    """Return a memory whole, as it stands."""
    memory = head.memory
    return {
        "id": memory.id,
        "kind": str(memory.kind),
        "title": memory.title,
        "scope": str(memory.scope),
        "status": str(memory.status),
        "attention": list(memory.attention),
        "origin": memory.origin,
        "updated_at": moment(head.updated_at),
        "created_at": moment(head.created_at),
        "revision": head.revision,
        **_content(memory),
        "findings": [_finding(place) for place in found_in(memory)],
    }


def found_in(memory: Memory) -> tuple[Place, ...]:
    """Return where the safety rules find something in a memory that is flagged for it."""
    # The rules take a moment to load, and most memories are not flagged.
    if _BY_RULES.isdisjoint(memory.attention):
        return ()
    from memtui.review import places

    return places(memory)


def revision_record(revision: Revision) -> Record:
    """Return one change, with the memory as it was after it."""
    memory = revision.memory
    return {
        "id": revision.id,
        "memory": memory.id,
        "parents": list(revision.parents),
        "time": moment(revision.time),
        "device": revision.device,
        "actor": revision.actor,
        "action": revision.action,
        "batch": revision.batch,
        "reverts": revision.reverts,
        "kind": str(memory.kind),
        "title": memory.title,
        "scope": str(memory.scope),
        "status": str(memory.status),
        "attention": list(memory.attention),
        **_content(memory),
    }


def batch_record(batch: Batch) -> Record:
    """Return an act."""
    return {
        "batch": batch.id,
        "time": moment(batch.time),
        "actor": batch.actor,
        "action": batch.action,
        "reverts": batch.reverts,
        "memories": list(batch.memories),
        "steps": [asdict(step) for step in batch.steps],
    }


def result_record(result: Result, *, dry_run: bool = False) -> Record:
    """Return what an act did and what it refused."""
    return {
        "dry_run": dry_run,
        "batch": result.batch,
        "action": result.action,
        "reverted": result.reverted,
        "changed": [head_record(head) for head in result.changed],
        "refused": [{"id": refusal.id, "reason": str(refusal.reason)} for refusal in result.refused],
    }


def report_record(report: Report) -> Record:
    """Return what a refresh of the index did."""
    return {**asdict(report), "skipped": dict(report.skipped)}


def entry_point_record(entry_point: EntryPoint) -> Record:
    """Return a way in."""
    return asdict(entry_point)


def module_record(module: Module) -> Record:
    """Return a module."""
    return asdict(module)


def story_record(story: Story, commits: int) -> Record:
    """Return what happened to a path or to the repository, which has ``commits``."""
    record = asdict(story)
    for name in ("whole", "span"):
        if record[name] is not None:
            (record[name],) = _with_moments([record[name]])
    return {
        "commits": commits,
        **{name: _with_moments(value) if isinstance(value, tuple) else value for name, value in record.items()},
    }


def symbol_record(symbol: SymbolRecord, match: str) -> Record:
    """Return a definition, and how its name fits what was asked for."""
    return {**asdict(symbol), "match": match}


def references_record(found: References, shown: Iterable[Reference]) -> Record:
    """Return where a name is defined, and the uses of it that are shown."""
    return {
        "name": found.name,
        "definitions": [asdict(reference) for reference in found.definitions],
        "references": [asdict(reference) for reference in shown],
        "total": len(found.references),
    }


def impact_record(impact: Impact, shown: Iterable[Touched]) -> Record:
    """Return the files that a change would touch."""
    return {"name": impact.name, "files": [asdict(file) for file in shown], "total": len(impact.files)}


def outline_record(outline: Outline, path: str, budget: int) -> Record:
    """Return an outline with what it tells and what it leaves out."""
    return {
        "path": path,
        "budget": budget,
        "tokens": outline.tokens,
        "shown": dict(outline.shown),
        "left_out": dict(outline.left_out),
        "text": outline.text,
    }


def _with_moments(items: Iterable[Record]) -> list[Record]:
    return [
        {name: moment_of_seconds(value) if name in _HISTORY_TIMES else value for name, value in item.items()}
        for item in items
    ]


def _content(memory: Memory) -> Record:
    return {
        "body": memory.body,
        "tags": list(memory.tags),
        "anchors": [asdict(anchor) for anchor in memory.anchors],
        "evidence": [asdict(evidence) for evidence in memory.evidence],
        "key": memory.key,
        "topic": memory.topic,
        "pinned": memory.pinned,
        "supersedes": list(memory.supersedes),
        "superseded_by": list(memory.superseded_by),
        "snooze": {**asdict(memory.snooze), "until": moment(memory.snooze.until) if memory.snooze.until else None},
        "link": asdict(memory.link),
        "proposal": _proposal(memory),
    }


def _finding(place: Place) -> Record:
    # Where it is and not what it says: a secret need not stand in the output once more.
    return {
        "flag": str(place.finding.flag),
        "rule": place.finding.rule,
        "field": place.field,
        "line": place.line,
        "column": place.column,
    }


def _proposal(memory: Memory) -> Record:
    proposal = memory.proposal
    return {**asdict(proposal), "targets": list(proposal.targets), "bases": list(proposal.bases)}
