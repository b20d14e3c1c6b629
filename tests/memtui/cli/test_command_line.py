"""What surrounds every command: options, help, mistakes, exit codes, pipes, interruption."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from memtui import __version__
from memtui.__main__ import main
from memtui.cli import entry
from memtui.cli.parser import COMMANDS, load_command
from tests.conftest import GitRepository
from tests.support.commands import ROOT, Propose, Run


def test_version_is_one_line(process: Run) -> None:
    """``--version`` prints the version and nothing else."""
    outcome = process("--version")
    assert (outcome.code, outcome.out, outcome.err) == (0, f"memtui {__version__}\n", "")


def test_help_lists_every_command(memtui: Run) -> None:
    """``--help`` and ``help`` show each command with its summary."""
    outcome = memtui("--help")
    assert outcome.code == 0
    assert memtui("help").out == outcome.out
    for name, (_, summary) in COMMANDS.items():
        # Once: in one group, and in no other.
        assert outcome.lines.count(f"  {name:<11}  {summary}") == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(memtui: Run, name: str) -> None:
    """Each command has help that says what it does and explains each of its arguments."""
    outcome = memtui(name, "--help")
    assert outcome.code == 0
    assert outcome.out.startswith(f"usage: memtui {name}")
    parser, module = load_command(name)
    assert " ".join(module.HELP.split()) in " ".join(outcome.out.split())
    assert all(action.help for action in parser.declared)
    assert memtui("help", name).out == outcome.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented(name: str) -> None:
    """Each command that prints data has a place in docs/json.md."""
    documentation = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    parser, _ = load_command(name)
    if any("--json" in action.option_strings for action in parser.declared):
        assert f"`{name} --json`" in documentation or f"`{name}`" in documentation


@pytest.mark.parametrize(("typed", "meant"), [("lst", "ls"), ("aprove", "approve"), ("entrypoint", "entrypoints")])
def test_a_mistyped_command_is_answered_with_the_one_meant(memtui: Run, typed: str, meant: str) -> None:
    """The nearest command is suggested, and the exit code says wrong usage."""
    outcome = memtui(typed)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == f"memtui: There is no command '{typed}'. Did you mean 'memtui {meant}'?\n"


def test_two_commands_that_are_nearly_what_was_typed_are_both_said(memtui: Run) -> None:
    """Which one was meant, the person knows best."""
    assert "Did you mean 'memtui stats' or 'memtui status'?" in memtui("stauts").err


@pytest.mark.parametrize(
    "arguments",
    [
        ["zzzzzz"], ["--nonsense"], ["ls", "--nonsense"], ["ls", "--status", "odd"], ["ls", "--limit", "0"],
        ["ls", "--limit", "many"], ["ls", "--scope", "galaxy"], ["ls", "--scope", "repo"], ["show"], ["approve"],
        ["add"], ["add", "x", "--kind", "odd"], ["add", "x", "--scope", "repo"], ["-C", "/no/such/place", "ls"],
        ["completion", "csh"], ["help", "zzzzzz"], ["-C"], ["undo", "surplus"], ["rm", "--older", "soon"], ["check"],
        ["snooze", "x"], ["snooze", "x", "--until", "never"], ["move", "x"], ["tag", "x"], ["supersede", "x"],
        ["merge", "x"], ["repos", "odd"], ["groups", "add"], ["ls", "--attention", "odd"], ["purge"], ["diff"],
        ["bring-back", "x"], ["review", "--limit", "0"],
    ],
)  # fmt: skip
def test_wrong_usage_is_a_sentence_and_code_2(memtui: Run, arguments: list[str]) -> None:
    """Whatever is called wrongly prints nothing on stdout and one line that says what to do."""
    outcome = memtui(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("memtui: ")
    assert outcome.err.count("\n") == 1
    assert outcome.err.endswith((".\n", "?\n"))


def test_another_directory_can_be_named(memtui: Run, repository: GitRepository) -> None:
    """``-C`` acts as if started there, also with a path below the root."""
    repository.commit({"src/a.py": "x = 1\n"})
    outcome = memtui("-C", str(repository.path / "src"), "status", "--json")
    assert outcome.json["repository"] == str(repository.path.resolve())
    assert memtui("-C", "project", "status", "--json", cwd=repository.path.parent).json == outcome.json


def test_the_terminal_ui_asks_for_a_terminal(memtui: Run) -> None:
    """Without a command and without a terminal, memtui says what scripts can use."""
    outcome = memtui()
    assert (outcome.code, outcome.out) == (1, "")
    assert "memtui --help" in outcome.err


def test_without_a_command_the_terminal_ui_starts_where_it_should(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The terminal UI is given the directory, and its exit code is memtui's."""
    started: list[Path] = []

    def start(path: Path) -> int:
        started.append(path)
        return 7

    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    code = entry.run(["-C", str(tmp_path)], start)
    assert (code, started) == (7, [tmp_path])


def test_an_unforeseen_error_is_one_sentence_and_a_log_file(
    memtui: Run, sealed_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The traceback goes to a private file, which ``doctor`` shows; the arguments are not in it."""

    def fail(*_: object) -> NoReturn:
        raise RuntimeError("unforeseen")

    monkeypatch.setattr("memtui.cli.commands.listing.load_snapshot", fail)
    outcome = memtui("ls", "--filter", "private words")
    log = sealed_environment / "memtui" / "memtui.log"
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith("memtui: Something unforeseen happened (RuntimeError).")
    assert str(log) in outcome.err
    assert "Traceback" not in outcome.err
    content = log.read_text(encoding="utf-8")
    assert "RuntimeError: unforeseen" in content
    assert "private words" not in content
    assert log.stat().st_mode & 0o777 == 0o600
    assert "RuntimeError: unforeseen" in memtui("doctor", "--json").json["log"][-1]


def test_an_interruption_is_code_130(memtui: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends a command with its code and without a traceback."""

    def interrupt(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("memtui.cli.commands.listing.load_snapshot", interrupt)
    outcome = memtui("ls")
    assert (outcome.code, outcome.out, outcome.err) == (130, "", "memtui: Interrupted.\n")


def test_a_reader_that_leaves_ends_the_command_quietly(tmp_path: Path, sealed_environment: Path) -> None:
    """``memtui ls | head -1`` prints one line, no complaint, and code 0 or that of a broken pipe."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    script = (
        "from memtui.cli.console import Console; import sys\n"
        "from memtui.cli import entry\n"
        "import memtui.cli.commands.listing as listing\n"
        "listing.run = lambda arguments, console: console.block('line\\n' * 1_000_000) or 0\n"
        "sys.exit(entry.run(['ls'], lambda path: 0))\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"line\n"
    process.stdout.close()
    assert process.stderr is not None
    complaint = process.stderr.read()
    process.stderr.close()
    assert complaint == b""
    assert process.wait() in {0, 128 + signal.SIGPIPE}


@pytest.mark.parametrize("locale", ["C", "POSIX", "en_US.ISO-8859-1"])
def test_output_is_utf8_in_every_locale(process: Run, propose: Propose, locale: str) -> None:
    """Text beyond ASCII is printed as UTF-8 whatever the locale says."""
    propose("Grüße aus 東京")
    outcome = process("ls", LC_ALL=locale, LANG=locale, PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert outcome.code == 0
    assert "Grüße aus 東京" in outcome.out


def test_main_reads_the_command_line_of_the_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without arguments of its own, ``main`` takes those of the process."""
    monkeypatch.setattr(sys, "argv", ["memtui", "--version"])
    assert main() == 0
    assert capsys.readouterr().out == f"memtui {__version__}\n"
