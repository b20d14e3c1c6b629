"""The singular of an English plural, as Rails and Laravel derive the parameter of a resource from its name."""

from __future__ import annotations

import re
from typing import Final

_UNCOUNTABLE: Final = frozenset("equipment information rice money species series fish sheep jeans police".split())
_IRREGULAR: Final = {
    "children": "child",
    "men": "man",
    "moves": "move",
    "people": "person",
    "sexes": "sex",
    "women": "woman",
    "zombies": "zombie",
}
# The rules of Rails, whose order decides: the first that fits is taken.
_RULES: Final = tuple(
    (re.compile(f"{ending}$"), replacement)
    for ending, replacement in (
        (r"(database)s", r"\1"),
        (r"(quiz)zes", r"\1"),
        (r"(matr)ices", r"\1ix"),
        (r"(vert|ind)ices", r"\1ex"),
        (r"(alias|status|bus)(?:es)?", r"\1"),
        (r"(vir|octop)(?:us|i)", r"\1us"),
        (r"^(a)x[ie]s", r"\1xis"),
        (r"(cris|test)(?:is|es)", r"\1is"),
        (r"(shoe)s", r"\1"),
        (r"(o)es", r"\1"),
        (r"^(m|l)ice", r"\1ouse"),
        (r"(x|ch|ss|sh)es", r"\1"),
        (r"(movie)s", r"\1"),
        (r"([^aeiouy]|qu)ies", r"\1y"),
        (r"([lr])ves", r"\1f"),
        (r"(tive|hive)s", r"\1"),
        (r"([^f])ves", r"\1fe"),
        (r"(analy|ba|diagno|parenthe|progno|synop|the)s[ie]s", r"\1sis"),
        (r"([ti])a", r"\1um"),
        (r"(news|ss)", r"\1"),
        (r"s", ""),
    )
)


def singular(word: str) -> str:
    """Return the singular of ``word``; of one made of several parts, the last is what is counted."""
    start = max(word.rfind("_"), word.rfind("-")) + 1
    return word[:start] + _singular(word[start:])


def _singular(word: str) -> str:
    if word in _UNCOUNTABLE:
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    rule = next((rule for rule in _RULES if rule[0].search(word)), None)
    return rule[0].sub(rule[1], word) if rule else word
