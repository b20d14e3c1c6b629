"""``memtui config``: what holds, what is wrong, and an exit code that tells the two apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui.configuration import ACTIONS, THEMES
from tests.support.commands import Run

GOOD = '[keys]\n"memory.approve" = "A"\n[theme]\nname = "nord"\n'


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Name a file for the configuration, which a test may write."""
    path = tmp_path / "config.toml"
    monkeypatch.setenv("MEMTUI_CONFIG", str(path))
    return path


def test_it_shows_what_holds_and_what_was_changed(memtui: Run, written: Path) -> None:
    """Every action with its keys, the changed ones marked."""
    written.write_text(GOOD)
    outcome = memtui("config")
    assert outcome.code == 0
    assert "theme: nord" in outcome.lines
    assert f"file:  {written}" in outcome.lines
    [line] = [line for line in outcome.lines if line.startswith("memory.approve")]
    assert line.split() == ["memory.approve", "A", "changed", "Approve"]
    assert all(any(line.startswith(f"{identity} ") for line in outcome.lines) for identity in ACTIONS)


def test_a_check_is_silent_where_all_is_well_and_fails_where_it_is_not(memtui: Run, written: Path) -> None:
    """For a script and for a person alike: line, setting and what to do."""
    written.write_text(GOOD)
    assert (memtui("config", "--check").code, memtui("config", "--check").out) == (0, "")
    written.write_text("[keys]\nmemory.nope = 1\n")
    outcome = memtui("config", "--check")
    assert (outcome.code, outcome.out) == (1, "")
    assert f"{written}: line 2, keys.memory.nope: there is no such action" in outcome.err
    assert memtui("config").code == 1


def test_json_says_the_same_and_fails_likewise(memtui: Run, written: Path) -> None:
    """What is wrong is data, too."""
    written.write_text('[keys]\nmemory.approve = "A"\nmemory.reject = "j"\n')
    outcome = memtui("config", "--json")
    assert outcome.code == 1
    assert outcome.json["keys"]["memory.approve"] == ["A"]
    assert outcome.json["keys"]["memory.reject"] == ["x"]
    assert outcome.json["changed"] == ["memory.approve"]
    assert outcome.json["path"] == str(written)
    [problem] = outcome.json["problems"]
    assert set(problem) == {"line", "setting", "problem", "message"}
    assert (problem["line"], problem["setting"], problem["problem"]) == (3, "keys.memory.reject", "clash")


def test_without_a_file_it_says_where_one_would_lie(memtui: Run, sealed_environment: Path) -> None:
    """That is no mistake."""
    outcome = memtui("config")
    assert outcome.code == 0
    assert "not there: the usual settings hold" in outcome.lines[0]
    assert memtui("config", "--path").out.strip() in outcome.lines[0]


def test_a_file_can_be_begun_from_the_usual_settings(memtui: Run, written: Path) -> None:
    """What is printed is a file that is right and changes nothing."""
    written.write_text(memtui("config", "--default").out)
    assert memtui("config", "--check").code == 0
    assert memtui("config", "--json").json["changed"] == []


def test_the_themes_are_listed(memtui: Run) -> None:
    """One a line, with the names for light and dark."""
    assert memtui("config", "--themes").lines == ["dark", "light", *THEMES]


def test_what_a_file_says_is_shown_clean(memtui: Run, written: Path) -> None:
    """A file may come from anybody's collection of settings."""
    written.write_bytes(b'[theme]\nname = "\\u001b]52;c;eA==\\u0007"\n[keys]\n"\\u001b[2J" = "a"\n')
    outcome = memtui("config")
    assert outcome.code == 1
    assert "\x1b" not in outcome.out + outcome.err
