"""Runs the programs that own a store before and after memtui has written to it, and says whether they still read it.

    python tests/benchmarks/real_stores.py WORK_DIRECTORY --kit DIRECTORY --claude BINARY --codex BINARY
        [--serena PYTHON] [--memorax SCRIPT]

The kit runs an agent against a scripted model on the loopback address and keeps every request that the agent sent
(``run_claude.sh`` and ``run_codex.sh HOME PORT PROMPT...``, ``requests.jsonl`` in HOME). ``--serena`` is an interpreter
that has ``serena-agent``, ``--memorax`` the script ``user_profile_memory.py`` (or ``.mjs``) of MemoraX Code.
What is not given is left out. The result is a table: one line for each step of each store.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
Row = tuple[str, str, bool]

CODEX_SUMMARY = """\
## User Profile

- The developer works on a payments service in Python.
- They want short answers without preamble.

## What's in Memory

- Release notes live in docs/releases.
"""
CODEX_RULES = """\
prefix_rule(pattern=["git", "push"], decision="prompt")
prefix_rule(
    pattern=["rm", "-rf"],
    decision="forbidden",
)
"""
INSTRUCTIONS = """\
# Payments

## Testing

- Run one test with `pytest -q -k NAME`.
- The staging database is reset at noon.

## Layout

Handlers in `api/`, rules in `core/`.
"""


@dataclass(frozen=True)
class Bench:
    """Where one program runs: its home, which holds the project, and the way to run it."""

    home: Path
    run_agent: Callable[[str, list[dict[str, Any]]], str]

    @property
    def project(self) -> Path:
        """The repository that the agent works in."""
        return self.home / "proj"

    def memtui(self, *arguments: str) -> Any:
        """Run a command of memtui here and return its JSON."""
        completed = subprocess.run(
            [sys.executable, "-m", "memtui", *arguments, "--json"],
            cwd=self.project,
            env={
                **os.environ,
                "HOME": str(self.home),
                "MEMTUI_HOME": str(self.home / "memtui"),
                "PYTHONPATH": str(ROOT),
            },
            capture_output=True,
            check=False,
            text=True,
        )
        if not completed.stdout:
            raise SystemExit(f"memtui {' '.join(arguments)}: {completed.stderr}")
        return json.loads(completed.stdout)

    def imported(self, store: str) -> dict[str, str]:
        """Import a store and return the ids of what was proposed, by title."""
        return {memory["title"]: memory["id"] for it in self.memtui("import", store) for memory in it["changed"]}

    def written_back(self, memory: str) -> bool:
        """Write a memory back and tell whether it was written."""
        return self.memtui("write-back", memory, "--yes")[0]["state"] in {"written", "taken_out"}


def main() -> None:
    """Run what is given and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("work", type=Path)
    for name in ("kit", "claude", "codex", "serena", "memorax"):
        parser.add_argument(f"--{name}", type=Path)
    options = parser.parse_args()
    shutil.rmtree(options.work, ignore_errors=True)
    rows: list[Row] = []
    if options.kit and options.claude:
        rows += [*claude_memory(options), *claude_instructions(options)]
    if options.kit and options.codex:
        rows += [*codex_instructions(options), *codex_memories(options), *codex_rules(options)]
    if options.serena:
        rows += serena(options)
    if options.memorax:
        rows += memorax(options)
    width = max(len(step) for _, step, _ in rows)
    for store, step, done in rows:
        print(f"{store:<14}  {step:<{width}}  {'yes' if done else 'NO'}")
    raise SystemExit(0 if all(done for *_, done in rows) else 1)


