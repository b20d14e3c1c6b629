"""Each agent's files are found where it keeps them, and read at the grain at which a person would decide."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui.memory import Kind, Level
from memtui.sources.stores.catalogue import at_path, discover, location_of
from memtui.sources.stores.claude_memory import slug
from memtui.sources.stores.values import Loading
from tests.conftest import GitRepository
from tests.support.stores import around, bodies, entries, found_names, readings, write_files

PREFERENCES = """\
---
schema: "repo_user_profile_memory.v0.1"
active_count: 2
total_count: 3
---

# Repo-Scoped User Profile And Preferences

## Active Preferences

## Preference pref_20260710_short

- Type: `communication`
- Status: `active`
- Description: User prefers short answers.
- Applies when: Answering questions.
- Do not apply when: -

---

## Preference pref_20260710_ada

- Type: `profile`
- Status: `active`
- Description: User is called Ada.
- Applies when: Addressing the user.
- Do not apply when: Writing code.

---

## Preference pref_20260710_old

- Type: `profile`
- Status: `deleted`
- Description: Obsolete.
- Applies when: -
- Do not apply when: -
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give an empty home directory."""
    path = tmp_path / "person"
    path.mkdir()
    return path


def test_claude_memory_is_found_by_the_root_of_the_repository(home: Path, repository: GitRepository) -> None:
    """The slug is that of the main work tree, so that linked worktrees share the memory."""
    repository.commit({"a": "a"})
    repository.git("worktree", "add", "../linked")
    directory = f".claude/projects/{slug(str(repository.path.resolve()))}/memory"
    write_files(
        home,
        {
            f"{directory}/MEMORY.md": (
                "# Memory\n\n- [Pnpm](pnpm.md) - we use it\n- [Gone](gone.md) - x\n\n- A loose note.\n"
            ),
            f"{directory}/pnpm.md": (
                "---\nname: pnpm\ndescription: We use pnpm\nmetadata:\n  type: feedback\n---\nNot npm.\n"
            ),
        },
    )
    for path in (repository.path, repository.path.parent / "linked"):
        here = around(home, path)
        assert bodies("claude-memory", here) == {"A loose note.": "A loose note.", "We use pnpm": "Not npm."}
    found = {reading.location.path.name: reading for reading in readings("claude-memory", here)}
    assert found["MEMORY.md"].location.loading == Loading.ALWAYS
    assert found["pnpm.md"].location.loading == Loading.ON_DEMAND
    assert found["pnpm.md"].location.level == Level.REPO
    assert [(notice.rule, notice.line, notice.detail) for notice in found["MEMORY.md"].notices] == [
        ("broken_index", 4, "gone.md")
    ]


def test_claude_code_may_keep_its_files_elsewhere(home: Path, repository: GitRepository, tmp_path: Path) -> None:
    """The variables of Claude Code and the user's own setting say where."""
    write_files(tmp_path / "config", {"projects/mine/memory/a.md": "text\n"})
    here = around(
        home, repository.path, CLAUDE_CONFIG_DIR=str(tmp_path / "config"), CLAUDE_CODE_PROJECT_DIR_NAME="mine"
    )
    assert bodies("claude-memory", here) == {"a": "text"}
    write_files(home, {".claude/settings.json": f'{{"autoMemoryDirectory": "{tmp_path}/chosen"}}'})
    write_files(tmp_path / "chosen", {"b.md": "other\n"})
    assert bodies("claude-memory", around(home, repository.path)) == {"b": "other"}


def test_a_slug_is_what_javascript_makes_of_a_path() -> None:
    """Everything but ASCII letters and digits is a dash, twice beyond the basic plane; long ones end in a hash."""
    assert slug("/a/home_cc/proj.x") == "-a-home-cc-proj-x"
    assert slug("/é/🙂") == "-----"
    long = slug("/" + "a" * 300)
    assert long.startswith("-" + "a" * 199 + "-")
    assert long != slug("/" + "a" * 301)


