"""A memory or a fact of the index as a document: all of it, in plain styles, safe to show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from textual.content import Content

from memtui.memory import Attention, Evidence, Head, Memory, Status
from memtui.safety import clean
from memtui.tui import words
from memtui.tui.summaries import short
from memtui.tui.widgets.hanging import QUOTE

if TYPE_CHECKING:
    from memtui.tui.keys import KeyNames
    from memtui.tui.library import Library

DIM = "dim"
LABEL = "bold $text-secondary"
WARNING = "$text-warning"
# Laying out a longer text is felt when moving through the list; the reader shows it whole.
PREVIEW_LIMIT = 20_000
_SUSPECT = frozenset({Attention.SECRET, Attention.INJECTION, Attention.HIDDEN_TEXT})
Part = Content | tuple[str, str] | str


def when(microseconds: int) -> str:
    """Return a time as a person reads it, in UTC."""
    return datetime.fromtimestamp(microseconds / 1_000_000, UTC).strftime("%Y-%m-%d %H:%M")


def memory_document(head: Head, library: Library, *, limit: int = 0) -> Content:
    """Return a memory whole; with ``limit``, a longer body is cut there, with a mark that says so."""
    parts: list[Part] = [*_heading(head, library), *_body(head.memory, limit, library.keys)]
    parts += _section("Would do", _proposed(head.memory, library))
    parts += _section("Anchors", [_anchor(a.path, a.symbol, a.blob) for a in head.memory.anchors])
    parts += _section("Evidence", [line for piece in head.memory.evidence for line in _evidence(piece)])
    parts += _section("Provenance", _provenance(head, library))
    return Content.assemble(*parts)


def _heading(head: Head, library: Library) -> Iterator[Part]:
    memory, status = head.memory, library.status_of(head)
    yield from marked(memory.title, memory, "bold")
    glyph = words.STATUS_GLYPHS.get(status, "?")
    place = words.scope(memory.scope, library.workspace)
    pin = " · pinned" if memory.pinned else ""
    yield (f"\n{glyph} {clean(status)}{_sleep(memory, status)} · {words.kind(memory.kind)} · {place}{pin}", DIM)
    if memory.tags:
        yield ("\n" + " ".join(f"#{clean(tag)}" for tag in memory.tags), DIM)
    for reason in memory.attention:
        glyph = words.ATTENTION_GLYPHS.get(reason, "!")
        text = words.ATTENTION_WORDS.get(reason, clean(reason).replace("_", " "))
        yield (f"\n{glyph} {text}", f"bold {WARNING}" if reason != Attention.STALE else WARNING)
    if settling := words.settling(memory.attention):
        yield (library.keys.told(f"\n  {settling}"), DIM)
    yield "\n\n"


def _sleep(memory: Memory, status: str) -> str:
    if status != Status.SNOOZED:
        return ""
    until = f" until {when(memory.snooze.until)}" if memory.snooze.until else ""
    return until + (f" until {clean(memory.snooze.path)} changes" if memory.snooze.path else "")


def marked(text: str, memory: Memory, style: str = "") -> Iterator[Part]:
    """Return a text of a memory, safe to show, with what made the memory suspect in the colour of warnings."""
    if _SUSPECT.isdisjoint(memory.attention):
        yield (clean(text, multiline=True), style)
        return
    from memtui.safety import inspect

    place = 0
    for finding in inspect(text):
        # Findings of several rules may overlap; each character is shown once.
        if finding.end > place:
            start = max(finding.start, place)
            yield (clean(text[place:start], multiline=True), style)
            yield (clean(text[start : finding.end], multiline=True), f"{style} reverse {WARNING}".strip())
            place = finding.end
    yield (clean(text[place:], multiline=True), style)


def _proposed(memory: Memory, library: Library) -> Iterator[Part]:
    proposal = memory.proposal
    if proposal.action:
        yield f"  {clean(proposal.action)}\n"
        yield from (f"  • {name}\n" for name in _names(proposal.targets, library))
        yield (library.keys.told("  ‹memory.explain› shows the change\n"), DIM)
    if proposal.failure:
        yield (f"  it could not: {library.keys.told(words.refusal(proposal.failure))}\n", WARNING)


def _names(ids: Sequence[str], library: Library) -> Iterator[str]:
    """Yield what memories are called: by their titles, by their ids those that are gone."""
    known = library.glances(ids)
    for memory_id in ids:
        title = known[memory_id].title if memory_id in known else ""
        yield short(title) if title else clean(memory_id)[:8]


def _body(memory: Memory, limit: int, keys: KeyNames) -> Iterator[Part]:
    body = memory.body
    shown = body if not limit or len(body) <= limit else body[:limit]
    # Cut before it is cleaned: cleaning a megabyte at each key would be felt.
    yield from marked(shown, memory)
    if len(shown) < len(body):
        opener = keys.of("memory.open")
        yield (f"\n⋯ {len(body) - len(shown):,} characters more: {opener} opens it whole", f"bold {WARNING}")
    yield "\n"


def _section(name: str, lines: Iterable[Part]) -> Iterator[Part]:
    lines = list(lines)
    if lines:
        yield (f"\n{name}\n", LABEL)
        yield from lines


def _anchor(path: str, symbol: str, blob: str) -> Content:
    parts: list[Part] = ["  " + clean(path)]
    if symbol:
        parts.append(f"  {clean(symbol)}")
    if blob:
        parts.append((f"  @{clean(blob)[:7]}", DIM))
    return Content.assemble(*parts, "\n")


def _evidence(evidence: Evidence) -> Iterator[Part]:
    reference = clean(evidence.reference)
    if evidence.source == "commit":
        reference = reference[:12]
    line = f":{evidence.line}" if evidence.line else ""
    yield (f"  {clean(evidence.source)} {reference}{line}\n", DIM)
    for quoted in clean(evidence.quote, multiline=True).splitlines():
        yield (QUOTE, DIM)
        yield f"{quoted}\n"


def _provenance(head: Head, library: Library) -> Iterator[Part]:
    yield f"  proposed by {clean(head.memory.origin)}\n"
    yield f"  created {when(head.created_at)}, changed {when(head.updated_at)}\n"
    yield (f"  memory {clean(head.memory.id)[:12]}, revision {clean(head.revision)[:12]}\n", DIM)
    for name, ids in (("takes the place of", head.memory.supersedes), ("replaced by", head.memory.superseded_by)):
        if ids:
            yield from (f"  {name} {other}\n" for other in _names(ids, library))
    if head.memory.link.path:
        yield f"  from {clean(head.memory.link.store)}: {clean(head.memory.link.path)}\n"
    if head.memory.topic:
        yield f"  topic {clean(head.memory.topic)}\n"
    if head.memory.key:
        yield (f"  fact {clean(head.memory.key)}\n", DIM)
