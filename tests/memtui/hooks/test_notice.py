"""What the pre-commit hook says of memories: little, true, and never anything that a file made up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.anchors.publishing import render
from memtui.hooks.notice import notice
from tests.conftest import GitRepository
from tests.support.anchoring import LOCK
from tests.support.commands import ROOT

Tell = Callable[..., tuple[str, ...]]
Record = dict[str, str | int]

ACQUIRE: Record = {"symbol": "Lock.acquire", "start": 9, "end": 15}


def record(memory: str = "aaaaaaaaaaaaaaaa", /, **fields: str | int) -> Record:
    """Return what the anchors file says of one anchor, to the whole lock unless told otherwise."""
    values: Record = {"memory": memory, "title": f"About {memory[0]}", "kind": "pitfall", "path": "src/lock.py"}
    return {**values, "symbol": "", "start": 0, "end": 0, "blob": "", **fields}


@pytest.fixture
def tell(repository: GitRepository, monkeypatch: pytest.MonkeyPatch) -> Tell:
    """Give what is said before a commit, run where git runs its hooks."""
    repository.commit({"src/lock.py": LOCK, "src/other.py": "x = 1\n"})
    directory = repository.path / ".git" / "memtui"
    directory.mkdir()
    monkeypatch.chdir(repository.path)

    def run(*records: Record, content: bytes | None = None) -> tuple[str, ...]:
        (directory / "anchors.json").write_bytes(render(records).encode() if content is None else content)
        return notice(repository.path / ".git", os.environ)

    return run


def stage(repository: GitRepository, files: dict[str, str | bytes]) -> None:
    """Write files and stage everything."""
    repository.write(files)
    repository.git("add", "--all")


def test_nothing_is_said_where_nothing_concerns(repository: GitRepository, tell: Tell) -> None:
    """Neither without staged changes, nor about other files, nor about other lines, nor without the file."""
    assert tell(record()) == ()
    stage(repository, {"src/other.py": "x = 2\n"})
    assert tell(record()) == ()
    stage(repository, {"src/lock.py": LOCK.replace('"released"', '"free"')})
    assert tell(record(**ACQUIRE)) == ()
    assert tell() == ()
    (repository.path / ".git" / "memtui" / "anchors.json").unlink()
    assert notice(repository.path / ".git", os.environ) == ()


def test_a_change_of_the_very_lines_is_said(repository: GitRepository, tell: Tell) -> None:
    """By title, kind, short id and place; what is about the whole file comes after it."""
    stage(repository, {"src/lock.py": LOCK.replace("timeout * 100", "timeout * 7")})
    first, second = tell(record("b" * 16), record(**ACQUIRE))
    about = '"About a" (pitfall, aaaaaaaa, Lock.acquire in src/lock.py), "About b" (pitfall, bbbbbbbb, src/lock.py)'
    assert first == f"memtui: this commit changes what 2 memories are about: {about}"
    assert second == "memtui: see 'memtui status --stale' once it is made"


def test_kinds_that_warn_speak_of_the_whole_file(repository: GitRepository, tell: Tell) -> None:
    """A procedure is no reason to think twice, unless its own lines change."""
    stage(repository, {"src/lock.py": LOCK.replace("timeout * 100", "timeout * 7")})
    assert len(tell(record(kind="decision"))) == 2
    assert tell(record(kind="procedure")) == ()
    assert len(tell(record(kind="procedure", **ACQUIRE))) == 2


def test_files_that_belong_together_may_change_together(repository: GitRepository, tell: Tell) -> None:
    """Only one of them without the other is worth a word."""
    both = [record(kind="related_files"), record(kind="related_files", path="src/other.py")]
    stage(repository, {"src/lock.py": LOCK.replace("timeout * 100", "timeout * 7")})
    assert len(tell(*both)) == 2
    stage(repository, {"src/other.py": "x = 2\n"})
    assert tell(*both) == ()


def test_a_removed_file_is_said_first(repository: GitRepository, tell: Tell) -> None:
    """What is lost weighs more than what is changed, and a memory is named once."""
    stage(repository, {"src/other.py": "x = 2\n"})
    repository.git("rm", "-q", "src/lock.py")
    lines = tell(record(**ACQUIRE), record(path="src/other.py"), record("b" * 16, path="src/other.py"))
    assert len(lines) == 3
    assert lines[0].startswith('memtui: this commit removes what 1 memory is about: "About a"')
    assert lines[1].startswith('memtui: this commit changes what 1 memory is about: "About b"')


def test_what_changes_no_code_is_not_said(repository: GitRepository, tell: Tell) -> None:
    """A file that only moves, and lines of comment, leave a memory true."""
    stage(
        repository,
        {"src/lock.py": LOCK.replace("# Polling is", "# Waiting is").replace("import os\n", "\nimport os\n")},
    )
    assert tell(record(), record(**ACQUIRE)) == ()
    repository.git("reset", "-q", "--hard")
    repository.git("mv", "src/lock.py", "src/held.py")
    assert tell(record(), record(**ACQUIRE)) == ()


def test_lines_of_another_content_are_not_compared(repository: GitRepository, tell: Tell) -> None:
    """After commits that no sweep has seen, line numbers mean nothing; the file still does."""
    stage(repository, {"src/lock.py": LOCK.replace("timeout * 100", "timeout * 7")})
    assert len(tell(record(**ACQUIRE, blob="0" * 40))) == 2
    assert tell(record(**ACQUIRE, blob="0" * 40, kind="procedure")) == ()
    blob = repository.git("rev-parse", "HEAD:src/lock.py")
    assert len(tell(record(**ACQUIRE, blob=blob, kind="procedure"))) == 2


def test_what_is_put_between_the_lines_counts(repository: GitRepository, tell: Tell) -> None:
    """And what is put before the first or behind the last of them does not."""
    inside = LOCK.replace("        return False\n", "        self._count()\n        return False\n")
    before = LOCK.replace("    def acquire", "    def first(self) -> None: ...\n\n    def acquire")
    for content, lines in ((inside, 2), (before, 0)):
        stage(repository, {"src/lock.py": content})
        assert len(tell(record(**ACQUIRE))) == lines


def test_many_memories_take_three_lines(repository: GitRepository, tell: Tell) -> None:
    """The first of them by name, the rest by number, and long titles cut."""
    stage(repository, {"src/lock.py": "x = 1\n"})
    lines = tell(*(record(f"{number:016}", title="long " * 100) for number in range(50)))
    assert len(lines) == 2
    assert lines[0].endswith(" and 47 more")
    assert len(lines[0]) < 400


def test_paths_are_bytes(repository: GitRepository, tell: Tell) -> None:
    """Quotes, patterns and bytes that are no text name themselves alone."""
    names = ['we "quote".py', "star*.py", "größe.py", os.fsdecode(b"\xff.py")]
    repository.commit(dict.fromkeys(names, "x = 1\n"))
    stage(repository, dict.fromkeys(names, "x = 2\n"))
    shown = [os.fsencode(name).decode("utf-8", "backslashreplace") for name in names]
    for path in shown:
        [first, _] = tell(record(path=path), record("b" * 16, path="star.py"))
        assert path[:2] in first
        assert "About b" not in first


HOSTILE: list[bytes] = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"[" * 200_000,
    b'{"format": 1}',
    b'{"format": 2, "anchors": [{"memory": "a", "path": "src/lock.py", "kind": "pitfall"}]}',
    b'{"format": 1, "anchors": {"a": 1}}',
    b'{"format": 1, "anchors": [1, null, [], "x", {}, {"memory": 1, "path": "src/lock.py"}]}',
    b'{"format": 1, "anchors": [{"memory": "a", "path": "src/lock.py", "start": true, "end": 1e9}]}',
    b'{"format": 1, "anchors": [\n]}',
    b'{"format": 1, "anchors": [\n{"memory": "a", "title": "x", "path": "src/lock.py", "symbol": ',
    b"\xff\xfe\x00",
    b" " * (9 << 20),
]


@pytest.mark.parametrize("content", HOSTILE, ids=range(len(HOSTILE)))
def test_a_damaged_file_says_nothing(repository: GitRepository, tell: Tell, content: bytes) -> None:
    """Whatever it holds, the hook is silent rather than wrong."""
    stage(repository, {"src/lock.py": "x = 1\n"})
    assert tell(content=content) == ()


def test_what_hides_in_a_file_is_shown_as_hidden(repository: GitRepository, tell: Tell) -> None:
    """The file was written clean, but the terminal does not know who wrote it last."""
    stage(repository, {"src/lock.py": "x = 1\n"})
    hostile = "\x1b]52;c;AA\x07 \u202e \u200b \n \x9b2J"
    for written in (
        render([record(title=hostile, kind="pitfall")]),
        json.dumps({"format": 1, "anchors": [record(title=hostile, symbol=hostile)]}, indent=1),
    ):
        lines = tell(content=written.encode())
        assert len(lines) == 2
        assert all(line.isprintable() for line in lines)


def test_the_file_may_be_laid_out_otherwise(repository: GitRepository, tell: Tell) -> None:
    """Reading by lines is for speed alone; JSON is what counts."""
    stage(repository, {"src/lock.py": "x = 1\n"})
    records = [record(), record("b" * 16, path="src/other.py")]
    assert tell(content=json.dumps({"format": 1, "anchors": records}, indent=2).encode()) == tell(*records) != ()


@pytest.mark.parametrize("variables", [{"GIT_DIR": "/nowhere"}, {"PATH": "/nowhere"}, {"GIT_INDEX_FILE": "/dev/null"}])
def test_a_git_that_fails_says_nothing(repository: GitRepository, tell: Tell, variables: dict[str, str]) -> None:
    """A reminder is no reason to bother anyone."""
    stage(repository, {"src/lock.py": "x = 1\n"})
    tell(record())
    told = notice(repository.path / ".git", {**os.environ, **variables})
    # An empty index removes every file, as far as git is concerned.
    assert told == () or "removes" in told[0]


def test_the_index_that_git_gives_its_hook_counts(repository: GitRepository, tell: Tell, tmp_path: Path) -> None:
    """``git commit PATH`` commits another index than the one that lies in the repository."""
    index = tmp_path / "index"
    given = {"GIT_INDEX_FILE": str(index)}
    repository.git("read-tree", "HEAD", **given)
    repository.write({"src/lock.py": "x = 1\n"})
    repository.git("add", "src/lock.py", **given)
    assert tell(record()) == ()
    assert len(notice(repository.path / ".git", {**os.environ, **given})) == 2


def test_the_notice_needs_the_standard_library_alone() -> None:
    """Nothing of memtui but its hooks is imported, and nothing that takes long."""
    code = "import sys, memtui.hooks.notice; print(*sorted(sys.modules))"
    completed = subprocess.run(
        [sys.executable, "-S", "-c", code], check=True, capture_output=True, text=True, env={"PYTHONPATH": str(ROOT)}
    )
    loaded = set(completed.stdout.split())
    assert {name for name in loaded if name.startswith(("memtui", "indexer"))} == {
        "memtui",
        "memtui.hooks",
        "memtui.hooks.anchors_file",
        "memtui.hooks.changes",
        "memtui.hooks.notice",
        "memtui.hooks.places",
    }
    assert not loaded & {"dataclasses", "typing", "pathlib", "asyncio", "numpy", "pyarrow"}
