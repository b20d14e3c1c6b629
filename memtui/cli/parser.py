"""The table of commands, and the parsers of their arguments; a command's module is imported when it is chosen."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, cast

from memtui import __version__
from memtui.cli.codes import UsageError

if TYPE_CHECKING:
    from memtui.cli.console import Console

_PACKAGE = "memtui.cli.commands"
COMMANDS: Mapping[str, tuple[str, str]] = {
    "index": ("index", "Bring this repository's index and its memories up to date."),
    "hooks": ("hooks", "Let git's hooks keep the index current."),
    "status": ("status", "Say how repository, index and memories stand."),
    "ls": ("listing", "List memories."),
    "show": ("show", "Show one memory whole, with its evidence."),
    "add": ("add", "Write down a memory of your own."),
    "edit": ("edit", "Change a memory, by options or in your editor."),
    "approve": ("approve", "Let agents recall pending memories."),
    "reject": ("reject", "Turn memories down."),
    "rm": ("remove", "Move memories to the trash."),
    "restore": ("restore", "Take memories out of the trash."),
    "undo": ("undo", "Take back your last act."),
    "redo": ("redo", "Do again what was last undone."),
    "review": ("review", "Decide on what is pending in one text, in your editor."),
    "snooze": ("snooze", "Put memories off until a date or a change."),
    "pin": ("pin", "Have agents always recall some memories."),
    "unpin": ("unpin", "Have agents recall memories only where they fit."),
    "tag": ("tag", "Add tags to memories and take tags off."),
    "move": ("move", "Let memories belong to another scope or repository."),
    "confirm": ("confirm", "Say that memories are still true."),
    "supersede": ("supersede", "Let one memory take the place of others."),
    "merge": ("merge", "Put one memory in the place of several."),
    "split": ("split", "Put several memories in the place of one."),
    "bring-back": ("bring_back", "Let a memory say what an earlier revision said."),
    "mask": ("mask", "Put marks in the place of secrets."),
    "purge": ("purge", "Remove a memory's content for good."),
    "anchors": ("anchors", "Say how the code that memories are about stands today."),
    "duplicates": ("duplicates", "List memories that say the same, or contradict each other."),
    "keep": ("keep", "Keep memories side by side that are alike."),
    "log": ("log", "List a memory's revisions, or the latest acts."),
    "diff": ("diff", "Compare revisions of a memory, or two memories."),
    "stats": ("stats", "Count memories, tokens and ages."),
    "check": ("check", "Check the memories against limits, for CI."),
    "repos": ("repos", "List and mend which repository memories belong to."),
    "groups": ("groups", "List and change groups of repositories."),
    "entrypoints": ("entrypoints", "List the ways in which this repository is started."),
    "modules": ("modules", "List the modules of this repository, most important first."),
    "history": ("history", "Show what the change history tells."),
    "symbols": ("symbols", "Say where a name is defined, or what a file defines."),
    "refs": ("refs", "Say who refers to a name, and what a change of it would touch."),
    "map": ("map", "Outline the repository in as many tokens as an agent can spare."),
    "wiki": ("wiki", "Write the repository's memory as Markdown pages."),
    "sources": ("sources", "List the files that agents read here, and what is wrong with them."),
    "import": ("import_", "Bring in what agents keep in their own files."),
    "write-back": ("write_back", "Write changed memories to the files that they come from."),
    "export": ("export", "Write memories as Markdown, lines of JSON, or a block."),
    "config": ("config", "Show keys and theme of the terminal UI, and check them."),
    "doctor": ("doctor", "Check that everything memtui needs is in order."),
    "completion": ("completion", "Print a completion script for your shell."),
}
# For whoever reads the list for the first time: what belongs together, the usual before the rare.
_GROUPS: Mapping[str, str] = {
    "begin": "index hooks status",
    "read memories": "ls show anchors duplicates log diff stats check",
    "write and decide": "add edit review approve reject rm restore undo redo",
    "keep in order": "snooze pin unpin tag move confirm supersede merge split bring-back keep mask purge",
    "ask about the code": "entrypoints modules history symbols refs map wiki",
    "other files and agents": "sources import write-back export",
    "places and set-up": "repos groups config doctor completion",
}
_DESCRIPTION = """\
Review what coding agents remember about your repositories.
Without a command, start the terminal UI."""


class CommandModule(Protocol):
    """What every module of ``memtui.cli.commands`` offers."""

    HELP: str

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""

    def run(self, arguments: argparse.Namespace, console: Console) -> int:
        """Carry the command out and return its exit code."""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises UsageError and takes no abbreviations."""

    def __init__(self, prog: str, description: str, epilog: str = "", usage: str | None = None) -> None:
        self.declared: list[argparse.Action] = []
        super().__init__(
            prog=prog,
            description=description,
            epilog=epilog,
            usage=usage,
            # An abbreviation that works today is ambiguous as soon as another option begins like it.
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter if epilog else argparse.HelpFormatter,
        )

    def add_argument(self, *names: str, **settings: Any) -> argparse.Action:
        """Declare an argument, and remember it for the completion scripts."""
        action = super().add_argument(*names, **settings)
        self.declared.append(action)
        return action

    def error(self, message: str) -> NoReturn:
        """Raise what ``argparse`` found wrong as one sentence and a next step."""
        raise UsageError(f"{_sentence(message)} See '{self.prog} --help'.")


def main_parser() -> Parser:
    """Return the parser of what stands before the command."""
    parser = Parser(
        "memtui",
        _DESCRIPTION,
        f"{_listed()}\n\n'memtui COMMAND --help' tells more about a command.",
        "memtui [-h] [--version] [-C PATH] [COMMAND ...]",
    )
    parser.add_argument("--version", action="version", version=f"memtui {__version__}")
    parser.add_argument("-C", dest="directory", metavar="PATH", help="act as if started in this directory")
    # What follows the command is its own affair, so that no module is imported to read it.
    parser.add_argument("command", nargs="?", help=argparse.SUPPRESS)
    parser.add_argument("rest", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    return parser


def _listed() -> str:
    width = max(map(len, COMMANDS))
    groups = [
        "\n".join([f"{heading}:", *(f"  {name:<{width}}  {COMMANDS[name][1]}" for name in names.split())])
        for heading, names in _GROUPS.items()
    ]
    return "\n\n".join(groups)


def load_command(name: str) -> tuple[Parser, CommandModule]:
    """Import a command's module and return it with the parser of its arguments; raise UsageError if unknown."""
    if name not in COMMANDS:
        raise UsageError(f"There is no command '{name}'. {_suggestion(name)}")
    # Only this one, since help and completion have a tenth of a second in all.
    module = cast("CommandModule", import_module(f"{_PACKAGE}.{COMMANDS[name][0]}"))
    parser = Parser(f"memtui {name}", module.HELP)
    module.configure(parser)
    return parser, module


def split_help(rest: Sequence[str]) -> list[str]:
    """Return the arguments that ``help`` stands for: those that print the help of a command, or of memtui."""
    return [*rest[:1], "--help"]


def _suggestion(name: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, COMMANDS, n=1)
    # Two that are equally near, such as stats and status, are both said; what is merely alike is not.
    near += [other for other in get_close_matches(name, COMMANDS, n=2, cutoff=0.8) if other not in near]
    return f"Did you mean {_either(near)}?" if near else "See 'memtui --help'."


def _either(names: Sequence[str]) -> str:
    return " or ".join(f"'memtui {name}'" for name in names)


def _sentence(message: str) -> str:
    return f"{message[:1].upper()}{message[1:].rstrip('.')}."
