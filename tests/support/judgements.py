"""Judgements of the memories that are proposed from history: one by one, by reading the commit.

The question for each is a strict newcomer's: would I be glad to have been told this? ``yes`` needs a title that says
it, words that explain it, and code that it is still about.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from memtui.memory import Draft

JUDGEMENT_DIRECTORY = Path(__file__).parents[1] / "judgements"


@dataclass(frozen=True, slots=True)
class Judgement:
    """One memory's verdict: ``good`` for yes, and in a short sentence why."""

    key: str
    title: str
    good: bool
    why: str


@dataclass(frozen=True, slots=True)
class Judgements:
    """All verdicts on one repository at ``commit``; ``held_out`` when no rule was made by looking at it."""

    name: str
    address: str
    commit: str
    commits: int
    held_out: bool
    entries: tuple[Judgement, ...]

    @property
    def yes(self) -> int:
        """How many a newcomer should know."""
        return sum(entry.good for entry in self.entries)

    @property
    def precision(self) -> float:
        """The share of them."""
        return self.yes / len(self.entries)


@dataclass(frozen=True, slots=True)
class Scored:
    """Today's proposals against the verdicts: numbers of each, and the proposals that nobody judged yet."""

    yes: int
    no: int
    unjudged: tuple[Draft, ...]

    @property
    def precision(self) -> float | None:
        """The share of yes among the judged proposals; None without any."""
        return self.yes / (self.yes + self.no) if self.yes + self.no else None


def load_judgements(path: Path) -> Judgements:
    """Read one file; raises KeyError and TypeError where it has another shape."""
    data = json.loads(path.read_text(encoding="utf-8"))
    entries = tuple(
        Judgement(entry["key"], entry["title"], {"yes": True, "no": False}[entry["verdict"]], entry["why"])
        for entry in data["judgements"]
    )
    return Judgements(path.stem, data["repository"], data["commit"], data["commits"], data["held_out"], entries)


def score(judgements: Judgements, proposals: Iterable[Draft]) -> Scored:
    """Count the proposals that were judged, and keep those that were not, in their order."""
    verdicts: Mapping[str, bool] = {entry.key: entry.good for entry in judgements.entries}
    judged = [draft for draft in proposals if draft.key in verdicts]
    yes = sum(verdicts[draft.key] for draft in judged)
    unjudged = tuple(draft for draft in proposals if draft.key not in verdicts)
    return Scored(yes, len(judged) - yes, unjudged)
