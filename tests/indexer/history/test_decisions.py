"""Decisions: whole sentences that state a choice and its ground, and nothing else."""

from __future__ import annotations

import time
from typing import Any

import pytest

from indexer.facts import Change, Commit, Reason, ReasonKind
from indexer.history import derive_history
from indexer.history.reasons import PER_THOUSAND
from tests.support.commits import commit

GOOD = "We keep the index in one file instead of a database because readers must never wait for a writer."


def decisions(*commits: Commit, present: tuple[str, ...] = ("src/a.py", "src/b.py")) -> tuple[Reason, ...]:
    """Derive the decisions of ``commits``."""
    reasons = derive_history(commits, paths=dict.fromkeys(present, 1)).reasons
    return tuple(reason for reason in reasons if reason.kind is ReasonKind.DECISION)


def quotes(body: str, **values: Any) -> list[str]:
    """Derive the quotes from one commit with ``body``."""
    return [decision.quote for decision in decisions(commit(1, ["src/a.py"], body=body, **values))]


@pytest.mark.parametrize(
    "sentence",
    [
        GOOD,
        "We decided to reject unknown keys, so that nothing is ignored in silence.",
        "The `load` command is deprecated in favor of `open`, since most callers need the handle anyway.",
        "Pipelining is disabled by default because it conflicts with sudo when a terminal is required.",
        "We deliberately do not read GIT_DIR here, because hooks set it for another repository.",
        "Always write the manifest last, because readers take it as the sign of a finished write.",
    ],
)
def test_a_choice_with_its_ground_is_quoted_verbatim(sentence: str) -> None:
    """Sentences that say what was chosen and why are found among others."""
    assert quotes(f"Some words before it. {sentence} And some more after.") == [sentence]


@pytest.mark.parametrize(
    "body",
    [
        "",
        "Fix the parser.",
        "The test failed because the file was missing and so it crashed.",
        "I think maybe we should use a list instead of a tuple here because it seems nicer.",
        "This is because of the other one.",
        "We now use spaces instead of tabs because the linter complained about the indentation.",
        "Should we keep the index in one file instead of a database because readers never wait?",
        "This is not a breaking change because it strictly widens what `run` takes.",
    ],
)
def test_other_sentences_are_left_alone(body: str) -> None:
    """Bug stories, guesses, questions, style and dangling words are no decisions."""
    assert quotes(body) == []


@pytest.mark.parametrize(
    "frame",
    [
        "```\n{}\n```",
        "    {}",
        "> {}",
        "Signed-off-by: {}",
        "Co-authored-by: {}",
        "// {}",
        "$ {}",
        'Traceback (most recent call last):\n  File "{}"',
    ],
)
def test_code_quotations_and_trailers_are_no_prose(frame: str) -> None:
    """The same sentence inside code, a quotation, a trailer or a trace is not the author's word."""
    assert quotes(frame.format(GOOD)) == []


@pytest.mark.parametrize(
    "values",
    [
        {"author": "dependabot[bot]"},
        {"author": "Renovate", "email": "renovate@example.org"},
        {"subject": 'Revert "Use one file"'},
        {"subject": "Bump numpy from 1.0 to 2.0"},
        {"subject": "docs: explain the index"},
        {"subject": "Fix typo"},
        {"subject": "Release 2.0"},
    ],
)
def test_noise_is_left_out(values: dict[str, str]) -> None:
    """Robots, reverts, version bumps and releases decide nothing."""
    assert quotes(GOOD, **values) == []


def test_merges_are_left_out() -> None:
    """A merge repeats what its commits said."""
    assert decisions(commit(1, ["src/a.py"], body=GOOD, parents=[5, 6])) == ()


def test_only_code_that_is_still_there_counts() -> None:
    """A decision about deleted files, or about texts alone, is history only."""
    assert decisions(commit(1, ["src/gone.py"], body=GOOD)) == ()
    assert decisions(commit(1, ["docs/a.md", "setup.cfg"], body=GOOD), present=("docs/a.md", "setup.cfg")) == ()


def test_only_code_that_is_shipped_counts() -> None:
    """What was decided about tests alone needs no telling."""
    commits = [commit(1, ["tests/test_a.py"], body=GOOD)]
    history = derive_history(commits, paths={"tests/test_a.py": 1}, runs=lambda path: not path.startswith("tests/"))
    assert history.reasons == ()


