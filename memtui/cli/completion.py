"""Completion scripts for bash, zsh and fish, written from what the parsers declare."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from memtui.cli.parser import COMMANDS, load_command


@dataclass(frozen=True, slots=True)
class Completed:
    """What may follow a command: its options with their help, and the words that its arguments are chosen from."""

    summary: str
    options: Mapping[str, str]
    choices: Sequence[str]


def describe_commands() -> Mapping[str, Completed]:
    """Ask every command's parser what may follow."""
    described = {}
    for name, (_, summary) in COMMANDS.items():
        # From the parsers themselves, so that no option can be forgotten here.
        parser, _ = load_command(name)
        options = {option: action.help or "" for action in parser.declared for option in action.option_strings}
        choices = [str(choice) for action in parser.declared for choice in action.choices or ()]
        described[name] = Completed(summary, options, choices)
    return described


def bash(commands: Mapping[str, Completed]) -> str:
    """Return the script for bash."""
    cases = "\n".join(
        f'        {name}) words="{" ".join([*found.options, *found.choices])}" ;;' for name, found in commands.items()
    )
    return f"""_memtui() {{
    local word="${{COMP_WORDS[COMP_CWORD]}}" command="" words i
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
        *) words="" ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _memtui memtui"""


def zsh(commands: Mapping[str, Completed]) -> str:
    """Return the script for zsh."""
    listed = "\n".join(f"        {_quoted(f'{name}:{found.summary}')}" for name, found in commands.items())
    cases = "\n".join(f"        {name}) _arguments {_zsh_arguments(found)} ;;" for name, found in commands.items())
    return f"""#compdef memtui
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
        lines += [f"{seen} {_fish_option(option)} -d {_quoted(text)}" for option, text in found.options.items()]
        lines += [f"{seen} -a {_quoted(' '.join(found.choices))}"] if found.choices else []
    return "\n".join(lines)


def _fish_option(option: str) -> str:
    return f"-l {option.removeprefix('--')}" if option.startswith("--") else f"-s {option.removeprefix('-')}"


def _zsh_arguments(found: Completed) -> str:
    options = [_quoted(f"{option}[{text.translate(_ZSH_SPECIAL)}]") for option, text in found.options.items()]
    last = f"*:argument:({' '.join(found.choices)})" if found.choices else "*:argument:_files"
    return " ".join([*options, _quoted(last)])


def _quoted(text: str) -> str:
    """Return the text in single quotes, for all three shells."""
    # They escape a quote in three ways, and no help text is worth three functions.
    return "'" + text.replace("'", "’") + "'"


_ZSH_SPECIAL = str.maketrans({"[": "(", "]": ")", ":": ";"})
SHELLS: Mapping[str, Callable[[Mapping[str, Completed]], str]] = {"bash": bash, "fish": fish, "zsh": zsh}
