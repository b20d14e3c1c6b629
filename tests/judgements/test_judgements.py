"""The judgements are complete, and say that most of what history proposes is worth a newcomer's time."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from memtui.memory import Draft, Scope
from tests.support.judgements import JUDGEMENT_DIRECTORY, Judgement, Judgements, load_judgements, score

FILES = sorted(JUDGEMENT_DIRECTORY.glob("*.json"))
KEY = re.compile(r"(?:revert|breaking|decision|workaround|deprecation):[0-9a-f]{40}|coupling:\S+:\S+")
LEAST = 0.80


def draft(key: str) -> Draft:
    """Return a proposal."""
    return Draft("decision", key, "", Scope("repo", "0" * 40), key=key)


def test_five_repositories_were_judged_two_of_them_held_out() -> None:
    """Rules that were made by looking at a repository prove little there."""
    judged = [load_judgements(path) for path in FILES]
    assert len(judged) >= 5
    assert sum(judgements.held_out for judgements in judged) >= 2


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_judgement_is_whole(path: Path) -> None:
    """A commit, keys that occur once, a verdict and a short sentence why for each."""
    judgements = load_judgements(path)
    keys = [entry.key for entry in judgements.entries]
    assert re.fullmatch(r"[0-9a-f]{40}", judgements.commit)
    assert re.fullmatch(r"github\.com/[\w.-]+/[\w.-]+", judgements.address)
    assert judgements.commits > 1000
    assert len(keys) == len(set(keys)) > 0
    assert all(map(KEY.fullmatch, keys))
    assert all(entry.title and 10 <= len(entry.why) <= 160 for entry in judgements.entries)


def test_at_least_four_of_five_proposals_are_worth_knowing() -> None:
    """Over all of them, and over those of the repositories that were held out."""
    judged = [load_judgements(path) for path in FILES]
    for chosen in (judged, [judgements for judgements in judged if judgements.held_out]):
        assert sum(one.yes for one in chosen) / sum(len(one.entries) for one in chosen) >= LEAST


def test_few_proposals_for_many_commits() -> None:
    """At most some tens for a thousand commits."""
    for judgements in map(load_judgements, FILES):
        assert len(judgements.entries) <= 30 * judgements.commits / 1000


def test_scoring_counts_what_was_judged_and_keeps_the_rest(tmp_path: Path) -> None:
    """A verdict on something that is proposed no longer counts for nothing."""
    entries = (Judgement("a", "A", good=True, why="Yes."), Judgement("b", "B", good=False, why="No."))
    judgements = Judgements("x", "github.com/x/x", "0" * 40, 2000, held_out=True, entries=entries)
    scored = score(judgements, [draft("a"), draft("c")])
    assert (scored.yes, scored.no, scored.precision) == (1, 0, 1.0)
    assert [proposal.key for proposal in scored.unjudged] == ["c"]
    assert score(judgements, []).precision is None
    assert (judgements.yes, judgements.precision) == (1, 0.5)


def test_a_verdict_is_yes_or_no(tmp_path: Path) -> None:
    """Anything else was not filled in."""
    entry = {"key": "a", "title": "A", "verdict": "", "why": ""}
    data = {"repository": "r", "commit": "c", "commits": 1, "held_out": True, "judgements": [entry]}
    path = tmp_path / "x.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(KeyError):
        load_judgements(path)
