"""What ``memtui doctor`` finds in order and what it finds wrong; it repairs nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from memtui.store.places import FORMAT
from tests.conftest import GitRepository
from tests.support.commands import Add, Run


def checks_of(memtui: Run, code: int, **where: Path) -> dict[str, tuple[bool, str]]:
    """Return what doctor found, by check."""
    outcome = memtui("doctor", "--json", **where)
    assert outcome.code == code, outcome.out
    assert outcome.json["ok"] is (code == 0)
    return {check["name"]: (check["ok"], check["detail"]) for check in outcome.json["checks"]}


def test_a_new_machine_is_in_order_and_stays_untouched(memtui: Run, sealed_environment: Path) -> None:
    """Nothing is there yet, nothing is wrong, and doctor makes nothing."""
    checks = checks_of(memtui, 0)
    assert checks["memories"] == (True, "none yet")
    assert checks["repository"][1].startswith("none around")
    assert "2." in checks["git"][1]
    assert not (sealed_environment / "memtui").exists()
    assert all(line.startswith("ok  ") for line in memtui("doctor").lines)


def test_an_indexed_repository_is_described(memtui: Run, repository: GitRepository, add: Add) -> None:
    """Kind of repository, state of its index, memories and revisions, the lock."""
    repository.commit({"a.py": "x = 1\n"})
    assert checks_of(memtui, 0, cwd=repository.path)["index"] == (True, "none yet; 'memtui index' makes it")
    memtui("index", cwd=repository.path)
    memtui("rm", add("one"))
    checks = checks_of(memtui, 0, cwd=repository.path)
    assert "(sha1)" in checks["repository"][1]
    assert checks["index"][1].startswith("up to date; generation 1 of 20")
    assert f"revisions, format {FORMAT}" in checks["memories"][1]
    assert checks["writer"] == (True, "no one writes at this moment")
    repository.commit({"b.py": "y = 1\n"})
    assert checks_of(memtui, 0, cwd=repository.path)["index"][1].startswith("behind; ")


def test_a_shallow_clone_is_called_so(memtui: Run, repository: GitRepository, tmp_path: Path) -> None:
    """The kind of repository tells what its history can."""
    repository.commit({"a": "1"})
    repository.commit({"a": "2"})
    repository.git("clone", "--depth", "1", f"file://{repository.path}", str(tmp_path / "shallow"))
    assert "shallow" in checks_of(memtui, 0, cwd=tmp_path / "shallow")["repository"][1]


def test_heads_that_are_behind_the_log_are_wrong_until_derived_anew(
    memtui: Run, add: Add, sealed_environment: Path
) -> None:
    """An old snapshot is found, and the command that doctor names brings it in step."""
    add("one")
    home = sealed_environment / "memtui"
    old = {path: path.read_bytes() for path in home.glob("*.arrow")}
    add("two")
    for path in home.glob("*.arrow"):
        path.unlink()
    for path, content in old.items():
        path.write_bytes(content)
    ok, detail = checks_of(memtui, 1)["memories"]
    assert not ok
    assert "the heads know 1 of the revisions" in detail
    assert memtui("log").code == 0
    assert checks_of(memtui, 0)["memories"][1].startswith("2 memories, 2 revisions")


def test_a_missing_or_damaged_snapshot_is_wrong(memtui: Run, add: Add, sealed_environment: Path) -> None:
    """Both are told, and neither stops the other checks."""
    add("one")
    snapshot = sealed_environment / "memtui" / "heads.arrow"
    snapshot.write_bytes(b"damaged")
    checks = checks_of(memtui, 1)
    assert not checks["memories"][0]
    assert checks["editor"][0]
    snapshot.unlink()
    assert not checks_of(memtui, 1)["memories"][0]


def test_a_newer_store_is_wrong(memtui: Run, add: Add, sealed_environment: Path) -> None:
    """The step is to update memtui."""
    add("one")
    (sealed_environment / "memtui" / "format").write_text("99\n")
    assert "Update memtui" in checks_of(memtui, 1)["memories"][1]


def test_a_damaged_log_is_wrong(memtui: Run, add: Add, sealed_environment: Path) -> None:
    """A log whose files are gone is told with where it lay."""
    add("one")
    shutil.rmtree(sealed_environment / "memtui" / "memories.lance" / "revisions.lance")
    assert not checks_of(memtui, 1)["memories"][0]


def test_a_home_that_others_can_read_is_wrong(memtui: Run, add: Add, sealed_environment: Path) -> None:
    """The command that closes it is given."""
    add("one")
    home = sealed_environment / "memtui"
    home.chmod(0o755)
    ok, detail = checks_of(memtui, 1)["home"]
    assert not ok
    assert f"chmod 700 {home}" in detail


@pytest.mark.parametrize(
    ("editor", "ok"), [("no-such-editor", False), ("cat --number", True), ("", True), ("'unclosed", False)]
)
def test_the_editor_is_looked_for(memtui: Run, monkeypatch: pytest.MonkeyPatch, editor: str, ok: bool) -> None:
    """An editor that is set must be there."""
    monkeypatch.setenv("EDITOR", editor)
    assert checks_of(memtui, 0 if ok else 1)["editor"][0] is ok


def test_a_writer_at_work_is_told(memtui: Run, add: Add, sealed_environment: Path) -> None:
    """While another holds the lock, doctor says so, and that is nothing wrong."""
    from filelock import FileLock

    add("one")
    with FileLock(sealed_environment / "memtui" / "lock"):
        assert checks_of(memtui, 0)["writer"] == (True, "another process writes at this moment")
