"""A worker that hangs is ended by a later one, and writes nothing when it could go on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer import freshness
from memtui.hooks import liveness, locking, log, waking
from memtui.sources.background import work
from memtui.sources.hooking import hooking_of, note_and_wake
from tests.conftest import GitRepository
from tests.support.commands import ROOT
from tests.support.hooks import common_of, files, found, memories, noted, wait_for_worker

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no process can be stopped there")

# Stops while it holds the locks of the worker, the index and the memories; going on, it would write into both.
_HANGING = """
import os, signal, sys
sys.path.append(sys.argv[1])
from pathlib import Path
from filelock import FileLock
import memtui.sources.background as background
from memtui.sources import workspace

def refresh(place, open_store, progress):
    with open_store().writing(), FileLock(place.repository.index_directory / "lock"):
        os.kill(os.getpid(), signal.SIGSTOP)
        Path(sys.argv[3]).write_text("written")

workspace.refresh_workspace = refresh
background.main(sys.argv[2], -1)
"""


@pytest.fixture
def shop(repository: GitRepository) -> GitRepository:
    """Give a repository with one commit, noted."""
    repository.commit(files("first"))
    assert not note_and_wake(found(repository), "test", os.environ)
    return repository


@pytest.fixture
def hanging(shop: GitRepository, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Give a worker of the repository that is stopped, as by a debugger or a disk that does not answer."""
    Path(found(shop).index_directory).mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-c", _HANGING, str(ROOT), common_of(shop), str(tmp_path / "written")]
    process = subprocess.Popen(command, start_new_session=True)
    _, status = os.waitpid(process.pid, os.WUNTRACED)
    assert os.WIFSTOPPED(status)
    yield process
    process.kill()
    process.wait()


def test_a_worker_that_hangs_is_ended_after_its_deadline(
    shop: GitRepository, hanging: subprocess.Popen[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The later one has all locks and does the work; the earlier one cannot go on when it is told to."""
    monkeypatch.setattr(liveness, "DEADLINE", 0.0)
    assert work(found(shop).common_directory) == 1
    hanging.send_signal(signal.SIGCONT)
    assert hanging.wait() == -signal.SIGKILL
    assert not (tmp_path / "written").exists()
    assert "first" in " ".join(memories(shop))
    assert (noted(shop), freshness(found(shop)).behind) == ([], False)
    assert "was ended" in " ".join(line.text for line in log.read(common_of(shop)))
    assert log.troubles(common_of(shop)) == []


def test_before_its_deadline_it_is_left_alone(shop: GitRepository, hanging: subprocess.Popen[bytes]) -> None:
    """A worker that only takes long is at work, for whoever asks."""
    assert work(found(shop).common_directory) is None
    assert not waking.wake(common_of(shop), {})
    assert hooking_of(found(shop), os.environ).working
    assert hanging.poll() is None


def test_a_hook_ends_it_and_starts_another(
    shop: GitRepository, hanging: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever wakes a worker takes the lock over, and hands it on as always."""
    monkeypatch.setattr(liveness, "DEADLINE", 0.0)
    monkeypatch.delenv("MEMTUI_BACKGROUND")
    assert waking.wake(common_of(shop), os.environ)
    wait_for_worker(shop)
    assert hanging.wait() == -signal.SIGKILL
    assert "first" in " ".join(memories(shop))


def test_that_it_hangs_is_told(
    shop: GitRepository, hanging: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By 'memtui hooks' and 'memtui doctor', before anyone takes its place."""
    monkeypatch.setattr(liveness, "DEADLINE", 0.0)
    hooking = hooking_of(found(shop), os.environ)
    assert not hooking.working
    assert "no sign of life" in " ".join(hooking.troubles)
    assert hanging.poll() is None


@pytest.mark.parametrize("sign", [b"", b"nonsense", b"1", b"\xff \xff", b"1 9e99"])
def test_a_lock_without_a_sign_of_life_stays_with_its_holder(shop: GitRepository, sign: bytes) -> None:
    """Of a holder that nothing is known of, it cannot be said that it hangs."""
    path = log.lock_path(common_of(shop))
    Path(path).write_bytes(sign)
    held = locking.take(path)
    assert held is not None
    assert not liveness.is_overdue(path)
    assert waking.take(common_of(shop)) is None
    os.close(held)


def test_a_process_that_is_no_worker_is_never_ended(shop: GitRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers of processes are used again: by another program, by another command, by the worker of another place."""
    monkeypatch.setattr(liveness, "DEADLINE", -1.0)
    path = log.lock_path(common_of(shop))
    held = locking.take(path)
    assert held is not None
    liveness.beat(held)
    assert waking.take(common_of(shop)) is None
    elsewhere = [sys.executable, "-c", f"input() # {liveness.PROGRAM}", f"{common_of(shop)}2"]
    with subprocess.Popen(elsewhere, stdin=subprocess.PIPE) as other:
        os.pwrite(held, f"{other.pid} 0.0".ljust(48).encode(), 0)
        assert waking.take(common_of(shop)) is None
        assert other.poll() is None
        other.communicate(b"\n")
    os.close(held)


def test_a_worker_is_known_by_its_command_line_without_proc(
    shop: GitRepository, hanging: subprocess.Popen[bytes]
) -> None:
    """As 'ps' shows it, on systems that have nothing else, also where the path holds spaces."""
    assert found(shop).common_directory.name == ".git"
    words = liveness._listed(hanging.pid)
    assert os.fsencode(common_of(shop)) in words
    assert liveness.PROGRAM.split(".")[-1].encode() in b" ".join(words)


def test_a_worker_gives_a_sign_with_each_step(shop: GitRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refresh that gets on is never overdue, however long it takes."""
    signs: list[bytes] = []
    monkeypatch.setattr("memtui.sources.background._PULSE", 0.0)
    beat = liveness.beat

    def noted_beat(lock: int) -> None:
        beat(lock)
        signs.append(os.pread(lock, 100, 0))

    monkeypatch.setattr(liveness, "beat", noted_beat)
    assert work(found(shop).common_directory) == 1
    assert len(signs) > 5
    assert {sign.split()[0] for sign in signs} == {str(os.getpid()).encode()}
    moments = [float(sign.split()[1]) for sign in signs]
    assert moments == sorted(moments)
