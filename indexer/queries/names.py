"""A name as a person asks for it, and the names in the index as they are compared."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SEPARATOR = re.compile(r"::|->|[.#\\/]")
_SIGILS = "$@:#&*"


@dataclass(frozen=True, slots=True)
class Name:
    """``Basket.add`` asks for ``last`` = ``add`` in ``container`` = ``Basket``; a bare name has no container."""

    container: str
    last: str


def parse_name(text: str) -> Name:
    """Read a name in the manner of any language: ``Basket.add``, ``Basket::add``, ``Basket#add``, ``$basket``, ``f()``.

    A name that holds nothing but separators, such as an operator, is kept as it is.
    """
    stripped = text.strip().removesuffix("()")
    parts = [part for part in _SEPARATOR.split(stripped.lstrip(_SIGILS)) if part]
    if not parts:
        return Name("", stripped)
    return Name(".".join(parts[:-1]), parts[-1])


def is_within(container: str, asked: str) -> bool:
    """Whether a dotted container ends with what was asked for, part by part."""
    return not asked or container == asked or container.endswith(f".{asked}")
