"""Some memories for the history: facts about where work happens, and inferences that a person must judge."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from datetime import UTC, datetime

from indexer.facts import Coupling, Decision, FileImport, History, Revert, Role
from indexer.modules.roles import role_of
from memtui.memory import Anchor, Draft, Evidence, Kind, Scope
from memtui.sources.indexed.writing import bullets, code, shortened

_HOTSPOTS = 10
_AUTHORS = 8
_AUTHOR_SHARE = 0.02
_RELEASES = 5
_COUPLINGS = 12
_SURE_DEGREE = 60.0
_SURE_SHARED = 8
_REVERTS = 15


def history_drafts(history: History, imports: Iterable[FileImport], scope: Scope) -> list[Draft]:
    """Return facts (hotspots, authors, releases), and as inferences couplings, reverts with a reason, decisions."""
    linked = {frozenset((edge.source, edge.target)) for edge in imports}
    return [
        *_hotspots(history, scope),
        *_authors(history, scope),
        *_releases(history, scope),
        *[_coupling(pair, scope) for pair in _surprising(history, linked)],
        *[_revert(revert, scope) for revert in _telling(history.reverts)][:_REVERTS],
        *[_decision(decision, scope) for decision in history.decisions],
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
        lines = [f"{author.name}, until {_day(author.last)[:7]}" for author in main]
        yield _fact("authors", "Who wrote most of it", bullets(lines, _AUTHORS, ""), scope)


def _releases(history: History, scope: Scope) -> Iterable[Draft]:
    latest = history.releases[:_RELEASES]
    if latest:
        lines = [f"{code(release.tag)} on {_day(release.time)}, {release.commits} commits" for release in latest]
        title = f"Releases: {len(history.releases)}, the last {code(latest[0].tag)}"
        yield _fact("releases", title, bullets(lines, _RELEASES, ""), scope)


def _surprising(history: History, linked: set[frozenset[str]]) -> list[Coupling]:
    strong = [pair for pair in history.couplings if pair.degree >= _SURE_DEGREE and pair.shared >= _SURE_SHARED]
    return [pair for pair in strong if not _is_explained(pair, linked)][:_COUPLINGS]


def _is_explained(pair: Coupling, linked: set[frozenset[str]]) -> bool:
    """Whether no one wonders: an import or a common name ties the two, or one of them is no code of the product."""
    roles = {role_of(pair.left), role_of(pair.right)}
    return roles != {Role.PRODUCT} or frozenset((pair.left, pair.right)) in linked or _alike(pair.left, pair.right)


def _alike(left: str, right: str) -> bool:
    """Whether the names themselves tell that two files belong together: ``a.c`` and ``a.h``, a module and its test."""
    stems = [posixpath.basename(path).partition(".")[0].lower() for path in (left, right)]
    bare = [stem.removeprefix("test_").removesuffix("_test") for stem in stems]
    return bare[0] == bare[1]


def _telling(reverts: Iterable[Revert]) -> list[Revert]:
    """Return the reverts that say why, the newest of each subject; a reverted merge names no change."""
    newest: dict[str, Revert] = {}
    for revert in reverts:
        if revert.reason and not revert.subject.startswith("Merge "):
            newest.setdefault(revert.subject, revert)
    return list(newest.values())


def _coupling(pair: Coupling, scope: Scope) -> Draft:
    return Draft(
        kind=Kind.RELATED_FILES,
        title=shortened(f"{pair.left} and {pair.right} change together"),
        body=f"{code(pair.left)} and {code(pair.right)} have changed together again and again, though neither imports "
        "the other. Whoever changes one should look at the other.",
        scope=scope,
        tags=("coupling",),
        anchors=(Anchor(pair.left), Anchor(pair.right)),
        evidence=(Evidence("file", pair.left, 0, f"{pair.shared} commits together, degree {pair.degree:.0f} %"),),
        key=f"coupling:{pair.left}:{pair.right}",
    )


def _revert(revert: Revert, scope: Scope) -> Draft:
    tried = f"Tried in {code(revert.reverted[:12])} and t" if revert.reverted else "T"
    reverted = [Evidence("commit", revert.reverted)] if revert.reverted else []
    return Draft(
        kind=Kind.LESSON,
        title=shortened(f"Reverted: {revert.subject}"),
        body=f"{tried}aken back on {_day(revert.time)}:\n\n> {revert.reason}",
        scope=scope,
        tags=("revert",),
        evidence=(Evidence("commit", revert.commit, 0, revert.reason), *reverted),
        key=f"revert:{revert.commit}",
    )


def _decision(decision: Decision, scope: Scope) -> Draft:
    return Draft(
        kind=Kind.DECISION,
        title=shortened(decision.subject),
        body=f"> {decision.quote}\n\nStated in {code(decision.commit[:12])} on {_day(decision.time)}.",
        scope=scope,
        tags=("commit",),
        anchors=tuple(Anchor(path) for path in decision.paths),
        evidence=(Evidence("commit", decision.commit, 0, decision.quote),),
        key=f"decision:{decision.commit}",
    )


def _fact(name: str, title: str, body: str, scope: Scope) -> Draft:
    return Draft(kind=Kind.HISTORY, title=shortened(title), body=body, scope=scope, key=f"history:{name}", fact=True)


def _day(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")
