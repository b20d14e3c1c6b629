"""Reading TOML, JSON and YAML manifests: a malformed one is empty, and its trouble stays its own."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from typing import Any, Final

import yaml

from indexer.entrypoints.base import line_of

LARGEST: Final = 512 * 1024
"""Characters; a larger manifest is generated, and its parser slow."""


_FAST_LOADER: Final[type[yaml.SafeLoader]] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DEEPEST: Final = 2000


def parse_toml(text: str) -> dict[str, Any]:
    """Return the document, empty when it is malformed."""
    try:
        return tomllib.loads(text) if len(text) <= LARGEST else {}
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}


def parse_json(text: str) -> dict[str, Any]:
    """Return the document, empty when it is malformed or no object."""
    try:
        document = json.loads(text.removeprefix("\ufeff")) if len(text) <= LARGEST else {}
    except (ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}


def parse_yaml(text: str) -> yaml.Node | None:
    """Return the root node of the first document, which knows its lines; None when it is malformed."""
    try:
        return next(iter(yaml.compose_all(text, Loader=_yaml_loader(text))), None) if len(text) <= LARGEST else None
    except (yaml.YAMLError, RecursionError, ValueError):
        return None


def _yaml_loader(text: str) -> type[yaml.SafeLoader]:
    """Return the loader in C, which is ten times as fast, where there is one and the text cannot nest deep.

    It recurses without a limit, so that a hostile file could end the process; the one in Python raises.
    """
    longest = max(map(len, text.splitlines()), default=0)
    # A level of a block takes a column of its own, or two levels share one; a level of a flow takes a bracket.
    deepest = 2 * longest + text.count("[") + text.count("{")
    return _FAST_LOADER if deepest <= _DEEPEST else yaml.SafeLoader


def yaml_items(node: yaml.Node | None) -> Iterator[tuple[str, int, yaml.Node]]:
    """Yield key, line (from 1) and value of a mapping node; nothing for any other."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if isinstance(key, yaml.ScalarNode):
                yield key.value, key.start_mark.line + 1, value


def yaml_get(node: yaml.Node | None, key: str) -> yaml.Node | None:
    """Return the value under ``key`` of a mapping node, or None."""
    return next((value for name, _, value in yaml_items(node) if name == key), None)


def yaml_text(node: yaml.Node | None) -> str:
    """Return what a scalar says, or the scalars of a sequence joined by spaces."""
    if isinstance(node, yaml.ScalarNode):
        return str(node.value)
    if isinstance(node, yaml.SequenceNode):
        return " ".join(yaml_text(item) for item in node.value)
    return ""


def table_at(document: object, *keys: str) -> dict[str, Any]:
    """Return the table under the path of ``keys``, empty when something else lies there."""
    for key in keys:
        document = document.get(key) if isinstance(document, dict) else None
    return document if isinstance(document, dict) else {}


def strings_of(value: object) -> tuple[str, ...]:
    """Return the strings of a list, or the one string itself."""
    if isinstance(value, str):
        return (value,)
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def toml_line(text: str, table: Sequence[str], key: str) -> int:
    """Return the line of ``key`` in ``table``, of the table itself when the key is written elsewhere, or 1."""
    header = line_of(text, rf"^\s*\[+\s*{_dotted_key(table)}\s*\]")
    return line_of(text, rf"^\s*{_dotted_key([key])}\s*[=.]", after=header) or header or 1


def json_line(text: str, *keys: str) -> int:
    """Return the line of the last of ``keys``, each looked for below the one before; 1 when there is none."""
    line = 0
    for key in keys:
        line = line_of(text, rf"\"{re.escape(key)}\"\s*:", after=max(line - 1, 0)) or line
    return line or 1


def _dotted_key(parts: Sequence[str]) -> str:
    return r"\s*\.\s*".join(rf"[\"']?{re.escape(part)}[\"']?" for part in parts)
