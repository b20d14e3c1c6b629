"""What is wrong with the files that agents read is told with its place, and what is right is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from indexer.repository import find_repository
from memtui.sources.stores.audit import audit, cost_of
from memtui.sources.stores.catalogue import discover
from memtui.sources.stores.claude_memory import slug
from memtui.sources.stores.importing import read_all
from memtui.sources.stores.surroundings import tracked_paths
from tests.conftest import GitRepository
from tests.support.stores import around, readings, write_files

Found = tuple[str, str, int, str]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give an empty home directory."""
    path = tmp_path / "person"
    path.mkdir()
    return path


def notices(home: Path, repository: GitRepository, *rules: str) -> list[Found]:
    """Return what the audit finds by these rules: rule, path, line and detail."""
    here = around(home, repository.path)
    found = discover(here)
    every = [reading for it in found for reading in read_all(it)]
    tracked = tracked_paths(find_repository(repository.path))
    return [(it.rule, it.path, it.line, it.detail) for it in audit(found, every, here, tracked) if it.rule in rules]


def test_lines_of_the_index_beyond_200_are_never_loaded(home: Path, repository: GitRepository) -> None:
    """The newest stand last, and go first."""
    directory = f".claude/projects/{slug(str(repository.path.resolve()))}/memory"
    lines = [f"- note number {number} about nothing" for number in range(203)]
    write_files(home, {f"{directory}/MEMORY.md": "\n".join(lines) + "\n"})
    name = f"~/{directory}/MEMORY.md"
    assert notices(home, repository, "never_loaded") == [("never_loaded", name, 201, "3 lines")]
    write_files(home, {f"{directory}/MEMORY.md": "\n".join(lines[:200]) + "\n\n\n"})
    assert notices(home, repository, "never_loaded") == []
    write_files(home, {f"{directory}/MEMORY.md": "\n".join(f"{'x' * 999}" for _ in range(30)) + "\n"})
    assert notices(home, repository, "never_loaded") == [("never_loaded", name, 26, "5 lines")]


def test_topics_that_the_index_does_not_name_are_told(home: Path, repository: GitRepository) -> None:
    """And lines of the index that lead nowhere."""
    directory = f".claude/projects/{slug(str(repository.path.resolve()))}/memory"
    write_files(
        home,
        {
            f"{directory}/MEMORY.md": "- [A](a.md)\n- [B](b.md)\n",
            f"{directory}/a.md": "a\n",
            f"{directory}/c.md": "c\n",
        },
    )
    assert notices(home, repository, "not_in_index", "broken_index") == [
        ("broken_index", f"~/{directory}/MEMORY.md", 2, "b.md"),
        ("not_in_index", f"~/{directory}/c.md", 1, "MEMORY.md"),
    ]


def test_limits_of_windsurf_and_codex_are_known(home: Path, repository: GitRepository) -> None:
    """12,000 characters a rule; 32 KiB of AGENTS.md in all."""
    repository.write(
        {
            ".windsurf/rules/long.md": "word\n" * 2401,
            ".windsurf/rules/short.md": "word\n" * 2400,
            "AGENTS.md": "line of sixteen\n" * 2049,
        }
    )
    assert notices(home, repository, "never_loaded") == [
        ("never_loaded", "AGENTS.md", 2049, "32,784 of 32,768 bytes"),
        ("never_loaded", ".windsurf/rules/long.md", 2401, "12,005 of 12,000 characters"),
    ]


def test_agents_md_is_not_read_by_claude_beside_a_claude_md(home: Path, repository: GitRepository) -> None:
    """Unless it is imported there."""
    repository.write({"AGENTS.md": "- rule\n", "CLAUDE.md": "- other\n"})
    assert notices(home, repository, "unread_by_claude") == [("unread_by_claude", "AGENTS.md", 1, "CLAUDE.md")]
    repository.write({"CLAUDE.md": "- other\n@AGENTS.md\n"})
    assert notices(home, repository, "unread_by_claude") == []


def test_imports_are_checked_as_claude_code_follows_them(home: Path, repository: GitRepository) -> None:
    """Missing ones, those that leave the project, and those too deep; code and names of people are none."""
    write_files(home, {"notes.md": "- mine\n"})
    repository.write(
        {
            "CLAUDE.md": "@docs/gone.md\n@~/notes.md\n@docs/1.md\n`@not/this.md` mail ada@example.org ask @ada\n",
            "docs/1.md": "@2.md\n",
            "docs/2.md": "@3.md\n",
            "docs/3.md": "@4.md\n",
            "docs/4.md": "@5.md\n",
            "docs/5.md": "too deep\n",
        }
    )
    assert notices(home, repository, "broken_import", "import_outside", "import_too_deep") == [
        ("broken_import", "CLAUDE.md", 1, "@docs/gone.md"),
        ("import_outside", "CLAUDE.md", 2, "@~/notes.md"),
    ]
    names = [reading.location.name for reading in readings("claude-md", around(home, repository.path))]
    assert names == ["CLAUDE.md", "docs/1.md", "docs/2.md", "docs/3.md", "docs/4.md"]