def claude_memory(options: argparse.Namespace) -> Iterator[Row]:
    """Let Claude Code write two memories, change one and delete the other in memtui, and let it read them again."""
    bench = agent(options, "claude", "claude-memory")
    project = str(bench.project.resolve())
    directory = bench.home / ".claude/projects" / "".join(it if it.isalnum() else "-" for it in project) / "memory"
    files = {
        "use-pnpm.md": topic("use-pnpm", "This project uses pnpm", "feedback", "Always run pnpm install."),
        "release.md": topic("release", "Releases happen on Mondays", "project", "Tag on Monday morning."),
        "MEMORY.md": "# Memory\n\n- [Use pnpm](use-pnpm.md) - This project uses pnpm\n"
        "- [Release day](release.md) - Releases happen on Mondays\n",
    }
    turns = [
        {"tool": "Write", "input": {"file_path": str(directory / name), "content": text}}
        for name, text in files.items()
    ]
    bench.run_agent("Remember what I told you", [*turns, {"text": "Remembered."}])
    yield "claude-memory", "Claude Code wrote two topics and the index", (directory / "release.md").exists()
    ids = bench.imported("claude-memory")
    yield (
        "claude-memory",
        "both topics are proposed, the index is not",
        sorted(ids) == sorted(["This project uses pnpm", "Releases happen on Mondays"]),
    )
    kept, gone = ids["This project uses pnpm"], ids["Releases happen on Mondays"]
    bench.memtui("edit", kept, "--title", "This project uses bun", "--body", "Always run bun install.")
    bench.memtui("rm", gone)
    bench.memtui("approve", kept)
    yield "claude-memory", "the edit is written back", bench.written_back(kept)
    yield "claude-memory", "the deletion is written back", bench.written_back(gone)
    read = {"tool": "Read", "input": {"file_path": str(directory / "use-pnpm.md")}}
    seen = bench.run_agent("What do we use?", [read, {"text": "bun"}])
    yield "claude-memory", "Claude Code loads the changed index line", "This project uses bun" in seen
    yield "claude-memory", "Claude Code loads no line of the deleted topic", "Releases happen on Mondays" not in seen
    yield "claude-memory", "Claude Code reads the changed topic", "Always run bun install." in seen
    again = bench.memtui("import", "claude-memory")[0]
    yield "claude-memory", "importing again proposes nothing", not again["changed"] and again["unchanged"] == 1


def claude_instructions(options: argparse.Namespace) -> Iterator[Row]:
    """Change a CLAUDE.md that imports a file, and let Claude Code load both."""
    bench = agent(options, "claude", "claude-md")
    bench.run_agent("Hello", [{"text": "Hello."}])
    (bench.project / "CLAUDE.md").write_text(INSTRUCTIONS + "\n@docs/extra.md\n")
    (bench.project / "docs").mkdir()
    (bench.project / "docs/extra.md").write_text("# Extra\n\nDeploys go through the pipeline only.\n")
    yield from instructions(bench, "claude-md", "Claude Code")
    extra = next(it for it in bench.memtui("ls") if it["title"] == "Extra")["id"]
    bench.memtui("edit", extra, "--body", "Deploys are done by hand.")
    bench.memtui("approve", extra)
    yield "claude-md", "a change of the imported file is written back", bench.written_back(extra)
    yield "claude-md", "Claude Code loads the changed import", "Deploys are done by hand." in bench.run_agent("Hi", [])


def codex_instructions(options: argparse.Namespace) -> Iterator[Row]:
    """Change an AGENTS.md and let Codex load it."""
    bench = agent(options, "codex", "agents-md")
    bench.run_agent("Hello", [{"text": "Hello."}])
    (bench.project / "AGENTS.md").write_text(INSTRUCTIONS)
    yield from instructions(bench, "agents-md", "Codex")


def instructions(bench: Bench, store: str, program: str) -> Iterator[Row]:
    """Edit one bullet and delete another of a file that an agent loads in every session."""
    before = bench.run_agent("Hello", [{"text": "Hello."}])
    yield store, f"{program} loads the file", "The staging database is reset at noon." in before
    ids = bench.imported(store)
    kept, gone = ids["Run one test with pytest -q -k NAME."], ids["The staging database is reset at noon."]
    bench.memtui("edit", kept, "--body", "Run one test with `pytest -n 0 -k NAME`.")
    bench.memtui("approve", kept)
    bench.memtui("rm", gone)
    yield store, "the edit is written back", bench.written_back(kept)
    yield store, "the deletion is written back", bench.written_back(gone)
    seen = bench.run_agent("Hello again", [{"text": "Hello."}])
    yield store, f"{program} loads the changed bullet", "pytest -n 0 -k NAME" in seen
    yield store, f"{program} does not load the deleted one", "The staging database is reset" not in seen
    yield store, f"{program} loads the rest as it was", "Handlers in `api/`, rules in `core/`." in seen


