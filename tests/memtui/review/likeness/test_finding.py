"""Which memories are compared, what is made of the pairs, and that no like pair is lost among many."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.memory import USER_SCOPE, Attention, Scope, Status
from memtui.review import Changes, delete, edit, mask_secrets, reject, undo
from memtui.review.likeness import (
    CONTRADICTION,
    DUPLICATE,
    Compared,
    compare,
    find_likeness,
    judge,
    mark_if_changed,
    mark_likeness,
    statement,
    word_spans,
)
from memtui.review.likeness.blocking import candidates
from memtui.review.likeness.finding import clusters_of, meet
from memtui.store import Store
from tests.benchmarks.score_likeness import generated
from tests.support.memories import REPOSITORY, keep, make_memory

OTHER = Scope("repo", "b" * 40)
GROUP = Scope("group", "web")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Give an empty store."""
    return Store.open(tmp_path / "home")


def said(*texts: str, scope: Scope = USER_SCOPE) -> list[Compared]:
    """Return memories in the order of their last change."""
    return [Compared(f"m{index}", text, "", scope, "approved", index) for index, text in enumerate(texts)]


def flags(store: Store) -> dict[str, set[str]]:
    """Return the titles of what is flagged, by flag."""
    snapshot = store.snapshot()
    heads = [snapshot.head(row).memory for row in range(len(snapshot))]
    wanted = (Attention.DUPLICATE, Attention.CONTRADICTION)
    return {flag: {it.title for it in heads if flag in it.attention} for flag in wanted}


def test_duplicates_come_as_clusters_newest_first() -> None:
    """Three wordings of one rule are one cluster; another rule stands beside it."""
    texts = [
        "Run the migrations before the tests",
        "Use tabs in Go files",
        "Run migrations before tests",
        "Before the tests run the migrations",
    ]
    found = compare(said(*texts))
    assert [[it.id for it in cluster] for cluster in found.clusters] == [["m3", "m2", "m0"]]
    assert {pair.verdict.kind for pair in found.duplicates} == {DUPLICATE}
    assert found.contradictions == ()


def test_a_contradiction_says_which_is_newer() -> None:
    """The newer instruction is the one to take the place of the older, however they are listed."""
    found = compare(said("Use tabs", "Use spaces")[::-1])
    assert [(it.older.title, it.newer.title, it.verdict.kind) for it in found.contradictions] == [
        ("Use tabs", "Use spaces", CONTRADICTION)
    ]


def test_a_thousand_copies_are_one_cluster_and_few_comparisons() -> None:
    """Each copy is a pair with the first one, not with every other."""
    found = compare(said(*["Timestamps are stored in UTC"] * 1_000, "All timestamps are stored in UTC"))
    assert [len(cluster) for cluster in found.clusters] == [1_001]
    assert len(found.duplicates) == 1_000


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        (USER_SCOPE, REPOSITORY, True),
        (REPOSITORY, REPOSITORY, True),
        (REPOSITORY, OTHER, False),
        (GROUP, REPOSITORY, True),
    ],
)
def test_only_scopes_that_meet_are_compared(one: Scope, other: Scope, together: bool) -> None:
    """Two repositories may have two rules; a rule of the user meets each of them."""
    left, right = said("Use tabs", scope=one)[0], said("", "Use spaces", scope=other)[1]
    assert bool(compare([left, right]).contradictions) is together
    assert meet(one, other) is meet(other, one) is together


def test_what_is_decided_against_and_facts_are_not_compared(store: Store) -> None:
    """Rejected, superseded and deleted memories say nothing any longer; facts follow the repository."""
    for status in Status:
        keep(store, make_memory(f"Use tabs {status}", status=status))
    keep(store, make_memory("Use tabs of a fact", origin="indexer", key="k"))
    keep(store, make_memory("Use tabs of a touched fact", origin="indexer", key="l", reviewed=True))
    found = find_likeness(store.snapshot())
    heads = {head.memory.id: head.memory.title for head in store.snapshot().heads(store.snapshot().select())}
    assert {heads[key] for key in found.considered} == {
        "Use tabs pending", "Use tabs approved", "Use tabs snoozed", "Use tabs of a touched fact",
    }  # fmt: skip


def test_flags_come_and_go_with_what_causes_them(store: Store) -> None:
    """Both sides are flagged; when one is turned down or changed, the other is free again."""
    tabs, spaces = make_memory("Use tabs", body=""), make_memory("Use spaces", body="")
    twin = make_memory("Run migrations before the tests", body="")
    keep(store, tabs, spaces, twin, make_memory("Run the migrations before tests", body=""))
    mark_likeness(store)
    assert flags(store) == {
        Attention.DUPLICATE: {"Run migrations before the tests", "Run the migrations before tests"},
        Attention.CONTRADICTION: {"Use tabs", "Use spaces"},
    }
    reject(store, [tabs.id])
    edit(store, twin.id, Changes(title="Backups are taken at night"))
    mark_likeness(store)
    left = flags(store)
    assert left[Attention.DUPLICATE] == set()
    assert left[Attention.CONTRADICTION] <= {"Use tabs"}


