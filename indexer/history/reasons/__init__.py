"""Reasons: what commits say about why the code is as it is, by one detector for each kind.

Precision before volume, since a person reads them all: at most ``PER_THOUSAND`` for a thousand commits and ``MOST`` in
all, one for a commit, near-duplicates folded, nothing that was taken back and nothing about code that is gone.
"""

from __future__ import annotations

from typing import Final

from indexer.history.reasons import abandoned, breaking, decisions, deprecations, workarounds
from indexer.history.reasons.base import Detector, Statement
from indexer.history.reasons.gathering import best_reasons, code_paths, statements_in
from indexer.history.reasons.ranking import MOST, PER_THOUSAND, Candidate
from indexer.history.reasons.remains import Remains, what_remains

__all__ = [
    "DETECTORS",
    "MOST",
    "PER_THOUSAND",
    "Candidate",
    "Detector",
    "Remains",
    "Statement",
    "best_reasons",
    "code_paths",
    "statements_in",
    "what_remains",
]

DETECTORS: Final[tuple[Detector, ...]] = (abandoned, breaking, deprecations, workarounds, decisions)
