"""What two statements are to each other: the same, opposed, or neither."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from rapidfuzz import fuzz

from memtui.review.likeness.wording import Clause, Statement, lexicon

DUPLICATE = "duplicate"
CONTRADICTION = "contradiction"

# Measured on the pairs in tests/data/likeness, see tests/benchmarks/score_likeness.py.
SAME = 0.70  # share of the weight of all stems that both texts have, from which on they say the same
OPPOSED = 0.60  # the same of two clauses of which one is denied
CONTAINED = 0.85  # share of a denied clause that the other one holds
SAME_SUBJECT = 0.60  # the same beside values that exclude each other
SAME_SLOT = 0.75  # the same beside other numbers
_WEAK = 0.3  # weight of a word that says little about a subject
_RELATED = 0.25  # the same of two whole texts, below which nothing in them is of one subject
_SUBJECT = 2.0  # weight of what a denied clause and one that holds it are about
_LEAST_CONTAINING = 0.4  # the same of these two clauses
_BARE = 3  # stems
_SPELLED = 0.25  # plain likeness from which on spellings are compared
_ALIKE = 84  # rapidfuzz's ratio from which on two long words are spellings of one
_LONG_WORD = 5
_SLOT = 2  # words in the place of a value
_ARTICLES = frozenset({"the", "a", "an"})


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a pair is, how alike it is from 0 to 1, and why.

    ``reason`` is ``wording`` of duplicates; of contradictions ``denied``, ``value``, ``number``, or ``other``, which is
    something else in one place of two clauses that are equal but for it.
    """

    kind: str
    score: float
    reason: str


def judge(left: Statement, right: Statement) -> Verdict | None:
    """Return what two statements are to each other, or None if both can hold and are worth keeping."""
    # Nearly all pairs end here, and comparing their clauses takes ten times as long.
    if _share(left.stems, right.stems) < _RELATED and not _is_bare(left, right):
        return None
    opposed = max(
        (it for pair in product(left.clauses, right.clauses) if (it := _opposition(*pair))),
        key=lambda verdict: verdict.score,
        default=None,
    )
    if opposed:
        return opposed
    score = likeness(left.stems, right.stems)
    if score < SAME or left.numbers != right.numbers or _denied_apart(left, right) or _speak_of_others(left, right):
        return None
    return Verdict(DUPLICATE, score, "wording")


def likeness(left: frozenset[str], right: frozenset[str]) -> float:
    """Return the share of the weight of all stems that both sets have; spellings of one word count as one."""
    plain = _share(left, right)
    # Two spellings lift a share that is high already; looking for them in all others would take most of the time.
    if plain < _SPELLED or not left - right or not right - left:
        return plain
    only_left, only_right = _unmatched(left - right, right - left)
    shared = weight(left & right) + weight(left - right - only_left)
    return shared / (shared + weight(only_left) + weight(only_right)) if shared else 0.0


def _share(left: frozenset[str], right: frozenset[str]) -> float:
    """Return the share of the weight of all stems that both sets have as they are."""
    whole = weight(left | right)
    return weight(left & right) / whole if whole else 0.0


def _is_bare(left: Statement, right: Statement) -> bool:
    """Tell whether texts are too short to have anything in common but a verb: ``use tabs``."""
    return max(len(left.stems), len(right.stems)) <= _BARE


def _speak_of_others(left: Statement, right: Statement) -> bool:
    """Tell whether both texts speak of something that the other does not: a name in code, or one word in its place."""
    only_left, only_right = _unmatched(left.stems - right.stems, right.stems - left.stems)
    if any(not it.isalpha() for it in only_left) and any(not it.isalpha() for it in only_right):
        return True
    if weight(only_left) < 1 or weight(only_right) < 1 or len(left.clauses) != 1 or len(right.clauses) != 1:
        return False
    _, one, other, _ = _parted(left.clauses[0].words, right.clauses[0].words)
    return max(len(one), len(other)) <= _SLOT


def weight(stems: frozenset[str]) -> float:
    """Return how much some stems say."""
    return len(stems) - (1 - _WEAK) * len(stems & lexicon().weak)


