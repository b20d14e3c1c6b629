"""What a shell completes of the memories themselves: ids, kinds, tags, repositories and scopes."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from memtui.cli.word_file import write_words
from memtui.cli.words import FILE, SORTS
from tests.conftest import GitRepository
from tests.support.commands import ROOT, Add, Propose, Run
from tests.support.hostile import HOSTILE


@pytest.fixture
def home(sealed_environment: Path) -> Path:
    """Give the directory of the memories."""
    return sealed_environment / "memtui"


@pytest.fixture
def shell_path(tmp_path: Path) -> str:
    """Give a PATH on which this memtui is found, as a shell calls it."""
    program = tmp_path / "bin" / "memtui"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m memtui "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return f"{program.parent}{os.pathsep}{os.environ['PATH']}"


def offered(memtui: Run, sort: str, prefix: str = "", **where: Path) -> list[str]:
    """Return the words that are offered of a sort."""
    outcome = memtui("completion", "--words", sort, f"--prefix={prefix}", **where)
    assert (outcome.code, outcome.err) == (0, "")
    return [line.partition("\t")[0] for line in outcome.lines]


def test_memories_are_offered_by_id_with_their_titles(memtui: Run, add: Add) -> None:
    """Newest first, those that begin as typed; what was purged is not among them."""
    old, new = add("Use nose"), add("Use pytest")
    assert memtui("completion", "--words", "ids").lines == [
        f"{new[:8]}\tapproved Use pytest",
        f"{old[:8]}\tapproved Use nose",
    ]
    assert offered(memtui, "ids", old[:5]) == [old[:8]]
    memtui("purge", old, "--confirm", old)
    assert offered(memtui, "ids") == [new[:8]]


def test_kinds_tags_scopes_and_repositories_are_offered(memtui: Run, add: Add, repository: GitRepository) -> None:
    """Kinds that came from outside, too; repositories by name, groups as scopes."""
    repository.commit({"a.py": "x = 1\n"})
    memtui("index", cwd=repository.path)
    add("one", "", "--tag", "web", "--tag", "wire", "--tag", "two words")
    assert offered(memtui, "tags", "w") == ["web", "wire"]
    assert "two words" not in offered(memtui, "tags")
    assert offered(memtui, "kinds", "de") == ["decision"]
    assert offered(memtui, "repositories") == [repository.path.name]
    memtui("groups", "add", "platform", repository.path.name)
    assert offered(memtui, "scopes") == ["user", "repo", "all", "group:platform"]


def test_an_act_keeps_the_words_up_to_date(memtui: Run, add: Add, home: Path) -> None:
    """They are there before anyone asks, so that no key waits for Arrow."""
    one = add("Use nose", "", "--tag", "old")
    assert f"id\t{one[:8]}\tapproved\tUse nose" in (home / FILE).read_text()
    memtui("tag", one, "+new", "-old")
    assert offered(memtui, "tags") == ["new"]
    before = (home / FILE).read_bytes()
    offered(memtui, "ids")
    assert (home / FILE).read_bytes() == before
    assert (home / FILE).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("damage", [None, b"", b"\xff\xfe", b"1 2 3\nid\tnonsense\n"])
def test_words_of_other_heads_are_made_anew(memtui: Run, add: Add, home: Path, damage: bytes | None) -> None:
    """A file that is gone, damaged or behind is never believed."""
    one = add("Use nose")
    (home / FILE).unlink()
    if damage is not None:
        (home / FILE).write_bytes(damage)
    assert offered(memtui, "ids") == [one[:8]]
    assert f"id\t{one[:8]}" in (home / FILE).read_text()


@pytest.mark.parametrize("sort", SORTS)
def test_without_a_store_nothing_fails_and_nothing_is_made(memtui: Run, home: Path, sort: str) -> None:
    """Before the first memory, and with registries that are no JSON."""
    known = offered(memtui, sort)
    assert not home.exists()
    home.mkdir()
    for name in ("repositories.json", "groups.json", "heads.arrow"):
        (home / name).write_text("[nonsense")
    assert offered(memtui, sort) == known
    (home / "repositories.json").write_text('["a"]')
    assert offered(memtui, sort) == known


def test_a_home_that_cannot_be_written_is_no_trouble(add: Add, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The words are a convenience."""
    add("Use nose")
    (home / FILE).unlink()

    def refuse(*_: object) -> int:
        raise PermissionError(13, "no")

    monkeypatch.setattr("memtui.cli.word_file.os.open", refuse)
    write_words(home)
    assert not (home / FILE).exists()


