"""Which memories say nearly the same, and which say otherwise about the same."""

from __future__ import annotations

from memtui.review.likeness.finding import Compared, Likeness, Pair, compare, find_likeness, word_spans
from memtui.review.likeness.judging import CONTRADICTION, DUPLICATE, Verdict, judge
from memtui.review.likeness.marking import mark_if_changed, mark_likeness
from memtui.review.likeness.wording import Statement, statement

__all__ = [
    "CONTRADICTION",
    "DUPLICATE",
    "Compared",
    "Likeness",
    "Pair",
    "Statement",
    "Verdict",
    "compare",
    "find_likeness",
    "judge",
    "mark_if_changed",
    "mark_likeness",
    "statement",
    "word_spans",
]