def test_claude_instructions_are_those_of_user_project_and_directories(home: Path, repository: GitRepository) -> None:
    """In the order in which they are read, with what they import after each."""
    write_files(home, {".claude/CLAUDE.md": "- be brief\n", ".claude/rules/git.md": "- rebase\n"})
    repository.write(
        {
            "CLAUDE.md": "# Project\n\n- one rule\n\nSee `@types/node` and ask @ada.\n@docs/a.md\n",
            "docs/a.md": "- imported\n@b.md\n",
            "docs/b.md": "- deep\n",
            "CLAUDE.local.md": "- mine alone\n",
            "api/CLAUDE.md": "- in the api\n",
            ".claude/rules/style.md": "- tabs\n",
            "node_modules/x/CLAUDE.md": "- not ours\n",
            ".gitignore": "node_modules\nCLAUDE.local.md\n",
        }
    )
    here = around(home, repository.path)
    assert found_names("claude-md", here) == [
        "~/.claude/CLAUDE.md",
        "~/.claude/rules/git.md",
        "CLAUDE.md",
        "docs/a.md",
        "docs/b.md",
        "CLAUDE.local.md",
        ".claude/rules/style.md",
        "api/CLAUDE.md",
    ]
    found = entries("claude-md", here)
    assert found["be brief"].location.level == Level.USER
    assert found["be brief"].kind == Kind.PREFERENCE
    assert found["in the api"].location.loading == Loading.ON_DEMAND
    assert "@docs/a.md" not in "".join(bodies("claude-md", here).values())


def test_an_override_of_agents_md_hides_the_file_beside_it(home: Path, repository: GitRepository) -> None:
    """Codex reads the first of them in each directory."""
    write_files(home, {".codex/AGENTS.md": "- everywhere\n", ".config/opencode/AGENTS.md": "- opencode\n"})
    repository.write({"AGENTS.md": "- hidden\n", "AGENTS.override.md": "- shown\n", "sub/AGENTS.md": "- below\n"})
    here = around(home, repository.path)
    found = {name: entry.location.loading for name, entry in entries("agents-md", here).items()}
    assert found == {
        "everywhere": Loading.ALWAYS,
        "opencode": Loading.ALWAYS,
        "shown": Loading.ALWAYS,
        "hidden": Loading.NEVER,
        "below": Loading.ON_DEMAND,
    }


def test_codex_memories_and_rules_are_read_and_its_raw_material_is_not(home: Path) -> None:
    """Rules are read as text: what stands in them is never run."""
    write_files(
        home,
        {
            ".codex/memories/memory_summary.md": "## User Profile\n\n- likes Go\n",
            ".codex/memories/MEMORY.md": "# Task Group: payments\n\nUse the sandbox.\n",
            ".codex/memories/raw_memories.md": "- raw\n",
            ".codex/memories/rollout_summaries/a.md": "- summary\n",
            ".codex/memories/extensions/ad_hoc/notes/2026-11-29T10-00-00-tea.md": "Remember tea.\n",
            ".codex/rules/default.rules": (
                '# prefix_rule(pattern=["no"])\nprefix_rule(pattern=["git", ["push", "fetch"]], decision="prompt")\n'
                'prefix_rule(\n    pattern = ["rm", ")"],  # a bracket: )\n    decision = "forbidden",\n)\nprefix_rule('
            ),
        },
    )
    found = entries("codex", around(home))
    assert set(found) == {
        "likes Go",
        "Task Group: payments",
        "2026 11 29T10 00 00 tea",
        "Ask before running: git push fetch",
        "Never run: rm )",
    }
    assert found["Never run: rm )"].wording.body.endswith('decision = "forbidden",\n)')
    assert {entry.location.level for entry in found.values()} == {Level.USER}


