from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.errors import IndexerError
from memtui.memory import Attention, Status
from memtui.memory.errors import MemtuiError
from memtui.review import Reason
from memtui.tui import editor, words
from memtui.tui.matching import Haystack, match
from memtui.tui.memory_lines import fit
from memtui.tui.widgets.bars import progress_bar
from memtui.tui.worker import Worker
from tests.support.hostile import ESCAPES


def haystack(*titles: str, bodies: list[str] | None = None, tags: list[list[str]] | None = None) -> Haystack:
    """Return what is searched of memories with these titles."""
    number = len(titles)
    columns = {
        "title": pa.array(titles, pa.string()),
        "kind": pa.array(["related_files"] * number, pa.string()),
        "tags": pa.array(tags or [[]] * number, pa.list_(pa.string())),
        "body": pa.array(bodies or [""] * number, pa.string()),
    }
    return Haystack(pa.table(columns))


def test_filter_ranks_titles_before_tags_before_misspellings_before_bodies() -> None:
    """The better a memory holds the words, the higher it stands."""
    hay = haystack(
        "unrelated",
        "nothing",
        "the lancedb way",
        "lanecdb typo",
        "lancedb first",
        "none",
        bodies=["", "deep in LanceDB", "", "", "", ""],
        tags=[["lancedb"], [], [], [], [], []],
    )
    assert match(hay, "lancedb", range(6)).tolist() == [4, 2, 0, 3, 1]


def test_filter_wants_every_word_and_searches_only_the_rows_it_is_given() -> None:
    """Two words narrow, and rows outside of the list stay outside."""
    hay = haystack("alpha beta", "alpha", "beta alpha", "gamma")
    assert match(hay, "alpha beta", range(4)).tolist() == [0, 2]
    assert match(hay, "alpha", [1, 3]).tolist() == [1]
    assert match(hay, "related files", range(4)).tolist() == [0, 1, 2, 3]


def test_filter_takes_every_character_as_it_is() -> None:
    """Brackets, percent signs and backslashes are letters like others."""
    hay = haystack("list[str]", "50 %", "a\\b", "plain")
    assert [match(hay, query, range(4)).tolist() for query in ("[str", "%", "\\", "(")] == [[0], [1], [2], []]


def test_a_stale_question_is_given_up() -> None:
    """A matcher that is told to give up returns nothing."""
    assert match(haystack("alpha"), "alpha", range(1), lambda: True).tolist() == []


@given(st.lists(st.text(max_size=12), max_size=8), st.text(max_size=6))
def test_whatever_is_asked_the_answer_is_a_part_of_the_rows(titles: list[str], query: str) -> None:
    """No query fails, and none finds a row twice or out of range."""
    titles = [title.encode("utf-8", "replace").decode() for title in titles]
    found = match(haystack(*titles), query, range(len(titles))).tolist()
    assert len(set(found)) == len(found)
    assert set(found) <= set(range(len(titles)))


@given(st.text(max_size=20), st.integers(0, 12))
def test_a_column_has_exactly_its_width(text: str, width: int) -> None:
    """Whatever the text, a column takes the cells it was given."""
    from rich.cells import cell_len

    from memtui.safety import clean

    assert cell_len(fit(clean(text), width)) == width


def test_a_cut_column_has_a_mark() -> None:
    """A text that does not fit ends in an ellipsis."""
    assert fit("abcdef", 4) == "abc…"
    assert fit("abcd", 4) == "abcd"
    assert fit("ab", 4) == "ab  "


@given(st.floats(-1, 2), st.integers(1, 30))
def test_a_bar_never_leaves_its_cells(share: float, width: int) -> None:
    """A bar is as wide as it was asked to be."""
    assert len(progress_bar(share, width)) == width


