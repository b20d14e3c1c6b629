"""Every error and every refusal has its words."""

from __future__ import annotations

import errno
import inspect as inspection
from pathlib import Path
from types import ModuleType

import pytest

from indexer import errors as indexing
from memtui.cli import messages
from memtui.cli.batch_text import BrokenSaveError, Problem
from memtui.cli.messages import REFUSALS, TROUBLES, explain, refusal, trouble
from memtui.memory import errors as memories
from memtui.review import Reason
from memtui.sources.attribution import Trouble


def children(module: ModuleType, base: type[Exception]) -> list[type[Exception]]:
    """Return the errors of a family."""
    found = [value for value in vars(module).values() if inspection.isclass(value) and issubclass(value, base)]
    return [error for error in found if error is not base]


def example_of(error: type[Exception]) -> Exception:
    """Return such an error with data of the right types."""
    values = {
        "Path": Path("/some/where"),
        "float": 3.0,
        "int": 9,
        "str": "something",
        "tuple[str, ...]": ("--option", "something"),
    }
    if "__init__" not in vars(error):
        return error()
    annotations = [parameter.annotation for parameter in inspection.signature(error).parameters.values()]
    return error(*(values[annotation] for annotation in annotations))


@pytest.mark.parametrize(
    "error", [*children(indexing, indexing.IndexerError), *children(memories, memories.MemtuiError)]
)
def test_every_error_is_one_sentence_and_a_next_step(error: type[Exception], sealed_environment: Path) -> None:
    """No error of the two families is unforeseen, and both halves are sentences."""
    sentence, step = explain(example_of(error))
    assert sentence.endswith(".")
    assert step.endswith(".")
    assert "unforeseen" not in sentence
    assert not (sealed_environment / "memtui").exists()


@pytest.mark.parametrize("reason", [*Reason, "ambiguous"])
def test_every_refusal_has_words(reason: str) -> None:
    """Each reason that an act of a person can be refused for is said in words."""
    for_proposals = {Reason.TAKEN, Reason.REVIEWED, Reason.INVALID}
    assert reason in REFUSALS or reason in for_proposals
    assert "_" not in refusal(reason)


@pytest.mark.parametrize("name", Trouble)
def test_every_trouble_of_a_repository_has_words(name: Trouble) -> None:
    """Each says what is wrong, and names the path or the other repository where there is one."""
    assert name in TROUBLES
    said = trouble(name, "/some/where")
    assert ("/some/where" in said) == ("{}" in TROUBLES[name])
    assert "{}" not in said
    assert trouble("some_new_trouble") == "some new trouble"


def test_a_save_that_cannot_be_followed_says_where() -> None:
    """Every line, up to some, and how to go on."""
    problems = [Problem(number, "is odd") for number in range(1, 9)]
    sentence, step = explain(BrokenSaveError(problems))
    assert "line 1: is odd; line 2: is odd" in sentence
    assert sentence.endswith("and 3 more.")
    assert "--apply" in step


def test_a_refusal_without_words_is_shown_as_it_is() -> None:
    """A reason that is not known yet is still told."""
    assert refusal("some_new_reason") == "some new reason"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.ENOSPC, "No space left on device", "/x"), "The disk is full."),
        (PermissionError(errno.EACCES, "Permission denied", "/x"), "Permission denied: /x."),
        (OSError("odd"), "OSError."),
    ],
)
def test_errors_of_the_system_are_told(error: OSError, said: str) -> None:
    """The system's own words, the file, and what to do."""
    sentence, step = explain(error)
    assert sentence == said
    assert step


def test_a_log_that_cannot_be_written_falls_back(
    sealed_environment: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An unforeseen error is kept in the temporary directory when the home cannot hold it."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MEMTUI_HOME", str(tmp_path / "file" / "below"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    sentence, _ = messages.explain(ValueError("x"))
    logs = list(tmp_path.glob("memtui-*.log"))
    assert len(logs) == 1
    assert str(logs[0]) in sentence


def test_the_log_does_not_grow_without_bound(sealed_environment: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Past its size, the log begins anew."""
    from memtui.cli.crash import log_path

    for _ in range(3):
        messages.explain(ValueError("x" * 200_000))
    assert log_path().stat().st_size < 2 * 256 * 1024
    assert "ValueError" in log_path().read_text()


def test_a_trace_that_no_file_can_hold_is_shown_clean(
    sealed_environment: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What an error quotes may come from a repository, and must not act on the terminal."""

    def fail(*_arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("memtui.cli.crash._append", fail)
    messages.explain(ValueError("a title with \x1b[2J in it"))
    said = capsys.readouterr().err
    assert "a title with" in said
    assert "\x1b" not in said
