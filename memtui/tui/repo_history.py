"""The history as lines of the outline: a timeline of four-week periods, hotspots, couplings, people, reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from textual.content import Content

from memtui.safety import clean
from memtui.tui import repo_history_details as details
from memtui.tui import words
from memtui.tui.memory_lines import fit
from memtui.tui.repo_layout import day
from memtui.tui.widgets.bars import progress_bar
from memtui.tui.widgets.lines import Piece

if TYPE_CHECKING:
    from indexer.facts import Author, BugProne, Coupling, History, Hotspot, LogEntry, Reason, ReAttempt, Release, Revert

HistoryGroup = tuple[str, tuple[Any, ...], Callable[[Any, int], Iterator[Piece]], Callable[[Any], Content]]
PERIOD = 28 * 86_400
_BAR = 10


@dataclass(frozen=True, slots=True)
class Period:
    """Four weeks of work: when they begin, the commits in them as a share (0-1) of the busiest, and the releases."""

    start: int
    commits: int
    share: float
    releases: tuple[str, ...]


def history_groups(history: History, recent: tuple[LogEntry, ...]) -> Iterator[HistoryGroup]:
    """Return the groups in their order, each with its members, how one is painted, and what is told of it."""
    yield "Timeline", periods_of(history), _period, details.period
    yield "Lately", recent, _entry, details.log_entry
    yield "Hotspots", history.hotspots, _hotspot, details.hotspot
    yield "Often fixed", history.bug_prone, _bug_prone, details.bug_prone
    yield "Coupled files", history.couplings, _coupling, details.coupling
    yield "Coupled modules", history.module_couplings, _coupling, details.coupling
    yield "Authors", history.authors, _author, details.author
    yield "Releases", history.releases, _release, details.release
    yield "Reverts", history.reverts, _dated, details.revert
    yield "Tried again", history.reattempts, _dated, details.reattempt
    yield "Reasons", history.reasons, _reason, details.reason


def periods_of(history: History) -> tuple[Period, ...]:
    """Return the four-week periods in which something was done, newest first."""
    if not history.repository_history:
        return ()
    whole = history.repository_history[0]
    busiest = max(whole.periods, default=0)
    found = []
    for age, commits in enumerate(reversed(whole.periods)):
        end = whole.now - age * PERIOD
        tags = tuple(release.tag for release in history.releases if end - PERIOD < release.time <= end)
        if commits or tags:
            found.append(Period(end - PERIOD, commits, commits / busiest if busiest else 0.0, tags))
    return tuple(found)


def _period(period: Period, _width: int) -> Iterator[Piece]:
    yield progress_bar(period.share, _BAR) + " ", "bar"
    yield f"{day(period.start)}  ", "dim"
    yield words.count(period.commits, "commit"), "strong"
    if period.releases:
        yield f"  {', '.join(map(clean, period.releases))}", "accent"


def _entry(entry: LogEntry, _width: int) -> Iterator[Piece]:
    yield f"{day(entry.time)} ", "dim"
    yield f"{fit(clean(entry.kind), 9)} ", "accent"
    yield clean(entry.subject), ""


def _hotspot(hotspot: Hotspot, _width: int) -> Iterator[Piece]:
    yield progress_bar(hotspot.score, _BAR) + " ", "bar"
    yield clean(hotspot.path), "strong"
    yield f"  {words.count(hotspot.commits, 'commit')}", "dim"


def _bug_prone(file: BugProne, _width: int) -> Iterator[Piece]:
    yield f"{words.count(file.fixes, 'fix', 'fixes'):>10} ", "bar"
    yield clean(file.path), "strong"
    yield f"  last {day(file.last_fix)}", "dim"


def _coupling(coupling: Coupling, _width: int) -> Iterator[Piece]:
    yield f"{coupling.degree:>4.0f} % ", "bar"
    yield f"{clean(coupling.left)} ", "strong"
    yield f"↔ {clean(coupling.right)}", ""


def _author(author: Author, _width: int) -> Iterator[Piece]:
    yield progress_bar(author.share, _BAR) + " ", "bar"
    yield clean(author.name), "strong"
    yield f"  {words.count(author.commits, 'commit')}", "dim"


def _release(release: Release, _width: int) -> Iterator[Piece]:
    yield fit(clean(release.tag), 16) + " ", "strong"
    yield f"{day(release.time)}  {words.count(release.commits, 'commit')}", "dim"


def _dated(revert: Revert | ReAttempt, _width: int) -> Iterator[Piece]:
    yield f"{day(revert.time)} ", "dim"
    yield clean(revert.subject), ""


def _reason(reason: Reason, _width: int) -> Iterator[Piece]:
    yield f"{day(reason.time)} ", "dim"
    yield f"{fit(clean(reason.kind), 11)} ", "accent"
    yield clean(reason.title or reason.subject), ""
