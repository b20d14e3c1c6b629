"""Drafts from the index: at the grain of a maintainer, with stable keys."""

from __future__ import annotations

from collections.abc import Sequence

from indexer.facts import (
    Author,
    Coupling,
    Decision,
    EntryPoint,
    FileImport,
    History,
    Hotspot,
    Module,
    Release,
    Revert,
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


def test_history_facts_are_approved_by_rule_and_inferences_are_not() -> None:
    """Couplings, reverts and decisions carry their commit and wait for a person."""
    history = History(
        commits=100,
        hotspots=(Hotspot("a.py", 0.9, 50, 20.0, 300, 2, "Ada", 0.8, DAY),),
        couplings=(Coupling("a.py", "models.py", 12, 80.0),),
        authors=(Author("Ada", "ada@example.org", 90, 0.9, DAY, DAY),),
        reverts=(Revert("c" * 40, "b" * 40, "Cache harder", "It broke cold starts.", DAY),),
        decisions=(Decision("d" * 40, "Use sqlite", "We use sqlite because it needs no server.", DAY, ("db.py",)),),
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


def test_reverts_are_told_once_a_subject_and_only_where_they_teach() -> None:
    """A revert without a reason, of a merge, or repeated, gives no memory of its own."""
    reverts = (
        Revert("1" * 40, "a" * 40, "Cache harder", "It broke cold starts.", DAY),
        Revert("2" * 40, "a" * 40, "Cache harder", "It broke cold starts again.", DAY - 9),
        Revert("3" * 40, "b" * 40, "Merge pull request #7", "Opened by mistake.", DAY),
        Revert("4" * 40, "c" * 40, "Try sqlite", "", DAY),
    )
    drafts = history_drafts(History(commits=100, reverts=reverts), [], SCOPE)
    assert [draft.key for draft in drafts] == ["revert:" + "1" * 40]


def test_a_revert_that_names_no_commit_says_only_when_it_happened() -> None:
    """Neither the body nor the evidence has an empty reference."""
    revert = Revert("1" * 40, "", "Cache harder", "It broke cold starts.", DAY)
    (draft,) = history_drafts(History(commits=9, reverts=(revert,)), [], SCOPE)
    assert draft.body.startswith("Taken back on 2026-01-01")
    assert [item.reference for item in draft.evidence] == ["1" * 40]


def test_backticks_in_names_do_not_break_the_markdown() -> None:
    """A name with a backtick gets a longer fence."""
    (draft,) = entry_point_drafts([entry("console_script", "od`d")], SCOPE)
    assert "``od`d``" in draft.title
