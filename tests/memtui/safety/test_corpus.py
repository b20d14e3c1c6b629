"""Recall and precision of the safety rules on labelled texts, of which one half was kept aside while tuning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from memtui.memory import Attention
from memtui.safety import inspect
from tests.support.corpus import HALVES, Case, filled, hidden_cases, injection_cases, load, secret_cases

Cases = Callable[[str], Iterator[Case]]
SECRET, INJECTION, HIDDEN = Attention.SECRET, Attention.INJECTION, Attention.HIDDEN_TEXT
CORPORA: dict[Attention, Cases] = {SECRET: secret_cases, INJECTION: injection_cases, HIDDEN: hidden_cases}
# How many texts of each label the halves hold together.
LEAST = {SECRET: 200, INJECTION: 100, HIDDEN: 100}
FLOOR = 0.95


def flags(text: str) -> set[str]:
    """Return the flags of a text."""
    return {finding.flag for finding in inspect(text)}


def table(flag: Attention, half: str) -> tuple[float, float, str]:
    """Return recall, precision, and a table with every text that was judged wrongly."""
    counts: Counter[tuple[bool, bool]] = Counter()
    wrong = []
    for case in CORPORA[flag](half):
        found = flag in flags(case.text)
        counts[case.flagged, found] += 1
        if found != case.flagged:
            wrong.append(f"  {'missed' if case.flagged else 'flagged'}: {case.text!r}")
    recall = counts[True, True] / (counts[True, True] + counts[True, False])
    precision = counts[True, True] / (counts[True, True] + counts[False, True])
    head = f"{flag} {half}: recall {recall:.3f}, precision {precision:.3f}, {dict(counts)}"
    return recall, precision, "\n".join([head, *wrong])


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize("flag", CORPORA)
def test_recall_and_precision_hold_on_both_halves(flag: Attention, half: str) -> None:
    """At least 0.95 each, on the texts that the rules were tuned on and on those that they were not."""
    recall, precision, report = table(flag, half)
    assert recall >= FLOOR, report
    assert precision >= FLOOR, report


@pytest.mark.parametrize("flag", CORPORA)
def test_the_corpus_is_large_enough_and_no_text_is_in_it_twice(flag: Attention) -> None:
    """Both labels have as many texts as were asked for, all of them different, also between the halves."""
    cases = [case for half in HALVES for case in CORPORA[flag](half)]
    counts = Counter(case.flagged for case in cases)
    assert min(counts.values()) >= LEAST[flag], counts
    repeated = [text for text, times in Counter(case.text for case in cases).items() if times > 1]
    assert len(repeated) <= len(cases) // 100, repeated


def test_the_data_hold_recipes_and_no_secrets() -> None:
    """Nothing in the files of the corpus is itself flagged as a token, so that no scanner stops a push."""
    for half in HALVES:
        templates = load(f"secrets_{half}")
        for template in [*templates["formats"], *templates["secrets"]]:
            assert filled(template) == filled(template)
            assert filled(template) != template


@pytest.mark.parametrize("half", HALVES)
def test_a_secret_in_one_text_does_not_hide_another(half: str) -> None:
    """All secrets of a half in one text are found as they are alone."""
    cases = [case.text for case in secret_cases(half) if case.flagged and flags(case.text) & {SECRET}][:60]
    joined = "\n\n".join(cases)
    spans = [(finding.start, finding.end) for finding in inspect(joined) if finding.flag == SECRET]
    start = 0
    for text in cases:
        place = joined.index(text, start)
        assert any(place <= begin < place + len(text) for begin, _ in spans), text
        start = place + len(text)
