"""What memories are tied to, on the command line: written down, changed, explained, confirmed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import GitRepository
from tests.support.anchoring import LOCK
from tests.support.commands import ROOT, Add, Outcome, Run

REPORT = """
import sys
from memtui.__main__ import main
main(sys.argv[1:])
print(*sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
"""
FASTER = LOCK.replace("timeout * 100", "timeout * 7")


@pytest.fixture
def at(repository: GitRepository, memtui: Run) -> Run:
    """Run commands in an indexed repository that holds a lock."""
    repository.commit({"src/lock.py": LOCK, "README.md": "# Locks\n"}, "Begin", day=1)

    def run(*arguments: str) -> Outcome:
        return memtui(*arguments, cwd=repository.path)

    assert run("index").code == 0
    return run


def documented(section: str) -> set[str]:
    """Return the keys that the document names in a section."""
    text = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    found = text.partition(f"## `{section} --json`\n")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| `(\w+)` \|", found, re.MULTILINE))


def loaded_by(*arguments: str, cwd: Path) -> set[str]:
    """Return the top-level packages that a command has imported when it ends."""
    command = [sys.executable, "-c", REPORT, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    completed = subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True, env=environment)
    return set(completed.stderr.splitlines()[-1].split())


def added(at: Run, *arguments: str) -> Any:
    """Add a memory of the repository and return it as it was kept."""
    outcome = at("add", *arguments, "--json")
    assert outcome.code == 0, outcome.err
    return outcome.json


def test_a_changed_function_is_noticed_explained_and_confirmed(at: Run, repository: GitRepository) -> None:
    """From the words of a memory to the commit that made it stale, its diff, and back to fresh."""
    outcome = at("add", "Keep `Lock.acquire` short.", "--title", "Short", "--json")
    identifier = outcome.json["id"]
    assert outcome.err == "It is about src/lock.py Lock.acquire.\n"
    assert at("status", "--stale").out == ""
    commit = repository.commit({"src/lock.py": FASTER}, "Wait less", day=3)
    at("index")
    assert [record["id"] for record in at("ls", "--attention", "--json").json] == [identifier]
    [stale] = at("status", "--stale", "--json").json
    assert set(stale) == documented("status --stale")
    [report] = stale["anchors"]
    assert set(report) == documented("anchors ID") - {"diff"}
    expected = ("src/lock.py", "Lock.acquire", "changed", True, commit, "Wait less", "2026-01-03T12:00:00Z")
    assert tuple(report[key] for key in ("path", "symbol", "state", "matters", "commit", "subject", "time")) == expected
    assert 0 < report["share"] < 0.5
    assert at("anchors", "--json").json == [stale]
    [with_diff] = at("anchors", identifier, "--diff", "--json").json
    assert with_diff == report | {"diff": with_diff["diff"]}
    assert "-        for _ in range(int(timeout * 100)):" in with_diff["diff"]
    assert at("confirm", identifier).code == 0
    assert at("status", "--stale", "--json").json == []
    at("index", "--full")
    assert at("status", "--stale", "--json").json == []


def test_what_is_stale_is_said_in_words(at: Run, repository: GitRepository) -> None:
    """One line for the memory, one for each anchor, and what to do about it."""
    added(at, "", "--title", "Short", "--anchor", "src/lock.py:acquire", "--anchor", "README.md")
    added(at, "", "--title", "Gone", "--anchor", "src/lock.py:describe")
    moved = LOCK[: LOCK.index("def describe")]
    repository.git("mv", "README.md", "ABOUT.md")
    commit = repository.commit({"src/lock.py": moved.replace("timeout * 100", "timeout * 7")}, "Cut", day=3)
    outcome = at("status", "--stale")
    assert re.sub(r"(?m)^[a-z2-7]{8}\b", "ID", outcome.out).splitlines() == [
        "ID  lesson  Gone",
        f"  src/lock.py describe  gone  {commit[:12]} 2026-01-03 Cut",
        "ID  lesson  Short",
        f"  src/lock.py acquire  changed by 8%      {commit[:12]} 2026-01-03 Cut",
        "  README.md            moved to ABOUT.md",
    ]
    assert "memtui confirm ID" in outcome.err


def test_anchors_can_be_named(at: Run) -> None:
    """What is given is taken instead of what the text names; what is not there is refused."""
    given = added(at, "See README.md", "--anchor", "src/lock.py:Lock")
    assert [(it["path"], it["symbol"]) for it in given["anchors"]] == [("src/lock.py", "Lock")]
    assert added(at, "See README.md again", "--anchor", "")["anchors"] == []
    for text, what in (("src/none.py", "no file src/none.py"), ("src/lock.py:none", "no 'none' in src/lock.py")):
        outcome = at("add", "x", "--anchor", text)
        assert outcome.code == 2
        assert what in outcome.err
    assert at("add", "x", "--scope", "user", "--anchor", "README.md").code == 2
    assert at("add", "See README.md", "--scope", "user", "--json").json["anchors"] == []


def test_an_edit_ties_anew(at: Run, repository: GitRepository) -> None:
    """A text that is written with the present code before one's eyes is about that."""
    identifier = added(at, "Keep Lock.acquire short")["id"]
    repository.commit({"src/lock.py": FASTER}, "Wait less", day=3)
    at("index")
    edited = at("edit", identifier, "--body", "Keep Lock.acquire short, see README.md", "--json").json
    assert [(it["path"], it["symbol"]) for it in edited["anchors"]] == [
        ("src/lock.py", "Lock.acquire"),
        ("README.md", ""),
    ]
    assert at("status", "--stale", "--json").json == []


def test_the_hook_knows_of_a_memory_at_once(at: Run, repository: GitRepository) -> None:
    """Before any further refresh, and no more once it is in the trash."""
    identifier = added(at, "Keep Lock.acquire short")["id"]
    path = repository.path / ".git" / "memtui" / "anchors.json"
    assert [it["memory"] for it in json.loads(path.read_text())["anchors"]] == [identifier]
    at("rm", identifier)
    assert json.loads(path.read_text())["anchors"] == []


def test_what_asks_for_a_repository_says_so(memtui: Run, add: Add) -> None:
    """Outside of one nothing has changed, and nothing can be said to be fresh."""
    identifier = add("about nothing")
    for arguments in (["status", "--stale"], ["anchors"], ["anchors", identifier]):
        outcome = memtui(*arguments)
        assert outcome.code == 1
        assert "No git repository" in outcome.err
    assert memtui("anchors", "--diff").code == 2


def test_explaining_needs_no_database(at: Run, repository: GitRepository) -> None:
    """A question is answered from the snapshot and from git, in a fraction of the time that LanceDB takes to load."""
    identifier = added(at, "Keep Lock.acquire short")["id"]
    for arguments in (["status", "--stale"], ["anchors"], ["anchors", identifier, "--diff"]):
        assert not loaded_by(*arguments, cwd=repository.path) & {"lancedb", "textual", "rich"}


def test_a_hostile_commit_is_shown_clean(at: Run, repository: GitRepository) -> None:
    """Subjects and diffs are text of others."""
    identifier = added(at, "Keep Lock.acquire short")["id"]
    repository.commit(
        {"src/lock.py": FASTER.replace("os.getpid()", '"\x1b]0;x\x07\u202e"')}, "Wait \x1b[2J less", day=3
    )
    for arguments in (["anchors", identifier, "--diff"], ["status", "--stale"]):
        outcome = at(*arguments)
        assert "Wait" in outcome.out
        assert not {"\x1b", "\x07", "\u202e"} & set(outcome.out)
