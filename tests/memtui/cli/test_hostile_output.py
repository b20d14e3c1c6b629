"""Hostile text, pushed through every command: no byte that acts on a terminal leaves memtui."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memtui.cli.parser import COMMANDS
from tests.conftest import GitRepository
from tests.support.commands import Outcome, Propose, Run
from tests.support.corpus import filled
from tests.support.hostile import ESCAPES, HIDDEN, HOSTILE, LONE_SURROGATE, MARKUP, acting_characters

STORABLE = [text for text in HOSTILE if "\x00" not in text]
NAMES = [text for text in (*ESCAPES, *HIDDEN, *MARKUP) if "\x00" not in text and "/" not in text]


# Commands that a test of their own drives.
OF_CODE = {"index", "hooks", "anchors", "entrypoints", "modules", "history", "symbols", "refs", "map", "wiki"}
OF_STORES = {"sources", "import", "export", "write-back"}
OF_LIKENESS = {"duplicates", "keep", "mask"}
TOKEN = filled("ghp_{alnum:36}")


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
        run("config", *options)
    run("completion", "bash")
    assert set(COMMANDS) - seen - OF_CODE - OF_STORES - OF_LIKENESS == set()


def test_what_is_alike_or_secret_is_shown_clean(memtui: Run, propose: Propose) -> None:
    """Clusters, contradictions, pieces of texts and masked secrets hold no byte that acts."""
    seen = set()

    def run(*arguments: str) -> Outcome:
        seen.add(arguments[0])
        outcome = memtui(*arguments)
        assert_clean(outcome)
        return outcome

    for text in (*ESCAPES[:12], *HIDDEN):
        rule, kind = f"for {text[:60]} indentation", f"k{text[:40]}"
        tabs, spaces = propose(f"Use tabs {rule}", f"Use spaces {rule}", body=text, kind=kind)
        (twin,) = propose(f"Use the tabs {rule}", kind=kind)
        secret, other = (propose(f"Say {TOKEN} {text[:60]}{end}", body=f"{text} {TOKEN}")[0] for end in ("", "!"))
        for options in ([], ["--json"]):
            for more in (["--dry-run"], []):
                found = run("duplicates", *more, *options).out
                assert tabs[:8] in found
                assert spaces[:8] in found
            run("keep", tabs, twin, "--dry-run", *options)
            run("keep", tabs, text, *options)
            run("keep", tabs, *options)
            run("mask", secret, other, text, "--dry-run", *options)
            run("mask", "--attention", "secret", "--dry-run", *options)
        assert run("keep", tabs, spaces, twin).code == 0
        assert run("mask", secret).code == run("mask", other, "--forget").code == 0
        run("rm", tabs, spaces, twin, secret, other)
    assert seen - {"rm"} == OF_LIKENESS


def hostile_files() -> dict[str, str | bytes]:
    """Return files of agents that are hostile in each text of theirs, and in their names where a system allows it."""
    files: dict[str, str | bytes] = {
        "CLAUDE.md": "".join(f"- Rule {index} is {text}, see `src/{text}.py`\n" for index, text in enumerate(STORABLE)),
        "AGENTS.md": "".join(
            f"## H{index} {text}\n\n{text}\n\n@docs/{text}.md\n\n" for index, text in enumerate(NAMES)
        ),
        ".github/copilot-instructions.md": "- null \x00 in it\n",
    }
    for index, text in enumerate(NAMES):
        value = text.replace('"', "'")
        files[f".cursor/rules/{index}{text[:60]}.mdc"] = f'---\ndescription: "{value}"\nglobs: {text}\n---\n{text}\n'
        files[f".clinerules/{index}{text[:60]}.md"] = b"\xff\xfe\xfa" if index % 2 else f"# {text}\n\n{text}\n"
    records = [{"id": text, "title": text, "text": text, "kind": text, "tags": [text]} for text in STORABLE]
    files["notes\u202e.jsonl"] = "".join(f"{json.dumps(record)}\n" for record in records)
    return files


@pytest.mark.skipif(sys.platform == "win32", reason="these names are no file names there")
def test_files_of_other_programs_are_shown_clean(memtui: Run, repository: GitRepository, tmp_path: Path) -> None:
    """Entries, names, findings, differences and exports of hostile files come out visible, whatever the command."""
    repository.commit(hostile_files())
    seen = set()

    def run(*arguments: str) -> Outcome:
        seen.add(arguments[0])
        outcome = memtui(*arguments, cwd=repository.path)
        assert_clean(outcome)
        return outcome

    for options in ([], ["--json"]):
        assert run("sources", "--all", *options).code == 0
        for source in ("all", "notes\u202e.jsonl", f"no{STORABLE[0]}"):
            run("import", source, "--dry-run", *options)
    took = [memory for source in ("all", "notes\u202e.jsonl") for memory in imported(run, source)]
    assert len(took) > len(STORABLE) + 2 * len(NAMES)
    stores: dict[str, list[str]] = {}
    written = []
    for memory in took:
        stores.setdefault(memory["link"]["store"], []).append(memory["id"])
    for ids in stores.values():
        one, two = ids[0], ids[1]
        memtui("edit", one, "--body", f"Other {STORABLE[5]}", "--title", f"Other {STORABLE[2]}", cwd=repository.path)
        memtui("rm", two, cwd=repository.path)
        for options in ([], ["--json"]):
            run("write-back", one, two, STORABLE[0], "--dry-run", "--shrink", *options)
            written.append(run("write-back", one, two, "--yes", "--shrink", *options).code)
    assert written.count(0) > 1
    run("sources", "--all")
    run("import", "all")
    for options in ([], ["--json"]):
        for kind in ("markdown", "jsonl", "block"):
            run("export", "--format", kind, "--status", "pending", "--status", "approved", *options)
            run("export", "--format", kind, "--out", str(tmp_path / f"{kind}{ESCAPES[2]}"), *options)
        run("export", "--format", "block", "--into", f"b{ESCAPES[2]}.md", *options)
        run("export", "--into", "CLAUDE.md", "--dry-run", *options)
    assert seen == OF_STORES


def imported(run: Callable[..., Outcome], source: str) -> list[dict[str, Any]]:
    """Import a source and return the memories that it made."""
    outcome = run("import", source, "--json")
    assert outcome.code == 0, outcome.err
    return [memory for store in outcome.json for memory in store["changed"]]


@pytest.mark.skipif(sys.platform == "win32", reason="these names are no file names there")
def test_repositories_are_shown_clean_by_every_command(
    memtui: Run, make_repository: Callable[..., GitRepository], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
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
    repository.git("config", "core.hooksPath", str(tmp_path / f"hooks{ESCAPES[2]}\u202e"))
    commands = ("index", "status", "ls", "entrypoints", "modules", "history", "doctor", "symbols --path .", "hooks")
    questions = ("symbols x", "refs x --all", "refs x --impact", "map", "wiki", "wiki --agents-md", "anchors")
    hooks = ("hooks install --hooks-path-too", "hooks", "hooks uninstall --hooks-path-too")
    assert {command.split()[0] for command in (*commands, *questions)} >= OF_CODE
    for command in (*commands, *questions, "status --stale", *hooks):
        for options in ([], ["--json"]):
            outcome = memtui(*command.split(), *options, cwd=repository.path)
            assert outcome.code == (command == "symbols x"), outcome.err
            assert_clean(outcome)
    assert "re⟨U+202E⟩po [/foo]" in memtui("status", cwd=repository.path).out
    assert_clean(memtui("hooks", "install", cwd=repository.path))
    show_anchors_clean(memtui, repository)


def show_anchors_clean(memtui: Run, repository: GitRepository) -> None:
    """Show each memory and what it is tied to, before and after the code has changed."""
    memories = [memory["id"] for memory in memtui("ls", "--json", cwd=repository.path).json]
    for memory in memories:
        assert_clean(memtui("show", memory, cwd=repository.path))
    changed = {f"{index}{text[:60]}.py": f"def f{index}():\n    return '{text}'\n" for index, text in enumerate(NAMES)}
    repository.commit(dict(changed), f"Change all {NAMES[0]}", day=20)
    tied = [memory for memory in memories if memtui("anchors", memory, "--json", cwd=repository.path).json]
    assert tied
    for memory in tied:
        for options in ([], ["--diff"], ["--diff", "--json"]):
            outcome = memtui("anchors", memory, *options, cwd=repository.path)
            assert outcome.code == 0, outcome.err
            assert_clean(outcome)


def test_an_error_of_the_system_is_shown_clean(memtui: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hostile path in an error's text is made visible."""
    place = tmp_path / "ho\x1b]52;c;x\x07me"
    place.write_text("a file, not a directory")
    monkeypatch.setenv("MEMTUI_HOME", str(place))
    outcome = memtui("add", "x")
    assert outcome.code == 1
    assert "␛]52;c;x␇" in outcome.err
    assert_clean(outcome)
