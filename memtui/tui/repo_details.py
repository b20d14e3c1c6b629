"""What the index knows of one thing, as a document; each function takes one kind of fact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from memtui.safety import clean
from memtui.tui import words
from memtui.tui.documents import DIM, LABEL, Part
from memtui.tui.repo_history_details import work
from memtui.tui.repo_layout import document, listed
from memtui.tui.widgets.hanging import QUOTE

if TYPE_CHECKING:
    from indexer.facts import Coupling, EntryPoint, Module, PathHistory

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


def entry_points(points: Sequence[EntryPoint]) -> Content:
    """Return how many entry points there are of each kind and role."""
    kinds = Counter(point.kind for point in points)
    roles = Counter(point.role for point in points)
    rows = [(words.kind(kind), f"{number:,}") for kind, number in sorted(kinds.items())]
    lines = [f"{role}  {number:,}" for role, number in sorted(roles.items())]
    return document("Entry points", "how this repository is started", rows, *listed("Whom they serve", lines))


def entry_point(point: EntryPoint) -> Content:
    """Return an entry point with its evidence."""
    rows = [
        ("place", f"{clean(point.path)}:{point.line}"),
        ("starts", clean(point.symbol)),
        ("ecosystem", clean(point.ecosystem)),
        ("role", clean(point.role)),
        ("confidence", f"{point.confidence:.0%}"),
    ]
    evidence: list[Part] = [("\nEvidence\n", LABEL), (QUOTE, DIM), clean(point.evidence)]
    return document(clean(point.name), words.kind(point.kind), rows, *evidence)


def modules(every: Sequence[Module]) -> Content:
    """Return what the module map is made of."""
    rows = [
        ("modules", f"{len(every):,}"),
        ("files", f"{sum(module.files for module in every):,}"),
        ("lines", f"{sum(module.lines for module in every):,}"),
    ]
    note = "\nThe bar is a module's importance: how much of the rest depends on it, directly and through others."
    return document("Modules", "the parts of this repository", rows, (note, DIM))


def module(
    module: Module, importers: Sequence[str], told: PathHistory | None = None, coupled: Sequence[Coupling] = ()
) -> Content:
    """Return a module with what it imports and what imports it, and what its history tells."""
    rows = [
        ("path", clean(module.path)),
        ("ecosystem", clean(module.ecosystem)),
        ("role", clean(module.role)),
        ("size", f"{words.count(module.files, 'file')}, {words.count(module.lines, 'line')}"),
        ("importance", f"{module.importance:.1%}"),
        *(work(told) if told else ()),
    ]
    others = [(one, one.right if one.left == module.path else one.left) for one in coupled]
    rest = [
        *listed("Imports", [clean(path) for path in module.imports]),
        *listed("Imported by", [clean(path) for path in importers]),
        *listed("Changes together with", [f"{clean(path)}  {one.degree:.0f} %" for one, path in others]),
        *listed("Public", [clean(name) for name in module.public]),
    ]
    return document(clean(module.name or module.path), clean(module.summary), rows, *rest)


def coverage(numbers: Mapping[str, int]) -> Content:
    """Return what became of every tracked file, and why."""
    parts: list[Part] = []
    for outcome, number in sorted(numbers.items(), key=lambda pair: (-pair[1], pair[0])):
        parts.append((f"{number:>7,}  {words.kind(outcome)}\n", "bold"))
        parts.append((f"         {_OUTCOMES.get(outcome, '')}\n", DIM))
    return document("Coverage", "what became of every tracked file", (), *parts)
