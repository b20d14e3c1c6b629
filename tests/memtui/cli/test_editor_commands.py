"""Adding and editing in the user's editor, which is a real program here."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.commands import ROOT, Add, Run


def kept_file(narration: str) -> Path:
    """Return the file in which a command says the text is kept."""
    found = re.search(r"Your text is kept in (.+)\.$", narration, re.MULTILINE)
    assert found, narration
    return Path(found.group(1))


def test_an_edit_in_the_editor_changes_title_and_body(memtui: Run, add: Add, editor: Callable[[str], None]) -> None:
    """The file has the title on its first line, and what is saved is kept."""
    memory = add("Old title", "Old body\n\nwith lines")
    editor(
        "assert path.read_text() == 'Old title\\n\\nOld body\\n\\nwith lines\\n'\n"
        "path.write_text('New title\\n\\nNew body\\n\\nGrüße\\n', encoding='utf-8')"
    )
    edited = memtui("edit", memory, "--json").json
    assert (edited["title"], edited["body"]) == ("New title", "New body\n\nGrüße")


@pytest.mark.parametrize("code", ["pass", "path.write_text('')", "path.write_text(path.read_text().strip())"])
def test_an_unchanged_or_empty_save_does_nothing(
    memtui: Run, add: Add, editor: Callable[[str], None], code: str
) -> None:
    """It is said, the code is 1, and no revision is written."""
    memory = add("Title", "Body")
    editor(code)
    outcome = memtui("edit", memory)
    assert (outcome.code, outcome.out) == (1, "")
    assert "Nothing was changed" in outcome.err
    assert len(memtui("log", memory, "--json").json) == 1


def test_adding_in_the_editor(memtui: Run, editor: Callable[[str], None]) -> None:
    """Without a body the editor is opened; saving nothing adds nothing."""
    editor("path.write_text('A title\\n\\nThe body\\n')")
    memory = memtui("add", "--json").json
    assert (memory["title"], memory["body"]) == ("A title", "The body")
    editor("pass")
    outcome = memtui("add")
    assert (outcome.code, outcome.out) == (1, "")
    assert "nothing is added" in outcome.err
    assert len(memtui("ls", "--json").json) == 1


def test_a_text_that_cannot_be_saved_stays_in_its_file(memtui: Run, add: Add, editor: Callable[[str], None]) -> None:
    """When the rules refuse the text, it is not lost."""
    memory = add("Title", "Body")
    editor("path.write_text('T' * 500 + '\\n\\nmy long work\\n')")
    outcome = memtui("edit", memory)
    assert outcome.code == 1
    assert "The title is too long." in outcome.err
    assert "my long work" in kept_file(outcome.err).read_text()
    assert memtui("show", memory, "--json").json["title"] == "Title"


def test_bytes_that_are_no_text_stay_in_their_file(memtui: Run, add: Add, editor: Callable[[str], None]) -> None:
    """A file saved in another encoding is refused, and kept byte by byte."""
    memory = add("Title", "Body")
    editor("path.write_bytes(b'Title\\n\\nGr\\xfc\\xdfe\\n')")
    outcome = memtui("edit", memory)
    assert outcome.code == 1
    assert "The body holds bytes that are no text." in outcome.err
    assert kept_file(outcome.err).read_bytes() == b"Title\n\nGr\xfc\xdfe\n"


def test_a_memory_changed_meanwhile_is_not_overwritten(memtui: Run, add: Add, editor: Callable[[str], None]) -> None:
    """The text in the editor is kept in its file when another process was faster."""
    memory = add("Title", "Body")
    root = ROOT
    editor(
        f"import subprocess\nsubprocess.run([sys.executable, '-m', 'memtui', 'edit', '{memory}', '--body', 'faster'],"
        f" check=True, cwd={str(root)!r})\npath.write_text('Title\\n\\nslower\\n')"
    )
    outcome = memtui("edit", memory)
    assert outcome.code == 1
    assert "has been changed meanwhile" in outcome.err
    assert "slower" in kept_file(outcome.err).read_text()
    assert memtui("show", memory, "--json").json["body"] == "faster"


def test_an_editor_that_fails_changes_nothing(memtui: Run, add: Add, editor: Callable[[str], None]) -> None:
    """Its status is told; what it had saved is kept."""
    memory = add("Title", "Body")
    editor("path.write_text('Title\\n\\nhalf a thought\\n'); sys.exit(3)")
    outcome = memtui("edit", memory)
    assert outcome.code == 1
    assert "ended with status 3" in outcome.err
    assert "half a thought" in kept_file(outcome.err).read_text()
    assert memtui("show", memory, "--json").json["body"] == "Body"


def test_an_editor_that_is_not_there_is_told(memtui: Run, add: Add, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the program and what to set."""
    memory = add("Title", "Body")
    monkeypatch.setenv("EDITOR", "no-such-editor --wait")
    outcome = memtui("edit", memory)
    assert outcome.code == 1
    assert "The editor 'no-such-editor --wait' cannot be started. Set EDITOR" in outcome.err
    assert "kept" not in outcome.err


def test_without_terminal_or_editor_nothing_waits(memtui: Run, add: Add) -> None:
    """In a script without EDITOR, editing is wrong usage."""
    memory = add("Title", "Body")
    outcome = memtui("edit", memory)
    assert (outcome.code, outcome.out) == (2, "")
    assert "set EDITOR" in outcome.err


def test_no_editor_opens_for_what_cannot_be_edited(
    memtui: Run, add: Add, editor: Callable[[str], None], tmp_path: Path
) -> None:
    """A memory in the trash is refused before anything is typed that would be lost."""
    memory = add("Title", "Body")
    assert memtui("rm", memory).code == 0
    editor(f"pathlib.Path({str(tmp_path / 'opened')!r}).touch()\npath.write_text('Typed for an hour.')")
    outcome = memtui("edit", memory)
    assert outcome.code == 1
    assert "it is in the trash" in outcome.err
    assert not (tmp_path / "opened").exists()
