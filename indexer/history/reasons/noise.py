"""Commits that nobody needs to be told about: of robots, of releases, of texts, tests and style."""

from __future__ import annotations

import re
from functools import lru_cache

from indexer.facts import Commit

MOST_CHANGES = 150  # paths; wider commits move, reformat or import things

_BOT = re.compile(
    r"\[bot\]|\bbot\b|dependabot|renovate|greenkeeper|pyup|snyk|pre-commit-ci|github-actions|copybara|weblate",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"^(?:reapply|merge[ds]?|bump|release|releasing|prepare|version|squashed|update changelog|changelog|backport"
    r"|back-?port|cherry-?pick|\[?wip|\[?(?:\d+\.)+[\dx]+\]?\s)\b"
    r"|^\[refactor|^tidy|clang-tidy|\b(?:wording|redundant|docstrings?|doc comments?|references? to)\b"
    r"|^v?\d+(?:\.\d+)+|^\w+ \d+\.\d"
    r"|\bbump(?:s|ed)? \S+ (?:from|to)\b|\btypos?\b|\breadme\b"
    r"|^(?:docs?|tests?|ci|style|chore|build|lint|bench\w*|regendoc)(?:\(|:|!|/)"
    r"|^(?:\[?docs?\]?|documentation)\b"
    r"|^(?:add|fix|fixed|update|improve|more|new|speed ?up) (?:\S+ ){0,3}(?:tests?|docs?"
    r"|documentation|comments?|examples?|ci|workflows?|changelog|linter|typing|type hints)\b"
    r"|\b(?:flaky|test suite|unit tests?|test failures?|failing tests?|deps/|dev dependenc\w+|github actions?|travis"
    r"|appveyor|code ?style|formatting|clippy|rubocop|flake8|mypy|pyright|ruff|eslint|prettier|pre-commit)\b",
    re.IGNORECASE,
)
# A mended fault has a cause, which is worded like a ground.
_MENDS = re.compile(
    r"\b(?:fix(?:es|ed|ing)?|bug|crash\w*|leak\w*|regression|clean-?ups?|minor|improvements|upgrade|tweak\w*"
    r"|warnings?|compil\w+|errors?|caus\w+|overflow\w*|wrong\w*|incorrect\w*|invalid\w*|race|deadlock\w*|hangs?"
    r"|mov(?:e[sd]?|ing)|renam(?:e[sd]?|ing))\b",
    re.IGNORECASE,
)
_MENDS_TRAILER = re.compile(r"^reported[- ]by:? ", re.IGNORECASE | re.MULTILINE)
_TEXT = re.compile(r"\.(?:md|rst|txt|adoc|html|ya?ml|lock|toml|cfg|ini|gitignore|gitattributes)$", re.IGNORECASE)


def is_noise(commit: Commit) -> bool:
    """Whether ``commit`` is a robot's, a merge, or announces a chore."""
    return (
        len(commit.parents) > 1
        or len(commit.changes) > MOST_CHANGES
        or _SUBJECT.search(commit.subject) is not None
        or _is_robot(commit.author, commit.email)
    )


# Many commits have few authors.
@lru_cache(maxsize=10_000)
def _is_robot(author: str, email: str) -> bool:
    return _BOT.search(author) is not None or _BOT.search(email) is not None


def is_text(path: str) -> bool:
    """Whether ``path`` is prose or configuration by its name: what is said about these alone is no news about code."""
    return _TEXT.search(path) is not None


def mends(commit: Commit) -> bool:
    """Whether ``commit`` is announced as mending a fault, tidying up or moving things about."""
    return _MENDS.search(commit.subject) is not None or _MENDS_TRAILER.search(commit.body) is not None
