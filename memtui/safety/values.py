"""Tells a value that is a secret from one that only stands where a secret would."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection
from itertools import pairwise

_LEET = str.maketrans("013457@$!", "oieastasi")
_WORDS = re.compile(r"[a-z]{1,20}\d?(?:[-_. ][a-z]{1,20}\d?){0,8}(?:[-_.]?\d{1,4})?!?", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z_$][\w$]{0,40}(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]{0,40}){0,8}(?:\(.{0,80}|\[.{0,80})?:?")
_PATH = re.compile(
    r"(?:\.{0,2}|~|[A-Za-z]:)?[/\\][\w@.+-]{1,60}(?:[/\\][\w@.+-]{0,60}){0,12}|[\w-]{1,30}(?:/[\w.-]{1,40}){1,8}"
)
_PLAIN_NUMBER = re.compile(r"v?[\d.,_:x-]{1,40}(?:[a-z%]{1,6})?", re.IGNORECASE)
_ADDRESS = re.compile(r"[a-z][a-z._-]{0,40}@[a-z.-]{2,60}")
_CALL = re.compile(r"[\w.]{1,60}\(")
_DIGEST = re.compile(r"(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})", re.IGNORECASE)

_HARMLESS = (_WORDS, _NAME, _PATH, _PLAIN_NUMBER, _ADDRESS)
_SHORT, _LONG = 10, 16  # characters
_LEAST_CHANGES_SHORT, _LEAST_CHANGES = 0.4, 0.3  # changes between kinds of characters, for each character
_LEAST_ENTROPY = 3.0  # bits for each character

_HAS_LOWER = re.compile("[a-z]")
_HAS_UPPER = re.compile("[A-Z]")
_HAS_DIGIT = re.compile("[0-9]")
_HAS_SIGN = re.compile(r"[^\w\s./:,-]")


def entropy(value: str) -> float:
    """Return Shannon's entropy of the characters, in bits each."""
    counts = Counter(value).values()
    return -sum(count / len(value) * math.log2(count / len(value)) for count in counts) if value else 0.0


def looks_like(shape: str, value: str, defaults: Collection[str]) -> bool:
    """Tell whether ``value`` can be a secret of a shape that the rules name, the empty one being of any.

    A "token" mixes digits with letters, and what is "random" does so all along. A "password" is no word, name,
    path, number or call, and no default that everyone knows; it is "strong" if it stands in no sentence by chance.
    """
    if not shape:
        return True
    if is_well_known(value, defaults):
        return False
    if shape == "token":
        return bool(_HAS_DIGIT.search(value) or (_HAS_UPPER.search(value[1:]) and _HAS_LOWER.search(value)))
    if shape == "random":
        return _is_random(value)
    bare = value.strip("*.,:;!?")
    if any(pattern.fullmatch(it) for it in (value, bare) for pattern in _HARMLESS) or _CALL.match(value):
        return _is_random(value)
    return _kinds_of_characters(value) >= (3 if shape == "strong" else 2) or _is_random(value)


def is_well_known(value: str, defaults: Collection[str]) -> bool:
    """Tell whether a value is, but for disguises such as ``p@ssw0rd123``, a default that protects nothing."""
    plain = value.casefold().strip("!?.").rstrip("0123456789!").translate(_LEET)
    return plain in defaults or value.casefold().translate(_LEET).strip("!?.") in defaults


def _is_random(value: str) -> bool:
    """Tell whether a run of letters and digits changes between them as no identifier does."""
    if not _HAS_DIGIT.search(value):
        return False
    if _DIGEST.fullmatch(value):
        return True
    changes = sum(_kind(left) != _kind(right) for left, right in pairwise(value)) / len(value)
    # The shorter a name is, the more it can change by chance: ``sha256Sum``.
    least = _LEAST_CHANGES if len(value) >= _LONG else _LEAST_CHANGES_SHORT
    return len(value) >= _SHORT and changes > least and entropy(value) >= _LEAST_ENTROPY


def _kind(character: str) -> str:
    if character.isdigit():
        return "digit"
    if character.isalpha():
        return "upper" if character.isupper() else "lower"
    return "sign"


def _kinds_of_characters(value: str) -> int:
    return sum(bool(pattern.search(value)) for pattern in (_HAS_LOWER, _HAS_UPPER, _HAS_DIGIT, _HAS_SIGN))
