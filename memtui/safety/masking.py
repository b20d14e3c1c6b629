"""Puts marks in the place of secrets."""

from __future__ import annotations

from collections.abc import Iterable

from memtui.memory import Attention
from memtui.safety.inspection import Finding


def masked(text: str, findings: Iterable[Finding]) -> str:
    """Return ``text`` with each secret among the findings replaced by ``[masked: rule]``; overlapping ones are one."""
    parts, rest = [], 0
    for start, end, rule in _joined(findings):
        parts += [text[rest:start], f"[masked: {rule}]"]
        rest = end
    return "".join([*parts, text[rest:]])


def _joined(findings: Iterable[Finding]) -> list[tuple[int, int, str]]:
    """Return the spans of the secrets apart from each other, each with the rule that found its beginning."""
    spans: list[tuple[int, int, str]] = []
    secrets = (finding for finding in findings if finding.flag == Attention.SECRET)
    for finding in sorted(secrets, key=lambda finding: (finding.start, -finding.end)):
        if spans and finding.start < spans[-1][1]:
            start, end, rule = spans.pop()
            spans.append((start, max(end, finding.end), rule))
        else:
            spans.append((finding.start, finding.end, finding.rule))
    return spans
