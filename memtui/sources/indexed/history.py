"""Some memories for the history: facts about where work happens, and inferences that a person must judge."""

from __future__ import annotations

from collections.abc import Iterable

from indexer.facts import FileImport, History
from memtui.memory import Draft, Kind, Scope
from memtui.sources.indexed.couplings import coupling_drafts
from memtui.sources.indexed.reasons import reason_drafts
from memtui.sources.indexed.writing import bullets, code, day_of, shortened

_HOTSPOTS = 10
_AUTHORS = 8
_AUTHOR_SHARE = 0.02
_RELEASES = 5


def history_drafts(history: History, imports: Iterable[FileImport], scope: Scope) -> list[Draft]:
    """Return facts (hotspots, authors, releases), and as inferences couplings and the reasons that commits give."""
    return [
        *_hotspots(history, scope),
        *_authors(history, scope),
        *_releases(history, scope),
        *coupling_drafts(history.couplings, imports, scope),
        *reason_drafts(history, scope),
    ]


def _hotspots(history: History, scope: Scope) -> Iterable[Draft]:
    paths = sorted(hotspot.path for hotspot in history.hotspots[:_HOTSPOTS])
    if paths:
        body = "These files change most often for their size, so a change to them deserves care:\n\n"
        yield _fact(
            "hotspots", "Hotspots: the files that change most", body + bullets([code(p) for p in paths], 10, ""), scope
        )


def _authors(history: History, scope: Scope) -> Iterable[Draft]:
    main = [author for author in history.authors[:_AUTHORS] if author.share >= _AUTHOR_SHARE]
    if main:
        lines = [f"{author.name}, until {day_of(author.last)[:7]}" for author in main]
        yield _fact("authors", "Who wrote most of it", bullets(lines, _AUTHORS, ""), scope)


def _releases(history: History, scope: Scope) -> Iterable[Draft]:
    latest = history.releases[:_RELEASES]
    if latest:
        lines = [f"{code(release.tag)} on {day_of(release.time)}, {release.commits} commits" for release in latest]
        title = f"Releases: {len(history.releases)}, the last {code(latest[0].tag)}"
        yield _fact("releases", title, bullets(lines, _RELEASES, ""), scope)


def _fact(name: str, title: str, body: str, scope: Scope) -> Draft:
    return Draft(kind=Kind.HISTORY, title=shortened(title), body=body, scope=scope, key=f"history:{name}", fact=True)
