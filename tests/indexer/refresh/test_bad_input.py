"""Repositories and disks that are not as one would wish: a clear error, a working next run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from indexer import find_repository, refresh
from indexer.errors import IndexLockedError, IndexReadOnlyError, NewerIndexError, UnusablePathError
from indexer.facts import Outcome
from indexer.refresh.pipeline import run_refresh
from indexer.refresh.report import ignore_progress
from indexer.storage import FORMAT
from tests.conftest import GitRepository
from tests.support.refreshing import index_of, refresh_killed_in, refreshed, tables_of

Make = Callable[..., GitRepository]
NOBODY = 65534


def test_a_repository_without_commits_indexes_what_is_staged(repository: GitRepository) -> None:
    """No HEAD means no history, not an error."""
    assert refreshed(repository.path).files == 0
    repository.write({"a.py": "def f(): pass\n"})
    repository.git("add", "a.py")
    report = refreshed(repository.path)
    assert (report.files, report.parsed, report.commits) == (1, 1, 0)


def test_a_repository_of_binary_files_only_gives_an_empty_map(repository: GitRepository) -> None:
    """Nothing to parse, rank or couple is no reason to fail."""
    repository.commit({"a.bin": b"\0" * 100, "b.png": b"\x89PNG\0"})
    report = refreshed(repository.path)
    assert (report.files, report.parsed, report.symbols) == (2, 0, 0)
    assert report.skipped == {"no_grammar": 2}


def test_an_unreadable_object_is_reported_and_the_rest_indexed(repository: GitRepository) -> None:
    """A damaged blob is a missing object in the coverage, and is parsed once it is back."""
    repository.commit({"a.py": "def a(): pass\n", "b.py": "def b(): pass\n"})
    oid = repository.git("rev-parse", "HEAD:a.py")
    loose = repository.path / ".git/objects" / oid[:2] / oid[2:]
    content = loose.read_bytes()
    loose.unlink()
    report = refreshed(repository.path)
    assert (report.parsed, report.skipped) == (1, {"missing_object": 1})
    loose.write_bytes(content)
    repository.commit({"c.py": "x = 1\n"})
    assert refreshed(repository.path).skipped == {}


def test_a_shallow_clone_is_indexed_without_blaming_its_boundary(repository: GitRepository, tmp_path: Path) -> None:
    """The oldest commit of a shallow clone is not credited with the whole tree; deepening is noticed."""
    for day in range(1, 5):
        repository.commit({"a.py": f"x = {day}\n"}, f"Day {day}", day=day)
    clone = tmp_path / "shallow"
    repository.git("clone", "--depth=2", f"file://{repository.path}", str(clone))
    assert refreshed(clone).commits == 2
    GitRepository(clone).git("fetch", "--unshallow")
    assert refreshed(clone).commits == 4


def test_a_partial_clone_is_indexed_without_fetching(repository: GitRepository, tmp_path: Path) -> None:
    """Blobs that were not cloned are missing objects, history is complete."""
    repository.commit({"a.py": "def a(): pass\n"})
    repository.git("config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "partial.git"
    repository.git("clone", "--bare", "--filter=blob:none", f"file://{repository.path}", str(clone))
    report = refreshed(clone)
    assert (report.files, report.commits, report.skipped) == (1, 1, {"missing_object": 1})


def test_sha256_objects_and_a_detached_head_are_indexed(make_repository: Make) -> None:
    """Object format and branch make no difference."""
    repository = make_repository("modern", "--object-format=sha256")
    repository.commit({"a.py": "def a(): pass\n"})
    repository.git("checkout", "--detach")
    assert (refreshed(repository.path).parsed, refreshed(repository.path).commits) == (1, 1)


def test_a_file_name_that_is_not_utf8_is_indexed_under_its_display_form(repository: GitRepository) -> None:
    """The bytes are kept, the shown path has an escape."""
    blob = subprocess.run(
        ["git", "hash-object", "-w", "--stdin"],
        cwd=repository.path,
        input=b"def f(): pass\n",
        check=True,
        capture_output=True,
    ).stdout.strip()
    entry = b"100644 " + blob + b"\tcaf\xe9.py\0"
    subprocess.run(["git", "update-index", "-z", "--index-info"], cwd=repository.path, input=entry, check=True)
    repository.git("commit", "-m", "Add")
    assert refreshed(repository.path).parsed == 1
    (file,) = index_of(repository.path).files()
    assert (file.path, file.raw, file.symbols) == ("caf\\xe9.py", b"caf\xe9.py", 1)


@contextmanager
def as_nobody() -> Iterator[None]:
    """Give up root's rights, which no permission stops."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.skipif(sys.platform == "win32", reason="directory permissions work differently there")
def test_a_read_only_git_directory_is_refused_with_the_place(repository: GitRepository) -> None:
    """The error names the directory, and nothing is left in it."""
    repository.commit({"a.py": "x = 1\n"})
    found = find_repository(repository.path)
    for directory in (repository.path, *list(repository.path.parents)[:3]):
        directory.chmod(0o755)
    (repository.path / ".git").chmod(0o555)
    with as_nobody(), pytest.raises(IndexReadOnlyError) as caught:
        run_refresh(found, ignore_progress, full=False)
    assert caught.value.path == repository.path / ".git/memtui"
    assert not (repository.path / ".git/memtui").exists()