def codex_memories(options: argparse.Namespace) -> Iterator[Row]:
    """Change the summary that Codex puts before every session."""
    bench = agent(options, "codex", "codex")
    bench.run_agent("Hello", [{"text": "Hello."}])
    memories = bench.home / ".codex/memories"
    memories.mkdir(parents=True, exist_ok=True)
    (bench.home / ".codex/config.toml").write_text("[features]\nmemories = true\n")
    (memories / "memory_summary.md").write_text(CODEX_SUMMARY)
    before = bench.run_agent("Hello", [{"text": "Hello."}])
    yield "codex", "Codex loads the summary", "short answers without preamble" in before
    ids = bench.imported("codex")
    kept, gone = ids["They want short answers without preamble."], ids["Release notes live in docs/releases."]
    bench.memtui("edit", kept, "--body", "They want long answers with examples.")
    bench.memtui("approve", kept)
    bench.memtui("rm", gone)
    yield "codex", "the edit is written back", bench.written_back(kept)
    yield "codex", "the deletion is written back", bench.written_back(gone)
    seen = bench.run_agent("Hello again", [{"text": "Hello."}])
    yield "codex", "Codex loads the changed line", "They want long answers with examples." in seen
    yield "codex", "Codex does not load the deleted line", "Release notes live in docs" not in seen


def codex_rules(options: argparse.Namespace) -> Iterator[Row]:
    """Delete a command rule and let Codex decide by the rest."""
    bench = agent(options, "codex", "codex-rules")
    bench.run_agent("Hello", [{"text": "Hello."}])
    rules = bench.home / ".codex/rules/default.rules"
    rules.parent.mkdir(parents=True, exist_ok=True)
    rules.write_text(CODEX_RULES)

    def decision(*command: str) -> str:
        asked = [str(options.codex), "execpolicy", "check", "--rules", str(rules), *command]
        answer = subprocess.run(asked, capture_output=True, check=False, text=True).stdout
        return str(json.loads(answer or "{}").get("decision", ""))

    yield (
        "codex rules",
        "Codex decides by both rules",
        (decision("git", "push"), decision("rm", "-rf", "x"))
        == (
            "prompt",
            "forbidden",
        ),
    )
    ids = bench.imported("codex")
    bench.memtui("rm", ids["Ask before running: git push"])
    yield "codex rules", "the deletion is written back", bench.written_back(ids["Ask before running: git push"])
    yield (
        "codex rules",
        "Codex decides by the other alone",
        (decision("git", "push"), decision("rm", "-rf", "x"))
        == (
            "",
            "forbidden",
        ),
    )


def serena(options: argparse.Namespace) -> Iterator[Row]:
    """Let Serena write two memories, change one and delete the other, and let it list and read them again."""
    bench = plain_bench(options, "serena")
    ask = (
        "import sys\nfrom serena.memories.memory_manager import MemoryManager\n"
        "manager = MemoryManager(sys.argv[1])\nprint(eval(sys.argv[2]))\n"
    )

    def manager(call: str) -> str:
        directory = bench.project / ".serena"
        asked = [str(options.serena), "-c", ask, str(directory), call]
        environment = {**os.environ, "HOME": str(bench.home)}
        completed = subprocess.run(asked, capture_output=True, check=False, text=True, env=environment)
        return completed.stdout + completed.stderr

    manager("manager.save_memory('suggested_commands', '# Commands\\n\\nmake test\\n', is_tool_context=False)")
    manager("manager.save_memory('style', 'Tabs, not blanks.', is_tool_context=False)")
    yield "serena", "Serena wrote two memories", len(list((bench.project / ".serena/memories").glob("*.md"))) == 2
    ids = bench.imported("serena")
    bench.memtui("edit", ids["Commands"], "--body", "# Commands\n\nmake check")
    bench.memtui("approve", ids["Commands"])
    bench.memtui("rm", ids["style"])
    yield "serena", "the edit is written back", bench.written_back(ids["Commands"])
    yield "serena", "the deletion is written back", bench.written_back(ids["style"])
    yield (
        "serena",
        "Serena reads the changed memory",
        "make check" in manager("manager.load_memory('suggested_commands')"),
    )
    yield "serena", "Serena lists one memory", "style" not in manager("manager.list_project_memories().to_dict()")


