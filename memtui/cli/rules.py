"""The limits that ``memtui check`` holds memories to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memtui.cli.filters import scopes_named
from memtui.cli.sums import sums_of
from memtui.cli.times import SECOND, now
from memtui.memory import Attention, Head, Status

if TYPE_CHECKING:
    from memtui.sources import Workspace
    from memtui.store import Snapshot

FLAG_RULES: Mapping[str, Attention] = {
    "secrets": Attention.SECRET,
    "injection": Attention.INJECTION,
    "hidden-text": Attention.HIDDEN_TEXT,
    "stale": Attention.STALE,
    "conflicts": Attention.CONFLICT,
    "duplicates": Attention.DUPLICATE,
    "contradictions": Attention.CONTRADICTION,
    "failures": Attention.APPLY_FAILED,
    "unknown-kinds": Attention.UNKNOWN_KIND,
}
_LIVE = (Status.PENDING, Status.APPROVED, Status.SNOOZED)
_IN_TEXTS = frozenset({Attention.SECRET, Attention.INJECTION, Attention.HIDDEN_TEXT})
_DAY = 86_400 * SECOND


@dataclass(frozen=True, slots=True)
class Limits:
    """What was asked for: None for no limit; ``age`` is in microseconds, ``flags`` are names of ``FLAG_RULES``."""

    pending: int | None = None
    age: int | None = None
    tokens: int | None = None
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """What one rule found, in its own unit, with the ids of the memories that count."""

    name: str
    found: int
    limit: int
    memories: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the limit is kept."""
        return self.found <= self.limit

    def record(self) -> dict[str, Any]:
        """Return it as JSON values."""
        memories = list(self.memories)
        return {"name": self.name, "ok": self.ok, "found": self.found, "limit": self.limit, "memories": memories}


def check(snapshot: Snapshot, workspace: Workspace, scope: str, limits: Limits) -> list[Finding]:
    """Return what each rule found among the live memories of a scope, or of those that count here."""
    scopes = scopes_named(scope, workspace)
    findings: list[Finding] = []
    if limits.pending is not None or limits.age is not None:
        pending = snapshot.heads(snapshot.select(scopes=scopes, statuses=[Status.PENDING]))
        findings += _of_pending(pending, limits)
    if limits.tokens is not None:
        approved = snapshot.select(scopes=scopes, statuses=[Status.APPROVED])
        findings.append(Finding("max-tokens", sums_of(snapshot, approved, biggest=0).recalled, limits.tokens))
    if limits.flags:
        live = snapshot.heads(snapshot.select(scopes=scopes, statuses=_LIVE))
        findings += _of_flags(live, limits.flags)
    return findings


def _of_pending(pending: list[Head], limits: Limits) -> Iterator[Finding]:
    if limits.pending is not None:
        yield Finding("max-pending", len(pending), limits.pending, tuple(head.memory.id for head in pending))
    if limits.age is not None:
        at = now()
        late = tuple(head.memory.id for head in pending if at - head.created_at > limits.age)
        oldest = max(((at - head.created_at) // _DAY for head in pending), default=0)
        # In days, as people count; what is late by hours is late all the same.
        limit = limits.age // _DAY
        yield Finding("max-age-days", max(oldest, limit + 1) if late else oldest, limit, late)


def _of_flags(live: list[Head], names: tuple[str, ...]) -> Iterator[Finding]:
    found: dict[str, list[str]] = {name: [] for name in names}
    # A flag is as old as the rules that set it: only a look at the text tells what today's rules say.
    anew = any(FLAG_RULES[name] in _IN_TEXTS for name in names)
    for head in live:
        flags = {*head.memory.attention, *(_flags_of_texts(head) if anew else ())}
        for name in names:
            if FLAG_RULES[name] in flags:
                found[name].append(head.memory.id)
    for name in names:
        yield Finding(f"no-{name}", len(found[name]), 0, tuple(found[name]))


def _flags_of_texts(head: Head) -> set[str]:
    from memtui.review.content import flagged

    return set(flagged(head.memory).attention)
