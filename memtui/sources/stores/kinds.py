"""What an entry is about, told by the words of its headings; a guess that a person sees before it counts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memtui.memory import Kind, Level

# In this order: "Testing conventions" is a convention, "How to test" a procedure.
_WORDS: tuple[tuple[str, str], ...] = (
    (Kind.PITFALL, r"pitfall|gotcha|caveat|warning|known issue|troubleshoot|do not|don't|never|avoid|beware|danger"),
    (Kind.PREFERENCE, r"preference|communication|tone|persona|about me|user profile"),
    (Kind.CONVENTION, r"convention|style|guideline|naming|format|rule|standard|practice|lint|pattern"),
    (Kind.PROCEDURE, r"how to|workflow|procedure|step|checklist|release|deploy|runbook|process|commands?\b|usage"),
    (
        Kind.ENVIRONMENT,
        r"environment|setup|set up|install|prerequisite|tooling|tech stack|techcontext|dependenc",
    ),
    (Kind.DECISION, r"decision|architecture|design|rationale|\badr\b|systempatterns|tradeoff|trade-off"),
    (Kind.LESSON, r"lesson|learn|insight|discover|finding|note"),
)
_PATTERNS = tuple((kind, re.compile(words, re.IGNORECASE)) for kind, words in _WORDS)


def kind_of(headings: Sequence[str], level: Level, default: str = "") -> str:
    """Return the kind that the innermost telling heading names, else the default of the store or of the scope."""
    for heading in reversed(headings):
        for kind, pattern in _PATTERNS:
            if pattern.search(heading):
                return kind
    return default or (Kind.PREFERENCE if level == Level.USER else Kind.CONVENTION)