def test_marking_is_no_act_of_a_person(store: Store) -> None:
    """The next undo takes back what the person did last, not the flags."""
    one = make_memory("Use tabs", body="")
    keep(store, one, make_memory("Use spaces", body=""))
    delete(store, [one.id])
    undo(store)
    mark_likeness(store)
    assert flags(store)[Attention.CONTRADICTION] == {"Use tabs", "Use spaces"}
    assert mask_secrets(store, [one.id]).refused


def test_nothing_is_written_when_no_flag_changes(store: Store) -> None:
    """Looking again costs neither a revision nor the opening of the store."""
    keep(store, make_memory("Use tabs", body=""), make_memory("Use spaces", body=""))
    found = mark_likeness(store)
    before = store.snapshot().contents.state.revisions

    def opened() -> Store:
        raise AssertionError

    mark_if_changed(store.snapshot(), found, opened)
    mark_likeness(store)
    assert store.snapshot().contents.state.revisions == before


def test_within_some_scopes_only_pairs_inside_them_are_left() -> None:
    """A pair of which one side is elsewhere is no business of these scopes."""
    here, there = said("Use tabs", scope=REPOSITORY)[0], said("", "Use spaces", scope=USER_SCOPE)[1]
    found = compare([here, there])
    assert len(found.within([REPOSITORY, USER_SCOPE]).contradictions) == 1
    assert found.within([REPOSITORY]).contradictions == ()
    assert found.within(None) is found


def test_word_spans_tell_what_differs() -> None:
    """The pieces put together are the two texts."""
    older, newer = said("Use tabs in Go", "Use spaces in Go")
    spans = word_spans(older, newer)
    assert ("removed", "tabs") in spans
    assert ("added", "spaces") in spans
    assert "".join(text for what, text in spans if what != "added") == older.title
    assert "".join(text for what, text in spans if what != "removed") == newer.title


@given(pairs=st.lists(st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("abcdefgh")), max_size=12))
def test_clusters_are_the_connected_parts(pairs: list[tuple[str, str]]) -> None:
    """Every pair is within one cluster, no id in two, and no cluster falls apart."""
    clusters = clusters_of(pairs)
    assert sorted(key for cluster in clusters for key in cluster) == sorted({key for pair in pairs for key in pair})
    assert all(any({*pair} <= {*cluster} for cluster in clusters) for pair in pairs)
    for cluster in clusters:
        reached, inside = {cluster[0]}, [pair for pair in pairs if {*pair} <= {*cluster}]
        for _ in cluster:
            reached |= {key for pair in inside if reached & {*pair} for key in pair}
        assert reached == {*cluster}


def test_no_like_pair_is_lost_among_many() -> None:
    """Of labelled pairs hidden among thousands of others, those that are judged alike are compared."""
    from tests.support.likeness import HALVES, pairs

    wanted = [pair for half in HALVES for pair in pairs(half) if pair.label in {DUPLICATE, CONTRADICTION}]
    texts = [text for pair in wanted for text in (pair.left, pair.right)]
    order = [*range(len(texts))]
    random.Random(5).shuffle(order)
    others = [statement(it.title, it.body) for it in generated(3_000)]
    statements = [*others, *(statement(*texts[index].split("\n", 1)) for index in order)]
    place = {index: len(others) + position for position, index in enumerate(order)}
    compared = {frozenset(pair) for pair in candidates(statements)}
    alike = [
        index for index in range(len(wanted)) if judge(statements[place[2 * index]], statements[place[2 * index + 1]])
    ]
    lost = [wanted[index] for index in alike if {place[2 * index], place[2 * index + 1]} not in compared]
    assert len(lost) <= len(alike) // 50, lost


def test_few_are_all_compared_and_many_are_not() -> None:
    """A small store needs no shortcut; a large one grows by a handful of comparisons each."""
    few = [statement(it.title, it.body) for it in generated(30)]
    assert candidates(few) == list(combinations(range(30), 2))
    many = [statement(it.title, it.body) for it in generated(4_000)]
    pairs = candidates(many)
    assert len(set(pairs)) == len(pairs) < 4_000 * 100
    assert all(0 <= one < other < 4_000 for one, other in pairs)


def test_texts_without_words_are_no_duplicates_of_each_other() -> None:
    """Two empty memories have nothing in common but nothing."""
    assert compare(said("...", "!!!", "—")).clusters == ()