def _unmatched(left: frozenset[str], right: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Leave out of both sets what is one word spelled in two ways, or in two parts: ``lockfile``, ``lock file``."""
    spare_left, spare_right = set(left), set(right)
    for one in sorted(left):
        partner = next((other for other in sorted(spare_right) if _spells(one, other)), None)
        parts = {other for other in spare_right if len(other) > 1 and other in one} if partner is None else {partner}
        if partner or "".join(sorted(parts, key=one.find)) == one:
            spare_left.discard(one)
            spare_right -= parts
    for other in sorted(spare_right):
        parts = {one for one in spare_left if len(one) > 1 and one in other}
        if parts and "".join(sorted(parts, key=other.find)) == other:
            spare_right.discard(other)
            spare_left -= parts
    return frozenset(spare_left), frozenset(spare_right)


def _spells(one: str, other: str) -> bool:
    axes = lexicon().axes
    if min(len(one), len(other)) < _LONG_WORD or (one in axes and other in axes) or not (one + other).isalpha():
        return False
    return abs(len(one) - len(other)) <= _LONG_WORD // 2 and fuzz.ratio(one, other) >= _ALIKE


def _denied_apart(left: Statement, right: Statement) -> bool:
    """Tell whether one text denies what the other affirms."""
    return bool((left.denied ^ right.denied) & left.stems & right.stems)


def _opposition(left: Clause, right: Clause) -> Verdict | None:
    """Return how two clauses are opposed, or None if they are not."""
    if left.denied != right.denied:
        return _denial(left, right)
    turned_down = (left.rejected & (right.stems - right.rejected)) | (right.rejected & (left.stems - left.rejected))
    score = likeness(left.stems - turned_down, right.stems - turned_down)
    if turned_down and not left.denied and score >= OPPOSED / 2:
        return Verdict(CONTRADICTION, score, "denied")
    return _other_number(left, right) or _other_value(left, right) or _other_word(left, right)


def _denial(left: Clause, right: Clause) -> Verdict | None:
    denied, affirmed = (left, right) if left.denied else (right, left)
    if denied.numbers != affirmed.numbers:
        return None
    score = likeness(left.stems, right.stems)
    shared = weight(denied.stems & (affirmed.stems - affirmed.rejected))
    contained = shared / weight(denied.stems) if denied.stems else 0.0
    # Of a clause of one word, the other one holds all or nothing.
    if score >= OPPOSED or (contained >= CONTAINED and shared >= _SUBJECT and score >= _LEAST_CONTAINING):
        return Verdict(CONTRADICTION, max(score, contained), "denied")
    return None


def _other_number(left: Clause, right: Clause) -> Verdict | None:
    if not left.numbers or not right.numbers or left.numbers == right.numbers or left.numbers & right.numbers:
        return None
    score = likeness(left.stems, right.stems)
    named = weight(left.stems & right.stems) >= 1 + _WEAK
    return Verdict(CONTRADICTION, score, "number") if named and score >= SAME_SLOT else None


def _other_value(left: Clause, right: Clause) -> Verdict | None:
    """Compare values that exclude each other: ``tabs`` and ``spaces``."""
    if left.numbers != right.numbers:
        return None
    values = _exclusive_values(left, right)
    if not values:
        return None
    score = likeness(left.stems - values, right.stems - values)
    # "Use tabs" and "use spaces" have nothing beside their values but the verb.
    bare = not (left.stems | right.stems) - values - lexicon().weak
    return Verdict(CONTRADICTION, score, "value") if score >= SAME_SUBJECT or bare else None


def _exclusive_values(left: Clause, right: Clause) -> frozenset[str]:
    words_of = lexicon()
    only_left, only_right = left.stems - right.stems, right.stems - left.stems
    spoken = {stem for stem in only_left | only_right if stem in words_of.axes}
    found = set()
    for one, other in product(only_left & spoken, only_right & spoken):
        if words_of.axes[one] == words_of.axes[other] and not ({one, other} & words_of.positional):
            found |= {one, other}
    return frozenset(found)


def _other_word(left: Clause, right: Clause) -> Verdict | None:
    """Compare what stands in one place of two clauses that are equal but for it: ``written in Go``, ``in Rust``."""
    before, one, other, after = _parted(left.words, right.words)
    spoken = [[word for word in place if word not in _ARTICLES] for place in (one, other)]
    if not all(spoken) or max(map(len, spoken)) > _SLOT or left.numbers != right.numbers:
        return None
    shared = frozenset(word for word in (*before, *after) if word not in lexicon().silent)
    if not shared or weight(shared) < 1 or not _is_exclusive(before, after):
        return None
    return Verdict(CONTRADICTION, likeness(left.stems, right.stems), "other")


def _parted(left: tuple[str, ...], right: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return what two sequences have in common at both ends, and what stands between in each of them."""
    start = 0
    while start < min(len(left), len(right)) and left[start] == right[start]:
        start += 1
    end = 0
    while end < min(len(left), len(right)) - start and left[-1 - end] == right[-1 - end]:
        end += 1
    return left[:start], left[start : len(left) - end], right[start : len(right) - end], left[len(left) - end :]


def _is_exclusive(before: tuple[str, ...], after: tuple[str, ...]) -> bool:
    """Tell whether only one thing can stand between these words."""
    words_of = lexicon()
    # A verb after the place means that it is the subject, and two subjects can have one property.
    if any(phrase in {("is",), ("are",), ("be",), ("must",), ("should",)} for phrase in _phrases(after, 1)):
        return False
    trimmed = before[:-1] if before and before[-1] in _ARTICLES else before
    if len(trimmed) > 1 and trimmed[0] in words_of.orders and trimmed[-1] in words_of.links:
        return True
    ending = {trimmed[-length:] for length in (1, 2, 3) if len(trimmed) >= length}
    return bool(ending & words_of.exclusive) or bool(after and ending & words_of.of_one_kind)


def _phrases(words: tuple[str, ...], length: int) -> Iterator[tuple[str, ...]]:
    return (words[index : index + length] for index in range(len(words) - length + 1))
