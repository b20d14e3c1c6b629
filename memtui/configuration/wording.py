"""What is wrong with a configuration, in words: what stands where, and what to write instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from memtui.configuration.keyboard import key_written
from memtui.configuration.values import Configuration, Problem

_MOST = 5
_SENTENCES: Mapping[str, Callable[[Problem], str]] = {
    "missing": lambda it: f"there is no such file; correct ${it.detail[0]} or unset it",
    "unreadable": lambda it: f"it cannot be read ({it.detail[0]}); see who may read it",
    "too_large": lambda it: f"it is larger than {it.detail[0]} KiB, so that it was not read; is it the right file?",
    "not_utf8": lambda _: "this is no UTF-8; save the file as UTF-8",
    "not_toml": lambda it: f"this is no TOML ({it.detail[0]}); mend the line",
    "unknown_section": lambda it: f"there is no such section{_near(it.detail)}; there are [keys] and [theme]",
    "not_a_section": lambda it: f"this is a section; write [{it.setting}] and its settings below",
    "unknown_setting": lambda it: f"there is no such setting; there is {it.detail[0]}",
    "not_text": lambda _: 'this takes a text in quotes, such as "nord"',
    "unknown_theme": lambda it: f"there is no theme “{it.detail[0]}”{_near(it.detail[1:])}; see memtui config --themes",
    "unknown_action": lambda it: f"there is no such action{_near(it.detail)}; see memtui config for all of them",
    "not_keys": lambda _: 'this takes a key or a list of keys, such as "a" or ["j", "down"]; [] takes its key away',
    "needed": lambda _: "this cannot be left without a key, since there is no other way out; give it one",
    "unknown_key": lambda it: (
        f"“{it.detail[0]}” is no key; write it like a, A, ctrl+r, f5, pagedown or question_mark, several as a list"
    ),
    "same_key": lambda it: f"a terminal cannot tell “{it.detail[0]}” from {it.detail[1]}; choose another key",
    "field_key": lambda it: f"“{it.detail[0]}” is needed where text is typed; choose one like ctrl+t or f2",
    "clash": lambda it: (
        f"“{key_written(it.detail[0])}” is the key of {it.detail[1]}, too (in {it.detail[2]}); change one of them"
    ),
}


def problem_in_words(problem: Problem) -> str:
    """Return line and setting, what is wrong, and what to do; not yet safe to show."""
    line = f"line {problem.line}" if problem.line else ""
    place = ", ".join(filter(None, (line, problem.setting)))
    sentence = _SENTENCES[problem.code](problem)
    return f"{place}: {sentence}." if place else f"{sentence[0].upper()}{sentence[1:]}."


def problems_in_words(configuration: Configuration) -> str:
    """Return what is wrong with a file and what holds instead, in some lines; empty if nothing is."""
    problems = configuration.problems
    if not problems:
        return ""
    lines = [f"{configuration.path}: the usual settings hold in place of these.", ""]
    lines += map(problem_in_words, problems[:_MOST])
    if len(problems) > _MOST:
        lines.append(f"… and {len(problems) - _MOST} more: memtui config --check lists all.")
    return "\n".join(lines)


def _near(names: tuple[str, ...]) -> str:
    return f" (did you mean {names[0]}?)" if names else ""
