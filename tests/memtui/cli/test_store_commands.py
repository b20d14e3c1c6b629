"""The commands about other programs' files: list, import, write back, export."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from memtui.sources.stores import notices
from tests.conftest import GitRepository
from tests.memtui.cli.test_json_contract import DOCUMENT, check, nested_keys
from tests.support.commands import Add, Outcome, Run

RULES = "# Project\n\n- Keep it small.\n- Keep it fast, see `src/gone.py`.\n\n## Layout\n\nCore below cli.\n"
TOKEN = "ghp_" + "aB3dE5fG7h" * 3 + "J9kLmN"


@pytest.fixture
def project(repository: GitRepository) -> GitRepository:
    """Give a repository with a CLAUDE.md."""
    repository.commit({"CLAUDE.md": RULES, "src/core.py": "x"})
    return repository


def imported(memtui: Run, project: GitRepository, source: str = "claude-md") -> dict[str, str]:
    """Import and return the ids of what was proposed, by title."""
    outcome = memtui("import", source, "--json", cwd=project.path)
    assert outcome.code == 0, outcome.err
    return {memory["title"]: memory["id"] for store in outcome.json for memory in store["changed"]}


def test_sources_are_listed_with_cost_and_findings(memtui: Run, project: GitRepository) -> None:
    """In words and as JSON; nothing is written anywhere."""
    outcome = memtui("sources", cwd=project.path)
    assert outcome.code == 0
    assert "claude-md: CLAUDE.md" in outcome.lines
    assert "  3 entries, 23 tokens in every session, 0 when asked for" in outcome.lines
    assert "  CLAUDE.md:4 names src/gone.py, which the repository does not have" in outcome.lines
    record = memtui("sources", "--json", cwd=project.path).json
    assert [(it["store"], it["entries"], it["tokens_always"]) for it in record["stores"]] == [("claude-md", 3, 23)]
    assert project.git("status", "--porcelain") == ""


def test_a_place_without_stores_says_so(memtui: Run) -> None:
    """An empty home is no failure."""
    outcome = memtui("sources")
    assert (outcome.code, outcome.out) == (0, "")
    assert "No agent keeps anything here" in outcome.err


def test_what_is_imported_is_pending_and_known_from_then_on(memtui: Run, project: GitRepository) -> None:
    """The second time says that nothing is new, and is no failure."""
    first = memtui("import", "claude-md", cwd=project.path)
    assert first.code == 0
    assert [line.split(None, 2)[::2] for line in first.lines] == [
        ["proposed", "Keep it small."],
        ["proposed", "Keep it fast, see src/gone.py."],
        ["proposed", "Layout"],
    ]
    second = memtui("import", "claude-md", cwd=project.path)
    assert (second.code, second.out) == (0, "")
    assert "claude-md: 0 proposals, 3 known and unchanged" in second.err
    statuses = {memory["status"] for memory in memtui("ls", "--json", cwd=project.path).json}
    assert statuses == {"pending"}


def test_a_dry_run_of_an_import_keeps_nothing(memtui: Run, project: GitRepository) -> None:
    """It says what would be proposed."""
    outcome = memtui("import", "all", "--dry-run", cwd=project.path)
    assert outcome.lines[0].startswith("would be proposed")
    assert "dry run" in outcome.err
    assert memtui("ls", cwd=project.path).out == ""


def test_a_source_may_be_a_path(memtui: Run, project: GitRepository, tmp_path: Path) -> None:
    """A file of a store, a folder, or something that is not there."""
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/tea.md").write_text("## Tea\n\nAt four.\n")
    assert imported(memtui, project, "CLAUDE.md").keys() == {
        "Keep it small.",
        "Keep it fast, see src/gone.py.",
        "Layout",
    }
    assert imported(memtui, project, str(tmp_path / "notes")).keys() == {"Tea"}
    (tea,) = [memory for memory in memtui("ls", "--json", "--scope", "user").json if memory["title"] == "Tea"]
    assert tea["scope"] == "user"
    missing = memtui("import", "nowhere", cwd=project.path)
    assert missing.code == 2
    assert "There is no store and no file 'nowhere'" in missing.err


def test_a_scope_may_be_chosen_for_an_import(memtui: Run, project: GitRepository) -> None:
    """For a file that is for others than it lies with."""
    memtui("import", "claude-md", "--scope", "group:web", cwd=project.path)
    listed = memtui("ls", "--json", "--scope", "group:web", cwd=project.path).json
    assert len(listed) == 3
    assert memtui("import", "claude-md", "--scope", "group:web", cwd=project.path).out == ""


def test_a_change_is_shown_written_and_kept_aside(
    memtui: Run, project: GitRepository, sealed_environment: Path
) -> None:
    """The whole way: import, edit, delete, write back."""
    ids = imported(memtui, project)
    memtui("edit", ids["Layout"], "--body", "Core below all.", cwd=project.path)
    memtui("rm", ids["Keep it small."], cwd=project.path)
    dry = memtui("write-back", ids["Layout"], "--dry-run", cwd=project.path)
    assert (dry.code, dry.lines[-1]) == (0, "+Core below all.")
    assert (project.path / "CLAUDE.md").read_text() == RULES
    outcome = memtui("write-back", ids["Layout"], ids["Keep it small."], "--yes", cwd=project.path)
    assert outcome.code == 0
    assert "--- a/CLAUDE.md" in outcome.lines
    assert "is written to CLAUDE.md" in outcome.err
    assert "is taken out of CLAUDE.md" in outcome.err
    assert (project.path / "CLAUDE.md").read_text() == RULES.replace("- Keep it small.\n", "").replace(
        "Core below cli.", "Core below all."
    )
    copies = sorted((sealed_environment / "memtui/backups").rglob("CLAUDE.md"))
    assert copies[0].read_text() == RULES
    assert len(copies) == 2
    assert memtui("import", "claude-md", cwd=project.path).out == ""


def test_without_a_terminal_writing_must_be_asked_for(memtui: Run, project: GitRepository) -> None:
    """A script cannot be asked, and nothing is assumed."""
    ids = imported(memtui, project)
    outcome = memtui("write-back", ids["Layout"], cwd=project.path)
    assert outcome.code == 2
    assert "Add --yes" in outcome.err


def test_refusals_of_writing_say_why_and_what_to_do(memtui: Run, project: GitRepository, add: Add) -> None:
    """In words, and as JSON with the reason."""
    ids = imported(memtui, project)
    memory = add("mine", "text", cwd=project.path)
    outcome = memtui("write-back", memory, ids["Layout"], "zzzz", "--yes", cwd=project.path)
    assert outcome.code == 1
    assert "comes from no other program's file. See 'memtui export'" in outcome.err
    assert "nobody has decided on it. Approve it first." in outcome.err
    memtui("approve", ids["Layout"], cwd=project.path)
    (project.path / "CLAUDE.md").write_text(RULES.replace("Core", "The core"))
    (record,) = memtui("write-back", ids["Layout"], "--yes", "--json", cwd=project.path).json
    assert (record["state"], record["reason"]) == ("refused", "changed_meanwhile")


def exported(memtui: Run, project: GitRepository, *arguments: str) -> Outcome:
    """Export from the repository."""
    outcome = memtui("export", *arguments, cwd=project.path)
    assert outcome.code == 0, outcome.err
    return outcome


def test_an_export_comes_back_into_another_home(
    memtui: Run, project: GitRepository, add: Add, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With --own as it was, without it pending."""
    first = add("Keep", "text", "--tag", "a", cwd=project.path)
    memory = memtui("show", first, "--json", cwd=project.path).json
    exported(memtui, project, "--format", "jsonl", "--out", str(tmp_path / "all.jsonl"))
    for name, own, status in (("one", ["--own"], "approved"), ("two", [], "pending")):
        monkeypatch.setenv("MEMTUI_HOME", str(tmp_path / name))
        outcome = memtui("import", str(tmp_path / "all.jsonl"), *own, "--json", cwd=project.path)
        (taken,) = outcome.json[0]["changed"]
        assert taken["status"] == status
        assert {key: taken[key] for key in ("id", "title", "body", "tags", "kind", "scope")} == {
            key: memory[key] for key in ("id", "title", "body", "tags", "kind", "scope")
        }
    assert memtui("import", str(project.path / "CLAUDE.md"), "--own", cwd=project.path).code == 2