def test_repo_memory_has_a_profile_pages_procedures_and_preferences(home: Path, repository: GitRepository) -> None:
    """Its history and its deleted preferences are no entries."""
    write_files(
        repository.path / ".repo_memory",
        {
            "PROFILE.md": '---\nschema: "repo_memory_profile.v0.1"\n---\n\n# Demo\n\nWhat it is.\n',
            "storage.md": '---\npage_type: "architecture"\n---\n\n# Storage\n\n## Purpose\n\nKeeps rows.\n',
            "_plan.md": "# Plan\n\ntext\n",
            "resources/commits.md": "## Commit abc\n\ntext\n",
            "procedure-memory/review.md": "# Reviewing Code\n\nUse when: reviewing.\n\n## Procedure\n\n1. Look.\n",
            "user-profile/preferences.md": PREFERENCES,
        },
    )
    found = entries("repo-memory", around(home, repository.path))
    assert {title: entry.kind for title, entry in found.items()} == {
        "Demo": Kind.CONVENTION,
        "Purpose": Kind.MODULE,
        "Reviewing Code": Kind.PROCEDURE,
        "User prefers short answers.": Kind.PREFERENCE,
        "User is called Ada.": Kind.PREFERENCE,
    }
    assert found["User is called Ada."].wording.body == (
        "Applies when: Addressing the user.\nDo not apply when: Writing code."
    )


def test_the_other_agents_are_found_too(home: Path, repository: GitRepository) -> None:
    """Serena, Cursor, Copilot, Cline and Windsurf, each where it keeps its files."""
    write_files(home, {"Documents/Cline/Rules/mine.md": "- cline user\n"})
    write_files(home, {".codeium/windsurf/memories/global_rules.md": "- windsurf user\n"})
    write_files(home, {".serena/memories/global/all.md": "serena user\n"})
    repository.write(
        {
            ".serena/memories/modules/core.md": "# Core\n\nserena repo\n",
            ".cursor/rules/ts.mdc": "---\ndescription: TypeScript\nglobs: *.ts\nalwaysApply: false\n---\nNo any.\n",
            ".cursor/rules/all.mdc": "---\ndescription: All\nglobs:\nalwaysApply: true\n---\nBe kind.\n",
            "web/.cursor/rules/web.mdc": "---\ndescription: Web\nglobs: web/main.ts\n---\nNo jQuery.\n",
            ".cursorrules": "- legacy cursor\n",
            ".github/copilot-instructions.md": "- copilot repo\n",
            ".github/instructions/py.instructions.md": '---\napplyTo: "**/*.py"\n---\nUse types.\n',
            ".clinerules/01-style.md": "- cline repo\n",
            "memory-bank/techContext.md": "## Stack\n\nPython.\n",
            ".windsurf/rules/style.md": "---\ntrigger: glob\nglobs: *.py\n---\n- windsurf repo\n",
        }
    )
    here = around(home, repository.path)
    assert bodies("serena", here) == {"all": "serena user", "Core": "# Core\n\nserena repo"}
    cursor = entries("cursor", here)
    assert {title: entry.location.loading for title, entry in cursor.items()} == {
        "All": Loading.ALWAYS,
        "TypeScript": Loading.ON_DEMAND,
        "Web": Loading.ON_DEMAND,
        "legacy cursor": Loading.ALWAYS,
    }
    assert cursor["TypeScript"].tags == ("paths:*.ts",)
    assert [anchor.path for anchor in cursor["Web"].anchors] == ["web/main.ts"]
    assert bodies("copilot", here) == {"copilot repo": "copilot repo", "py": "Use types."}
    assert set(entries("cline", here)) == {"cline user", "cline repo", "Stack"}
    windsurf = entries("windsurf", here)
    assert windsurf["windsurf repo"].location.loading == Loading.ON_DEMAND
    assert windsurf["windsurf user"].location.level == Level.USER


def test_rules_of_cline_may_be_one_file(home: Path, repository: GitRepository) -> None:
    """The older form is a file with the name that the directory has now."""
    repository.write({".clinerules": "- one file\n"})
    assert set(entries("cline", around(home, repository.path))) == {"one file"}


