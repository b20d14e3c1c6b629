"""Finds what a person must see before a text is kept: hidden characters, secrets, orders to the agent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memtui.memory import Attention
from memtui.safety.hiding import hiding_spans
from memtui.safety.rules import Rule, Rules, compiled, load_rules

_WINDOW = 160  # characters on either side in which the words that ``near`` asks for must stand
_MOST_FINDINGS = 50  # of one rule in one text; more tell a person nothing new


@dataclass(frozen=True, slots=True)
class Finding:
    """A span of a text that gives reason to look: ``flag`` is an ``Attention`` value, ``rule`` says which rule."""

    flag: str
    start: int
    end: int
    rule: str


def inspect(text: str, *, most: int = _MOST_FINDINGS) -> tuple[Finding, ...]:
    """Return the findings in ``text`` by position, at most so many of one rule; spans may overlap."""
    rules = load_rules()
    found = [Finding(Attention.HIDDEN_TEXT, *span) for span in hiding_spans(text)]
    lowered = text.lower()
    for rule in rules.worth_trying(lowered):
        found.extend(it for it in _apply(rule, text, lowered, rules, most) if not _is_known(it, found))
    return tuple(sorted(found, key=lambda finding: (finding.start, finding.end, finding.rule)))


def place(text: str, finding: Finding) -> tuple[int, int]:
    """Return the line and the column at which a finding begins, both from 1, columns in characters."""
    before = text[: finding.start]
    return before.count("\n") + 1, finding.start - (before.rfind("\n") + 1) + 1


def _is_known(finding: Finding, found: Sequence[Finding]) -> bool:
    """Tell whether a secret lies within one that a rule before found, which says better what it is."""
    if finding.flag != Attention.SECRET:
        return False
    return any(it.flag == finding.flag and it.start <= finding.start and finding.end <= it.end for it in found)


def _apply(rule: Rule, text: str, lowered: str, rules: Rules, most: int) -> Iterator[Finding]:
    findings = 0
    for match in rule.matches(text, lowered):
        start, end = _value_span(match)
        # A flag on every placeholder in a README would teach people to approve without looking.
        if rule.flag == Attention.SECRET and not rules.is_secret(rule, text[start:end]):
            continue
        # Alone, many of these words are ordinary; an order to an agent says whom and what within a sentence or two.
        window = text[max(0, match.start() - _WINDOW) : match.end() + _WINDOW]
        if not all(compiled(pattern).search(window) for pattern in rule.near):
            continue
        yield Finding(rule.flag, start, end, rule.id)
        findings += 1
        if findings == most:
            return


def _value_span(match: re.Match[str]) -> tuple[int, int]:
    """Return where the secret itself stands, so that its name stays readable when it is masked."""
    groups = match.re.groupindex
    for name in ("value", "quoted"):
        if name in groups and match.start(name) >= 0:
            return match.span(name)
    return match.span()
