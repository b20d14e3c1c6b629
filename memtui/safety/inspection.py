"""Finds what a person must see before a text is kept: hidden characters, secrets, orders to the agent."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from memtui.memory import Attention
from memtui.safety.visible import hidden_spans

_WINDOW = 160  # characters on either side in which the words that ``near`` asks for must stand
_MOST_FINDINGS = 50  # of one rule in one text; more tell a person nothing new


@dataclass(frozen=True, slots=True)
class Finding:
    """A span of a text that gives reason to look: ``flag`` is an ``Attention`` value, ``rule`` says which rule."""

    flag: str
    start: int
    end: int
    rule: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One entry of ``rules.toml``; its header there explains the fields."""

    id: str
    flag: str
    keywords: tuple[str, ...]
    pattern: re.Pattern[str]
    near: tuple[re.Pattern[str], ...]
    entropy: float
    mixed: bool


@cache
def load_rules() -> tuple[tuple[Rule, ...], re.Pattern[str]]:
    """Read the rules that come with this package, and the pattern of values that only stand for a secret."""
    import tomllib

    data = tomllib.loads(Path(__file__).with_name("rules.toml").read_text(encoding="utf-8"))
    rules = tuple(
        Rule(
            id=entry["id"],
            flag=entry["flag"],
            keywords=tuple(entry["keywords"]),
            pattern=re.compile(entry["pattern"]),
            near=tuple(re.compile(pattern) for pattern in entry.get("near", ())),
            entropy=entry.get("entropy", 0.0),
            mixed=entry.get("mixed", False),
        )
        for entry in data["rule"]
    )
    return rules, re.compile(data["placeholder"])


def inspect(text: str) -> tuple[Finding, ...]:
    """Return all findings in ``text``, by position."""
    rules, placeholder = load_rules()
    found = [Finding(Attention.HIDDEN_TEXT, start, end, "hidden_characters") for start, end in hidden_spans(text)]
    # Searching words is far quicker than matching patterns, and nearly no text holds any.
    lowered = text.lower()
    for rule in rules:
        if any(keyword in lowered for keyword in rule.keywords):
            found.extend(_apply(rule, text, placeholder))
    return tuple(sorted(found, key=lambda finding: (finding.start, finding.end, finding.rule)))


def _apply(rule: Rule, text: str, placeholder: re.Pattern[str]) -> Iterator[Finding]:
    findings = 0
    for match in rule.pattern.finditer(text):
        value = match.group("value") if "value" in rule.pattern.groupindex else match.group()
        # A flag on every placeholder in a README would teach people to approve without looking.
        if rule.flag == Attention.SECRET and _stands_for_a_secret(rule, value, placeholder):
            continue
        # Alone, many of these words are ordinary; an order to an agent says whom and what within a sentence or two.
        window = text[max(0, match.start() - _WINDOW) : match.end() + _WINDOW]
        if not all(pattern.search(window) for pattern in rule.near):
            continue
        yield Finding(rule.flag, match.start(), match.end(), rule.id)
        findings += 1
        if findings == _MOST_FINDINGS:
            return


def _stands_for_a_secret(rule: Rule, value: str, placeholder: re.Pattern[str]) -> bool:
    if placeholder.search(value) or _entropy(value) < rule.entropy:
        return True
    return rule.mixed and not any(character.isdigit() for character in value)


def _entropy(value: str) -> float:
    """Return Shannon's entropy of the characters, in bits each."""
    counts = Counter(value).values()
    return -sum(count / len(value) * math.log2(count / len(value)) for count in counts) if value else 0.0
