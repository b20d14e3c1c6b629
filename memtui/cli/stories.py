"""A story as rows of text: what the command line prints of ``indexer.queries.Story``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memtui.cli.layout import counted
from memtui.cli.records import moment_of_seconds
from memtui.sparkline import sparkline

if TYPE_CHECKING:
    from indexer.facts import PathHistory, RepositoryHistory
    from indexer.queries import Story

Row = tuple[str, ...]
_SHORT = 12  # digits of an object id
_PER_CENT = 100


def summary_of(story: Story) -> list[Row]:
    """Return what can be said in a line each, as pairs of a name and a text."""
    rows: list[Row] = []
    if story.whole is not None:
        rows = _whole(story.whole)
    elif story.span is not None:
        rows = [*_span(story.span), ("Hotspot", f"rank {story.rank}" if story.rank else "none")]
    return [(str(story.kind).capitalize(), story.path), *rows] if rows else [("No commits", story.path)]


def sections_of(story: Story) -> dict[str, list[Row]]:
    """Return the lists of a story by their headings."""
    return {
        "Hotspots": [
            (f"{one.score:.2f}", counted(one.commits, "commit"), f"{one.main_author} {one.main_share:.0%}", one.path)
            for one in story.hotspots
        ],
        "Often fixed": [(f"{one.score:.2f}", counted(one.fixes, "fix commit"), one.path) for one in story.bug_prone],
        "Changed together": [
            (f"{one.degree:.0f}%", counted(one.shared, "commit"), f"{one.left} with {one.right}")
            for one in story.couplings
        ],
        "Modules changed together": [
            (f"{one.degree:.0f}%", counted(one.shared, "commit"), f"{one.left} with {one.right}")
            for one in story.module_couplings
        ],
        "Authors": [
            (f"{one.share:.0%}", counted(one.commits, "commit"), f"{one.name} <{one.email}>") for one in story.authors
        ],
        "Lately": [(_day(one.time), one.commit[:_SHORT], one.subject) for one in story.recent],
        "Fixes": [(_day(one.time), one.commit[:_SHORT], one.subject) for one in story.fixes],
        "Reverts": [(_day(one.time), one.commit[:_SHORT], one.reason or one.subject) for one in story.reverts],
        "Tried again": [(_day(one.time), one.commit[:_SHORT], one.subject) for one in story.reattempts],
        "Reasons": [(_day(one.time), one.commit[:_SHORT], f"{one.kind}: {one.quote}") for one in story.reasons],
        "Releases": [
            (_day(one.time), counted(one.commits, "commit"), one.tag or "(not released yet)") for one in story.releases
        ],
        "Release notes": [(one.tag or "(next)", str(one.kind), one.subject) for one in story.notes],
        "Renames": [(_day(one.time), f"{one.old_path} to {one.path}") for one in story.renames],
    }


def _whole(whole: RepositoryHistory) -> list[Row]:
    names = ", ".join(whole.key_authors)
    return [
        ("Commits", f"{whole.commits:,} by {counted(whole.authors, 'author')}, {_dates(whole)}"),
        ("Every 4 weeks", sparkline(whole.periods)),
        ("Main line", sparkline(whole.mainline)),
        ("Scatter", sparkline([round(share * _PER_CENT) for share in whole.entropy])),
        ("Truck factor", f"{whole.truck_factor} ({names})" if names else str(whole.truck_factor)),
    ]


def _span(span: PathHistory) -> list[Row]:
    owners = ", ".join(f"{name} {share:.0%}" for name, share in zip(span.owners, span.shares, strict=True))
    return [
        ("Commits", f"{span.commits:,} by {counted(span.authors, 'author')}, {_dates(span)}"),
        ("Every 4 weeks", sparkline(span.periods)),
        ("Owners", owners),
        ("Truck factor", str(span.truck_factor)),
        ("Fix commits", f"{span.fixes:,}"),
    ]


def _dates(history: RepositoryHistory | PathHistory) -> str:
    return f"{_day(history.first)} to {_day(history.last)}"


def _day(seconds: int) -> str:
    return (moment_of_seconds(seconds) or "")[:10]
