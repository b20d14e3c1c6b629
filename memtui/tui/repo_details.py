"""What the index knows of one thing, as a document; each function takes one kind of fact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from textual.content import Content

from memtui.safety import clean
from memtui.tui import words
from memtui.tui.documents import DIM, LABEL, Part

if TYPE_CHECKING:
    from indexer.facts import (
        Author,
        Coupling,
        EntryPoint,
        History,
        Hotspot,
        Module,
        Reason,
        Release,
        Revert,
    )

_OUTCOMES: Mapping[str, str] = {
    "parsed": "symbols and imports were read",
    "partial": "read, with syntax errors in it",
    "no_grammar": "no parser of ours reads this kind of file",
    "empty": "there is nothing in it",
    "binary": "it is not text",
    "too_large": "it is larger than the limit",
    "long_lines": "its lines are too long: minified or generated",
    "lfs_pointer": "its content is in Git LFS",
    "symlink": "it points at another path",
    "submodule": "it is another repository",
    "missing_object": "git does not have its content here",
    "timeout": "parsing took longer than the budget",
    "crashed": "the parser died on it",
}


def day(seconds: int) -> str:
    """Return a time as a date, in UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")


def _document(title: str, subtitle: str, rows: Sequence[tuple[str, str]], *rest: Part) -> Content:
    parts: list[Part] = [(title, "bold"), (f"\n{subtitle}\n", DIM), "\n"]
    width = max((len(name) for name, value in rows if value), default=0)
    for name, value in rows:
        if value:
            parts += [(f"{name:<{width}}  ", DIM), f"{value}\n"]
    return Content.assemble(*parts, *rest)


def _listed(name: str, lines: Sequence[str]) -> list[Part]:
    return [(f"\n{name}\n", LABEL), *[f"  {line}\n" for line in lines]] if lines else []


def entry_points(points: Sequence[EntryPoint]) -> Content:
    """Return how many entry points there are of each kind and role."""
    kinds = Counter(point.kind for point in points)
    roles = Counter(point.role for point in points)
    rows = [(words.kind(kind), f"{number:,}") for kind, number in sorted(kinds.items())]
    lines = [f"{role}  {number:,}" for role, number in sorted(roles.items())]
    return _document("Entry points", "how this repository is started", rows, *_listed("Whom they serve", lines))


def entry_point(point: EntryPoint) -> Content:
    """Return an entry point with its evidence."""
    rows = [
        ("place", f"{clean(point.path)}:{point.line}"),
        ("starts", clean(point.symbol)),
        ("ecosystem", clean(point.ecosystem)),
        ("role", clean(point.role)),
        ("confidence", f"{point.confidence:.0%}"),
    ]
    evidence: list[Part] = [("\nEvidence\n", LABEL), ("  │ ", DIM), clean(point.evidence)]
    keys: list[Part] = [("\n\nenter opens it in $EDITOR", DIM)]
    return _document(clean(point.name), words.kind(point.kind), rows, *evidence, *keys)


def modules(every: Sequence[Module]) -> Content:
    """Return what the module map is made of."""
    rows = [
        ("modules", f"{len(every):,}"),
        ("files", f"{sum(module.files for module in every):,}"),
        ("lines", f"{sum(module.lines for module in every):,}"),
    ]
    note = "\nThe bar is a module's importance: how much of the rest depends on it, directly and through others."
    return _document("Modules", "the parts of this repository", rows, (note, DIM))


def module(module: Module, importers: Sequence[str]) -> Content:
    """Return a module with what it imports and what imports it."""
    rows = [
        ("path", clean(module.path)),
        ("ecosystem", clean(module.ecosystem)),
        ("role", clean(module.role)),
        ("size", f"{words.count(module.files, 'file')}, {words.count(module.lines, 'line')}"),
        ("importance", f"{module.importance:.1%}"),
    ]
    rest = [
        *_listed("Imports", [clean(path) for path in module.imports]),
        *_listed("Imported by", [clean(path) for path in importers]),
        *_listed("Public", [clean(name) for name in module.public]),
    ]
    return _document(clean(module.name or module.path), clean(module.summary), rows, *rest)


def history(history: History) -> Content:
    """Return what the history is made of."""
    rows = [
        ("commits", f"{history.commits:,}"),
        ("authors", f"{len(history.authors):,}"),
        ("releases", f"{len(history.releases):,}"),
        ("reverts", f"{len(history.reverts):,}"),
        ("renames", f"{len(history.renames):,}"),
    ]
    return _document("History", "what the log says", rows)


def hotspot(hotspot: Hotspot) -> Content:
    """Return a file that changes often and is complex."""
    rows = [
        ("score", f"{hotspot.score:.2f}"),
        ("commits", f"{hotspot.commits:,}"),
        ("churn", f"{hotspot.churn:.1f}"),
        ("complexity", f"{hotspot.complexity:,}"),
        ("authors", f"{hotspot.authors:,}"),
        ("mostly by", f"{clean(hotspot.main_author)}, {hotspot.main_share:.0%}"),
        ("last change", day(hotspot.last_change)),
    ]
    return _document(clean(hotspot.path), "hotspot: it changes often and is complex", rows)


def coupling(coupling: Coupling) -> Content:
    """Return two files that change together."""
    rows = [
        ("and", clean(coupling.right)),
        ("together", words.count(coupling.shared, "commit")),
        ("degree", f"{coupling.degree:.0f} %"),
    ]
    return _document(clean(coupling.left), "changes together with another file", rows)


def author(author: Author) -> Content:
    """Return a person of the history."""
    rows = [
        ("address", clean(author.email)),
        ("commits", f"{author.commits:,}"),
        ("share", f"{author.share:.0%}"),
        ("first", day(author.first)),
        ("last", day(author.last)),
    ]
    return _document(clean(author.name), "author", rows)


def release(release: Release) -> Content:
    """Return a release."""
    rows = [
        ("commit", clean(release.commit)[:12]),
        ("date", day(release.time)),
        ("since the last", words.count(release.commits, "commit")),
    ]
    return _document(clean(release.tag), "release", rows)


def revert(revert: Revert) -> Content:
    """Return a commit that takes another back."""
    rows = [
        ("commit", clean(revert.commit)[:12]),
        ("takes back", clean(revert.reverted)[:12]),
        ("date", day(revert.time)),
    ]
    return _document(clean(revert.subject), "revert", rows, f"\n{clean(revert.reason, multiline=True)}")


def decision(decision: Reason) -> Content:
    """Return a choice that a commit states."""
    rows = [("commit", clean(decision.commit)[:12]), ("date", day(decision.time))]
    quote: list[Part] = [("\n│ ", DIM), clean(decision.quote, multiline=True), "\n"]
    paths = [clean(path) for path in decision.paths]
    return _document(clean(decision.subject), "decision stated in a commit", rows, *quote, *_listed("Paths", paths))


def coverage(numbers: Mapping[str, int]) -> Content:
    """Return what became of every tracked file, and why."""
    parts: list[Part] = []
    for outcome, number in sorted(numbers.items(), key=lambda pair: (-pair[1], pair[0])):
        parts.append((f"{number:>7,}  {words.kind(outcome)}\n", "bold"))
        parts.append((f"         {_OUTCOMES.get(outcome, '')}\n", DIM))
    return _document("Coverage", "what became of every tracked file", (), *parts)
