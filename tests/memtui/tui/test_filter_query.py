"""What the filter understands: words, phrases, columns, and what must not be; anything else is words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from memtui import review
from memtui.memory import Attention
from memtui.tui.matching import Haystack, match
from memtui.tui.query import Term, parsed
from tests.support.screens import draft, listing, open_store, propose_titles, running, text_of, titles, wait_until


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("Flask app", [Term("flask"), Term("app")]),
        ('"two words" more', [Term("two words", exact=True), Term("more")]),
        ('"not closed', [Term("not closed", exact=True)]),
        ("kind:Decision", [Term("decision", "kind", exact=True)]),
        ('tag:"a b" #web', [Term("a b", "tags", exact=True), Term("web", "tags", exact=True)]),
        ("from:codex origin:codex", [Term("codex", "origin", exact=True)] * 2),
        ("is:stale", [Term("stale", "attention", exact=True)]),
        ("-is:secret", [Term("secret", "attention", negated=True, exact=True)]),
        ("-draft", [Term("draft", negated=True, exact=True)]),
        ("kind: status:", []),
        ("std::vector http://x --json -1 - #", [
            Term("std::vector"), Term("http://x"), Term("--json"), Term("-1"), Term("-"), Term("#"),
        ]),
        ("snake_case:thing", [Term("snake_case:thing")]),
    ],
)  # fmt: skip
def test_a_query_is_read_as_people_write_it(query: str, terms: list[Term]) -> None:
    """Operators as in other programs; code and addresses with colons and dashes are words."""
    assert list(parsed(query)) == terms


@given(some.text(max_size=60))
def test_every_text_is_a_query(text: str) -> None:
    """Nothing that is typed raises, and no condition is empty."""
    assert all(term.text for term in parsed(text))


def propose_many() -> Haystack:
    """Propose memories of several kinds and tags, and return what is searched."""
    store = open_store()
    review.propose(store, [draft("Use tox", kind="decision", tags=("ci", "python"))], origin="codex")
    review.propose(store, [draft("Use nox", kind="entry_point", tags=("web app",))], origin="claude-code")
    [head] = review.propose(store, [draft("Use make", "all of it", kind="pitfall")], origin="codex").changed
    review.reject(store, [head.memory.id])
    return Haystack(store.snapshot().table)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("kind:dec", {"Use tox"}),
        ("kind:entry-point", {"Use nox"}),
        ("-kind:dec", {"Use nox", "Use make"}),
        ("tag:py", {"Use tox"}),
        ("tag:ython", set()),
        ('tag:"web app"', {"Use nox"}),
        ("#ci", {"Use tox"}),
        ("from:codex", {"Use tox", "Use make"}),
        ("from:codex -make", {"Use tox"}),
        ("status:rejected", {"Use make"}),
        ("use status:pending", {"Use tox", "Use nox"}),
        ('"all of"', {"Use make"}),
        ('"of all"', set()),
        ("use", {"Use tox", "Use nox", "Use make"}),
        ("is:stale", set()),
        ("-is:stale tox", {"Use tox"}),
    ],
)
def test_operators_narrow_by_column(query: str, found: set[str]) -> None:
    """Values match from their beginning, whatever their case."""
    haystack = propose_many()
    rows = match(haystack, query, range(len(haystack.table)))
    assert {haystack.table["title"][int(row)].as_py() for row in rows} == found


def test_reasons_for_attention_are_found_by_their_names() -> None:
    """``is:`` takes what the help lists."""
    review.propose(open_store(), [draft("Keys", "Hidden\u200b in here.")], origin="codex")
    haystack = Haystack(open_store().snapshot().table)
    [flagged] = haystack.table["attention"].to_pylist()
    assert flagged == [Attention.HIDDEN_TEXT]
    assert len(match(haystack, "is:hidden-text", range(1))) == 1
    assert len(match(haystack, "-is:hidden", range(1))) == 0


async def test_operators_work_as_they_are_typed(tmp_path: Path) -> None:
    """A column without a value yet narrows nothing."""
    propose_titles(["One", "Two"])
    review.propose(open_store(), [draft("Three", kind="pitfall")], origin="codex")
    async with running(tmp_path) as (app, pilot):
        await wait_until(pilot, lambda: len(titles(app)) == 3)
        await pilot.press("slash")
        await wait_until(pilot, lambda: "kind: tag: status:" in text_of(app))
        await pilot.press(*"kind:")
        assert len(titles(app)) == 3
        await pilot.press(*"pit")
        await wait_until(pilot, lambda: titles(app) == ["Three"])
        await pilot.press("enter")
        assert listing(app).has_focus
