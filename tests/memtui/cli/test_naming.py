"""Whatever is said of a memory in text names it by its title, too, and the log says all that an act did."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui.cli.naming import called, called_all
from memtui.cli.steps import told_step, told_steps
from memtui.memory import Status
from memtui.sources.exports.lines import to_lines
from memtui.store import Store, load_snapshot
from memtui.store.acts import Step
from tests.support.commands import Add, Propose, Run
from tests.support.memories import keep, make_memory


def test_a_memory_is_called_by_its_id_and_title(add: Add, sealed_environment: Path) -> None:
    """A long title is cut; what is no memory is called as it was typed, and what was purged has no title."""
    one = add("t" * 80)
    assert called(make_memory("Use A", id="a" * 16)) == "aaaaaaaa (Use A)"
    assert called(make_memory("", id="a" * 16)) == "aaaaaaaa ((purged))"
    names = called_all([one, "nosuch"], load_snapshot(sealed_environment / "memtui"))
    assert names == {one: f"{one[:8]} ({'t' * 59}…)", "nosuch": "nosuch"}


@pytest.mark.parametrize("options", [[], ["--dry-run"]])
def test_a_refusal_names_what_was_refused(memtui: Run, add: Add, options: list[str]) -> None:
    """A person who named five ids sees which of them it was."""
    one = add("Keep the lock short")
    refused = memtui("approve", one, "zzzz", *options)
    assert f"{one[:8]} (Keep the lock short) is left as it was: it is approved already" in refused.err
    assert "No memory has an id that begins with 'zzzz'. List them with" in refused.err


def test_links_are_shown_with_titles(memtui: Run, add: Add) -> None:
    """Which memory took the place of which is read without looking ids up."""
    old, new = add("Use nose"), add("Use pytest")
    memtui("supersede", old, "--by", new)
    assert f"its place is taken by: {new[:8]} (Use pytest)" in memtui("show", old).out
    assert f"takes the place of: {old[:8]} (Use nose)" in memtui("show", new).out


def test_the_log_says_all_that_an_act_did(memtui: Run, propose: Propose, tmp_path: Path) -> None:
    """A review that approves, edits and rejects is one act, and no single word says that."""
    one, two, three = propose("one", "two", "three")
    text = memtui("review").out
    text = text.replace(f"%% {one} [ ]", f"%% {one} [a]").replace(f"%% {two} [ ]", f"%% {two} [a]")
    text = text.replace(f"%% {three} [ ]", f"%% {three} [x no]").replace("\ntwo\n", "\ntwo, edited\n", 1)
    (tmp_path / "saved").write_text(text)
    assert memtui("review", "--apply", str(tmp_path / "saved")).code == 0
    line = memtui("log", "--limit", "1").lines[0]
    assert "edited 1, approved 2, rejected 1" in line
    assert f"{one[:8]} (one)" in line
    [act] = memtui("log", "--limit", "1", "--json").json
    assert act["action"] == "edit"
    assert [(step["action"], step["status"], step["count"]) for step in act["steps"]] == [
        ("edit", "pending", 1),
        ("approve", "approved", 2),
        ("reject", "rejected", 1),
    ]
    memtui("undo")
    assert f"undo of {act['batch'][:8]}" in memtui("log").lines[0]


def test_one_act_that_does_two_things_says_both(memtui: Run, add: Add) -> None:
    """Written anew in the place of two others."""
    one, two = add("Use nose"), add("Use unittest")
    memtui("supersede", one, two, "--with-text", "It is everywhere.", "--title", "Use pytest")
    assert "added 1, superseded 2, put in its place 1" in memtui("log").lines[0]


def test_what_is_done_is_said_in_the_past() -> None:
    """An act that has no words yet is shown by its name; acts of one word are counted together."""
    assert told_step("approve", Status.APPROVED) == "approved"
    assert told_step("approve", Status.SUPERSEDED) == "superseded"
    assert told_step("dance", Status.PENDING) == "dance"
    steps = [Step("approve", "approved", 3), Step("approve", "superseded", 1), Step("supersede", "superseded", 1_000)]
    assert told_steps(steps) == "approved 3, superseded 1,001"


def test_an_import_names_what_it_would_change(memtui: Run, add: Add, tmp_path: Path) -> None:
    """What a file says of a memory that is here is a proposal about it, by its title; what cannot be one is told."""
    here, kept = add("Use nose"), add("Use git")
    there = make_memory("Use pytest", id="therethere234567", status=Status.APPROVED, supersedes=(here,))
    claim = make_memory("Use git", id=kept, kind="lesson", body="x", superseded_by=(here,), status=Status.SUPERSEDED)
    path = tmp_path / "export.jsonl"
    path.write_text(to_lines([there, claim]))
    for options, said in ((["--dry-run"], "would be proposed as a successor"), ([], "proposed as a successor")):
        outcome = memtui("import", str(path), *options)
        assert f"{said}  therethe  Use pytest → {here[:8]} (Use nose)" in outcome.out
        assert (
            f"{kept[:8]} (Use git) is left as it was: the file says that {here[:8]} (Use nose) takes its place; "
            f"'memtui supersede {kept[:8]} --by {here[:8]}' does it"
        ) in outcome.err
    assert memtui("show", here, "--json").json["status"] == "approved"
    assert f"approving it takes the place of {here[:8]} (Use nose)" in memtui("show", "therethere").out
    assert memtui("approve", "therethere").code == 0
    assert "approved 1, superseded 1" in memtui("log").lines[0]


def test_an_id_of_several_shows_which_they_are(memtui: Run, sealed_environment: Path) -> None:
    """With titles, so that one need not list them to choose; beyond five, how many more there are."""
    store = Store.open(sealed_environment / "memtui")
    keep(store, *(make_memory(f"Rule {number}", id=f"same{number}aaaaaaaaaaa") for number in range(7)))
    shown = "7 ids begin with 'same': same0aaaaaaaaaaa (Rule 0), same1aaaaaaaaaaa (Rule 1), "
    for command in ("show same", "approve same", "merge same sam", "rm same zzzz"):
        said = memtui(*command.split()).err
        assert shown in said, command
        assert "(Rule 4) and 2 more. Give more of the id." in said
        assert "(Rule 5)" not in said
    assert "No memory has an id that begins with 'zzzz'" in memtui("rm", "same", "zzzz").err
    assert "The id is empty." in memtui("show", "").err


def test_an_export_of_nothing_says_so(memtui: Run, propose: Propose, tmp_path: Path) -> None:
    """What is pending is not exported, which whoever finds an empty file would wonder about."""
    propose("one")
    for options in ([], ["--format", "jsonl"], ["--format", "block"], ["--json"]):
        outcome = memtui("export", *options)
        assert "There is nothing to export" in outcome.err
        assert options == ["--json"] or outcome.out == ""


def test_a_mistyped_scope_is_answered_with_those_there_are(memtui: Run) -> None:
    """A filter may mean all, a memory is for one."""
    assert "Choose user, repo, all or group:NAME." in memtui("ls", "--scope", "al").err
    assert "Choose user, repo or group:NAME." in memtui("add", "x", "--scope", "al").err