def test_every_code_of_the_other_rooms_has_words() -> None:
    """Statuses, reasons for attention and refusals are all written out."""
    assert set(words.STATUS_GLYPHS) == set(Status)
    assert set(words.ATTENTION_WORDS) == set(words.ATTENTION_GLYPHS) == set(Attention)
    assert set(words.REFUSALS) == set(Reason)


def test_every_error_of_the_other_rooms_has_a_sentence_in_both_faces() -> None:
    """No error of the two families is shown by its class name, neither here nor on the command line."""
    from memtui.cli import messages
    from memtui.tui import troubles

    family = {*MemtuiError.__subclasses__(), *IndexerError.__subclasses__()}
    assert len(family) > 20
    assert family == set(troubles._SENTENCES) == set(messages._EXPLANATIONS)


def test_an_unknown_error_is_shown_clean() -> None:
    """What an error says may come from a file."""
    from memtui.tui.troubles import explain

    assert "\x1b" not in explain(RuntimeError(ESCAPES[0]))


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0, "<1m"), (59, "<1m"), (60, "1m"), (7200, "2h"), (86400 * 3, "3d"), (86400 * 400, "1y")]
)
def test_ages_have_one_unit(seconds: int, shown: str) -> None:
    """An age is the largest unit that it fills."""
    assert words.age(0, seconds) == shown


def test_an_edited_file_gives_back_title_and_body() -> None:
    """A memory goes into a file and comes out of it as it was."""
    assert editor.from_text(editor.as_text("A title", "First.\n\nSecond.")) == ("A title", "First.\n\nSecond.")
    assert editor.from_text("\n\nOnly a title") == ("Only a title", "")


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (["vim"], ["vim", "+7", "/x.py"]),
        (["/usr/bin/code", "--wait"], ["/usr/bin/code", "--wait", "--goto", "/x.py:7"]),
        (["hx"], ["hx", "/x.py:7"]),
    ],
)
def test_an_editor_is_told_the_line_in_its_own_way(command: list[str], expected: list[str]) -> None:
    """Each family of editors takes a line differently."""
    assert editor.at_line(command, Path("/x.py"), 7) == expected


def test_visual_is_asked_before_editor() -> None:
    """The order is that of every other program."""
    assert editor.editor_command({"VISUAL": "vim -u NONE", "EDITOR": "ed"}) == ["vim", "-u", "NONE"]
    assert editor.editor_command({}) == []


def test_a_failing_editor_is_an_error_and_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor that ends badly changes nothing."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(OSError, match="exit code 3"):
        editor.edit_text([sys.executable, "-c", "raise SystemExit(3)"], "text")
    assert list(tmp_path.iterdir()) == []


def test_work_that_is_owed_is_done_after_stopping_and_other_work_is_not() -> None:
    """Quitting drops what can be done again, and keeps what a person did."""
    worker, begun, go, done = Worker("test"), threading.Event(), threading.Event(), []

    def hold() -> None:
        begun.set()
        go.wait(10)

    worker.submit(hold)
    assert begun.wait(10)
    worker.submit(lambda: done.append("again"))
    worker.submit(lambda: done.append("owed"), owed=True)
    worker.stop()
    assert not worker.settle(0)
    go.set()
    assert worker.settle(10)
    assert done == ["owed"]


def test_nothing_heavy_is_imported_before_the_first_paint() -> None:
    """The app's modules load neither Arrow nor LanceDB nor the indexer."""
    program = (
        "import sys, memtui.tui.launch\n"
        "heavy = {'pyarrow', 'numpy', 'lancedb', 'indexer', 'rapidfuzz', 'git'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
        "assert 'textual.widgets._text_area' not in sys.modules\n"
        "assert 'textual.widgets._markdown' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=Path(__file__).resolve().parents[3])


def test_asking_for_the_package_does_not_import_textual() -> None:
    """The commands can name the terminal UI without paying for it."""
    program = "import sys, memtui.tui\nassert 'textual' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True, cwd=Path(__file__).resolve().parents[3])
