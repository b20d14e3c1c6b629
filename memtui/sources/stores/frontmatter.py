"""The few lines of YAML that stand before the text of a rule or a memory, with where each value stands.

Read by hand, since agents write what no YAML parser takes (``globs: *.ts``), and one value must be replaced without
touching a byte of the others.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_FENCE = re.compile(r"---[ \t]*\r?\n")
_END = re.compile(r"^---[ \t]*(?:\r?\n|\Z)", re.MULTILINE)
_KEY = re.compile(r"^(?P<key>[A-Za-z_][\w-]*):(?P<gap>[ \t]*)(?P<value>.*?)[ \t]*\r?$", re.MULTILINE)
_NESTED = re.compile(r"^[ \t]+(?P<key>[A-Za-z_][\w-]*):[ \t]*(?P<value>.*?)[ \t]*\r?$")
_ITEM = re.compile(r"^[ \t]*-[ \t]+(?P<value>.*?)[ \t]*\r?$")
_BLOCK = re.compile(r"[|>][-+]?\d?$")
_LIMIT = 20_000  # characters; beyond it the dashes are a rule between sections


@dataclass(frozen=True, slots=True)
class Value:
    """A value as text, and where it stands in the file: characters ``start`` to ``end``."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """``end`` is where the text begins; nested keys are joined by a dot; a list has one text an item."""

    end: int = 0
    values: Mapping[str, Value] = field(default_factory=dict)
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def text(self, *keys: str) -> str:
        """Return the first value that is there, an empty text if none is."""
        return next((self.values[key].text for key in keys if key in self.values and self.values[key].text), "")

    def items(self, key: str) -> tuple[str, ...]:
        """Return a list, whether it is written over lines, in brackets or between commas."""
        if key in self.lists:
            return self.lists[key]
        parts = self.text(key).removeprefix("[").removesuffix("]").split(",")
        return tuple(plain for part in parts if (plain := _unquoted(part.strip())))


def read_frontmatter(text: str) -> Frontmatter:
    """Return what stands between dashes at the beginning of a text."""
    begin = _FENCE.match(text)
    end = _END.search(text, begin.end(), _LIMIT) if begin else None
    if begin is None or end is None:
        return Frontmatter()
    values: dict[str, Value] = {}
    lists: dict[str, tuple[str, ...]] = {}
    keys = list(_KEY.finditer(text, begin.end(), end.start()))
    for index, match in enumerate(keys):
        after = keys[index + 1].start() if index + 1 < len(keys) else end.start()
        below = [line for line in text[match.end() : after].split("\n") if line.strip()]
        _take(match, below, values, lists)
    return Frontmatter(end.end(), values, lists)


def written(value: str) -> str:
    """Return a text of one line as a YAML value."""
    plain = re.fullmatch(r"[A-Za-z0-9][^\n\r:#]*[^\s:#]|[A-Za-z0-9]", value)
    # JSON is YAML, and so its quotes are safe for whatever a plain value cannot hold.
    reserved = value.casefold() in {"true", "false", "null", "yes", "no", "on", "off"} or value[:1].isdigit()
    return value if plain and not reserved else json.dumps(value, ensure_ascii=False)


def _take(match: re.Match[str], below: list[str], values: dict[str, Value], lists: dict[str, tuple[str, ...]]) -> None:
    key, raw = match["key"], match["value"]
    items = [item for line in below if (item := _ITEM.match(line))]
    nested = [pair for line in below if (pair := _NESTED.match(line))]
    if _BLOCK.fullmatch(raw):
        # Over several lines; replacing it by one would be a change of more than the value, so it has no place.
        values[key] = Value(" ".join(line.strip() for line in below), -1, -1)
    elif raw or not below:
        values[key] = Value(_unquoted(raw), match.start("value"), match.start("value") + len(raw))
    elif items:
        lists[key] = tuple(_unquoted(item["value"]) for item in items)
    for pair in nested:
        values.setdefault(f"{key}.{pair['key']}", Value(_unquoted(pair["value"]), -1, -1))


def _unquoted(raw: str) -> str:
    if len(raw) > 1 and raw[0] == raw[-1] == '"':
        try:
            return str(json.loads(raw))
        except ValueError:
            return raw[1:-1]
    return raw[1:-1].replace("''", "'") if len(raw) > 1 and raw[0] == raw[-1] == "'" else raw
