"""Completion scripts for bash, zsh and fish, written from what the parsers declare."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from memtui.cli.options import known_kind
from memtui.cli.parser import COMMANDS, load_command
from memtui.cli.words import IDS, KINDS, REPOSITORIES, SCOPES, TAGS

# What the values of an argument are, by how its help calls them.
_SORTS: Mapping[str, str] = {
    "ID": IDS,
    "KIND": KINDS,
    "TAG": TAGS,
    "T": TAGS,
    "REPO": REPOSITORIES,
    "SCOPE": SCOPES,
}
_ASK = "memtui completion --words"


@dataclass(frozen=True, slots=True)
class Value:
    """What an argument is: one of some words, or of a sort of words that memories decide; without both, any text."""

    choices: tuple[str, ...] = ()
    sort: str = ""


@dataclass(frozen=True, slots=True)
class Completed:
    """What may follow a command: its options with their help, and what its arguments may be.

    ``values`` are the options that take one, with what that may be.
    """

    summary: str
    options: Mapping[str, str]
    values: Mapping[str, Value]
    arguments: Value


def describe_commands() -> Mapping[str, Completed]:
    """Ask every command's parser what may follow."""
    described = {}
    for name, (_, summary) in COMMANDS.items():
        # From the parsers themselves, so that no option can be forgotten here.
        parser, _ = load_command(name)
        options = {option: action.help or "" for action in parser.declared for option in action.option_strings}
        values = {option: _value(it) for it in parser.declared if it.nargs != 0 for option in it.option_strings}
        described[name] = Completed(summary, options, values, _arguments(parser.declared))
    return described


def bash(commands: Mapping[str, Completed]) -> str:
    """Return the script for bash."""
    cases = "\n".join(f"        {name}) {_bash_case(found)} ;;" for name, found in commands.items())
    # Words of memories are never given to compgen, which would carry out what stands in them.
    return f"""_memtui() {{
    local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD - 1]}}" command="" words="" sort="" i line
    for ((i = 1; i < COMP_CWORD; i++)); do
        case "${{COMP_WORDS[i]}}" in
            -C) ((i++)) ;;
            -*) ;;
            *) command="${{COMP_WORDS[i]}}"; break ;;
        esac
    done
    case "$command" in
        "") words="{" ".join(commands)} help -C --help --version" ;;
        help) words="{" ".join(commands)}" ;;
{cases}
    esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    if [[ -n "$sort" && "$word" != -* ]]; then
        while IFS= read -r line; do
            COMPREPLY+=("${{line%%$'\\t'*}}")
        done < <({_ASK} "$sort" --prefix="$word" 2>/dev/null)
    fi
}}
complete -o default -F _memtui memtui"""


def zsh(commands: Mapping[str, Completed]) -> str:
    """Return the script for zsh."""
    listed = "\n".join(f"        {_quoted(f'{name}:{found.summary}')}" for name, found in commands.items())
    cases = "\n".join(f"        {name}) _arguments {_zsh_arguments(found)} ;;" for name, found in commands.items())
    return f"""#compdef memtui
_memtui_words() {{
    local -a found shown
    local line
    while IFS= read -r line; do
        found+=("${{line%%$'\\t'*}}")
        shown+=("${{line/$'\\t'/  }}")
    done < <({_ASK} "$1" --prefix="$PREFIX" 2>/dev/null)
    compadd -l -d shown -a found
}}
_memtui() {{
    local -a commands
    commands=(
{listed}
    )
    if (( CURRENT == 2 )); then
        _describe -t commands 'memtui command' commands
        return
    fi
    local command="${{words[2]}}"
    shift words
    (( CURRENT-- ))
    case "$command" in
{cases}
    esac
}}
compdef _memtui memtui"""


def fish(commands: Mapping[str, Completed]) -> str:
    """Return the script for fish."""
    lines = [
        "complete -c memtui -f",
        "complete -c memtui -n __fish_use_subcommand -s C -r -d 'act as if started there'",
    ]
    for name, found in commands.items():
        lines.append(f"complete -c memtui -n __fish_use_subcommand -a {name} -d {_quoted(found.summary)}")
        seen = f"complete -c memtui -n '__fish_seen_subcommand_from {name}'"
        lines += [f"{seen} {_fish_option(option, found)} -d {_quoted(text)}" for option, text in found.options.items()]
        lines += [f"{seen} {_fish_words(found.arguments)}"] if found.arguments != Value() else []
    return "\n".join(lines)


def _value(action: argparse.Action) -> Value:
    # Entry points and symbols have kinds of their own.
    sort = KINDS if action.type is known_kind else _SORTS.get(str(action.metavar), "")
    return Value(tuple(map(str, action.choices or ())), sort)


def _arguments(actions: Sequence[argparse.Action]) -> Value:
    """Return what the arguments may be that are no options, whichever comes first."""
    values = [_value(action) for action in actions if not action.option_strings]
    choices = tuple(choice for value in values for choice in value.choices)
    return Value(choices, next((value.sort for value in values if value.sort), ""))


def _bash_case(found: Completed) -> str:
    after = [f'{option}) words="{" ".join(it.choices)}" sort="{it.sort}" ;;' for option, it in found.values.items()]
    chosen = f' case "$before" in {" ".join(after)} esac' if after else ""
    words = " ".join([*found.options, *found.arguments.choices])
    return f'words="{words}" sort="{found.arguments.sort}";{chosen}'


def _zsh_arguments(found: Completed) -> str:
    options = [
        _quoted(f"{option}[{text.translate(_ZSH_SPECIAL)}]{_zsh_value(found.values.get(option))}")
        for option, text in found.options.items()
    ]
    return " ".join([*options, _quoted(f"*{_zsh_value(found.arguments)}")])


def _zsh_value(value: Value | None) -> str:
    """Return what an option takes, or the arguments are."""
    if value is None:
        return ""
    ways = [f"_memtui_words {value.sort}"] if value.sort else []
    ways += [f"compadd -- {' '.join(value.choices)}"] if value.choices else []
    return f":value:{{{'; '.join(ways)}}}" if ways else ":value:_files"


def _fish_option(option: str, found: Completed) -> str:
    name = f"-l {option.removeprefix('--')}" if option.startswith("--") else f"-s {option.removeprefix('-')}"
    value = found.values.get(option)
    return name if value is None else f"{name} -x {_fish_words(value)}" if value != Value() else f"{name} -r"


def _fish_words(value: Value) -> str:
    asked = f"({_ASK} {value.sort} --prefix=(commandline -ct) 2>/dev/null)" if value.sort else ""
    return f"-a {_quoted(' '.join(filter(None, [*value.choices, asked])))}"


def _quoted(text: str) -> str:
    """Return the text in single quotes, for all three shells."""
    # They escape a quote in three ways, and no help text is worth three functions.
    return "'" + text.replace("'", "’") + "'"


_ZSH_SPECIAL = str.maketrans({"[": "(", "]": ")", ":": ";"})
SHELLS: Mapping[str, Callable[[Mapping[str, Completed]], str]] = {"bash": bash, "fish": fish, "zsh": zsh}