def test_a_decision_names_the_paths_of_today() -> None:
    """Paths are those that exist, under their present names, in order."""
    commits = [
        commit(1, ["src/old.py", "src/a.py", "src/gone.py"], subject="Index in one file", body=GOOD),
        commit(2, [Change("R", "src/b.py", "src/old.py")]),
    ]
    (decision,) = decisions(*commits)
    assert (decision.kind, decision.commit, decision.quote) == (ReasonKind.DECISION, commits[0].oid, GOOD)
    assert decision.paths == ("src/a.py", "src/b.py")


def test_a_choice_in_the_subject_takes_its_ground_from_the_body() -> None:
    """The subject says what, the first sentences why; together they are quoted."""
    body = "Threads share the cache of parsed files. Processes cannot corrupt it, since each has its own."
    (decision,) = decisions(commit(1, ["src/a.py"], subject="parser: use processes instead of threads", body=body))
    assert decision.title == "parser: Use processes instead of threads"
    assert decision.quote == body


def test_a_body_that_repeats_the_subject_gives_no_ground() -> None:
    """Saying it twice explains nothing."""
    subject = "Use one file instead of a database so that readers never wait"
    assert decisions(commit(1, ["src/a.py"], subject=subject, body=f"{subject}.")) == ()


def test_a_sentence_that_leans_on_another_is_quoted_with_it() -> None:
    """``However`` and ``This`` are understood only after the sentence before them."""
    first = "Readers open the index without a lock."
    second = "However, we must never truncate the file in place, because a reader would see half of it."
    subject = "storage: write another file beside it"
    assert quotes(f"{first} {second}", subject=subject) == [f"{first} {second}"]
    assert quotes(f"Another thing.\n\n{second}") == []


def test_the_first_words_of_a_body_may_lean_on_its_subject() -> None:
    """``This`` at the start of a body is what the subject tells, which then makes the title."""
    body = "This is chosen rather than truncating the file, because a reader must never see half of it."
    (decision,) = decisions(commit(1, ["src/a.py"], subject="storage: write another file beside it", body=body))
    assert decision.title == "storage: Write another file beside it"


def test_wrapped_lines_and_list_items_are_sentences() -> None:
    """Hard line breaks are undone; each item of a list stands by itself."""
    wrapped = GOOD.replace("because", "\n  because").replace("We", "- We", 1)
    assert quotes(f"- Something else.\n{wrapped}\n- And more.") == [GOOD]


def test_near_duplicates_are_folded() -> None:
    """A decision repeated with other words in two places is told once, by the newer commit."""
    again = GOOD.replace("one file", "a single file")
    found = decisions(
        *[commit(number, ["src/a.py"], body=GOOD if number < 100 else again) for number in (1, 99, 100)], *filler(200)
    )
    assert [decision.time for decision in found] == [commit(100).time]


def filler(count: int) -> list[Commit]:
    """Return commits that say nothing, so that the share of decisions is small."""
    return [commit(1000 + number, ["src/a.py"]) for number in range(count)]


def talk(count: int) -> list[Commit]:
    """Return commits that each state another decision, in words that have little in common."""
    nouns = [f"{first}{second}{third}" for first in "bdfgk" for second in "aeiou" for third in ("lm", "rt", "nk", "st")]
    return [
        commit(
            number,
            ["src/a.py"],
            body=f"We keep {noun * 2}ed {noun}s instead of {noun[::-1] * 3} because {noun}ing must not wait.",
        )
        for number, noun in enumerate(nouns[:count], 1)
    ]


def test_at_most_some_in_a_thousand_commits() -> None:
    """A talkative history is held to the limit, and the same in every order of commits."""
    commits = talk(40) + filler(460)
    found = decisions(*commits)
    assert 0 < len(found) <= PER_THOUSAND // 2
    assert found == decisions(*reversed(commits))


@pytest.mark.parametrize("token", ["A. ", "no longer\n", "because ", "`a "])
def test_a_body_made_to_be_slow_is_read_in_linear_time(token: str) -> None:
    """A commit's body is anyone's text, and it is read in the process that refreshes."""
    started = time.monotonic()
    derive_history([commit(1, ["a.py"], body=f"We keep it, because {token * 100_000}.")], paths={"a.py": 1})
    assert time.monotonic() - started < 5.0
