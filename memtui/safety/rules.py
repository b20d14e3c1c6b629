"""The rules of inspection, read from ``secrets.toml`` and ``injections.toml``, whose headers explain the fields."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from memtui.memory import Attention
from memtui.safety.values import entropy, is_well_known, looks_like

_SECRET_ENTROPY = 3.0
_AHEAD = 200  # characters before one of its keywords at which a match may begin
_AFTER_SECRET, _AFTER_ORDER = 4_000, 700  # characters behind a keyword that a match may reach
_MOST_PLACES = 40  # of keywords; the parts around more of them are nearly the whole text
_BEFORE = 60  # characters before a match in which the words that ``unless`` asks for may stand


@dataclass(frozen=True, slots=True)
class Rule:
    """One entry of the files; patterns are texts, since few texts need any of them compiled."""

    id: str
    flag: str
    keywords: tuple[str, ...]
    pattern: str
    near: tuple[str, ...] = ()
    unless: str = ""
    entropy: float = 0.0
    value: str = ""
    ignore_case: bool = False
    after: int = _AFTER_ORDER

    def matches(self, text: str, lowered: str) -> Iterator[re.Match[str]]:
        """Return where the pattern matches and the words before it do not forbid what it stands for."""
        pattern = compiled(self.pattern, ignore_case=self.ignore_case)
        unless = compiled(self.unless) if self.unless else None
        for start, end in self._regions(text, lowered):
            for match in pattern.finditer(text, start, end):
                if unless is None or not unless.search(text, max(0, match.start() - _BEFORE), match.start()):
                    yield match

    def _regions(self, text: str, lowered: str) -> list[tuple[int, int]]:
        """Return the parts of the text around the keywords, apart from each other."""
        held = [keyword for keyword in self.keywords if keyword in lowered]
        # A few letters change their length with their case, and places in one text mean nothing in the other.
        if held and (len(lowered) != len(text) or sum(map(lowered.count, held)) > _MOST_PLACES):
            return [(0, len(text))]
        places = sorted(place for keyword in held for place in _places(lowered, keyword))
        regions: list[tuple[int, int]] = []
        for place in places:
            start, end = max(0, place - _AHEAD), min(len(text), place + self.after)
            if regions and start <= regions[-1][1]:
                start = regions.pop()[0]
            regions.append((start, end))
        return regions


@dataclass(frozen=True, slots=True)
class Rules:
    """All rules, and what only stands where a secret would."""

    rules: tuple[Rule, ...]
    placeholder: str
    defaults: frozenset[str]
    gates: tuple[tuple[str, tuple[int, ...]], ...]  # each keyword with the positions of the rules that have it

    def worth_trying(self, lowered: str) -> list[Rule]:
        """Return the rules of which a keyword occurs in a lowered text, in their order."""
        # Looking for words is all that is done with nearly every text, some of them thousands of times at a refresh.
        found = {place for keyword, places in self.gates if keyword in lowered for place in places}
        return [self.rules[place] for place in sorted(found)]

    def is_secret(self, rule: Rule, value: str) -> bool:
        """Tell whether a value that a rule found is no placeholder, no known default and as random as a secret."""
        if compiled(self.placeholder).search(value) or entropy(value) < rule.entropy:
            return False
        return not is_well_known(value, self.defaults) and looks_like(rule.value, value, self.defaults)


@cache
def load_rules() -> Rules:
    """Read the rules that come with this package."""
    secrets, injections = _read("secrets"), _read("injections")
    rules = (
        *(_rule(entry, Attention.SECRET) for entry in (*secrets["tokens"], *secrets["rule"])),
        *(_rule(entry, Attention.INJECTION) for entry in injections["rule"]),
    )
    gates: dict[str, tuple[int, ...]] = {}
    for place, rule in enumerate(rules):
        for keyword in rule.keywords:
            gates[keyword] = (*gates.get(keyword, ()), place)
    return Rules(rules, secrets["placeholder"], frozenset(secrets["defaults"]), tuple(gates.items()))


@cache
def compiled(pattern: str, *, ignore_case: bool = False) -> re.Pattern[str]:
    """Compile a pattern at its first use: all of them take longer than inspecting a hundred memories."""
    return re.compile(pattern, re.IGNORECASE if ignore_case else re.NOFLAG)


def _places(lowered: str, keyword: str) -> Iterator[int]:
    place = lowered.find(keyword)
    while place >= 0:
        yield place
        place = lowered.find(keyword, place + len(keyword))


def _read(name: str) -> Mapping[str, Any]:
    import tomllib

    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8"))


def _rule(entry: Mapping[str, Any], flag: Attention) -> Rule:
    return Rule(
        id=entry["id"],
        flag=flag,
        keywords=tuple(entry["keywords"]),
        pattern=entry["pattern"],
        near=tuple(entry.get("near", ())),
        unless=entry.get("unless", ""),
        entropy=entry.get("entropy", _SECRET_ENTROPY if flag == Attention.SECRET else 0.0),
        value=entry.get("value", ""),
        ignore_case=entry.get("ignore_case", False),
        after=entry.get("after", _AFTER_SECRET if flag == Attention.SECRET else _AFTER_ORDER),
    )
