"""What a store does about bad surroundings: damage, no space, no rights, another version."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from memtui.memory.errors import (
    DamagedStoreError,
    NewerStoreError,
    StoreFullError,
    StoreLockedError,
    StoreReadOnlyError,
)
from memtui.store import Snapshot, Store, heads_file, home_directory
from memtui.store.faults import translated
from memtui.store.places import DATABASE, FORMAT, RECENT, SNAPSHOT
from tests.support.memories import keep, make_memory, run_python, titles

POSIX = sys.platform != "win32"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Where the store of a test lies."""
    return tmp_path / "memtui"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Make a file system of one megabyte, where this process may make one."""
    path = tmp_path / "disk"
    path.mkdir()
    _mount("-t", "tmpfs", "-o", "size=1m,mode=700", "tmpfs", str(path))
    yield path
    subprocess.run(["umount", "--lazy", str(path)], check=True)


def test_home_is_what_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """MEMTUI_HOME decides; without it the place is that of a user's data."""
    monkeypatch.setenv("MEMTUI_HOME", "~/mine")
    assert home_directory() == Path.home() / "mine"
    monkeypatch.delenv("MEMTUI_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if sys.platform == "linux":
        assert home_directory() == tmp_path / "memtui"
    assert home_directory().name == "memtui"


@pytest.mark.skipif(not POSIX, reason="modes are a notion of POSIX")
def test_only_the_owner_may_read_what_a_store_writes(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Directories are 0700 and files 0600, whatever the umask; and the umask comes back."""
    before = os.umask(0o000)
    try:
        monkeypatch.setattr(heads_file, "RECENT_AT_MOST", 1)
        store = Store.open(home)
        keep(store, make_memory(), make_memory())
        store.tidy()
        store.rebuild()
        keep(store, make_memory())
        assert os.umask(0o000) == 0o000
    finally:
        os.umask(before)
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in [home, *home.rglob("*")]}
    wrong = {path: oct(mode) for path, mode in modes.items() if mode != (0o700 if path.is_dir() else 0o600)}
    assert not wrong
    assert {path.name for path in home.iterdir()} >= {"format", "device", "lock", SNAPSHOT, RECENT, DATABASE}


def test_a_directory_that_exists_keeps_its_mode(home: Path) -> None:
    """A home that someone made for a purpose is not closed to those it was opened for."""
    home.mkdir(mode=0o755)
    home.chmod(0o755)
    keep(Store.open(home), make_memory())
    assert stat.S_IMODE(home.stat().st_mode) == 0o755


def test_a_store_of_a_newer_version_is_not_touched(home: Path) -> None:
    """Neither readers nor writers go on, and every byte stays."""
    store = Store.open(home)
    keep(store, make_memory())
    (home / "format").write_text(f"{FORMAT + 1}\n")
    before = _bytes_of(home)
    with pytest.raises(NewerStoreError) as caught:
        Store.open(home)
    assert (caught.value.found, caught.value.supported) == (FORMAT + 1, FORMAT)
    with pytest.raises(NewerStoreError):
        Snapshot.load(home)
    with pytest.raises(NewerStoreError), store.writing():
        pytest.fail("a newer store was opened for writing")
    assert _bytes_of(home) == before


def test_a_snapshot_of_a_newer_version_is_not_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file says itself which version wrote it, for a reader that finds nothing else."""
    monkeypatch.setattr(heads_file, "FORMAT", 3)
    keep(Store.open(home), make_memory())
    monkeypatch.undo()
    with pytest.raises(NewerStoreError):
        Snapshot.load(home)
    with pytest.raises(NewerStoreError):
        Store.open(home)


@pytest.mark.parametrize("name", [SNAPSHOT, RECENT])
@pytest.mark.parametrize("damage", ["emptied", "cut", "overwritten", "foreign"])
def test_damaged_heads_are_derived_anew(home: Path, name: str, damage: str) -> None:
    """The files that listings read can always be had again from the log."""
    store = Store.open(home)
    keep(store, *[make_memory(f"m{number}") for number in range(300)])
    keep(store, make_memory("last"))
    expected = titles(store)
    path = home / name
    content = path.read_bytes()
    damaged = {
        "emptied": b"",
        "cut": content[: len(content) // 2],
        "overwritten": b"\0" * len(content),
        "foreign": b"ARROW1\0\0 of another kind ARROW1",
    }
    path.unlink()
    path.write_bytes(damaged[damage])
    with pytest.raises(DamagedStoreError):
        Snapshot.load(home)
    assert titles(Store.open(home)) == expected
    assert Snapshot.load(home).table["title"].to_pylist() == expected


def test_a_running_writer_heals_damaged_heads_too(home: Path) -> None:
    """A store that is open already finds the damage at its next act."""
    store = Store.open(home)
    keep(store, make_memory("one"))
    (home / SNAPSHOT).write_bytes(b"")
    keep(store, make_memory("two"))
    assert titles(store) == ["two", "one"]


def test_a_lost_table_of_heads_is_derived_anew_by_a_running_writer(home: Path) -> None:
    """The act is kept even if the table vanishes under it."""
    store = Store.open(home)
    keep(store, make_memory("one"))
    shutil.rmtree(home / DATABASE / "heads.lance")
    keep(store, make_memory("two"))
    assert titles(Store.open(home)) == ["two", "one"]


@pytest.mark.parametrize("damage", ["manifests", "data", "everything", "one row"])
def test_a_damaged_log_is_reported_and_left_as_it_is(home: Path, damage: str) -> None:
    """Nothing is overwritten that a person could still save."""
    store = Store.open(home)
    keep(store, *[make_memory(f"m{number}") for number in range(300)])
    log = home / DATABASE / "revisions.lance"
    if damage == "manifests":
        for path in (log / "_versions").iterdir():
            path.write_bytes(b"torn")
    elif damage == "data":
        for path in (log / "data").iterdir():
            path.write_bytes(b"torn")
        (home / SNAPSHOT).unlink()
    elif damage == "everything":
        shutil.rmtree(log)
    else:
        store._database._table("revisions").delete("title = 'm7'")
    before = _bytes_of(home)
    with pytest.raises(DamagedStoreError):
        Store.open(home)
    assert _bytes_of(home) == before


def test_a_damaged_note_of_the_format_is_reported(home: Path) -> None:
    """What is no number is no format."""
    Store.open(home)
    (home / "format").write_text("one")
    with pytest.raises(DamagedStoreError):
        Store.open(home)
    (home / "format").write_bytes(b"\xff\xfe")
    with pytest.raises(DamagedStoreError):
        Snapshot.load(home)


def test_a_lost_note_of_the_format_is_written_again(home: Path) -> None:
    """A store without the note is one of this version."""
    keep(Store.open(home), make_memory("kept"))
    (home / "format").unlink()
    assert titles(Store.open(home)) == ["kept"]
    assert (home / "format").read_text() == f"{FORMAT}\n"


def test_a_read_only_store_can_be_read_but_not_written(tmp_path: Path) -> None:
    """Where nothing may be written, all that is there is still shown."""
    inner = tmp_path / "disk" / "memtui"
    keep(Store.open(inner), make_memory("kept"))
    with _read_only(inner):
        store = Store.open(inner)
        assert titles(store) == ["kept"]
        with pytest.raises(StoreReadOnlyError), store.writing():
            pytest.fail("a read-only store was opened for writing")
        with pytest.raises(StoreReadOnlyError):
            Store.open(inner / "another")


@pytest.mark.skipif(not POSIX, reason="file systems are mounted elsewhere")
def test_a_full_disk_is_said_and_loses_nothing(small_disk: Path) -> None:
    """Writing until nothing fits ends in the right error, with all acknowledged memories kept."""
    store = Store.open(small_disk)
    ballast = small_disk / "ballast"
    ballast.write_bytes(b"x" * 300_000)
    kept: list[str] = []
    with pytest.raises(StoreFullError):
        _keep_without_end(store, kept)
    assert set(kept) <= set(Snapshot.load(small_disk).table["id"].to_pylist())
    ballast.unlink()
    again = Store.open(small_disk)
    assert set(kept) <= set(again.snapshot().table["id"].to_pylist())
    keep(again, make_memory("after"))
    assert titles(again)[0] == "after"


@pytest.mark.skipif(not POSIX, reason="limits are a notion of POSIX")
def test_a_file_that_may_not_grow_is_a_full_store(home: Path) -> None:
    """A limit on the size of files is met like a full disk."""
    keep(Store.open(home), make_memory("kept"))
    code = (
        "import resource\n"
        "from memtui.memory.errors import StoreFullError\n"
        "from memtui.store import Store, home_directory\n"
        "from tests.support.memories import keep, make_memory\n"
        "store = Store.open(home_directory())\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))\n"
        "try:\n"
        "    keep(store, *[make_memory(body='words ' * 3000) for _ in range(50)])\n"
        "except StoreFullError:\n"
        "    raise SystemExit(7)\n"
    )
    assert run_python(code, home).wait() == 7
    assert titles(Store.open(home)) == ["kept"]


def test_errors_of_the_system_are_told_apart(tmp_path: Path) -> None:
    """What LanceDB only says in words is understood like what the system says in numbers."""
    texts = {
        "LanceError(IO): No space left on device (os error 28), lance-1/src/x.rs": StoreFullError,
        "Permission denied (os error 13)": StoreReadOnlyError,
        "Read-only file system (os error 30)": StoreReadOnlyError,
        "LanceError(IO): magic number is wrong": DamagedStoreError,
        "": DamagedStoreError,
    }
    if POSIX:
        for text, expected in texts.items():
            assert type(translated(RuntimeError(text), tmp_path)) is expected
    assert type(translated(OSError(errno.ENOSPC, "x"), tmp_path)) is StoreFullError
    assert type(translated(PermissionError(errno.EACCES, "x"), tmp_path)) is StoreReadOnlyError


def test_a_lock_that_cannot_be_had_names_its_file(home: Path) -> None:
    """The error carries what a face needs to say."""
    store = Store.open(home)
    with store.writing(), pytest.raises(StoreLockedError) as caught, Store.open(home).writing(timeout=0):
        pytest.fail("two writers at once")
    assert (caught.value.path, caught.value.waited) == (home / "lock", 0)


def _keep_without_end(store: Store, kept: list[str]) -> None:
    while True:
        memory = make_memory(body="words " * 800)
        keep(store, memory)
        kept.append(memory.id)


def _mount(*arguments: str) -> None:
    if not POSIX or shutil.which("mount") is None:
        pytest.skip("no mount here")
    if subprocess.run(["mount", *arguments], check=False, capture_output=True).returncode:
        pytest.skip("this process may not mount")


class _read_only:  # noqa: N801 - used as a block
    """Make a directory read-only: by its mode, or for the superuser by mounting it so."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.mounted = False

    def __enter__(self) -> None:
        if POSIX and os.geteuid() == 0:
            _mount("--bind", str(self.path), str(self.path))
            self.mounted = True
            _mount("-o", "remount,ro,bind", str(self.path))
        else:
            for path in [self.path, *self.path.rglob("*")]:
                path.chmod(0o500 if path.is_dir() else 0o400)

    def __exit__(self, *_: object) -> None:
        if self.mounted:
            subprocess.run(["umount", "--lazy", str(self.path)], check=True)
        else:
            for path in [self.path, *self.path.rglob("*")]:
                path.chmod(0o700 if path.is_dir() else 0o600)


def _bytes_of(home: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file() and path.name != "lock"}
