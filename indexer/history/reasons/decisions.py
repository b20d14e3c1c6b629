"""Decisions: a choice with its ground, both in one sentence or the choice in the subject (``wording`` weighs them)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rapidfuzz.fuzz import token_sort_ratio

from indexer.facts import Commit, ReasonKind
from indexer.history import wording
from indexer.history.prose import paragraphs, sentences
from indexer.history.reasons.base import LONGEST, REPEATED, Statement, is_whole, passages, title_of
from indexer.history.reasons.noise import mends
from indexer.history.reasons.titles import bare_subject, from_subject
from indexer.history.wording import ground_of, has_cue, weight_of

CUES = wording.SOFT_CUES

THRESHOLD = 4.4
FIRST_PARAGRAPHS = 3
MENDING = 1.4
CHOSEN = 2.2
FEWEST_GROUND, STRONG_GROUND = 1.0, 3.0

# Rules and preferences outlive the commit; what was merely removed or used needs a stronger ground.
_RULES = re.compile(
    r"^(?:(?:re)?set .*default|prefer|do(?:n't| not)|never|always|requires? |disallow|forbid|reject|keep |only "
    r"|limit |restrict"
    r"|cap |default to|make .+ (?:default|private|lazy|explicit|optional|immutable)|switch(?:ed|es)? (?:to|from|\w+ to)"
    r"|replaced?s? .+ (?:with|by)|reintroduce|migrate|unify)"
    r"|\b(?:instead of|rather than|in favou?r of|by default|no longer(?! (?:needed|used|necessary|required))|on purpose"
    r"|opt-in|opt-out|defaults? to|default value|intentional\w*|deliberate\w*)\b",
    re.IGNORECASE,
)
_CHANGES = re.compile(
    r"^(?:us(?:e|es|ed|ing) (?!.*correct|match case|f-strings?|pathlib|the right)|drop(?:ped|s)? |get rid of"
    r"|stop(?:ped|s)? "
    r"|avoid(?:s|ed)? |disable[sd]? |removed? |(?:re)?implement .+ (?:with|using|as)|merge .+ into|split |separate )",
    re.IGNORECASE,
)
# The end of what was deprecated or unused before is news to nobody.
_ENDS = re.compile(
    r"\b(?:remov\w+|delet\w+|drop\w*|get rid of)\b.*\b(?:deprecated|obsolete|unused|dead|legacy)\b", re.IGNORECASE
)
# How a fault showed itself is no ground for anything that is still to be known.
_STORY = re.compile(
    r"\b(?:I was|was (?:failing|raising|causing|getting|throwing)|the (?:bug|issue) (?:was|is|has)"
    r"|facing an? (?:issue|problem)|latent"
    r"|stale|inadvertent\w*|never (?:updates?|updated|implemented|worked|set)|prior to this (?:fix|patch))\b",
    re.IGNORECASE,
)
_COMMON = frozenset(
    {
        "that",
        "this",
        "with",
        "from",
        "when",
        "have",
        "does",
        "been",
        "instead",
        "than",
        "rather",
        "default",
        "only",
        "more",
        "will",
        "into",
    }
)
_TIDIES = re.compile(
    r"\b(?:no longer (?:needed|used)|un(?:used|needed|necessary)|dead|old|obsolete|duplicate[sd]?|extra"
    r"|redundant|useless|leftover"
    r"|confusing|bad|some|possible|twice|deprecated)\b",
    re.IGNORECASE,
)


def read(commit: Commit) -> Iterator[Statement]:
    """Find the sentences that weigh enough."""
    if not has_cue(commit.body, CUES) or _ENDS.search(commit.subject):
        return
    malus = MENDING if mends(commit) or _TIDIES.search(commit.subject) else 0.0
    yield from _stated(commit, malus)
    if not malus:
        yield from _announced(commit)


def _stated(commit: Commit, malus: float) -> Iterator[Statement]:
    if not has_cue(commit.body):
        return
    for passage in passages(commit.body, lambda sentence: weight_of(sentence) - malus >= THRESHOLD, wording.CUES):
        if _STORY.search(passage.quote):
            continue
        if token_sort_ratio(passage.quote, commit.subject) < REPEATED and (title := title_of(commit, passage)):
            yield Statement(weight_of(passage.sentence) - malus, ReasonKind.DECISION, title, passage.quote)


def _announced(commit: Commit) -> Iterator[Statement]:
    fewest = _fewest_ground(bare_subject(commit.subject))
    title = from_subject(commit.subject) if fewest else ""
    if title:
        # Further down squashed commits tell of other things.
        for number, paragraph in enumerate(paragraphs(commit.body)[:FIRST_PARAGRAPHS]):
            whole = [sentence for sentence in sentences(paragraph) if is_whole(sentence)]
            ground = max(map(ground_of, whole), default=0.0)
            quote = _explanation(whole)
            related = not number or not _words(quote).isdisjoint(_words(title))
            if (
                ground >= fewest
                and quote
                and related
                and not _STORY.search(quote)
                and token_sort_ratio(quote, commit.subject) < REPEATED
            ):
                yield Statement(CHOSEN + ground, ReasonKind.DECISION, title, quote)


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w{4,}", text.lower()) if word not in _COMMON}


def _fewest_ground(subject: str) -> float:
    """Return how good a ground must be for what a subject announces; 0 when that is no choice."""
    if _RULES.search(subject):
        return FEWEST_GROUND
    return STRONG_GROUND if _CHANGES.search(subject) and not _TIDIES.search(subject) else 0.0


def _explanation(sentences: Sequence[str]) -> str:
    """Join the sentences from the first on, as far as they fit, up to the one that gives the best ground."""
    best = max(range(len(sentences)), key=lambda place: ground_of(sentences[place]), default=0)
    for start in range(best + 1):
        text = " ".join(sentences[start : best + 1])
        if len(text) <= LONGEST:
            return text
    return ""
