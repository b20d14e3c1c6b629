"""The commands of a memory's later life: snooze, pin, tag, move, confirm, supersede, merge, split, purge, compare."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import GitRepository
from tests.support.commands import Add, Propose, Run


def shown(memtui: Run, memory: str) -> Any:
    """Return a memory whole."""
    return memtui("show", memory, "--json").json


def test_a_memory_sleeps_until_a_date(memtui: Run, add: Add) -> None:
    """Its end is in ``show``, ``restore`` ends it, and an end that is not to come is refused."""
    memory = add("one")
    assert memtui("snooze", memory, "--until", "+7d").code == 0
    assert shown(memtui, memory)["status"] == "snoozed"
    assert shown(memtui, memory)["snooze"]["until"].endswith("Z")
    assert "snoozed until: at 2" in memtui("show", memory).out
    assert memtui("restore", memory).code == 0
    assert shown(memtui, memory)["status"] == "approved"
    for end in (["--until", "2020-01-01"], ["--until", "soon"], ["--until", "+0"], ["--until", "+99999y"], []):
        outcome = memtui("snooze", memory, *end)
        assert (outcome.code, outcome.out) == (2, ""), end
        assert outcome.err.count("\n") == 1


def test_a_memory_sleeps_until_a_file_changes(memtui: Run, add: Add, repository: GitRepository) -> None:
    """The file must be tracked, and is taken from where one stands; its content is what is compared later."""
    repository.commit({"src/a.py": "x = 1\n"})
    memory = add("one", "b", cwd=repository.path)
    assert memtui("snooze", memory, "--path", "a.py", cwd=repository.path / "src").code == 0
    snooze = shown(memtui, memory)["snooze"]
    blob = repository.git("rev-parse", "HEAD:src/a.py")
    assert (snooze["path"], snooze["blob"], snooze["until"]) == ("src/a.py", blob, None)
    outcome = memtui("snooze", memory, "--path", "b.py", cwd=repository.path)
    assert (outcome.code, outcome.out) == (2, "")
    assert "git tracks no file 'b.py'" in outcome.err


def test_what_is_staged_does_not_wake_a_memory_before_it_is_committed(
    memtui: Run, add: Add, repository: GitRepository
) -> None:
    """The snooze and the refresh that ends it look at the same content, also of a file that HEAD does not have yet."""
    repository.commit({"a.py": "x = 1\n"})
    one, two = add("one", "b", cwd=repository.path), add("two", "b", cwd=repository.path)
    repository.write({"a.py": "x = 2\n", "new.py": "y = 1\n"})
    repository.git("add", ".")
    assert memtui("snooze", one, "--path", "a.py", cwd=repository.path).code == 0
    assert memtui("snooze", two, "--path", "new.py", cwd=repository.path).code == 0
    assert memtui("index", cwd=repository.path).code == 0
    assert [shown(memtui, memory)["status"] for memory in (one, two)] == ["snoozed", "snoozed"]
    repository.commit({"a.py": "x = 2\n"})
    assert memtui("index", cwd=repository.path).code == 0
    assert [shown(memtui, memory)["status"] for memory in (one, two)] == ["approved", "snoozed"]


def test_pinning_has_a_budget(memtui: Run, add: Add, propose: Propose) -> None:
    """Beyond it the reason is told; a pending memory is not pinned; unpinning makes room."""
    big, more = add("big", "x" * 1_500), add("more", "y" * 1_000)
    assert memtui("pin", big).code == 0
    refused = memtui("pin", more)
    assert refused.code == 1
    assert "20 memories or 2,000 characters" in refused.err
    assert memtui("unpin", big).code == 0
    assert memtui("pin", more).code == 0
    assert shown(memtui, more)["pinned"]
    assert memtui("pin", *propose("pending")).code == 1


def test_tags_are_added_and_taken_off(memtui: Run, add: Add) -> None:
    """With the signs that a person would use, on several memories at once, and with options for scripts."""
    one, two = add("one", "b", "--tag", "old"), add("two")
    assert memtui("tag", one, two, "+web", "+two words", "-old").code == 0
    assert shown(memtui, one)["tags"] == ["web", "two words"]
    assert shown(memtui, two)["tags"] == ["web", "two words"]
    assert memtui("tag", one, "--add", "h", "--remove", "web").code == 0
    assert memtui("tag", two, "--remove", "web", "-two words").code == 0
    assert (shown(memtui, one)["tags"], shown(memtui, two)["tags"]) == (["two words", "h"], [])
    assert memtui("tag", "--tag", "two words", "+found", "--yes").code == 0
    assert shown(memtui, one)["tags"] == ["two words", "h", "found"]
    for wrong in ([one], [one, "+a", "-a"], [one, "+"]):
        assert memtui("tag", *wrong).code in {1, 2}
    assert memtui("tag", "-h").out.startswith("usage: memtui tag")


def test_a_memory_moves_to_where_someone_finds_it(
    memtui: Run, add: Add, make_repository: Callable[..., GitRepository]
) -> None:
    """To the user, to this repository, to another one by name or key, to a group that exists; nowhere else."""
    here, there = make_repository("here"), make_repository("There")
    here.commit({"a": "1"})
    key = there.commit({"b": "2"})
    add("known", "b", cwd=there.path)
    memory = add("one", "b", cwd=here.path)
    assert memtui("groups", "add", "web", "There").code == 0
    for scope, expected in (
        ("user", "user"),
        ("repo:There", f"repo:{key}"),
        ("group:web", "group:web"),
        (f"repo:{key[:10]}", f"repo:{key}"),
        ("repo", shown(memtui, memory)["scope"]),
    ):
        assert memtui("move", memory, "--scope", scope, cwd=here.path).code == 0, scope
        assert shown(memtui, memory)["scope"] == expected
    for scope in ("group:wob", "repo:nowhere", "galaxy", ""):
        assert memtui("move", memory, "--scope", scope, cwd=here.path).code == 2, scope
    assert memtui("move", "--from", "repo", "--scope", "user", "--yes", cwd=here.path).code == 0
    assert shown(memtui, memory)["scope"] == "user"


def test_confirming_takes_the_code_as_it_is_now(memtui: Run, add: Add, repository: GitRepository) -> None:
    """The memory is stale no longer; from elsewhere it is refused, and a pending one stays pending."""
    repository.commit({"a.py": "def f():\n    return 1\n"})
    memory = add("about f", "f in a.py", "--anchor", "a.py:f", cwd=repository.path)
    before = shown(memtui, memory)["anchors"][0]["blob"]
    after = repository.commit({"a.py": "def f():\n    return 2 + 3\n"})
    elsewhere = memtui("confirm", memory)
    assert elsewhere.code == 1
    assert "anchored in another repository" in elsewhere.err
    assert memtui("confirm", memory, cwd=repository.path).code == 0
    [anchor] = shown(memtui, memory)["anchors"]
    assert anchor["blob"] == repository.git("rev-parse", f"{after}:a.py") != before


def test_one_memory_takes_the_place_of_another(memtui: Run, add: Add) -> None:
    """Both keep a link; with a text, the new memory is written in the same act, and one undo takes back both."""
    old, new = add("old", "use A"), add("new", "use B")
    assert memtui("supersede", old, "--by", new[:8]).code == 0
    assert (shown(memtui, old)["status"], shown(memtui, old)["superseded_by"]) == ("superseded", [new])
    assert shown(memtui, new)["supersedes"] == [old]
    assert f"its place is taken by: {new[:8]}" in memtui("show", old).out
    written = memtui("supersede", new, "--with-text", "-", "--title", "Newer", "--json", stdin="use C\n").json
    [newest] = [memory["id"] for memory in written["changed"] if memory["title"] == "Newer"]
    assert shown(memtui, newest)["body"] == "use C"
    assert shown(memtui, new)["superseded_by"] == [newest]
    assert memtui("undo").code == 0
    assert (shown(memtui, new)["status"], shown(memtui, newest)["status"]) == ("approved", "deleted")
    for wrong in ([], ["--by", new, "--with-text", "x"]):
        assert memtui("supersede", old, *wrong).code == 2
    assert memtui("supersede", old, "--with-text", "again").code == 1
    assert memtui("ls", "--match", "again", "--json").json == []


def test_a_merge_shows_its_result_first(memtui: Run, add: Add) -> None:
    """Nothing is merged unasked; with ``--yes`` one memory holds what each said, and undo brings all back."""
    one, two = add("Use uv", "for all"), add("Prefer uv", "in CI, too", "--tag", "ci")
    asked = memtui("merge", one, two)
    assert (asked.code, asked.out) == (1, "")
    assert "in CI, too" in asked.err
    result = memtui("merge", one, two, "--title", "uv everywhere", "--yes", "--json").json
    [merged] = [memory for memory in result["changed"] if memory["title"] == "uv everywhere"]
    assert merged["supersedes"] == sorted([one, two])
    assert "for all" in merged["body"]
    assert "in CI, too" in merged["body"]
    assert merged["tags"] == ["ci"]
    assert memtui("undo").code == 0
    assert {shown(memtui, memory)["status"] for memory in (one, two)} == {"approved"}
    for wrong in ([one], [one, "zzzz"], [one, one[:9]]):
        outcome = memtui("merge", *wrong, "--yes")
        assert (outcome.code, outcome.out) == (2, "")


def test_a_merge_can_be_worded_in_the_editor(memtui: Run, propose: Propose, editor: Callable[[str], None]) -> None:
    """The proposed text is opened; what was hidden in it is shown and stays what it was."""
    one, two = propose("first", "second", body="joined \u200b text")
    editor("path.write_text(path.read_text().replace('third', 'Both'))")
    flagged = memtui("merge", one, two, "--edit", "--yes")
    assert flagged.code == 1
    assert "is flagged" in flagged.err
    assert "⟨U+200B⟩" in flagged.err
    plain = propose("third", "fourth", body="plain")
    result = memtui("merge", *plain, "--edit", "--yes", "--json").json
    [merged] = [memory for memory in result["changed"] if memory["status"] == "approved"]
    assert (merged["title"], merged["body"]) == ("Both", "plain\n\nfourth\n\nplain")


def test_a_memory_is_split_into_parts(memtui: Run, add: Add, editor: Callable[[str], None]) -> None:
    """From stdin or cut in the editor; each part keeps what the whole was, and one part is no split."""
    memory = add("Both", "uv for tools\n\nruff for style", "--tag", "python")
    result = memtui("split", memory, "--json", stdin="Tools\n\nuv\n%%\nStyle\n\nruff\n").json
    parts = {item["title"]: item for item in result["changed"] if item["id"] != memory}
    assert {title: part["body"] for title, part in parts.items()} == {"Tools": "uv", "Style": "ruff"}
    assert all(part["tags"] == ["python"] and part["supersedes"] == [memory] for part in parts.values())
    assert memtui("undo").code == 0
    alone = memtui("split", memory, stdin="Only one\n\npart\n")
    assert alone.code == 1
    assert "at least two" in alone.err
    editor("pass")
    assert "Nothing was split" in memtui("split", memory, "--editor").err
    editor("path.write_text(path.read_text().replace('uv for tools\\n', 'uv for tools\\n%%\\nStyle\\n'))")
    assert memtui("split", memory, "--editor").code == 0
    approved = [shown(memtui, item["id"]) for item in memtui("ls", "--status", "approved", "--json").json]
    titles = {item["title"]: item["body"] for item in approved}
    assert titles == {"Both": "uv for tools", "Style": "ruff for style"}


def test_purging_needs_the_whole_id_once_more(memtui: Run, add: Add) -> None:
    """A script gives it, a wrong one is refused, and what is gone is gone from every revision."""
    memory = add("one", "the secret words")
    memtui("edit", memory, "--body", "other secret words")
    for wrong in ([], ["--confirm", memory[:8]], ["--confirm", "yes"], ["--confirm", ""]):
        outcome = memtui("purge", memory, *wrong)
        assert (outcome.code, outcome.out) == (1, ""), wrong
        assert f"--confirm {memory}" in outcome.err
    assert memtui("purge", memory, "--dry-run").code == 0
    assert shown(memtui, memory)["body"] == "other secret words"
    assert memtui("purge", memory[:8], "--confirm", memory).code == 0
    assert "secret" not in memtui("log", memory, "--json").out
    assert "secret" not in memtui("show", memory, "--json").out
    assert "secret" not in memtui("ls", "--all").out
    assert memtui("restore", memory).code == 1


def test_a_deleted_memory_is_found_by_nothing(memtui: Run, add: Add) -> None:
    """Neither by its exact text, nor by words of it, nor by a repeated look."""
    memory = add("Deploy on Fridays", "never do it before noon")
    memtui("rm", memory)
    for words in ("never do it before noon", "NOON deploy", "Fridays"):
        assert memtui("ls", "--match", words, "--json").json == []
    assert memtui("status", "--json").json["approved"] == 0


def test_revisions_are_compared_and_brought_back(memtui: Run, add: Add) -> None:
    """The last two by default, any two by the beginnings of their ids; and one of them said again."""
    memory = add("Title", "one two three")
    memtui("edit", memory, "--body", "one 2 three")
    memtui("edit", memory, "--body", "one 2 four")
    first, second, third = (revision["id"] for revision in memtui("log", memory, "--json").json)
    last = memtui("diff", memory, "--json").json
    assert (last["from"], last["to"]) == (second, third)
    [change] = last["changes"]
    assert (change["field"], change["before"], change["after"]) == ("body", "one 2 three", "one 2 four")
    assert [piece["what"] for piece in change["words"]] == ["equal", "removed", "added"]
    assert memtui("diff", memory, first[:9]).lines == ["body:", "one [-two-]{+2+} [-three-]{+four+}"]
    both = memtui("diff", memory, first[:9], second[:9], "--json").json
    assert (both["from"], both["to"]) == (first, second)
    assert memtui("bring-back", memory, first[:9]).code == 0
    assert shown(memtui, memory)["body"] == "one two three"
    assert memtui("undo").code == 0
    assert shown(memtui, memory)["body"] == "one 2 four"
    assert memtui("diff", memory, "zz").code == 1
    assert memtui("bring-back", memory, "zz").code == 1
    assert memtui("diff", memory, first, second, third).code == 2


def test_two_memories_are_compared(memtui: Run, add: Add) -> None:
    """As they are now; a memory that is compared with itself differs in nothing."""
    one, two = add("Title", "same words here"), add("Title", "same words there")
    outcome = memtui("diff", one, "--with", two)
    assert outcome.lines == ["body:", "same words [-here-]{+there+}"]
    same = memtui("diff", one, "--with", one)
    assert (same.code, same.out) == (0, "")
    assert "Nothing differs" in same.err
    assert memtui("diff", one, "abc", "--with", two).code == 2


def test_a_rejection_keeps_its_reason(memtui: Run, propose: Propose) -> None:
    """Whoever reads the memory or its log later learns why."""
    (memory,) = propose("one")
    memtui("reject", memory, "--reason", "a joke in a footer")
    assert "a joke in a footer" in memtui("show", memory).out


def test_approving_a_proposal_shows_what_it_does(memtui: Run, add: Add) -> None:
    """In words before it is done, in ``show``, and only if its target is as it was shown."""
    from memtui.memory import USER_SCOPE, Draft, Proposal
    from memtui.review import propose
    from memtui.store import Store, home_directory

    target = add("Use A", "because of B", "--kind", "decision")
    store = Store.open(home_directory())
    base = store.snapshot().find(target).revision
    draft = Draft("decision", "Use A", "because of C", USER_SCOPE, proposal=Proposal("edit", (target,), (base,)))
    (head,) = propose(store, [draft], origin="codex").changed
    proposal = head.memory.id
    assert "because of [-B-]{+C+}" in memtui("show", proposal).out
    tried = memtui("approve", proposal, "--dry-run")
    assert f"{proposal[:8]} (Use A) changes {target[:8]} (Use A)" in tried.err
    assert "because of [-B-]{+C+}" in tried.err
    assert shown(memtui, target)["body"] == "because of B"
    assert memtui("approve", proposal).code == 0
    assert shown(memtui, target)["body"] == "because of C"


def test_a_failed_proposal_keeps_no_other_back(memtui: Run, add: Add, propose: Propose) -> None:
    """What cannot be carried out is told with its reason and flagged; the rest of the batch goes on."""
    from memtui.memory import USER_SCOPE, Draft, Proposal
    from memtui.review import propose as propose_drafts
    from memtui.store import Store, home_directory

    target = add("Use A", "because of B", "--kind", "decision")
    store = Store.open(home_directory())
    base = store.snapshot().find(target).revision
    draft = Draft("decision", "Use A", "because of C", USER_SCOPE, proposal=Proposal("delete", (target,), (base,)))
    (head,) = propose_drafts(store, [draft], origin="codex").changed
    (other,) = propose("another")
    memtui("edit", target, "--body", "because of D")
    outcome = memtui("approve", head.memory.id, other, "--json")
    assert [memory["id"] for memory in outcome.json["changed"]] == [other]
    assert "cannot be carried out" in outcome.err
    assert shown(memtui, target)["status"] == "approved"
    assert "apply_failed" in shown(memtui, head.memory.id)["attention"]


@pytest.mark.parametrize("command", ["snooze --until +1d", "pin", "tag +x", "move --scope user", "confirm", "purge"])
def test_an_unknown_id_is_told(memtui: Run, add: Add, command: str) -> None:
    """Nothing is done, and the exit code says so."""
    add("one")
    name, *options = command.split()
    outcome = memtui(name, "zzzz", *options)
    assert (outcome.code, outcome.out) == (1, "")


def test_the_same_memory_is_added_once(memtui: Run, add: Add) -> None:
    """A second time nothing is added, and nothing goes."""
    memory = add("Use uv", "for all")
    again = memtui("add", "for all", "--title", "Use uv")
    assert again.code == 1
    assert "the same is known already" in again.err
    assert [item["id"] for item in memtui("ls", "--json").json] == [memory]


def test_a_mark_is_not_written_into_an_edited_memory(memtui: Run, add: Add, editor: Callable[[str], None]) -> None:
    """What hides is shown as a mark in the editor, and is what it was where the mark is left."""
    memory = add("Title", "evil \u202e text\nsecond line")
    editor("text = path.read_text()\nassert '⟨U+202E⟩' in text\npath.write_text(text.replace('second', 'changed'))")
    assert memtui("edit", memory).code == 0
    assert shown(memtui, memory)["body"] == "evil \u202e text\nchanged line"
