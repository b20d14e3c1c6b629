"""The names of keys: how a person may write them, and the one name that Textual has for each."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache

NAMED = frozenset(
    {
        *"up down left right home end pageup pagedown insert delete enter tab escape space backspace".split(),
        *(f"f{number}" for number in range(1, 25)),
    }
)
# What the line of keys and other programs call them.
_SPOKEN: Mapping[str, str] = {
    "esc": "escape", "return": "enter", "cr": "enter", "pgup": "pageup", "pgdn": "pagedown", "pgdown": "pagedown",
    "del": "delete", "ins": "insert", "bs": "backspace", "⏎": "enter", "↑": "up", "↓": "down", "←": "left",
    "→": "right", "⌫": "backspace",
}  # fmt: skip
# Of some characters Textual shortens the name that Unicode has.
_SHORTENED: Mapping[str, str] = {
    "solidus": "slash", "reverse_solidus": "backslash", "commercial_at": "at", "hyphen_minus": "minus",
    "plus_sign": "plus", "low_line": "underscore",
}  # fmt: skip
_MODIFIERS: Mapping[str, str] = {
    "ctrl": "ctrl", "control": "ctrl", "c": "ctrl", "shift": "shift", "s": "shift", "alt": "alt", "a": "alt",
    "option": "alt", "m": "alt", "meta": "meta", "super": "super", "cmd": "super", "hyper": "hyper",
}  # fmt: skip
# A terminal sends the same byte for both.
SAME: Mapping[str, str] = {
    "ctrl+i": "tab", "ctrl+m": "enter", "ctrl+h": "backspace", "ctrl+left_square_bracket": "escape",
}  # fmt: skip
# What fields use while text is typed, beside the characters themselves; a test compares this with the fields.
FIELD_KEYS = frozenset(
    """backspace delete left right home end enter tab up down pageup pagedown ctrl+left ctrl+right ctrl+pageup
    ctrl+pagedown ctrl+shift+left ctrl+shift+right shift+left shift+right shift+up shift+down shift+home shift+end
    ctrl+a ctrl+c ctrl+d ctrl+e ctrl+k ctrl+u ctrl+v ctrl+w ctrl+x ctrl+y ctrl+z ctrl+shift+a ctrl+shift+k
    ctrl+backspace alt+backspace alt+delete super+backspace super+c super+x super+y super+z f6 f7""".split()
)
_LAZY = re.compile(r"<(.+)>")
_PARTS = re.compile(r"\+(?=.)")


def key_named(written: str) -> str:
    """Return Textual's name of a key as a person wrote it; empty if there is no such key."""
    text = "space" if written == " " else written.strip()
    if len(text) == 1:
        return _of_character(text)
    # Of lazygit's and vim's way to write them, and of the line of keys: <c-r>, C-r, ^r.
    text = _LAZY.sub(r"\1", text).replace("-", "+") if not text.startswith("^") else f"ctrl+{text[1:]}"
    *modifiers, last = _PARTS.split(text)
    known = [_MODIFIERS.get(name.lower(), "") for name in modifiers]
    return _joined(set(known), _base(last)) if all(known) else ""


def key_written(key: str) -> str:
    """Return a key as a person writes it: the character itself, where it is one."""
    *modifiers, base = key.split("+")
    return "+".join([*modifiers, _characters().get(base, base)])


def is_field_key(key: str) -> bool:
    """Tell whether a key writes or moves where text is typed."""
    return ("+" not in key and (key not in NAMED or key == "space")) or key in FIELD_KEYS


def _base(text: str) -> str:
    lowered = _SPOKEN.get(text.lower(), text.lower())
    if lowered in NAMED:
        return lowered
    return _of_character(text if len(text) == 1 else _characters().get(lowered, "\0"))


def _joined(modifiers: set[str], base: str) -> str:
    if not base:
        return ""
    # A terminal sends a capital for shift and a letter, and the same for ctrl with either.
    if modifiers == {"shift"} and len(base) == 1:
        return base.upper()
    return "+".join([*sorted(modifiers), base.lower() if modifiers else base])


def _of_character(character: str) -> str:
    if character in _SPOKEN:
        return _SPOKEN[character]
    if character.isalnum() or not character.isprintable():
        return character if character.isalnum() else ""
    name = unicodedata.name(character, "").lower().replace("-", "_").replace(" ", "_")
    return _SHORTENED.get(name, name)


@cache
def _characters() -> Mapping[str, str]:
    """Return the characters that a keyboard of Latin letters has, by their names."""
    found = {_of_character(chr(code)): chr(code) for code in range(0x21, 0x180)}
    return {name: character for name, character in found.items() if len(name) > 1 and name not in NAMED}