def test_a_full_disk_is_named_and_the_last_generation_stays(repository: GitRepository) -> None:
    """A write that the system refuses for lack of room ends the refresh, and the next one succeeds."""
    repository.commit({"a.py": "def a(): pass\n"})
    refreshed(repository.path)
    repository.commit({f"module_{number}.py": f"def f{number}(): pass\n" * 40 for number in range(40)})
    script = (
        "import resource, sys\nfrom pathlib import Path\nfrom indexer import find_repository, refresh\n"
        "from indexer.errors import DiskFullError\n"
        "if __name__ == '__main__':\n"
        "    found = find_repository(Path(sys.argv[1]))\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))\n"
        "    try:\n        refresh(found)\n"
        "    except DiskFullError as error:\n        print(error.path)\n"
    )
    path = repository.path.parent / "full.py"
    path.write_text(script)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    completed = subprocess.run(
        [sys.executable, str(path), str(repository.path)], env=environment, capture_output=True, check=True, text=True
    )
    assert ".git/memtui" in completed.stdout
    assert len(index_of(repository.path).files()) == 1
    assert refreshed(repository.path).files == 41


def test_an_index_of_a_newer_format_is_left_alone(repository: GitRepository) -> None:
    """Neither reading nor refreshing touches what a newer version wrote."""
    repository.commit({"a.py": "x = 1\n"})
    refreshed(repository.path)
    state = repository.path / ".git/memtui/state.json"
    content = json.loads(state.read_text())
    state.write_text(json.dumps({**content, "format": 99}))
    with pytest.raises(NewerIndexError) as caught:
        refreshed(repository.path)
    assert (caught.value.found, caught.value.supported) == (99, FORMAT)
    assert json.loads(state.read_text())["format"] == 99


@pytest.mark.parametrize("damage", ["state.json", "index.lance", "snapshots"])
def test_a_damaged_index_is_built_again(repository: GitRepository, damage: str) -> None:
    """Garbage in the state, the database or the snapshots costs a refresh, never the user's attention."""
    repository.commit({"a.py": "def a(): pass\n"})
    refreshed(repository.path)
    expected = tables_of(repository.path)
    target = repository.path / ".git/memtui" / damage
    for path in [target] if target.is_file() else [path for path in target.rglob("*") if path.is_file()]:
        path.write_bytes(b"garbage")
    # The tag makes sure that there is something to do; commits, releases and notes tell of it, too.
    repository.git("tag", "v1")
    refreshed(repository.path)
    found = tables_of(repository.path)
    assert (found["files"], found["symbols"]) == (expected["files"], expected["symbols"])
    refreshed(repository.path, full=True)
    assert tables_of(repository.path) == found


@pytest.mark.parametrize("phase", ["parse", "history", "derive", "store"])
def test_a_refresh_killed_in_any_phase_leaves_the_last_generation_and_a_working_next_run(
    repository: GitRepository, phase: str
) -> None:
    """After kill -9 the index reads as before, and the next refresh equals a full one."""
    repository.commit({"a.py": "def a(): pass\n"})
    refreshed(repository.path)
    before = tables_of(repository.path)
    repository.commit({"a.py": "def b(): pass\n", "c.py": "import a\n"}, day=3)
    assert refresh_killed_in(repository.path, phase) == -9
    assert tables_of(repository.path) == before
    refreshed(repository.path)
    after = tables_of(repository.path)
    refreshed(repository.path, full=True)
    assert tables_of(repository.path) == after


def test_an_interrupt_ends_the_refresh_at_once_and_keeps_the_last_generation(repository: GitRepository) -> None:
    """Ctrl-C is raised to the caller; the lock is free and the index as before."""
    repository.commit({"a.py": "def a(): pass\n"})
    refreshed(repository.path)
    before = tables_of(repository.path)
    repository.commit({"b.py": "def b(): pass\n"})

    def interrupt(phase: str, done: int, total: int) -> None:
        if phase == "derive":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        refresh(find_repository(repository.path), progress=interrupt)
    assert tables_of(repository.path) == before
    assert refreshed(repository.path).files == 2


def test_a_second_refresh_waits_for_the_first_and_gives_up_after_its_time(repository: GitRepository) -> None:
    """Two refreshes at once never write together."""
    repository.commit({"a.py": "def a(): pass\n"})
    found = find_repository(repository.path)
    caught: list[IndexLockedError] = []

    def second(phase: str, done: int, total: int) -> None:
        if (phase, done) == ("derive", 0):
            with pytest.raises(IndexLockedError) as error:
                run_refresh(found, ignore_progress, full=False, wait=0.05)
            caught.append(error.value)

    refresh(found, progress=second)
    assert [error.path for error in caught] == [found.index_directory]
    assert not refreshed(repository.path).changed


def test_the_index_directory_is_for_its_owner_only(repository: GitRepository) -> None:
    """Facts of private code are not readable by others."""
    repository.commit({"a.py": "x = 1\n"})
    refreshed(repository.path)
    assert (repository.path / ".git/memtui").stat().st_mode & 0o777 == 0o700


def test_removing_the_whole_index_only_costs_a_refresh(repository: GitRepository) -> None:
    """Everything in it is derived from the repository."""
    repository.commit({"a.py": "def a(): pass\n"})
    refreshed(repository.path)
    before = tables_of(repository.path)
    shutil.rmtree(repository.path / ".git/memtui")
    refreshed(repository.path)
    assert tables_of(repository.path) == before


def test_a_directory_whose_name_holds_control_characters_is_refused_by_name(make_repository: Make) -> None:
    """LanceDB cannot open such a path; the error carries it, and git's own data is untouched."""
    repository = make_repository("odd\x1b[31mname")
    repository.commit({"a.py": "x = 1\n"})
    with pytest.raises(UnusablePathError) as caught:
        refreshed(repository.path)
    assert "\x1b" in str(caught.value.path)
    assert repository.git("status", "--porcelain") == ""


def test_outcome_values_are_the_words_of_the_report() -> None:
    """The reasons are a contract of the JSON output."""
    assert {outcome.value for outcome in Outcome} >= {"parsed", "partial", "no_grammar", "binary", "too_large"}
