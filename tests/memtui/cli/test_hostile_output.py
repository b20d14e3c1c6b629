"""Hostile text, pushed through every command: no byte that acts on a terminal leaves memtui."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.cli.parser import COMMANDS
from tests.conftest import GitRepository
from tests.support.commands import Outcome, Propose, Run
from tests.support.hostile import ESCAPES, HIDDEN, HOSTILE, LONE_SURROGATE, MARKUP, acting_characters

STORABLE = [text for text in HOSTILE if "\x00" not in text]
NAMES = [text for text in (*ESCAPES, *HIDDEN, *MARKUP) if "\x00" not in text and "/" not in text]


def assert_clean(outcome: Outcome) -> None:
    """Assert that neither stream holds a character that acts or hides."""
    assert acting_characters(outcome.out) == []
    assert acting_characters(outcome.err) == []


@pytest.mark.parametrize(
    "pattern",
    [
        "{}", "ls {}", "ls --kind {}", "ls --scope {}", "ls --limit {}", "ls --status {}", "ls --filter {}", "show {}",
        "-C {} ls", "help {}", "completion {}", "add x --kind {}", "add x --scope {}", "history {}", "log {}", "--{}",
        "symbols {}", "symbols --path {}", "symbols x --kind {}", "refs {}", "map {}", "map --tokens {}",
        "wiki --out {} --agents-md", "rm {} --older {}", "rm --tag {} --origin {}", "snooze {} --until {}",
        "snooze {} --path {}", "tag {} +{}", "move {} --scope {}", "purge {} --confirm {}", "diff {} {}",
        "repos merge {} {}", "repos rename . {}", "repos forget-path {}", "groups add {} .", "review --apply {}",
        "check --scope {}",
    ],
)  # fmt: skip
def test_arguments_are_echoed_clean(memtui: Run, pattern: str) -> None:
    """An argument that is told of in a message or an error of usage is made visible."""
    for text in (*HOSTILE, LONE_SURROGATE):
        assert_clean(memtui(*(argument.replace("{}", text) for argument in pattern.split())))


def show_acts_clean(run: Callable[..., None], memories: list[str], options: list[str]) -> None:
    """Carry out the acts of a memory's later life."""
    one, two, three = memories[:3]
    run("edit", one, "--body", f"changed {STORABLE[6]}{options}")
    run("diff", one, *options)
    run("diff", one, "--with", two, *options)
    run("tag", one, f"+{STORABLE[7]}", f"+{STORABLE[8]}", *options)
    run("tag", one, f"-{STORABLE[7]}", *options)
    run("pin", one, *options)
    run("unpin", one, *options)
    run("snooze", one, "--until", "+1d", *options)
    run("restore", one, *options)
    run("confirm", one, *options)
    run("move", one, "--scope", "user", *options)
    run("merge", one, two, "--yes", "--dry-run", *options)
    run("supersede", two, "--with-text", STORABLE[9], "--title", STORABLE[10], "--dry-run", *options)
    run("split", three, *options)
    run("bring-back", one, "0", *options)
    run("reject", "--scope", "user", "--status", "approved", *options)
    run("stats", *options)
    run("check", "--max-pending", "0", "--no-injection", *options)
    run("repos", *options)
    run("groups", *options)
    run("review", *options)
    run("purge", three, *options)


def test_memories_are_shown_clean_by_every_command(
    memtui: Run, propose: Propose, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Titles, bodies, kinds, evidence and tags of every hostile string come out visible, whatever the command."""
    seen = set()

    def run(*arguments: str) -> None:
        seen.add(arguments[0])
        assert_clean(memtui(*arguments))

    memories = [propose(f"t {text[:150]}", body=text, kind=f"k{text[:50]}")[0] for text in STORABLE]
    for options in ([], ["--json"]):
        run("ls", *options)
        for memory in memories:
            run("show", memory, *options)
        run("approve", *memories, *options)
        run("approve", memories[0], *options)
        run("edit", memories[0], "--title", f"edited {STORABLE[0]}{options}", "--tag", STORABLE[1], *options)
        run("add", STORABLE[2], "--title", STORABLE[3], "--tag", STORABLE[4], *options)
        run("reject", *memories, "--reason", STORABLE[5], *options)
        run("rm", *memories, *options)
        run("restore", *memories, *options)
        run("undo", *options)
        run("redo", *options)
        run("log", *options)
        run("log", memories[0], *options)
        show_acts_clean(run, memories, options)
        run("status", *options)
        monkeypatch.setenv("EDITOR", STORABLE[1])
        run("doctor", *options)
    run("completion", "bash")
    of_code = {"index", "hooks", "anchors", "entrypoints", "modules", "history", "symbols", "refs", "map", "wiki"}
    of_stores = {"sources", "import", "export", "write-back"}
    assert set(COMMANDS) - seen - of_code - of_stores - {"duplicates", "mask"} == set()


@pytest.mark.skipif(sys.platform == "win32", reason="these names are no file names there")
def test_repositories_are_shown_clean_by_every_command(
    memtui: Run, make_repository: Callable[..., GitRepository], monkeypatch: pytest.MonkeyPatch
) -> None:
    """File names, messages, authors, tags, branches and sources full of escapes come out visible."""
    repository = make_repository("re\u202epo [/foo]")
    files: dict[str, str | bytes] = {f"{index}{text[:60]}.py": f'"""{text}"""\n' for index, text in enumerate(NAMES)}
    files["Makefile"] = "".join(f"target{index}: # {text}\n\techo '{text}'\n" for index, text in enumerate(NAMES))
    files["pyproject.toml"] = '[project]\nname = "\\u001b[31mx"\ndescription = "\\u009b31m [/foo]"\n'
    monkeypatch.setenv("GIT_AUTHOR_NAME", "E\x1b]0;vil\u202e [@click=app.boom]x[/]")
    for day, text in enumerate(NAMES[:9], start=2):
        repository.commit({**files, "again.py": f"x = {day}  # {text}\n"}, f"Say {text}\n\nbecause {text}", day=day)
    repository.git("revert", "--no-edit", "HEAD")
    repository.git("tag", "v1\u202e")
    repository.git("checkout", "-b", "br\u202eanch")
    outcome = memtui("index", cwd=repository.path)
    assert outcome.code == 0, outcome.err
    commands = ("index", "status", "ls", "entrypoints", "modules", "history", "doctor", "symbols --path .")
    for command in (*commands, "symbols x", "refs x --all", "refs x --impact", "map", "wiki", "wiki --agents-md"):
        for options in ([], ["--json"]):
            outcome = memtui(*command.split(), *options, cwd=repository.path)
            assert outcome.code == (command == "symbols x"), outcome.err
            assert_clean(outcome)
    assert "re⟨U+202E⟩po [/foo]" in memtui("status", cwd=repository.path).out
    for memory in memtui("ls", "--json", cwd=repository.path).json:
        assert_clean(memtui("show", memory["id"], cwd=repository.path))


def test_an_error_of_the_system_is_shown_clean(memtui: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hostile path in an error's text is made visible."""
    place = tmp_path / "ho\x1b]52;c;x\x07me"
    place.write_text("a file, not a directory")
    monkeypatch.setenv("MEMTUI_HOME", str(place))
    outcome = memtui("add", "x")
    assert outcome.code == 1
    assert "␛]52;c;x␇" in outcome.err
    assert_clean(outcome)
