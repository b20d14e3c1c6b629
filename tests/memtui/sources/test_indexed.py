"""Drafts from the index: at the grain of a maintainer, with stable keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from indexer.facts import (
    Author,
    Coupling,
    EntryPoint,
    FileImport,
    History,
    Hotspot,
    Module,
    Reason,
    ReasonKind,
    Release,
    Role,
)
from memtui.memory import Draft, Kind, Scope
from memtui.sources.indexed.entry_points import entry_point_drafts
from memtui.sources.indexed.history import history_drafts
from memtui.sources.indexed.modules import module_drafts

SCOPE = Scope("repo", "0" * 40)
DAY = 1_767_225_600


def entry(kind: str, name: str, path: str = "app.py", line: int = 3, role: Role = Role.PRODUCT) -> EntryPoint:
    """Return an entry point."""
    return EntryPoint(kind, name, path, line, f"{name}_symbol", "python", role, 0.85, f"evidence of {name}")


def titles(drafts: Sequence[Draft]) -> list[str]:
    """Return the titles."""
    return [draft.title for draft in drafts]


def test_each_console_script_is_one_memory_with_its_evidence() -> None:
    """What starts the product is told one by one."""
    drafts = entry_point_drafts([entry("console_script", "flask"), entry("console_script", "werk")], SCOPE)
    assert titles(drafts) == ["`flask` (console script)", "`werk` (console script)"]
    assert drafts[0].evidence[0].quote == "evidence of flask"
    assert (drafts[0].evidence[0].reference, drafts[0].evidence[0].line) == ("app.py", 3)
    assert all(draft.fact and draft.kind == Kind.ENTRY_POINT for draft in drafts)


def test_routes_of_a_file_are_one_memory_that_lists_them() -> None:
    """What belongs together stands together."""
    routes = [entry("http_route", f"GET /users/{number}", line=number) for number in range(1, 4)]
    (draft,) = entry_point_drafts(routes, SCOPE)
    assert draft.title.startswith("3 HTTP routes in app.py")
    assert all(f"GET /users/{number}" in draft.body for number in range(1, 4))


def test_a_long_list_says_how_many_more_there_are_and_where() -> None:
    """Nothing is cut silently."""
    (draft,) = entry_point_drafts([entry("http_route", f"GET /{number}") for number in range(100)], SCOPE)
    assert "and 60 more" in draft.body
    assert "memtui entrypoints --kind http_route" in draft.body


def test_tests_examples_and_vendored_code_give_no_memories() -> None:
    """They stay in the index, where the Repo screen shows them."""
    roles = (Role.TEST, Role.EXAMPLE, Role.DOCS, Role.VENDORED)
    assert entry_point_drafts([entry("binary", str(role), role=role) for role in roles], SCOPE) == []


def test_a_crowd_of_programs_is_told_by_directory() -> None:
    """A repository with hundreds of binaries does not flood the list."""
    many = [entry("binary", f"tool{number}", f"tools/{number % 2}/main{number}.c") for number in range(60)]
    drafts = entry_point_drafts(many, SCOPE)
    assert [draft.key for draft in drafts] == ["entry_point:binary:tools/0", "entry_point:binary:tools/1"]


def test_the_libraries_of_a_workspace_are_one_memory() -> None:
    """A few libraries are told one by one, a shelf of them together."""
    few = [entry("library_root", f"lib{number}", f"crates/{number}/lib.rs") for number in range(3)]
    many = [entry("library_root", f"lib{number}", f"crates/{number}/lib.rs") for number in range(10)]
    assert len(entry_point_drafts(few, SCOPE)) == 3
    (draft,) = entry_point_drafts(many, SCOPE)
    assert draft.title == "10 libraries: `lib0`, `lib1`, `lib2`, `lib3` and 6 more"


def test_keys_do_not_depend_on_lines_order_or_evidence() -> None:
    """A refresh updates memories rather than repeating them."""
    first = [entry("make_target", "make test", line=4), entry("console_script", "flask", line=9)]
    second = [entry("console_script", "flask", line=90), entry("make_target", "make test", line=40)]
    assert {draft.key for draft in entry_point_drafts(first, SCOPE)} == {
        draft.key for draft in entry_point_drafts(second, SCOPE)
    }


def module(path: str, imports: tuple[str, ...] = (), role: Role = Role.PRODUCT, summary: str = "Does it.") -> Module:
    """Return a module."""
    return Module(path, path, "python", role, summary, 3, 100, 0.5, imports, ("Public", "names"))


def test_a_module_says_what_it_is_defines_imports_and_serves() -> None:
    """Both directions of the import edges are told."""
    drafts = module_drafts([module("core"), module("web", ("core",))], SCOPE)
    assert titles(drafts) == ["core: Does it", "web: Does it"]
    assert "Imported by `web`" in drafts[0].body
    assert "Imports `core`" in drafts[1].body
    assert "Defines `Public`, `names`" in drafts[0].body


def test_vendored_modules_give_no_memories_and_a_large_map_is_bounded() -> None:
    """At most some hundreds of memories for a large repository."""
    assert module_drafts([module("vendor/x", role=Role.VENDORED)], SCOPE) == []
    assert len(module_drafts([module(f"m{number}") for number in range(500)], SCOPE)) == 60


def reason(kind: ReasonKind, letter: str, title: str, quote: str, **more: Any) -> Reason:
    """Return a reason that commit ``letter`` gives."""
    return Reason(kind, letter * 40, title, title, quote, DAY, ("db.py",), **more)


def test_history_facts_are_approved_by_rule_and_inferences_are_not() -> None:
    """Couplings, reverts and decisions carry their commit and wait for a person."""
    history = History(
        commits=100,
        hotspots=(Hotspot("a.py", 0.9, 50, 20.0, 300, 2, "Ada", 0.8, DAY),),
        couplings=(Coupling("a.py", "models.py", 12, 80.0),),
        authors=(Author("Ada", "ada@example.org", 90, 0.9, DAY, DAY),),
        reasons=(
            reason(ReasonKind.ABANDONED, "c", "Cache harder", "It broke cold starts.", undone="b" * 40),
            reason(ReasonKind.DECISION, "d", "Use sqlite", "We use sqlite because it needs no server."),
        ),
        releases=(Release("v1.0", "e" * 40, DAY, 40),),
    )
    drafts = {draft.key: draft for draft in history_drafts(history, [], SCOPE)}
    assert {key for key, draft in drafts.items() if draft.fact} == {
        "history:authors",
        "history:hotspots",
        "history:releases",
    }
    decision = drafts["decision:" + "d" * 40]
    assert (decision.evidence[0].source, decision.evidence[0].reference) == ("commit", "d" * 40)
    assert "because it needs no server" in decision.body
    assert drafts["revert:" + "c" * 40].kind == Kind.LESSON
    assert drafts["coupling:a.py:models.py"].kind == Kind.RELATED_FILES


def test_files_whose_coupling_needs_no_explanation_are_left_out() -> None:
    """An import between them, or a shared name, explains why two files change together."""
    couplings = (
        Coupling("a.py", "b.py", 30, 90.0),
        Coupling("net.c", "net.h", 30, 90.0),
        Coupling("core.py", "tests/test_core.py", 30, 90.0),
        Coupling("rare.py", "other.py", 5, 40.0),
        Coupling("docs/guide.md", "package.json", 30, 90.0),
        Coupling("one.py", "tests/test_two.py", 30, 90.0),
    )
    drafts = history_drafts(History(commits=100, couplings=couplings), [FileImport("b.py", "a.py", 1.0)], SCOPE)
    assert drafts == []


def test_files_of_one_package_and_files_that_are_no_code_are_left_out() -> None:
    """Where a language itself ties the files of a directory, a missing import is no news; nor is it for manifests."""
    couplings = (
        Coupling("net/dial.go", "net/listen.go", 30, 90.0),
        Coupling("src/main.c", "src/Makefile", 30, 90.0),
        Coupling("docker/dev", "docker/prod", 30, 90.0),
        Coupling("net/dial.go", "http/client.go", 30, 90.0),
    )
    drafts = history_drafts(History(commits=100, couplings=couplings), [], SCOPE)
    assert [draft.key for draft in drafts] == ["coupling:http/client.go:net/dial.go"]


def test_files_that_all_change_together_are_one_memory() -> None:
    """Pairs that share a file are a group, with the numbers of its strongest pairs as evidence."""
    couplings = (
        Coupling("io/read.c", "io/write.c", 30, 90.0),
        Coupling("db.c", "sync.c", 20, 80.0),
        Coupling("io/seek.c", "io/write.c", 15, 70.0),
    )
    first, second = history_drafts(History(commits=100, couplings=couplings), [], SCOPE)
    assert first.title == "read.c, seek.c and write.c in io change together"
    assert [anchor.path for anchor in first.anchors] == ["io/read.c", "io/seek.c", "io/write.c"]
    assert "30 commits changed both `io/read.c` and `io/write.c`" in first.body
    assert second.title == "db.c and sync.c change together"


def test_a_directory_that_is_swept_through_is_no_group() -> None:
    """Many files that change together were changed by one habit, not because one needs the other."""
    couplings = tuple(Coupling("io/a.c", f"io/b{number}.c", 30, 90.0) for number in range(8))
    assert history_drafts(History(commits=100, couplings=couplings), [], SCOPE) == []


@pytest.mark.parametrize(
    ("kind", "title", "key", "told"),
    [
        (ReasonKind.ABANDONED, "Tried and taken back: Use it", "revert", Kind.LESSON),
        (ReasonKind.BREAKING, "Breaking: Use it", "breaking", Kind.HISTORY),
        (ReasonKind.DECISION, "Use it", "decision", Kind.DECISION),
        (ReasonKind.WORKAROUND, "Workaround: Use it", "workaround", Kind.PITFALL),
        (ReasonKind.DEPRECATION, "Use it", "deprecation", Kind.PITFALL),
    ],
)
def test_each_kind_of_reason_is_a_memory_with_its_words(kind: ReasonKind, title: str, key: str, told: Kind) -> None:
    """Title, quote, anchors and evidence; it waits for a person."""
    (draft,) = history_drafts(History(commits=9, reasons=(reason(kind, "c", "Use it", "It is best."),)), [], SCOPE)
    assert (draft.title, draft.key, draft.kind, draft.fact) == (title, f"{key}:{'c' * 40}", told, False)
    assert draft.body.startswith("> It is best.")
    assert [anchor.path for anchor in draft.anchors] == ["db.py"]
    assert (draft.evidence[0].source, draft.evidence[0].reference) == ("commit", "c" * 40)


@pytest.mark.parametrize(
    ("kept", "today"),
    [
        (-1.0, "It is about `db.py`."),
        (1.0, "Today that code stands as it was written, in `db.py`."),
        (0.5, "Most of that code stands today, in `db.py`."),
        (0.2, "Part of that code stands today, in `db.py`."),
    ],
)
def test_a_reason_says_what_is_true_today(kept: float, today: str) -> None:
    """How much of the commit's code stands, as far as anyone knows."""
    found = reason(ReasonKind.DECISION, "c", "Use it", "It is best.", kept=kept)
    (draft,) = history_drafts(History(commits=9, reasons=(found,)), [], SCOPE)
    assert draft.body.endswith(today)


