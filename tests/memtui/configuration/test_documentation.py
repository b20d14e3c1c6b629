"""The page on configuration lists the actions that there are, and its examples are right."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from memtui.configuration import ACTIONS, Action, key_written
from memtui.configuration.reading import parsed
from memtui.configuration.sample import sample
from tests.support.commands import ROOT

PAGE = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")


def row(action: Action) -> str:
    """Return the row of an action in the page's table."""
    keys = " ".join(f"`{key_written(key)}`" for key in action.keys)
    notes = ", ".join(note for note, holds in (("typing", action.typing), ("needed", action.needed)) if holds)
    return f"| `{action.id}` | {keys} | {action.description} | {notes} |"


def test_the_page_lists_every_action_as_it_is() -> None:
    """Ids, keys and descriptions are those of the program, in its order."""
    rows = [line for line in PAGE.splitlines() if re.match(r"\| `\w+\.\w+` ", line)]
    assert rows == [row(action) for action in ACTIONS.values()]


@pytest.mark.parametrize("example", re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL))
def test_the_examples_of_the_page_are_right(example: str) -> None:
    """Whoever copies one gets what it says."""
    configuration = parsed(example.encode())
    assert not configuration.problems
    assert configuration.keys


def test_the_file_to_begin_from_changes_nothing_and_says_everything() -> None:
    """As it is printed it is all comments; without their marks it is the usual configuration."""
    assert parsed(sample().encode()).keys == {}
    uncommented = re.sub(r"^# (?=\"|name)", "", sample(), flags=re.MULTILINE)
    configuration = parsed(uncommented.encode())
    assert not configuration.problems
    assert configuration.keys == {action.id: action.keys for action in ACTIONS.values()}
    assert configuration.theme == "textual-dark"


def test_checking_a_file_imports_no_textual() -> None:
    """The command line reads the configuration, too, and must not pay for the screens."""
    code = (
        "import sys; from memtui.configuration import read_configuration; read_configuration();"
        "import memtui.configuration.checking, memtui.configuration.wording;"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    assert {"textual", "rich", "pyarrow", "lancedb", "asyncio"}.isdisjoint(loaded.split())
