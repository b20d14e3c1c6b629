"""Reasons as memories: what a newcomer should know first, then the commit's own words, then what is true today."""

from __future__ import annotations

from collections.abc import Iterator

from indexer.facts import History, Reason, ReasonKind
from memtui.memory import Anchor, Draft, Evidence, Kind, Scope
from memtui.sources.indexed.writing import code, day_of, listed, paragraphs, shortened

_PATHS = 3
_WHOLE = 0.8
_PARTLY = 0.4
_KINDS = {
    ReasonKind.ABANDONED: Kind.LESSON,
    ReasonKind.BREAKING: Kind.HISTORY,
    ReasonKind.DECISION: Kind.DECISION,
    ReasonKind.WORKAROUND: Kind.PITFALL,
    ReasonKind.DEPRECATION: Kind.PITFALL,
}
_TITLES = {
    ReasonKind.ABANDONED: "Tried and taken back: {}",
    ReasonKind.BREAKING: "Breaking: {}",
    ReasonKind.WORKAROUND: "Workaround: {}",
}
_ENDED = "no longer supported"  # says by itself that it breaks
# The first part of a key outlives the words for it, since what was rejected under it must not come back.
_KEYS = {ReasonKind.ABANDONED: "revert"}


def reason_drafts(history: History, scope: Scope) -> Iterator[Draft]:
    """Yield a draft for each reason, best first; ``key`` names the kind and the commit."""
    for reason in history.reasons:
        yield Draft(
            kind=_KINDS[reason.kind],
            title=shortened(_title(reason)),
            body=paragraphs(f"> {reason.quote}", _told(reason), _today(reason)),
            scope=scope,
            tags=(str(reason.kind),),
            anchors=tuple(Anchor(path) for path in reason.paths),
            evidence=(
                Evidence("commit", reason.commit, 0, reason.quote),
                *(Evidence("commit", oid) for oid in (reason.undone, reason.successor) if oid),
            ),
            key=f"{_KEYS.get(reason.kind, reason.kind)}:{reason.commit}",
        )


def _title(reason: Reason) -> str:
    if reason.title.startswith(_ENDED):
        return reason.title[:1].upper() + reason.title[1:]
    return _TITLES.get(reason.kind, "{}").format(reason.title)


def _told(reason: Reason) -> str:
    where = f"{code(reason.commit[:12])}, {day_of(reason.time)}: {reason.subject}"
    if reason.kind is not ReasonKind.ABANDONED:
        return f"Said in {where}"
    tried = f"Tried in {code(reason.undone[:12])}; taken back in {where}" if reason.undone else f"Taken back in {where}"
    return f"{tried}. What followed: {code(reason.successor[:12])}" if reason.successor else tried


def _today(reason: Reason) -> str:
    """Say what still stands, as far as it is known."""
    places = listed(reason.paths, _PATHS)
    if reason.kind is ReasonKind.ABANDONED:
        return f"Today it is still out of {places}."
    if reason.kept < 0:
        return f"It is about {places}."
    if reason.kept >= _WHOLE:
        return f"Today that code stands as it was written, in {places}."
    share = "Most" if reason.kept >= _PARTLY else "Part"
    return f"{share} of that code stands today, in {places}."