def test_lines_that_are_no_memories_are_told(memtui: Run, project: GitRepository, add: Add, tmp_path: Path) -> None:
    """And the others come in."""
    add("Keep", "text", cwd=project.path)
    line = exported(memtui, project, "--format", "jsonl").out
    path = tmp_path / "all.jsonl"
    path.write_text(line + json.dumps({**json.loads(line), "id": "x" * 16, "status": "holy"}) + "\n")
    outcome = memtui("import", str(path), cwd=project.path)
    assert "all.jsonl:2 is no memory (status)" in outcome.err


def test_only_approved_memories_leave_unless_asked_otherwise(memtui: Run, project: GitRepository, add: Add) -> None:
    """And never one with a secret."""
    imported(memtui, project)
    add("Approved", "text", cwd=project.path)
    add("Secret", f"The token is {TOKEN}", cwd=project.path)
    record = exported(memtui, project, "--json", "--format", "jsonl").json
    assert (len(record["memories"]), len(record["left_out"])) == (1, 1)
    everything = exported(memtui, project, "--format", "jsonl", "--status", "pending", "--status", "approved")
    assert len(everything.lines) == 4
    assert TOKEN not in everything.out
    assert "holds a secret and is left out" in everything.err


def test_markdown_is_one_file_each(memtui: Run, project: GitRepository, add: Add, tmp_path: Path) -> None:
    """In a directory of their own, or one after the other on stdout."""
    add("Keep it short", "text", cwd=project.path)
    assert "# Keep it short" in exported(memtui, project).lines
    outcome = exported(memtui, project, "--out", str(tmp_path / "out"))
    (path,) = (tmp_path / "out").iterdir()
    assert outcome.lines == [str(path)]
    assert exported(memtui, project, "--out", str(tmp_path / "out")).out == ""
    foreign = memtui("export", "--out", str(project.path), cwd=project.path)
    assert foreign.code == 1
    assert "holds what memtui did not write" in foreign.err