def memorax(options: argparse.Namespace) -> Iterator[Row]:
    """Let MemoraX Code's own script write two preferences, change one and delete the other, and let it list them."""
    bench = plain_bench(options, "memorax")

    def script(command: str, *arguments: str) -> str:
        runner = "node" if options.memorax.suffix == ".mjs" else sys.executable
        asked = [runner, str(options.memorax), command, "--repo", str(bench.project), *arguments]
        completed = subprocess.run(asked, capture_output=True, check=False, text=True)
        return completed.stdout + completed.stderr

    scope = ["--applies-when", "Answering questions.", "--do-not-apply-when", "-"]
    for text in ("User prefers short answers.", "User prefers British spelling."):
        script("add", "--type", "communication", "--description", text, *scope)
    yield "repo-memory", "MemoraX wrote two preferences", "British spelling" in script("list")
    ids = bench.imported("repo-memory")
    kept, gone = ids["User prefers short answers."], ids["User prefers British spelling."]
    bench.memtui("edit", kept, "--title", "User prefers very short answers.")
    bench.memtui("approve", kept)
    bench.memtui("rm", gone)
    yield "repo-memory", "the edit is written back", bench.written_back(kept)
    yield "repo-memory", "the deletion is written back", bench.written_back(gone)
    listed = script("list")
    yield "repo-memory", "MemoraX lists the changed one alone", "very short" in listed and "British" not in listed
    script("add", "--type", "profile", "--description", "User is called Ada.", *scope)
    yield "repo-memory", "MemoraX adds another after it", "Ada" in script("list") and "very short" in script("list")


def agent(options: argparse.Namespace, name: str, home: str) -> Bench:
    """Return the place where an agent of the kit runs; its requests are those of the last run alone."""
    directory = options.work / home
    binary = Path(getattr(options, name)).absolute()

    def run(prompt: str, turns: list[dict[str, Any]]) -> str:
        directory.parent.mkdir(parents=True, exist_ok=True)
        script = directory.with_suffix(".json")
        script.write_text(json.dumps(turns or [{"text": "Done."}]))
        requests = directory / "requests.jsonl"
        requests.unlink(missing_ok=True)
        environment = {**os.environ, "AGENT_BIN": str(binary), "MODEL_SCRIPT": str(script), "KEEP_HOME": "1"}
        command = [str(options.kit / f"run_{name}.sh"), str(directory), "18763", prompt]
        subprocess.run(command, env=environment, capture_output=True, check=False)
        return "\n".join(texts(json.loads(line)["body"]) for line in requests.read_text().splitlines())

    return Bench(directory, run)


def plain_bench(options: argparse.Namespace, name: str) -> Bench:
    """Return a place with an empty repository, for a program that is no agent."""
    home = options.work / name
    (home / "proj").mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(home / "proj")], check=True)
    return Bench(home, lambda *_: "")


def texts(value: Any) -> str:
    """Return all texts in a request, so that a search need not know where an agent puts them."""
    if isinstance(value, str):
        return value
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return "\n".join(texts(item) for item in items)


def topic(name: str, description: str, kind: str, body: str) -> str:
    """Return a topic file as Claude Code is told to write it."""
    return f"---\nname: {name}\ndescription: {description}\nmetadata:\n  type: {kind}\n---\n{body}\n"


if __name__ == "__main__":
    main()
