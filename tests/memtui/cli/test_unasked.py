"""What no command does unless it is asked to: write into a work tree or into other programs' files, open a port."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from memtui.cli.parser import COMMANDS
from tests.conftest import GitRepository
from tests.support.commands import ROOT, Run
from tests.support.stores import write_files

AGENTS = {
    ".claude/settings.json": '{"autoMemoryEnabled": true}\n',
    ".claude/CLAUDE.md": "- Use pnpm.\n",
    ".claude.json": "{}\n",
    ".codex/config.toml": 'model = "x"\n',
    ".codex/AGENTS.md": "- Use uv.\n",
    ".config/opencode/opencode.json": "{}\n",
}
PROJECT = {
    "CLAUDE.md": "# Shop\n\n- Keep it small.\n- Keep it fast.\n",
    ".claude/settings.local.json": "{}\n",
    "shop/__init__.py": "",
    "shop/cli.py": "def main():\n    return 1\n",
    "Makefile": "all:\n\ttrue\n",
}
# What only answers, with ``ONE`` and ``TWO`` for ids of memories.
READING = """status | status --stale | ls | ls --status deleted | show ONE | log | log ONE | diff ONE | stats
diff ONE --with TWO | check --max-pending 0 | repos | groups | anchors | anchors ONE | anchors ONE --diff
duplicates --dry-run | entrypoints | modules | history | history shop/cli.py | symbols main | refs main
refs main --impact | map | wiki | wiki --agents-md | sources --all | export | export --format jsonl
export --format block | review | config | doctor | hooks | hooks status | completion bash | import all --dry-run
write-back FILE --dry-run | rm ONE --dry-run | mask ONE --dry-run | help ls"""
# What changes memories or the index, and nothing else.
CHANGING = """index | add Another | edit ONE --body other | approve FILE | reject FILE | rm ONE | restore ONE
undo | redo | snooze ONE --until +7d | restore ONE | tag ONE +x | pin ONE | unpin ONE | move ONE --scope user
confirm ONE | supersede ONE --with-text anew | undo | merge ONE TWO --yes | undo | split TWO | bring-back ONE 0
duplicates | keep ONE TWO | mask ONE | import all | purge TWO --confirm TWO | rm FILE | groups add web .
repos rename . shop"""

# An audit hook cannot be taken out again, and a port that is bound but not listened to, as a package does to see
# whether there is IPv6, is open to nobody. Processes of one user speak through a file that no other user can open.
WATCHED = """
import os, socket, sys
from memtui.__main__ import main
def watch(event, arguments):
    private = getattr(socket, "AF_UNIX", "none") == getattr(arguments[0], "family", None) if arguments else False
    if event in {"socket.listen", "socket.connect", "socket.sendto", "socket.getaddrinfo"} and not private:
        os.write(2, f"{event} {arguments[1:]}".encode())
        os._exit(9)
listen = socket.socket.listen
socket.socket.listen = lambda self, *rest: (watch("socket.listen", (self,)), listen(self, *rest))
sys.addaudithook(watch)
sys.exit(main(sys.argv[1:]))
"""


def contents(*directories: Path, without: tuple[str, ...] = ()) -> Mapping[str, bytes | str]:
    """Return every file below some directories with its bytes, and every directory by its name.

    What begins with one of ``without`` is not looked at: files of Lance may come and go there.
    """
    found = sorted(path for directory in directories for path in directory.rglob("*"))
    wanted = [path for path in found if not str(path).startswith(without)]
    return {str(path): "" if path.is_dir() else path.read_bytes() for path in wanted}


def commands(listed: str, ids: Mapping[str, str]) -> list[list[str]]:
    """Return the command lines of a list, with ids in the place of their names."""
    lines = [line for row in listed.split("\n") for line in row.split("|")]
    return [[ids.get(word, word) for word in shlex.split(line)] for line in lines]


@pytest.fixture
def ids(memtui: Run, repository: GitRepository, sealed_environment: Path) -> Mapping[str, str]:
    """Index a repository with agents' files around it, and return the ids of two memories and of an imported one."""
    write_files(sealed_environment, AGENTS)
    repository.commit(dict(PROJECT))
    assert memtui("index", cwd=repository.path).code == 0
    one, two = (memtui("add", text, "--json", cwd=repository.path).json["id"] for text in ("Use tabs", "Use spaces"))
    stores = memtui("import", "claude-md", "--json", cwd=repository.path).json
    return {"ONE": one, "TWO": two, "FILE": stores[0]["changed"][0]["id"]}


def test_what_only_answers_writes_nothing_anywhere(
    memtui: Run, repository: GitRepository, sealed_environment: Path, ids: Mapping[str, str]
) -> None:
    """Work tree, git directory, agents' files and memtui's own home are byte for byte as they were."""
    places = (repository.path, sealed_environment)
    before = contents(*places)
    for arguments in commands(READING, ids):
        outcome = memtui(*arguments, cwd=repository.path)
        assert outcome.code in {0, 1}, (arguments, outcome.err)
        after = contents(*places)
        changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
        assert changed == set(), arguments


def test_what_changes_memories_writes_only_to_where_memtui_keeps_them(
    memtui: Run, repository: GitRepository, sealed_environment: Path, ids: Mapping[str, str]
) -> None:
    """Neither the work tree, nor git's settings and hooks, nor any file of an agent is touched by a change here."""

    def of_others() -> Mapping[str, bytes | str]:
        own = (str(sealed_environment / "memtui"), str(repository.path / ".git" / "memtui"))
        return contents(repository.path, sealed_environment, without=own)

    before = of_others()
    for arguments in commands(CHANGING, ids):
        outcome = memtui(*arguments, cwd=repository.path)
        assert outcome.code in {0, 1}, (arguments, outcome.err)
        assert of_others() == before, arguments


@pytest.mark.parametrize("command", ["index --full", "add Another", "duplicates", "sources", "doctor", "hooks install"])
def test_nothing_listens_and_nothing_is_asked_of_the_network(
    repository: GitRepository, command: str, ids: Mapping[str, str]
) -> None:
    """There is no port that another program could find taken, or a page of the web could speak to."""
    completed = subprocess.run(
        [sys.executable, "-c", WATCHED, *command.split()],
        cwd=repository.path,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert ids
    assert completed.returncode == 0, completed.stderr


def test_every_command_is_among_them_or_writes_when_it_is_asked_to() -> None:
    """A new command must say to which of them it belongs."""
    named = {line[0] for line in commands(f"{READING}\n{CHANGING}", {})} - {"help"}
    assert named == set(COMMANDS)