@pytest.mark.parametrize(
    "alive",
    [
        "`src/core.py`",
        "`./src/core.py:12`",
        "`core.py`",
        "`src/`",
        "[the core](src/core.py#L3)",
        "`deep/rules.py`",
        "`origin/main` and `text/html`, `and/or`",
        "`src/**/*.py` `<path>/x.py` `$HOME/x.py` `~/x.py` `https://example.org/a.py`",
        "`Next.js`, `package.json`, `requests.get`",
        "```\nsrc/never.py `src/never.py`\n```",
    ],
)
def test_paths_that_are_there_or_are_none_are_not_dead(home: Path, repository: GitRepository, alive: str) -> None:
    """A warning that is wrong teaches people to pass over those that are right."""
    repository.commit({"src/core.py": "x", "src/deep/rules.py": "x", "CLAUDE.md": f"Text\n\n{alive}\n"})
    assert notices(home, repository, "dead_path") == []


@pytest.mark.parametrize(
    "dead", ["src/gone.py", "src/gone/", "slash_models_witness.rs", "./docs/old.md", "gone/x.toml"]
)
def test_paths_that_are_gone_are_dead(home: Path, repository: GitRepository, dead: str) -> None:
    """With a directory or without, once for each file."""
    repository.commit({"src/core.py": "x", "CLAUDE.md": f"See `{dead}`.\nAnd `{dead}` again.\n"})
    assert notices(home, repository, "dead_path") == [("dead_path", "CLAUDE.md", 1, dead)]


def test_repetitions_and_contradictions_across_stores_are_told(home: Path, repository: GitRepository) -> None:
    """Each with where the other stands."""
    repository.write(
        {
            "CLAUDE.md": "- Always use tabs for indentation.\n- Run the linter before each commit.\n- Short one.\n",
            ".cursorrules": "- Run the linter before each commit!\n- Never use tabs for indentation.\n- Short one.\n",
        }
    )
    assert notices(home, repository, "duplicate", "near_duplicate", "contradiction") == [
        ("duplicate", ".cursorrules", 1, "CLAUDE.md:2"),
        ("contradiction", ".cursorrules", 2, "CLAUDE.md:1"),
    ]


def test_what_is_suspect_is_told_with_its_line(home: Path, repository: GitRepository) -> None:
    """Secrets, orders and hidden characters, by the same rules as for memories."""
    token = "ghp_" + "aB3dE5fG7h" * 3 + "J9kLmN"
    repository.write({"AGENTS.md": f"- fine\n- token {token}\n- hid\u200bden\n"})
    found = notices(home, repository, "secret", "hidden_text", "injection")
    assert [(rule, line) for rule, _, line, _ in found] == [("secret", 2), ("hidden_text", 3)]


def test_conflicts_that_git_left_are_told(home: Path, repository: GitRepository) -> None:
    """With the line that each begins at; marks that are none of git's are left alone."""
    conflict = "<<<<<<< HEAD\n- ours\n=======\n- theirs\n>>>>>>> branch\n"
    repository.write({"CLAUDE.md": f"# Rules\n\n{conflict}- fine\n{conflict}"})
    repository.write({"AGENTS.md": "Title\n=======\n\n>>>>>>> an arrow\n\n    <<<<<<< HEAD\n"})
    assert notices(home, repository, "conflict_markers") == [
        ("conflict_markers", "CLAUDE.md", 3, ""),
        ("conflict_markers", "CLAUDE.md", 9, ""),
    ]


def test_what_cannot_be_read_is_told(home: Path, repository: GitRepository, tmp_path: Path) -> None:
    """Undecodable files and links that lead out, without a word of what is behind them."""
    (tmp_path / "secret.md").write_text("- secret\n")
    repository.write({"CLAUDE.md": b"\xff\xfe\xff"})
    (repository.path / "AGENTS.md").symlink_to(tmp_path / "secret.md")
    found = notices(home, repository, "symlink", "undecodable")
    assert [(rule, path) for rule, path, *_ in found] == [("undecodable", "CLAUDE.md"), ("symlink", "AGENTS.md")]


def test_costs_are_told_apart_by_when_they_arise(home: Path, repository: GitRepository) -> None:
    """What each session pays for, and what is read when asked for; a hidden file costs nothing."""
    repository.write({"AGENTS.override.md": "x" * 400, "AGENTS.md": "x" * 4000, "sub/AGENTS.md": "x" * 40})
    cost = cost_of(readings("agents-md", around(home, repository.path)))
    assert (cost.always, cost.on_demand) == (100, 10)