def test_an_abandoned_approach_names_where_it_was_tried_and_what_followed() -> None:
    """The three commits are in the body and in the evidence; one that is not known is left out."""
    found = reason(ReasonKind.ABANDONED, "c", "Use it", "It broke.", undone="a" * 40, successor="e" * 40)
    (draft,) = history_drafts(History(commits=9, reasons=(found,)), [], SCOPE)
    assert "Tried in `aaaaaaaaaaaa`; taken back in `cccccccccccc`" in draft.body
    assert "What followed: `eeeeeeeeeeee`" in draft.body
    assert [item.reference for item in draft.evidence] == ["c" * 40, "a" * 40, "e" * 40]
    alone = reason(ReasonKind.ABANDONED, "c", "Use it", "It broke.")
    (draft,) = history_drafts(History(commits=9, reasons=(alone,)), [], SCOPE)
    assert "Taken back in `cccccccccccc`" in draft.body
    assert [item.reference for item in draft.evidence] == ["c" * 40]


def test_the_end_of_support_needs_no_other_word() -> None:
    """It says by itself that it breaks."""
    found = reason(ReasonKind.BREAKING, "c", "no longer supported: Python 3.8", "It is old.")
    (draft,) = history_drafts(History(commits=9, reasons=(found,)), [], SCOPE)
    assert draft.title == "No longer supported: Python 3.8"


def test_backticks_in_names_do_not_break_the_markdown() -> None:
    """A name with a backtick gets a longer fence."""
    (draft,) = entry_point_drafts([entry("console_script", "od`d")], SCOPE)
    assert "``od`d``" in draft.title
