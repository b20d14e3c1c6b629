"""What kind of change a commit says it is, by its shape and the words of its subject.

The first rule that matches gives the kind: several parents, a revert, a breaking change, a type of Conventional Commits
(``fix(parser): …``, https://www.conventionalcommits.org), and then words as A. Mockus and L. Votta chose them to tell
corrective changes from others ("Identifying reasons for software changes using historic databases", ICSM 2000); texts,
tests and upkeep are looked for before fixes, since "Fix typo" and "Fix flaky test" mend nothing that runs.
"""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from indexer.facts import CommitKind

_REVERT = r"^\W{0,3}(?:\w+: )?(?:revert(?:s|ed|ing)?|back(?:ed|ing)? out|roll(?:ed)? back)\b"
_BREAKING = r"^\w+(?:\([^)]*\))?!:|\bbreaking change"
_BREAKING_FOOTER = r"(?m)^\W{0,4}BREAKING[ -]CHANGES?\W{0,4}:"
_TYPE = r"^\W{0,3}(?:%s)(?:\([^)]*\)|\[[^\]]*\])?!?:"
_DOCS = (
    r"^\W{0,3}(?:docs?|documentation|readme|changelog)\b|\btypos?\b|\bspelling\b|\bgrammar\b|\bdocstrings?\b"
    r"|\b(?:fix\w*|updat\w+|improv\w+|add\w*|correct\w*|clarif\w+|remov\w+) (?:\S+ ){0,3}"
    r"(?:docs?|documentation|comments?|readme|changelog|examples?|links?|translations?)\b"
)
_TESTS = (
    r"^\W{0,3}tests?\b|\bflak(?:y|iness)\b|\btest (?:suite|failures?|cases?)\b"
    r"|\b(?:unit|integration|failing) tests?\b"
    r"|\b(?:fix\w*|updat\w+|improv\w+|add\w*|more|mov\w+|remov\w+|enabl\w+|disabl\w+) (?:\S+ ){0,3}tests?\b"
)
_UPKEEP = (
    r"^\W{0,3}(?:bump|release|prepare|version|revendor|vendor|sync|refactor|clean|tidy|renam|mov)"
    r"|^v?\d+(?:\.\d+)+|\bbump(?:s|ed)? \S+ (?:from|to)\b|\bwhitespace\b|\bformatting\b|\bcode ?style\b|\breformat\w*"
    r"|\bpep-?8\b|\bflake8\b|\blint(?:er|ing|s)?\b|\bmypy\b|\bpyright\b|\bpre-commit\b|\btyp(?:ing|e hints?)\b"
    r"|\bannotations?\b|\bwarnings?\b|\btravis\b|\bappveyor\b|\bgithub actions?\b|\bworkflows?\b"
)
_FIX = (
    r"\b(?:fix(?:e[sd]|ing|up)?|bug(?:s|fix|fixes)?|hotfix|defects?|faults?|crash(?:e[sd]|ing)?|leak(?:s|ed|ing)?"
    r"|regressions?|deadlocks?|race conditions?|segfaults?|overflows?|incorrect(?:ly)?|wrong(?:ly)?|broken"
    r"|corrupt\w*|errors?|fail(?:s|ed|ing|ures?)?|mistakes?|cve-\d+-\d+)\b"
)
_PERFORMANCE = r"\b(?:optimi[sz]\w+|speed(?:s|ed)? ?up|performance|faster)\b"
_FEATURE = r"^\W{0,3}(?:\S+: )?(?:new|add(?:s|ed|ing)?|implement\w*|introduc\w+|support\w*|allow\w*|enabl\w+)\b"
_OF_SUBJECT: tuple[tuple[CommitKind, str], ...] = (
    (CommitKind.FEATURE, _TYPE % "feat|feature"),
    (CommitKind.FIX, _TYPE % "fix|bugfix|hotfix"),
    (CommitKind.PERFORMANCE, _TYPE % "perf"),
    (CommitKind.DOCS, _TYPE % "docs?"),
    (CommitKind.TESTS, _TYPE % "tests?"),
    (CommitKind.UPKEEP, _TYPE % "build|chore|ci|deps|refactor|release|style|lint"),
    (CommitKind.DOCS, _DOCS),
    (CommitKind.TESTS, _TESTS),
    (CommitKind.UPKEEP, _UPKEEP),
    (CommitKind.FIX, _FIX),
    (CommitKind.PERFORMANCE, _PERFORMANCE),
    (CommitKind.FEATURE, _FEATURE),
)


def kinds_of(subjects: pa.Array, bodies: pa.Array, parents: pa.ListArray) -> pa.Array:
    """Return the kind of each commit as text, from columns of equal length."""
    # Arrow runs a pattern over a whole column (RE2, in linear time), many times faster than Python over each subject.
    lower = pc.utf8_lower(subjects)
    breaks = pc.or_(_matches(lower, _BREAKING), _matches(bodies, _BREAKING_FOOTER))
    rules = [
        (CommitKind.MERGE, pc.greater(parents.value_lengths(), 1)),
        (CommitKind.REVERT, _matches(lower, _REVERT)),
        (CommitKind.BREAKING, breaks),
        *((kind, _matches(lower, pattern)) for kind, pattern in _OF_SUBJECT),
    ]
    kinds = pa.array([str(CommitKind.OTHER)] * len(subjects), pa.string())
    for kind, found in reversed(rules):
        kinds = pc.if_else(found, str(kind), kinds)
    return kinds


def _matches(texts: pa.Array, pattern: str) -> pa.Array:
    return pc.match_substring_regex(texts, pattern)
