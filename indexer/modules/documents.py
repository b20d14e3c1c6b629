"""Reading the manifests that say what belongs together: JSON with comments, TOML, YAML. A broken one reads as empty."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

import yaml

Document = Mapping[str, Any]

_MOST_DOTS = 1_000  # in one line; tomllib takes quadratic time for a key of many parts, 24 s for 100,000 of them

# What is never closed ends with the line or the text, so that no pattern is tried again from each quote or slash on.
_COMMENT_OR_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"?|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_TRAILING_COMMA_OR_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"?|,(?=\s*[}\]])')


def parse_json(text: str) -> Document:
    """Parse JSON as TypeScript writes it, with comments and trailing commas."""
    try:
        return _mapping(json.loads(text))
    except RecursionError:
        return {}
    except ValueError:
        pass
    try:
        bare = _COMMENT_OR_STRING.sub(lambda match: match[0] if match[0].startswith('"') else " ", text)
        bare = _TRAILING_COMMA_OR_STRING.sub(lambda match: match[0] if match[0].startswith('"') else "", bare)
        return _mapping(json.loads(bare.lstrip("\ufeff")))
    except (ValueError, RecursionError):
        return {}


def parse_toml(text: str) -> Document:
    """Parse TOML."""
    try:
        return {} if any(line.count(".") > _MOST_DOTS for line in text.splitlines()) else tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}


def parse_yaml(text: str) -> Document:
    """Parse YAML without running any of its tags."""
    try:
        return _mapping(yaml.safe_load(text))
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}


def table(document: object, *keys: str) -> Document:
    """Return the mapping that lies under ``keys``, empty when anything on the way is no mapping."""
    for key in keys:
        document = document.get(key) if isinstance(document, Mapping) else None
    return document if isinstance(document, Mapping) else {}


def strings(value: object) -> tuple[str, ...]:
    """Return the strings of a list, or a lone string as a list of one."""
    if isinstance(value, str):
        return (value,)
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def string(value: object) -> str:
    """Return ``value`` if it is a string, else the empty string."""
    return value if isinstance(value, str) else ""


def _mapping(value: object) -> Document:
    return value if isinstance(value, Mapping) else {}
