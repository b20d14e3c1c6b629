"""The completion scripts are read by the real shells, as far as they are installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from memtui.cli.completion import SHELLS, describe_commands
from memtui.cli.parser import COMMANDS
from tests.support.commands import Run


def completed_by_bash(script: str, *words: str) -> set[str]:
    """Return what bash offers for the last word of a command line."""
    line = " ".join(f"'{word}'" for word in words)
    program = f'{script}\nCOMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _memtui; echo "${{COMPREPLY[@]}}"'
    return set(subprocess.run(["bash", "-c", program], check=True, capture_output=True, text=True).stdout.split())


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_option_is_in_every_script(memtui: Run, shell: str) -> None:
    """The script is made from the parsers, so that none is forgotten."""
    outcome = memtui("completion", shell)
    assert outcome.code == 0
    for name, found in describe_commands().items():
        assert name in outcome.out
        for option in found.options:
            assert option.lstrip("-") in outcome.out


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_accepts_its_script(memtui: Run, tmp_path: Path, shell: str) -> None:
    """Each installed shell finds no mistake in the script."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    script = tmp_path / "script"
    script.write_text(memtui("completion", shell).out, encoding="utf-8")
    checked = subprocess.run([shell, "-n", str(script)], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_completes_commands_options_and_choices(memtui: Run) -> None:
    """Commands at first, then the options of the one that was typed, also after ``-C``."""
    script = memtui("completion", "bash").out
    assert completed_by_bash(script, "memtui", "") >= set(COMMANDS)
    assert completed_by_bash(script, "memtui", "re") == {"redo", "refs", "reject", "repos", "restore", "review"}
    assert completed_by_bash(script, "memtui", "ls", "--at") == {"--attention"}
    assert completed_by_bash(script, "memtui", "-C", "elsewhere", "index", "--f") == {"--full"}
    assert completed_by_bash(script, "memtui", "completion", "") >= {"bash", "fish", "zsh"}
    assert completed_by_bash(script, "memtui", "help", "und") == {"undo"}
    assert completed_by_bash(script, "memtui", "rm", "--o") == {"--older", "--origin"}
    assert completed_by_bash(script, "memtui", "repos", "m") == {"merge"}