def test_a_block_goes_into_a_file_and_nothing_else_changes(memtui: Run, project: GitRepository, add: Add) -> None:
    """Shown first; the second time there is nothing to do; sources do not count it as an entry."""
    add("Keep it short", "text", cwd=project.path)
    path = project.path / "CLAUDE.md"
    dry = exported(memtui, project, "--into", "CLAUDE.md", "--dry-run")
    assert "+<!-- memtui:memories:begin -->" in dry.lines
    assert path.read_text() == RULES
    assert memtui("export", "--into", "CLAUDE.md", cwd=project.path).code == 2
    exported(memtui, project, "--into", "CLAUDE.md", "--yes")
    assert path.read_text().startswith(RULES + "\n<!-- memtui:memories:begin -->\n")
    again = exported(memtui, project, "--into", "CLAUDE.md", "--yes")
    assert "is as it should be" in again.err
    assert len(imported(memtui, project)) == 3
    path.write_text(path.read_text().replace("<!-- memtui:memories:end -->", ""))
    broken = memtui("export", "--into", "CLAUDE.md", "--yes", cwd=project.path)
    assert broken.code == 1
    assert "do not enclose one block" in broken.err


def test_a_file_that_is_no_export_is_not_replaced(memtui: Run, project: GitRepository, add: Add) -> None:
    """A slip of the finger must not cost a file."""
    add("Keep it short", "text", cwd=project.path)
    for form in ("jsonl", "block"):
        outcome = memtui("export", "--format", form, "--out", "CLAUDE.md", cwd=project.path)
        assert outcome.code == 2
        assert "exists and is no export" in outcome.err
    assert (project.path / "CLAUDE.md").read_text() == RULES
    assert memtui("export", "--format", "jsonl", "--into", "CLAUDE.md", cwd=project.path).code == 2


def test_what_a_file_hides_is_visible_wherever_it_is_shown(memtui: Run, project: GitRepository) -> None:
    """No byte of another program's file reaches the terminal as it is."""
    project.write({"CLAUDE.md": "- a\x1b[31mred\u202e and `src/\x1b]0;x\x07.py` rule\n\n@docs/\x1bz.md\n"})
    ids = imported(memtui, project)
    (memory,) = ids.values()
    memtui("edit", memory, "--body", "plain", cwd=project.path)
    for arguments in (["sources"], ["import", "claude-md"], ["write-back", memory, "--dry-run"]):
        outcome = memtui(*arguments, cwd=project.path)
        assert "\x1b" not in outcome.out + outcome.err
        assert "\u202e" not in outcome.out + outcome.err


def test_every_json_is_what_the_document_says(memtui: Run, project: GitRepository, add: Add) -> None:
    """Keys and types of all four commands."""
    sources = memtui("sources", "--json", cwd=project.path).json
    check(sources, "sources")
    assert set(sources["stores"][0]) == nested_keys("sources", "stores")
    assert set(sources["notices"][0]) == nested_keys("sources", "notices")
    (store,) = memtui("import", "claude-md", "--json", cwd=project.path).json
    check(store, "import")
    check(store["changed"][0], "show")
    memory = store["changed"][0]["id"]
    memtui("edit", memory, "--body", "Another text.", cwd=project.path)
    for options in (["--dry-run"], ["--yes"], ["--yes"]):
        (record,) = memtui("write-back", memory, *options, "--json", cwd=project.path).json
        check(record, "write-back")
    add("mine", "text", cwd=project.path)
    check(memtui("export", "--json", cwd=project.path).json, "export")


def test_reasons_and_rules_are_documented() -> None:
    """What is put into words is in the document, too."""
    for words, command in ((notices._NOTICES, "sources"), (notices._OBSTACLES, "write-back")):
        section = DOCUMENT.partition(f"## `{command} --json`\n")[2].partition("\n## ")[0]
        documented = set(re.findall(r"`(\w+)`", section))
        assert set(words) - documented <= {"malformed"}, command


def test_a_change_of_an_imported_memory_offers_to_write_it_back(memtui: Run, project: GitRepository, add: Add) -> None:
    """The file is as it was until someone says so; a memory of one's own has no file."""
    ids = imported(memtui, project)
    edited = memtui("edit", ids["Layout"], "--body", "Other.", cwd=project.path)
    assert f"'memtui write-back {ids['Layout'][:8]}' writes the change there" in edited.err
    assert "write-back" in memtui("rm", ids["Keep it small."], cwd=project.path).err
    assert "write-back" not in memtui("approve", ids["Layout"], cwd=project.path).err
    assert "write-back" not in memtui("rm", add("mine", "text", cwd=project.path), cwd=project.path).err
