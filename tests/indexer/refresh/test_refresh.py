"""A refresh finds what changed, parses only that, and leaves what a full rebuild would."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from indexer import find_repository, freshness, open_index, refresh
from indexer.errors import NotIndexedError
from indexer.facts import Outcome
from tests.conftest import GitRepository
from tests.support.refreshing import index_of, refreshed, tables_of

Make = Callable[..., GitRepository]

PROJECT = {
    "pyproject.toml": '[project]\nname = "tool"\n[project.scripts]\ntool = "tool.cli:main"\n',
    "tool/__init__.py": '"""A tool."""\n',
    "tool/cli.py": '"""The command line."""\nfrom tool.core import work\n\ndef main() -> None:\n    work()\n',
    "tool/core.py": '"""The work."""\n\ndef work() -> int:\n    """Do it."""\n    return 1\n',
    "README.md": "# Tool\n\nDoes the work.\n",
}


@pytest.fixture
def project(repository: GitRepository) -> GitRepository:
    """Give a small Python project with one commit."""
    repository.commit(PROJECT, "Begin")
    return repository


def test_the_first_refresh_counts_what_it_found(project: GitRepository) -> None:
    """Files, symbols, entry points, modules and commits are in the report and in the index."""
    report = refreshed(project.path)
    assert report.changed
    assert (report.generation, report.files, report.parsed, report.commits) == (1, 5, 3, 1)
    assert report.skipped == {"no_grammar": 2}
    assert report.files == report.parsed + report.reused + sum(report.skipped.values())
    index = index_of(project.path)
    assert report.symbols == sum(file.symbols for file in index.files()) >= 2
    assert "tool" in {entry.name for entry in index.entry_points()}
    assert ("tool/cli.py", "tool/core.py") in {(edge.source, edge.target) for edge in index.file_imports()}
    assert index.history().commits == 1


def test_a_second_refresh_finds_nothing_to_do(project: GitRepository) -> None:
    """The generation stays, and nothing is parsed."""
    first = refreshed(project.path)
    second = refreshed(project.path)
    assert not second.changed
    assert (second.generation, second.parsed, second.reused) == (first.generation, 0, 3)
    assert second.symbols == first.symbols


def test_only_a_changed_blob_is_parsed(project: GitRepository) -> None:
    """One edited file of three costs one parse."""
    refreshed(project.path)
    project.commit({"tool/core.py": "def work() -> int:\n    return 2\n\ndef rest() -> None: ...\n"}, "Change")
    report = refreshed(project.path)
    assert (report.parsed, report.reused, report.generation, report.commits) == (1, 2, 2, 2)


def test_renames_reverts_and_branch_switches_parse_nothing_and_leave_no_ghosts(project: GitRepository) -> None:
    """Content seen before is known by its blob id, wherever it lies."""
    refreshed(project.path)
    project.git("mv", "tool/core.py", "tool/engine.py")
    project.commit(message="Rename")
    renamed = refreshed(project.path)
    assert renamed.parsed == 0
    assert {file.path for file in index_of(project.path).files()} >= {"tool/engine.py"}
    assert "tool/core.py" not in {file.path for file in index_of(project.path).files()}
    project.git("checkout", "-b", "other", "HEAD~1")
    assert refreshed(project.path).parsed == 0
    assert "tool/core.py" in {file.path for file in index_of(project.path).files()}


def test_staged_changes_count_before_they_are_committed(project: GitRepository) -> None:
    """The git index is what is indexed; unstaged edits are not."""
    refreshed(project.path)
    project.write({"tool/core.py": "def unstaged() -> None: ...\n"})
    assert not refreshed(project.path).changed
    project.git("add", "tool/core.py")
    assert refreshed(project.path).parsed == 1


def test_a_new_tag_alone_makes_the_index_behind(project: GitRepository) -> None:
    """Releases are part of the index."""
    refreshed(project.path)
    project.git("tag", "v1.0")
    assert freshness(find_repository(project.path)).behind
    refreshed(project.path)
    assert [release.tag for release in index_of(project.path).history().releases] == ["v1.0"]


def test_freshness_tells_never_indexed_current_and_behind(project: GitRepository) -> None:
    """The three states that a face shows."""
    found = find_repository(project.path)
    assert not freshness(found).indexed
    refresh(found)
    current = freshness(found)
    assert (current.indexed, current.behind, current.branch) == (True, False, "main")
    project.commit({"new.py": "x = 1\n"})
    behind = freshness(found)
    assert behind.behind
    assert behind.indexed_head == current.head != behind.head


def test_history_is_appended_and_read_anew_after_it_was_rewritten(project: GitRepository) -> None:
    """A rebase or amend leaves no commit of the former history."""
    refreshed(project.path)
    project.commit({"a.py": "x = 1\n"}, "Second")
    assert refreshed(project.path).commits == 2
    project.git("commit", "--amend", "-m", "Second, better")
    assert refreshed(project.path).commits == 2
    project.git("reset", "--hard", "HEAD~1")
    assert refreshed(project.path).commits == 1


def test_an_index_built_step_by_step_equals_one_built_at_once(project: GitRepository) -> None:
    """Every derived table is the same after increments and after a full rebuild."""
    refreshed(project.path)
    project.commit({"web.js": "import x from './lib';\n", "lib.js": "export default 1;\n"}, "Add scripts", day=3)
    refreshed(project.path)
    project.git("mv", "lib.js", "library.js")
    project.commit({"web.js": "import x from './library';\n"}, "Rename", day=4)
    refreshed(project.path)
    step_by_step = tables_of(project.path)
    refreshed(project.path, full=True)
    assert tables_of(project.path) == step_by_step


def test_two_full_refreshes_give_equal_tables(project: GitRepository) -> None:
    """Nothing in the tables depends on the moment or the order of work."""
    refreshed(project.path)
    first = tables_of(project.path)
    refreshed(project.path, full=True)
    assert tables_of(project.path) == first


def test_progress_names_each_phase_and_ends_at_its_total(project: GitRepository) -> None:
    """A face can show how far a refresh is."""
    seen: list[tuple[str, int, int]] = []
    refresh(find_repository(project.path), progress=lambda phase, done, total: seen.append((phase, done, total)))
    assert list(dict.fromkeys(phase for phase, _, _ in seen)) == ["parse", "derive", "history", "store"]
    assert [step for step in seen if step[0] == "parse"][-1] == ("parse", 3, 3)
    assert [step[1:] for step in seen if step[0] == "derive"] == [(done, 4) for done in range(5)]


def test_an_index_is_shared_by_linked_worktrees_and_gone_with_the_clone(project: GitRepository) -> None:
    """Everything lies in the common git directory, nothing in a work tree."""
    project.git("worktree", "add", "../second")
    before = {path.name for path in project.path.iterdir()}
    refreshed(project.path.parent / "second")
    assert not refreshed(project.path).parsed
    assert {path.name for path in project.path.iterdir()} == before
    assert project.git("status", "--porcelain") == ""
    assert (project.path / ".git" / "memtui" / "state.json").exists()


def test_a_repository_that_was_never_indexed_says_so(project: GitRepository) -> None:
    """Reading before the first refresh is an error with the place in it."""
    with pytest.raises(NotIndexedError) as caught:
        open_index(find_repository(project.path))
    assert caught.value.path == project.path / ".git"


def test_every_skipped_file_has_its_reason(repository: GitRepository, make_repository: Make) -> None:
    """Links, submodules, binaries, empty, large and unknown files are counted apart."""
    inner = make_repository("inner")
    inner.commit({"a.py": ""})
    repository.write(
        {
            "binary.py": b"\0\1\2" * 50,
            "empty.py": b"",
            "large.py": b"x = 1\n" * 200_000,
            "minified.js": b"var a=1;" * 2_000,
            "pointer.py": b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
            "picture.png": b"\x89PNG",
            "good.py": b"def f(): pass\n",
        }
    )
    (repository.path / "link.py").symlink_to("good.py")
    repository.git("submodule", "add", str(inner.path), "inner")
    repository.commit(message="Everything")
    refreshed(repository.path)
    outcomes = {file.path: file.outcome for file in index_of(repository.path).files()}
    assert outcomes == {
        ".gitmodules": Outcome.NO_GRAMMAR,
        "binary.py": Outcome.BINARY,
        "empty.py": Outcome.EMPTY,
        "good.py": Outcome.PARSED,
        "inner": Outcome.SUBMODULE,
        "large.py": Outcome.TOO_LARGE,
        "link.py": Outcome.SYMLINK,
        "minified.js": Outcome.LONG_LINES,
        "picture.png": Outcome.NO_GRAMMAR,
        "pointer.py": Outcome.LFS_POINTER,
    }


def test_a_header_is_read_as_what_the_repository_is_written_in(make_repository: Make) -> None:
    """``.h`` is C among C sources and C++ among C++ sources."""
    plain, plus = make_repository("plain"), make_repository("plus")
    plain.commit({"a.c": "int f(void) { return 1; }\n", "a.h": "int f(void);\n"})
    plus.commit({"a.cpp": "int f() { return 1; }\n", "a.h": "class A { int f(); };\n"})
    languages = []
    for repository in (plain, plus):
        refreshed(repository.path)
        languages.append({file.path: file.language for file in index_of(repository.path).files()}["a.h"])
    assert languages == ["c", "cpp"]


def test_scripts_without_an_extension_are_known_by_their_first_line(repository: GitRepository) -> None:
    """A shebang tells the language; a file without one has no grammar."""
    repository.commit({"run": "#!/usr/bin/env bash\nmain() { :; }\n", "LICENSE": "Free.\n"})
    refreshed(repository.path)
    assert {file.path: file.language for file in index_of(repository.path).files()} == {"LICENSE": "", "run": "bash"}
