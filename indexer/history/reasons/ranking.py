"""Which of many statements a person is asked to read: those that hold today, few, and each said once."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rapidfuzz.fuzz import token_sort_ratio

from indexer.facts import Reason, ReasonKind, Revert
from indexer.history.reasons.base import Statement
from indexer.history.reasons.remains import Remains
from indexer.history.reasons.titles import with_area

PER_THOUSAND = 20
MOST = 30
MOST_PATHS = 6
HALF_LIFE = 6 * 365 * 86400  # seconds
HALF_LIVES = {ReasonKind.BREAKING: HALF_LIFE // 2}
LASTING = {ReasonKind.DECISION: 0.4, ReasonKind.WORKAROUND: 0.4, ReasonKind.DEPRECATION: 0.4}
FAINTEST = 2.4
ALIKE = 82.0
INSPECTED = 3  # candidates looked at for each that may be shown
FEWEST_KEPT = 0.35
MARKED_KEPT = 0.5
MOST_OF_A_KIND = 0.75
MOST_BARE = 0.3
MOST_BACK = 0.5
MOST_RETURNED = 0.3
SUCCESSION = 400 * 86400
SAME_SUBJECT = 92.0
LIKE_SUBJECT = 70.0

_WORD = re.compile(r"[a-z_][a-z_0-9]{3,}")
_IDENTIFIER = re.compile(r"\w+_\w+|[a-z]+[A-Z]\w+|[A-Z][a-z]+[A-Z]\w+|\w+(?=\(\))|--\w[\w-]+")
_MARKS = {ReasonKind.DEPRECATION: ("deprecat",), ReasonKind.WORKAROUND: ("work around", "works around", "work-around")}
_NUMBER = re.compile(r"\d+(?:\.\d+)*")


SubjectsWith = Callable[[Collection[str]], Iterable[tuple[int, str, str]]]


@dataclass(frozen=True, slots=True, order=True)
class Candidate:
    """A statement with its commit; ``paths`` are the product's, as they were named then."""

    weight: float
    time: int
    oid: str
    subject: str
    statement: Statement
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the history as a whole.

    ``subjects_with`` gives (time, commit, subject) of every commit whose subject holds one of some words.
    """

    commits: int
    lineage: Mapping[str, str]
    present: frozenset[str]
    now: int
    reverts: tuple[Revert, ...]
    subjects_with: SubjectsWith


def ranked(
    pool: Iterable[Candidate], known: Known, remains: Callable[[Sequence[str]], Mapping[str, Remains]]
) -> tuple[Reason, ...]:
    """Return the reasons to be shown, best first."""
    limit = min(MOST, -(-known.commits * PER_THOUSAND // 1000))
    hopeful = _distinct(_by_standing(_resolved(pool, known), known))[: limit * INSPECTED]
    inspected = remains(sorted({oid for reason, _ in hopeful for oid in (reason.commit, reason.undone) if oid}))
    holding = [(after, weight) for reason, weight in hopeful for after in _today(reason, inspected)]
    # What stands whole comes before what is left of something.
    holding.sort(key=lambda pair: (-pair[1] * _firmness(pair[0]), pair[0].commit))
    return _with_successors(_varied([reason for reason, _ in holding], limit), known)


def _varied(reasons: Sequence[Reason], limit: int) -> list[Reason]:
    """Return the first ``limit``, of which no kind takes more than its share."""
    kept: list[Reason] = []
    bare = 0
    kinds: Counter[ReasonKind] = Counter()
    for reason in reasons:
        says_no_more = reason.quote == reason.subject
        if (
            len(kept) < limit
            and kinds[reason.kind] < limit * MOST_OF_A_KIND
            and not (says_no_more and bare >= limit * MOST_BARE)
        ):
            kinds[reason.kind] += 1
            bare += says_no_more
            kept.append(reason)
    return kept


def _resolved(pool: Iterable[Candidate], known: Known) -> Iterator[tuple[Reason, float]]:
    """Yield a reason for each candidate that was not taken back and whose files are there."""
    reverts = {revert.commit: revert for revert in known.reverts}
    undone = {revert.reverted for revert in known.reverts if revert.reverted}
    for candidate in pool:
        statement = candidate.statement
        paths = sorted({known.lineage.get(path, path) for path in candidate.paths} & known.present)
        if candidate.oid in undone or not paths:
            continue
        reason = Reason(
            kind=statement.kind,
            commit=candidate.oid,
            subject=candidate.subject,
            title=statement.title,
            quote=statement.quote,
            time=candidate.time,
            paths=tuple(paths[:MOST_PATHS]),
        )
        if statement.kind is not ReasonKind.ABANDONED:
            yield reason, candidate.weight
        # A notice inside a squashed commit tells of a step that the history does not have.
        elif (revert := reverts.get(candidate.oid)) and revert.reverted not in reverts:
            yield replace(reason, title=with_area(revert.subject), undone=revert.reverted), candidate.weight


def _by_standing(reasons: Iterable[tuple[Reason, float]], known: Known) -> list[tuple[Reason, float]]:
    faded = [(reason, weight * _age_factor(reason, known.now)) for reason, weight in reasons]
    return sorted([pair for pair in faded if pair[1] >= FAINTEST], key=lambda pair: (-pair[1], pair[0].commit))


def _age_factor(reason: Reason, now: int) -> float:
    # What was decided long ago and not taken back still holds in part; whom an old change broke has moved on since, and
    # what did not work long ago may well work today.
    lasting = LASTING.get(reason.kind, 0.0)
    halves = max(now - reason.time, 0) / HALF_LIVES.get(reason.kind, HALF_LIFE)
    return lasting + (1.0 - lasting) * math.pow(0.5, min(halves, 100.0))


def _distinct(reasons: Sequence[tuple[Reason, float]]) -> list[tuple[Reason, float]]:
    """Leave out what was said before in other words; numbers aside, so that one dropped version speaks for all."""
    kept: list[tuple[Reason, float]] = []
    seen: list[tuple[str, str]] = []
    for reason, weight in reasons:
        texts = (_folded(reason.title), _folded(reason.quote))
        if not any(_is_alike(texts, other) for other in seen):
            kept.append((reason, weight))
            seen.append(texts)
    return kept


def _folded(text: str) -> str:
    return _NUMBER.sub("0", text.lower())


def _is_alike(one: tuple[str, str], other: tuple[str, str]) -> bool:
    return any(token_sort_ratio(left, right, score_cutoff=ALIKE) > 0 for left, right in zip(one, other, strict=True))


def _today(reason: Reason, inspected: Mapping[str, Remains]) -> Iterator[Reason]:
    """Yield the reason with what is left of its code; nothing when the code, or the decision, is gone."""
    undone = inspected.get(reason.undone)
    if undone is not None and undone.kept >= MOST_RETURNED:
        return
    found = inspected.get(reason.commit)
    if found is None:
        yield reason
        return
    share = found.kept if found.kept >= 0 else 1.0 - max(found.back, 0.0)
    telling = _telling_share(reason, found)
    # The lines that the reason itself speaks of say more than the rest of the commit.
    share = min(share, telling) if telling >= 0 else share
    fewest = MARKED_KEPT if reason.kind in _MARKS and telling >= 0 else FEWEST_KEPT
    if share >= fewest and found.back <= MOST_BACK + 0.3:
        paths = tuple(path for path in found.paths if path in reason.paths) or reason.paths
        yield replace(reason, paths=paths[:MOST_PATHS], kept=share)


def _telling_share(reason: Reason, found: Remains) -> float:
    shares = [found.kept_with(words) for words in (_MARKS.get(reason.kind, ()), _identifiers(reason)) if words]
    return min((share for share in shares if share >= 0), default=-1.0)


def _identifiers(reason: Reason) -> list[str]:
    """Return names that the code is likely to hold where the reason applies."""
    return sorted(set(_IDENTIFIER.findall(f"{reason.title} {reason.quote}")))


def _firmness(reason: Reason) -> float:
    return 0.75 if reason.kept < 0 else 0.5 + 0.5 * reason.kept


def _with_successors(reasons: Sequence[Reason], known: Known) -> tuple[Reason, ...]:
    """Name what followed each abandoned approach; one that came back under its own name was not abandoned."""
    index = _subjects_by_word(
        [reason for reason in reasons if reason.undone or reason.kind is ReasonKind.ABANDONED], known
    )
    found = ((reason, _successor(reason, index)) for reason in reasons)
    return tuple(replace(reason, successor=oid) for reason, (oid, ratio) in found if ratio < SAME_SUBJECT)


def _subjects_by_word(reasons: Iterable[Reason], known: Known) -> Mapping[str, list[tuple[int, str, str]]]:
    wanted = {word for reason in reasons for word in _words(reason.title)}
    index: dict[str, list[tuple[int, str, str]]] = defaultdict(list)
    for entry in known.subjects_with(wanted):
        for word in _words(entry[2]) & wanted:
            index[word].append(entry)
    return index


def _successor(reason: Reason, index: Mapping[str, list[tuple[int, str, str]]]) -> tuple[str, float]:
    if reason.kind is not ReasonKind.ABANDONED:
        return "", 0.0
    later = {
        entry
        for word in _words(reason.title)
        for entry in index.get(word, ())
        if 0 <= entry[0] - reason.time <= SUCCESSION and entry[1] != reason.commit
    }
    scored = [
        (token_sort_ratio(reason.title.lower(), with_area(subject).lower()), -time, oid) for time, oid, subject in later
    ]
    ratio, _, oid = max(scored, default=(0.0, 0, ""))
    return (oid, ratio) if ratio >= LIKE_SUBJECT else ("", 0.0)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))
