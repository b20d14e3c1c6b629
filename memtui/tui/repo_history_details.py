"""What the log tells of one thing, as a document; each function takes one kind of fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from memtui.safety import clean
from memtui.sparkline import sparkline
from memtui.tui import words
from memtui.tui.documents import DIM, Part
from memtui.tui.repo_layout import day, document, listed

if TYPE_CHECKING:
    from indexer.facts import (
        Author,
        BugProne,
        Coupling,
        History,
        Hotspot,
        LogEntry,
        PathHistory,
        Reason,
        ReAttempt,
        Release,
        RepositoryHistory,
        Revert,
    )
    from memtui.tui.repo_history import Period


def work(told: PathHistory) -> list[tuple[str, str]]:
    """Return who works on something, how much and when."""
    owners = [f"{clean(name)} {share:.0%}" for name, share in zip(told.owners, told.shares, strict=True)]
    return [
        ("changes", f"{sparkline(told.periods)}  every four weeks, two years"),
        ("commits", f"{told.commits:,} since {day(told.first)}, last {day(told.last)}"),
        ("fixes", f"{told.fixes:,}" if told.fixes else ""),
        ("known by", ", ".join(owners)),
        ("truck factor", str(told.truck_factor)),
    ]


def _whole(whole: RepositoryHistory) -> list[tuple[str, str]]:
    return [
        ("all changes", sparkline(whole.periods)),
        ("main line", sparkline(whole.mainline)),
        ("scattered", sparkline([round(share * 100) for share in whole.entropy])),
        ("truck factor", f"{whole.truck_factor}  {', '.join(map(clean, whole.key_authors))}"),
    ]


def history(history: History) -> Content:
    """Return what the history is made of."""
    rows = [
        *(row for whole in history.repository_history for row in _whole(whole)),
        ("commits", f"{history.commits:,}"),
        ("authors", f"{len(history.authors):,}"),
        ("releases", f"{len(history.releases):,}"),
        ("reverts", f"{len(history.reverts):,}"),
        ("renames", f"{len(history.renames):,}"),
    ]
    return document("History", "what the log says", rows)


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
    return document(clean(hotspot.path), "hotspot: it changes often and is complex", rows)


def coupling(coupling: Coupling) -> Content:
    """Return two files that change together."""
    rows = [
        ("and", clean(coupling.right)),
        ("together", words.count(coupling.shared, "commit")),
        ("degree", f"{coupling.degree:.0f} %"),
    ]
    return document(clean(coupling.left), "changes together with another file", rows)


def author(author: Author) -> Content:
    """Return a person of the history."""
    rows = [
        ("address", clean(author.email)),
        ("commits", f"{author.commits:,}"),
        ("share", f"{author.share:.0%}"),
        ("first", day(author.first)),
        ("last", day(author.last)),
    ]
    return document(clean(author.name), "author", rows)


def release(release: Release) -> Content:
    """Return a release."""
    rows = [
        ("commit", clean(release.commit)[:12]),
        ("date", day(release.time)),
        ("since the last", words.count(release.commits, "commit")),
        ("of these", f"{release.features:,} features, {release.fixes:,} fixes, {release.breaking:,} breaking"),
    ]
    return document(clean(release.tag), "release", rows)


def revert(revert: Revert) -> Content:
    """Return a commit that takes another back."""
    rows = [
        ("commit", clean(revert.commit)[:12]),
        ("takes back", clean(revert.reverted)[:12]),
        ("date", day(revert.time)),
    ]
    return document(clean(revert.subject), "revert", rows, f"\n{clean(revert.reason, multiline=True)}")


def reason(reason: Reason) -> Content:
    """Return why the code is as it is, in a commit's own words."""
    rows = [
        ("commit", f"{clean(reason.commit)[:12]}  {clean(reason.subject)}"),
        ("date", day(reason.time)),
        ("takes back", clean(reason.undone)[:12]),
        ("followed by", clean(reason.successor)[:12]),
    ]
    quote: list[Part] = [("\n│ ", DIM), clean(reason.quote, multiline=True), "\n"]
    paths = [clean(path) for path in reason.paths]
    kind = words.kind(reason.kind)
    return document(
        clean(reason.title or reason.subject), f"{kind}, as a commit states it", rows, *quote, *listed("Paths", paths)
    )


def period(period: Period) -> Content:
    """Return four weeks of work."""
    rows = [
        ("from", day(period.start)),
        ("commits", f"{period.commits:,}"),
        ("releases", ", ".join(map(clean, period.releases))),
    ]
    note: Part = ("\nThe bar compares them with the busiest four weeks of the last two years.", DIM)
    return document(f"Four weeks from {day(period.start)}", "a part of the timeline", rows, note)


def log_entry(entry: LogEntry) -> Content:
    """Return a commit."""
    rows = [
        ("commit", clean(entry.commit)[:12]),
        ("date", day(entry.time)),
        ("author", clean(entry.author)),
        ("kind", clean(entry.kind)),
        ("released in", clean(entry.release)),
    ]
    return document(clean(entry.subject), "commit", rows, *listed("Files", [clean(path) for path in entry.paths]))


def bug_prone(file: BugProne) -> Content:
    """Return a file that was often fixed."""
    rows = [("fixes", f"{file.fixes:,}"), ("score", f"{file.score:.2f}"), ("last fix", day(file.last_fix))]
    note: Part = ("\nCounted are commits that are shaped like fixes; the newest weigh most.", DIM)
    return document(clean(file.path), "often fixed of late", rows, note)


def reattempt(attempt: ReAttempt) -> Content:
    """Return what was taken back and tried again."""
    rows = [
        ("first tried", clean(attempt.reverted)[:12]),
        ("taken back by", clean(attempt.revert)[:12]),
        ("tried again as", clean(attempt.commit)[:12]),
        ("date", day(attempt.time)),
    ]
    return document(clean(attempt.subject), "taken back, then tried again", rows)
