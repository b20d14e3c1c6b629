"""Why a memory calls for attention, and what acting on it would change, as a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content

from memtui.memory import Head
from memtui.safety import clean
from memtui.tui import words
from memtui.tui.documents import DIM, LABEL, Part, when

if TYPE_CHECKING:
    from memtui.anchors import AnchorReport
    from memtui.memory import Memory, Revision
    from memtui.review import Outcome
    from memtui.tui.keys import KeyNames

# Of a patch; more is read in git, whose commit is named.
_PATCH_LINES = 400
_ADDED, _REMOVED = "$text-success", "$text-error"
_STATE_WORDS: Mapping[str, str] = {
    "fresh": "is as it was",
    "moved": "has moved",
    "changed": "has changed",
    "gone": "is gone",
    "unknown": "cannot be told from the objects in this clone",
}


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is known about a memory beyond its text: its anchors with a patch each, and what its proposal would do.

    ``alike`` are memories that say nearly the same or the opposite, with a word for which.
    """

    reports: tuple[tuple[AnchorReport, str], ...] = ()
    outcome: Outcome | None = None
    rivals: tuple[Revision, ...] = ()
    alike: tuple[tuple[str, Memory], ...] = ()


def explanation_document(head: Head, explanation: Explanation, keys: KeyNames) -> Content:
    """Return all reasons to look at a memory, with the keys that settle each."""
    parts: list[Part] = [(clean(head.memory.title), "bold"), "\n"]
    for reason in head.memory.attention:
        text = words.ATTENTION_WORDS.get(reason, clean(reason).replace("_", " "))
        parts += [(f"\n{words.ATTENTION_GLYPHS.get(reason, '!')} {text}", "bold $text-warning")]
    if settling := words.settling(head.memory.attention, detailed=True):
        parts.append((keys.told(f"\n  {settling}"), DIM))
    if not head.memory.attention:
        parts.append(("\nNothing about it calls for attention.", DIM))
    parts.append("\n")
    parts += _outcome(explanation.outcome, keys)
    parts += _alike(head.memory, explanation.alike)
    parts += _rivals(head.memory, explanation.rivals)
    parts += _reports(explanation.reports)
    return Content.assemble(*parts)


def _reports(reports: Sequence[tuple[AnchorReport, str]]) -> Iterator[Part]:
    if reports:
        yield ("\nThe code it is about\n", LABEL)
    for report, patch in reports:
        yield from _report(report)
        yield from patch_lines(patch)


def _report(report: AnchorReport) -> Iterator[Part]:
    anchor = report.anchor
    name = clean(f"{anchor.path} {anchor.symbol}".strip())
    share = f", {report.share:.0%} of it" if report.state == "changed" else ""
    yield (f"  {name} ", "bold" if report.matters else "")
    yield (f"{_STATE_WORDS.get(report.state, clean(report.state))}{share}", "$text-warning" if report.matters else DIM)
    if report.moved_to is not None:
        yield (f" to {clean(f'{report.moved_to.path} {report.moved_to.symbol}'.strip())}", DIM)
    if report.commit:
        day = when(report.time * 1_000_000)[:10]
        yield (f"\n    by {clean(report.commit)[:12]} on {day}: {clean(report.subject)}", DIM)
    yield "\n"


def patch_lines(patch: str) -> Iterator[Part]:
    """Return a patch with its added and removed lines in their colours."""
    lines = clean(patch, multiline=True).splitlines()
    for line in lines[:_PATCH_LINES]:
        style = _ADDED if line.startswith("+") else _REMOVED if line.startswith("-") else DIM
        yield (f"    {line}\n", style)
    if len(lines) > _PATCH_LINES:
        yield (f"    ⋯ {len(lines) - _PATCH_LINES:,} lines more: see the commit in git\n", "bold $text-warning")


def _outcome(outcome: Outcome | None, keys: KeyNames) -> Iterator[Part]:
    if outcome is None or (not outcome.proposal.proposal.action and not outcome.before):
        return
    yield ("\nWhat approving it does\n", LABEL)
    if outcome.failure:
        fields = f" ({', '.join(outcome.fields)})" if outcome.fields else ""
        yield (f"  it cannot be done: {keys.told(words.refusal(outcome.failure))}{fields}\n", "$text-warning")
    for before, after in zip(outcome.before, outcome.targets or outcome.before, strict=False):
        yield f"  {clean(before.title)}\n"
        yield from changes(before, after)


def _alike(memory: Memory, alike: Sequence[tuple[str, Memory]]) -> Iterator[Part]:
    for word, other in alike:
        yield (f"\n{clean(word).capitalize()}: {clean(other.title)} ", LABEL)
        yield (f"{clean(other.status)}, {clean(other.id)[:8]}\n", DIM)
        yield from changes(memory, other, only=("title", "body", "kind"))


def _rivals(memory: Memory, rivals: Sequence[Revision]) -> Iterator[Part]:
    for revision in rivals:
        yield (f"\nThe other version, {when(revision.time)} by {clean(revision.actor)}\n", LABEL)
        yield from changes(memory, revision.memory)


def changes(before: Memory, after: Memory, *, only: Sequence[str] = ()) -> Iterator[Part]:
    """Return what differs between two states of a memory, words removed and added in their colours."""
    from memtui.review.differences import ADDED, EQUAL, differences

    found = [difference for difference in differences(before, after) if not only or difference.field in only]
    for difference in found:
        yield (f"  {difference.field.replace('_', ' ')}: ", DIM)
        if not difference.words:
            yield f"{_value(difference.before)} → {_value(difference.after)}\n"
            continue
        for what, text in difference.words:
            shown = clean(text, multiline=True)
            # Marks beside the colours: what is removed must be told apart on a terminal without them.
            style = "" if what == EQUAL else _ADDED if what == ADDED else f"{_REMOVED} strike"
            yield (shown if what == EQUAL else f"{{+{shown}+}}" if what == ADDED else f"[-{shown}-]", style)
        yield "\n"
    if not found:
        yield ("  nothing differs in the text\n", DIM)


def _value(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(_value, value)) or "none"
    if isinstance(value, dict):
        # Fingerprints of code are for comparing; a person has the name and the first digits of the blob.
        parts = [(name, part) for name, part in value.items() if part and name != "digest"]
        shown = (f"@{clean(str(part))[:7]}" if name == "blob" else _value(part) for name, part in parts)
        return " ".join(shown) or "none"
    return clean(str(value)) or "none"
