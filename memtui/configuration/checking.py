"""From a parsed file to what holds: each setting is checked by itself, and a bad one leaves the rest in force."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from memtui.configuration.actions import ACTIONS, SCREENS
from memtui.configuration.keyboard import SAME, is_field_key, key_named
from memtui.configuration.values import THEME_ALIASES, THEMES, Problem

_SECTIONS = ("keys", "theme")
Keys = dict[str, tuple[str, ...]]


@dataclass
class Checked:
    """What has been found so far."""

    keys: Keys = field(default_factory=dict)
    theme: str = ""
    problems: list[Problem] = field(default_factory=list)


def checked(document: Mapping[str, Any]) -> Checked:
    """Return what holds of a document, and what is wrong with the rest."""
    found = Checked()
    for name, section in document.items():
        if name not in _SECTIONS:
            found.problems.append(Problem("unknown_section", name, detail=near(name, _SECTIONS)))
        elif not isinstance(section, Mapping):
            found.problems.append(Problem("not_a_section", name))
        elif name == "keys":
            _take_keys(section, found)
        else:
            _take_theme(section, found)
    found.problems += _without_clashes(found.keys)
    return found


def near(name: str, known: Collection[str]) -> tuple[str, ...]:
    """Return the known name that is most like one, if any is."""
    from difflib import get_close_matches

    return tuple(get_close_matches(name, known, n=1))


def _take_theme(section: Mapping[str, Any], found: Checked) -> None:
    for name, value in section.items():
        setting = f"theme.{name}"
        if name != "name":
            found.problems.append(Problem("unknown_setting", setting, detail=("theme.name",)))
        elif not isinstance(value, str):
            found.problems.append(Problem("not_text", setting))
        elif (theme := THEME_ALIASES.get(value, value)) not in THEMES:
            found.problems.append(Problem("unknown_theme", setting, detail=(value, *near(value, THEMES))))
        else:
            found.theme = theme


def _take_keys(section: Mapping[str, Any], found: Checked) -> None:
    for identity, value in _flat(section):
        problem = _problem_of_action(identity, value)
        if problem is None:
            keys = tuple(map(key_named, [value] if isinstance(value, str) else value))
            problem = _problem_of_keys(identity, keys, [value] if isinstance(value, str) else value)
            found.keys |= {} if problem else {identity: tuple(dict.fromkeys(keys))}
        if problem is not None:
            found.problems.append(problem)


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield settings by their dotted names: TOML reads ``memory.approve`` without quotes as a table in a table."""
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def _problem_of_action(identity: str, value: Any) -> Problem | None:
    setting = f"keys.{identity}"
    if identity not in ACTIONS:
        return Problem("unknown_action", setting, detail=near(identity, ACTIONS))
    if not (isinstance(value, str) or (isinstance(value, list) and all(isinstance(key, str) for key in value))):
        return Problem("not_keys", setting)
    return None


def _problem_of_keys(identity: str, keys: tuple[str, ...], written: list[str]) -> Problem | None:
    setting, action = f"keys.{identity}", ACTIONS[identity]
    if not keys and action.needed:
        return Problem("needed", setting)
    for key, text in zip(keys, written, strict=True):
        if not key:
            return Problem("unknown_key", setting, detail=(text,))
        if key in SAME:
            return Problem("same_key", setting, detail=(text, SAME[key]))
        if action.typing and is_field_key(key) and key not in action.keys:
            return Problem("field_key", setting, detail=(text,))
    return None


def _without_clashes(keys: Keys) -> list[Problem]:
    """Take what clashes out of ``keys`` until nothing does, and return what was wrong."""
    problems: list[Problem] = []
    # Again, since what falls back to its usual keys may meet them at another action.
    while clashes := list(_clashes(keys)):
        for setting, *detail in clashes:
            problems.append(Problem("clash", f"keys.{setting}", detail=tuple(detail)))
            keys.pop(setting, None)
    return problems


def _clashes(keys: Keys) -> Iterator[tuple[str, str, str, str]]:
    """Yield each action that was given a key of another one on the same screen, with key, other and screen."""
    told: set[str] = set()
    for screen, identities in SCREENS.items():
        holders: dict[str, list[str]] = {}
        for identity in identities:
            for key in keys.get(identity, ACTIONS[identity].keys):
                holders.setdefault(key, []).append(identity)
        for key, together in holders.items():
            for identity in together if len(together) > 1 else ():
                if identity in keys and identity not in told:
                    told.add(identity)
                    yield identity, key, next(other for other in together if other != identity), screen
