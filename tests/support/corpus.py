"""The labelled texts of the safety rules, with invented characters where a secret would stand."""

from __future__ import annotations

import hashlib
import re
import string
import tomllib
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[1] / "data" / "safety"
HALVES = ("tuning", "held_out")

_LOWER, _UPPER, _DIGITS = string.ascii_lowercase, string.ascii_uppercase, string.digits
# No look-alike of a real secret may stand in a repository, since scanners refuse to push one: only its recipe does.
_ALPHABETS = {
    "alnum": string.ascii_letters + _DIGITS,
    "letters": string.ascii_letters,
    "lower": _LOWER,
    "upper": _UPPER + _DIGITS,
    "digits": _DIGITS,
    "hex": _DIGITS + "abcdef",
    "base32": _UPPER + "234567",
    "bech32": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
    "base64": string.ascii_letters + _DIGITS + "+/",
    "base64url": string.ascii_letters + _DIGITS + "-_",
    "password": string.ascii_letters + _DIGITS + "!#%*+-.=?^_~",
}
_SLOT = re.compile(r"\{(uuid|[a-z0-9]+:\d+)\}")


@dataclass(frozen=True, slots=True)
class Case:
    """A text, and whether a rule should flag it."""

    text: str
    flagged: bool


def noise(kind: str, length: int, seed: str) -> str:
    """Return characters that look random and are the same for the same seed."""
    alphabet = _ALPHABETS[kind]
    blocks = (hashlib.sha256(f"{seed}:{index}".encode()).digest() for index in range(length // 32 + 1))
    text = "".join(alphabet[byte % len(alphabet)] for block in blocks for byte in block)[:length]
    # A password without digits or with a stop at its end would be another case than the one meant.
    return f"{text[:1]}K7q{text[4:-1]}w" if kind == "password" else text


def filled(template: str) -> str:
    """Replace each ``{kind:length}`` of a template, and ``{uuid}``, by invented characters."""
    places = iter(range(template.count("{") + 1))

    def invent(match: re.Match[str]) -> str:
        seed = f"{template}#{next(places)}"
        if match[1] == "uuid":
            return str(uuid.uuid5(uuid.NAMESPACE_URL, seed))
        kind, length = match[1].split(":")
        return noise(kind, int(length), seed)

    return _SLOT.sub(invent, template)


@cache
def load(name: str) -> dict[str, Any]:
    """Return one file of texts."""
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def secret_cases(half: str, carriers_each: int = 2) -> Iterator[Case]:
    """Return the texts about secrets of one half; every format is put into some of the carriers."""
    data = load(f"secrets_{half}")
    carriers = data["carriers"]
    for index, template in enumerate(data["formats"]):
        for step in range(carriers_each):
            # A seed of its own for each carrier, so that no two texts hold the same token.
            carrier = carriers[(index * carriers_each + step) % len(carriers)]
            yield Case(filled(carrier.replace("{}", template)), flagged=True)
    yield from (Case(filled(template), flagged=True) for template in data["secrets"])
    yield from (Case(filled(template), flagged=False) for template in data["plain"])


def injection_cases(half: str) -> Iterator[Case]:
    """Return the orders and the ordinary sentences of one half."""
    data = load(f"injections_{half}")
    yield from (Case(text, flagged=True) for text in data["orders"])
    yield from (Case(text, flagged=False) for text in data["ordinary"])


def hidden_cases(half: str) -> Iterator[Case]:
    """Return the texts of one half that hide something, and those that do not."""
    data = load("hidden")[half]
    for item in data["each"]:
        yield from (Case(carrier.replace("{}", item), flagged=True) for carrier in data["carriers"])
    yield from (Case(text, flagged=True) for text in data["hidden"])
    yield from (Case(text, flagged=False) for text in data["open"])