def test_a_file_of_two_names_counts_once(home: Path, repository: GitRepository) -> None:
    """CLAUDE.md as a link to AGENTS.md is an alias, and the entries belong to the file itself."""
    repository.write({"AGENTS.md": "- one rule\n"})
    (repository.path / "CLAUDE.md").symlink_to("AGENTS.md")
    found = {it.store.name: it for it in discover(around(home, repository.path))}
    assert [location.name for location in found["agents-md"].locations] == ["AGENTS.md"]
    assert [location.name for location in found["claude-md"].locations] == []
    assert [location.name for location in found["claude-md"].aliases] == ["CLAUDE.md"]


def test_an_imported_file_belongs_to_the_store_that_owns_it(home: Path, repository: GitRepository) -> None:
    """A CLAUDE.md that does nothing but import AGENTS.md leaves it to the agents that read it by itself."""
    repository.write({"CLAUDE.md": "@AGENTS.md\n", "AGENTS.md": "- one rule\n"})
    here = around(home, repository.path)
    assert found_names("claude-md", here) == ["CLAUDE.md"]
    assert found_names("agents-md", here) == ["AGENTS.md"]


def test_a_path_is_read_by_the_store_that_owns_it(home: Path, repository: GitRepository) -> None:
    """What no store owns is plain Markdown or lines of JSON; a whole repository is no store."""
    repository.write(
        {
            ".serena/memories/a.md": "a\n",
            "docs/guide.md": "## Guide\n\nText.\n",
            "docs/AGENTS.md": "- rule\n",
            "docs/log.jsonl": '{"memory": "Use tea", "id": 7, "kind": "habit"}\nnot json\n{"x": 1}\n',
            "docs/.hidden/x.md": "- hidden\n",
        }
    )
    here = around(home, repository.path)

    def stores_at(name: str) -> dict[str, list[str]]:
        found = at_path(repository.path / name, here)
        return {it.store.name: [location.name for location in it.locations] for it in found}

    assert stores_at(".serena/memories") == {"serena": [".serena/memories/a.md"]}
    assert stores_at("docs") == {
        "agents-md": ["docs/AGENTS.md"],
        "markdown": ["docs/guide.md"],
        "jsonl": ["docs/log.jsonl"],
    }
    (records,) = [it for it in at_path(repository.path / "docs/log.jsonl", here) if it.store.name == "jsonl"]
    (entry,) = records.store.read(records.locations[0]).entries
    assert (entry.wording.title, entry.wording.body, entry.kind) == ("Use tea", "Use tea", "habit")


def test_a_link_leads_back_to_its_file_and_nowhere_else(home: Path, repository: GitRepository) -> None:
    """A link that came from elsewhere cannot name a file that its store does not have."""
    from dataclasses import replace

    repository.write({"CLAUDE.md": "- rule\n", "notes.md": "- note\n", "script.sh": "true\n"})
    here = around(home, repository.path)
    link = entries("claude-md", here)["rule"].link
    found = location_of(link, here)
    assert found is not None
    assert found[1].path == repository.path.resolve() / "CLAUDE.md"
    for path in ("notes.md", "../x/CLAUDE.md", "~/.ssh/id_rsa"):
        assert location_of(replace(link, path=path), here) is None
    markdown = replace(link, store="markdown")
    assert location_of(replace(markdown, path="notes.md"), here) is not None
    for path in ("script.sh", "../../etc/passwd", "/etc/passwd", "~/../x.md", "gone.md"):
        assert location_of(replace(markdown, path=path), here) is None


def test_pages_of_the_wiki_are_never_read_back(home: Path, repository: GitRepository) -> None:
    """They are memtui's own words about this repository."""
    repository.write({"wiki/index.md": "<!-- Written by 'memtui wiki'. Changes are lost. -->\n\n# Map\n\ntext\n"})
    here = around(home, repository.path)
    (found,) = at_path(repository.path / "wiki", here)
    assert found.store.read(found.locations[0]).entries == ()
