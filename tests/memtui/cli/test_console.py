"""How commands print: to a pipe whole, to a terminal cut to its width, in colour only where that is wanted."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.cli.console import Console
from memtui.cli.layout import align, counted, fit, width_of
from tests.conftest import GitRepository
from tests.support.commands import ROOT, Add, Propose, Run
from tests.support.unhurried import UNHURRIED

pty = pytest.importorskip("pty", reason="a pseudo-terminal is needed")


def on_terminal(*arguments: str, cwd: Path, columns: int, **variables: str) -> tuple[int, str]:
    """Run a command on a pseudo-terminal of its own, and return its exit code and all that reached the terminal."""
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(cwd)
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": str(columns), **variables}
        os.execve(sys.executable, [sys.executable, "-m", "memtui", *arguments], environment)  # noqa: S606 - a child
    output = b""
    try:
        while chunk := os.read(terminal, 65_536):
            output += chunk
    except OSError:
        pass  # Linux reports the end of a pseudo-terminal so.
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), output.decode()


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_terminal_gets_lines_that_fit_and_colour(propose: Propose, add: Add, tmp_path: Path) -> None:
    """Titles are cut to the width with an ellipsis; NO_COLOR and a dumb terminal take the colour away."""
    propose("東京" * 60, "short", "w" * 190)
    code, output = on_terminal("ls", cwd=tmp_path, columns=70, TERM="xterm-256color")
    assert code == 0
    assert "\x1b[2m" in output
    for variables in ({"NO_COLOR": "1", "TERM": "xterm"}, {"TERM": "dumb"}):
        code, output = on_terminal("ls", cwd=tmp_path, columns=70, **variables)
        assert code == 0
        assert "\x1b" not in output
        lines = output.split("\r\n")[:3]
        assert max(map(width_of, lines)) in {69, 70}
        assert sum(line.endswith("…") for line in lines) == 2


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_progress_is_one_line_that_is_written_anew(repository: GitRepository) -> None:
    """On a terminal indexing tells its phases in one line, and takes it away at the end."""
    repository.commit({f"m{number}.py": f"x = {number}\n" for number in range(20)})
    code, output = on_terminal("index", cwd=repository.path, columns=60, TERM="xterm")
    assert code == 0
    progress, _, report = output.partition("files  ")
    assert progress.count("\r") > 2
    assert "\n" not in progress
    assert progress.endswith("\r\x1b[K")
    assert report


def test_a_pipe_gets_lines_whole(memtui: Run, add: Add) -> None:
    """Without a terminal nothing is cut, whatever the environment says about its width."""
    add("w" * 200)
    assert "w" * 200 in memtui("ls").out


def test_progress_is_not_told_to_a_pipe(memtui: Run, repository: GitRepository) -> None:
    """Narration that is not read by a person holds no progress."""
    repository.commit({"a.py": "x = 1\n"})
    assert memtui("index", cwd=repository.path).err == ""


def test_rows_are_aligned_by_cells() -> None:
    """Wide characters take two cells, combining ones none; the last column is not padded."""
    rows = list(align([["東", "x"], ["e\u0301", "y"], ["abc", "z"]], None))
    assert rows == [["東 ", "x"], ["e\u0301  ", "y"], ["abc", "z"]]
    assert list(align([], 80)) == []
    assert list(align([[]], 80)) == [[""]]


def test_a_text_of_wide_characters_is_cut_at_every_width() -> None:
    """No character is cut in two, and none is left out that has room before the ellipsis."""
    text = "日本語🙂"
    assert [fit(text, cells) for cells in range(1, 10)] == [
        "…",
        "…",
        "日…",
        "日…",
        "日本…",
        "日本…",
        "日本語…",
        text,
        text,
    ]


@UNHURRIED
@given(text=st.text(max_size=40), cells=st.integers(1, 30))
def test_what_is_cut_fits(text: str, cells: int) -> None:
    """A text is never wider than asked, and stays as it is when it fits."""
    cut = fit(text, cells)
    assert width_of(cut) <= max(cells, 1)
    assert cut == text or (cut.endswith("…") and width_of(text) > cells)


def test_numbers_have_their_noun() -> None:
    """One is singular, all else plural, thousands are grouped."""
    assert [counted(number, "file") for number in (0, 1, 1200)] == ["0 files", "1 file", "1,200 files"]


def test_json_of_a_list_has_one_item_a_line() -> None:
    """So that tools for lines can be used on it, and an empty list is one too."""
    out = io.StringIO()
    console = Console(io.StringIO(), out, io.StringIO())
    console.json([{"a": "é\ud800"}, {"a": 2}])
    console.json([])
    assert out.getvalue() == '[\n{"a": "\\u00e9\\ud800"},\n{"a": 2}\n]\n[]\n'