def test_no_word_can_do_anything_in_a_shell(memtui: Run, propose: Propose, home: Path) -> None:
    """Whoever proposes a memory chooses its tags and kind: what is typed for a person is letters and plain signs."""
    from dataclasses import replace

    from memtui.memory import USER_SCOPE, Draft
    from memtui.review import propose as propose_drafts
    from memtui.store import Store

    tags = ("$(touch x)", "`id`", "a;b", "a b", "-rf", "~", "*", "a'b", 'a"b', "a\tb", "a\nb", "ok", *HOSTILE)
    draft = Draft("k$(id)", "$(touch x)\n\ttitle \x1b[2J", "", USER_SCOPE, tags=tags)
    propose_drafts(Store.open(home), [draft, replace(draft, kind="hab;it")], origin="x")
    assert "ok" in offered(memtui, "tags")
    for sort in SORTS:
        out = memtui("completion", "--words", sort).out
        assert "\x1b" not in out
        for line in out.splitlines():
            word = line.partition("\t")[0]
            assert word.replace("_", "").replace(":", "").replace("-", "").replace(".", "").isalnum(), word
            assert not word.startswith("-")


def test_a_choice_is_made_of_the_newest_where_nothing_is_typed(memtui: Run, propose: Propose) -> None:
    """A screen of thousands of ids helps no one; a letter finds the others."""
    ids = propose(*(f"memory {number}" for number in range(60)))
    shown = offered(memtui, "ids")
    assert len(shown) == 40
    assert offered(memtui, "ids", ids[0][:6]) == [ids[0][:8]]


def bash_offers(script: str, path: str, *words: str) -> list[str]:
    """Return what bash offers for the last word of a command line."""
    line = " ".join(f"'{word}'" for word in words)
    program = f'{script}\nCOMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _memtui; printf "%s\\n" "${{COMPREPLY[@]}}"'
    done = subprocess.run(
        ["bash", "-c", program], check=True, capture_output=True, text=True, env={**os.environ, "PATH": path}
    )
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_offers_words_where_they_fit(memtui: Run, add: Add, shell_path: str) -> None:
    """Ids as arguments, and after an option what it takes; nothing of it where an option is typed."""
    one = add("Use nose", "", "--tag", "web")
    script = memtui("completion", "bash").out
    assert bash_offers(script, shell_path, "memtui", "show", "") == ["-h", "--help", "--json", one[:8]]
    assert bash_offers(script, shell_path, "memtui", "supersede", "--by", one[:3]) == [one[:8]]
    assert bash_offers(script, shell_path, "memtui", "ls", "--tag", "") == ["web"]
    assert bash_offers(script, shell_path, "memtui", "ls", "--kind", "pit") == ["pitfall"]
    assert bash_offers(script, shell_path, "memtui", "ls", "--status", "pe") == ["pending"]
    assert bash_offers(script, shell_path, "memtui", "move", "--scope", "u") == ["user"]
    assert bash_offers(script, shell_path, "memtui", "show", "--j") == ["--json"]
    assert bash_offers(script, shell_path, "memtui", "symbols", "--kind", "p") == []


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
def test_fish_offers_words_where_they_fit(memtui: Run, add: Add, shell_path: str, tmp_path: Path) -> None:
    """With titles beside the ids."""
    one = add("Use nose")
    script = tmp_path / "memtui.fish"
    script.write_text(memtui("completion", "fish").out)
    for line, found in (("memtui show ", f"{one[:8]}\tapproved Use nose"), ("memtui ls --kind pit", "pitfall")):
        program = f"source {script}; complete -C '{line}'"
        environment = {**os.environ, "PATH": shell_path}
        done = subprocess.run(["fish", "-c", program], check=True, capture_output=True, text=True, env=environment)
        assert found in done.stdout


def test_what_is_asked_for_must_be_said(memtui: Run) -> None:
    """A shell, or a sort of words."""
    assert memtui("completion").code == 2
    assert "bash, fish, zsh" in memtui("completion").err
    assert memtui("completion", "--words", "moods").code == 2
