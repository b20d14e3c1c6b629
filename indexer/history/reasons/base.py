"""What every detector of reasons shares: its shape, and how a commit is quoted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from rapidfuzz.fuzz import token_sort_ratio

from indexer.facts import Commit, ReasonKind
from indexer.history.prose import paragraphs, sentences
from indexer.history.reasons.titles import best_title
from indexer.history.wording import has_cue, leans_on_previous

SHORTEST, LONGEST = 30, 480  # characters of a quote
FEWEST_WORDS = 6
REPEATED = 85.0  # of 100: the subject in other words

_ADDRESS = re.compile(r"\(?https?://\S+\)?")


@dataclass(frozen=True, slots=True, order=True)
class Statement:
    """One thing that a commit says: ``weight`` compares statements of all kinds, ``title`` is in plain words.

    ``undone`` is the commit, perhaps abbreviated, that this one takes back; empty for all kinds but one.
    """

    weight: float
    kind: ReasonKind
    title: str
    quote: str
    undone: str = ""


class Detector(Protocol):
    """Reads one kind of reason in commits; a module with these two names is one.

    Nearly all commits say nothing, and looking for parts of words is many times cheaper than regular expressions: a
    commit is read only when its message holds one of the ``CUES``, which are in lower case.
    """

    @property
    def CUES(self) -> tuple[str, ...]:  # noqa: N802 - a constant of the module
        """Parts of words without which there is nothing to read."""

    def read(self, commit: Commit) -> Iterable[Statement]:
        """Find what one commit says."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A telling sentence and the words to quote it by; ``alone`` when it is understood without the commit's subject."""

    sentence: str
    quote: str
    alone: bool


def passages(body: str, is_telling: Callable[[str], bool], cues: tuple[str, ...]) -> Iterator[Passage]:
    """Yield each whole sentence of ``body`` that ``is_telling``; paragraphs without one of ``cues`` hold none.

    A sentence that leans on others is quoted together with those before it in its paragraph, back to one that does
    not. The first paragraph may lean on the subject; others that lean on something outside are left out.
    """
    for number, paragraph in enumerate(paragraphs(body)):
        if not has_cue(paragraph, cues):
            continue
        before: list[str] = []
        for sentence in sentences(paragraph):
            before.append(sentence)
            # In the order of their cost.
            if has_cue(sentence, cues) and is_whole(sentence) and is_telling(sentence):
                lead = _lead(before)
                quote = " ".join(lead or before)
                if SHORTEST <= len(quote) <= LONGEST and (lead or not number):
                    yield Passage(sentence, quote, bool(lead))


def _lead(before: Sequence[str]) -> Sequence[str]:
    """Return the shortest end of ``before`` that leans on nothing; empty when there is none."""
    for start in range(len(before) - 1, -1, -1):
        if not leans_on_previous(before[start]):
            return before[start:] if is_whole(before[start]) else ()
    return ()


def is_whole(sentence: str) -> bool:
    """Whether this is one sentence of prose from its capital to its full stop."""
    words = _ADDRESS.sub("", sentence)
    letters = sum(map(str.isalpha, words)) + words.count(" ")
    balanced = all(sentence.count(one) == sentence.count(other) for one, other in ("()", "[]"))
    return (
        letters >= 0.85 * len(words)
        and balanced
        and sentence.count("`") % 2 == 0
        and "?" not in sentence[-3:]
        and not sentence.startswith("BREAKING")
        and sentence[-1] in ".!)`\"'"
        and (sentence[0].isupper() or sentence[0] in "`\"'")
        and len(words.split()) >= FEWEST_WORDS
    )


def words_pattern(words: str) -> re.Pattern[str]:
    """Compile alternatives that match at the bounds of words, in any case."""
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE)


def title_of(commit: Commit, passage: Passage) -> str:
    """Return the title for a passage, in plain words; empty when nothing would tell a newcomer anything."""
    return best_title(commit.subject, passage.sentence, alone=passage.alone and passage.sentence == passage.quote)


def explanation_of(commit: Commit) -> str:
    """Return the sentences that begin the body, as far as they fit; empty when they only repeat the subject."""
    gathered = ""
    for sentence in sentences(next(iter(paragraphs(commit.body)), "")):
        if not is_whole(sentence) or len(gathered) + len(sentence) >= LONGEST:
            break
        gathered = f"{gathered} {sentence}".strip()
    return "" if token_sort_ratio(gathered, commit.subject) >= REPEATED else gathered
