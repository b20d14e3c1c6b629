"""The labelled pairs of memories, and how well they are judged."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from memtui.review.likeness import CONTRADICTION, DUPLICATE, judge, statement

DATA = Path(__file__).resolve().parents[1] / "data" / "likeness"
HALVES = ("tuning", "held_out")
LABELS = {DUPLICATE, CONTRADICTION, "related", "unrelated"}
NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class LabelledPair:
    """Two texts, each a title and perhaps a body in the lines below, and what a person says that they are."""

    label: str
    left: str
    right: str

    @property
    def judged(self) -> str:
        """What memtui says that they are."""
        left, right = (statement(*text.split("\n", 1)) for text in (self.left, self.right))
        found = judge(left, right)
        return found.kind if found else NEITHER


def pairs(half: str) -> Iterator[LabelledPair]:
    """Return the pairs of one half."""
    data = tomllib.loads((DATA / f"pairs_{half}.toml").read_text(encoding="utf-8"))
    for label, texts in data.items():
        yield from (LabelledPair(label, left, right) for left, right in texts)


def scores(kind: str, half: str) -> tuple[float, float]:
    """Return recall and precision for one kind."""
    counts = Counter((pair.label == kind, pair.judged == kind) for pair in pairs(half))
    right, missed, wrong = counts[True, True], counts[True, False], counts[False, True]
    return right / max(1, right + missed), right / max(1, right + wrong)


def table(half: str) -> str:
    """Return how each label was judged, the scores, and every pair that was judged wrongly."""
    found = list(pairs(half))
    counts = Counter((pair.label, pair.judged) for pair in found)
    columns = (DUPLICATE, CONTRADICTION, NEITHER)
    lines = [f"{half:14}" + "".join(f"{column:>15}" for column in columns)]
    lines += [f"{label:14}" + "".join(f"{counts[label, it]:>15}" for it in columns) for label in sorted(LABELS)]
    for kind in (DUPLICATE, CONTRADICTION):
        recall, precision = scores(kind, half)
        lines.append(f"{kind}: recall {recall:.3f}, precision {precision:.3f}")
    expected = {DUPLICATE: DUPLICATE, CONTRADICTION: CONTRADICTION}
    wrong = [pair for pair in found if pair.judged != expected.get(pair.label, NEITHER)]
    return "\n".join([*lines, *(f"  {it.label}, judged {it.judged}: {it.left!r} | {it.right!r}" for it in wrong)])
