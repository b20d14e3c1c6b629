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


_TYPE = r"^\W{0,3}(?:%s)(?:\([^)]*\)|\[[^\]]*\])?!?:"
_BREAKING_SUBJECT = r"^\w+(?:\([^)]*\))?!:|\bbreaking change"
_BREAKING_FOOTER = r"(?m)^\W{0,4}BREAKING[ -]CHANGES?\W{0,4}:"
# Arrow runs these over a whole column (RE2), hundreds of times faster than one subject after the other.
_SUBJECTS: tuple[tuple[CommitKind, str], ...] = (
    (CommitKind.FEATURE, _TYPE % "feat|feature"),
    (CommitKind.FIX, _TYPE % "fix|bugfix|hotfix"),
    (CommitKind.PERFORMANCE, _TYPE % "perf"),
    (CommitKind.DOCS, _TYPE % "docs?"),
    (CommitKind.TESTS, _TYPE % "tests?"),
    (CommitKind.UPKEEP, _TYPE % "build|chore|ci|deps|refactor|release|style|lint"),
    (
        CommitKind.DOCS,
        r"^\W{0,3}(?:docs?|documentation|readme|changelog)\b|\btypos?\b|\bspelling\b|\bgrammar\b|\bdocstrings?\b"
        r"|\b(?:fix\w*|updat\w+|improv\w+|add\w*|correct\w*|clarif\w+|remov\w+) (?:\S+ ){0,3}"
        r"(?:docs?|documentation|comments?|readme|changelog|examples?|links?|translations?)\b",
    ),
    (
        CommitKind.TESTS,
        r"^\W{0,3}tests?\b|\bflak(?:y|iness)\b|\btest (?:suite|failures?|cases?)\b|\b(?:unit|integration|failing) tests?\b"
        r"|\b(?:fix\w*|updat\w+|improv\w+|add\w*|more|mov\w+|remov\w+|enabl\w+|disabl\w+) (?:\S+ ){0,3}tests?\b",
    ),
    (
        CommitKind.UPKEEP,
        r"^\W{0,3}(?:bump|release|prepare|version|revendor|vendor|sync)\b|^v?\d+(?:\.\d+)+|\bbump(?:s|ed)? \S+ (?:from|to)\b"
        r"|\bwhitespace\b|\bpep-?8\b|\bflake8\b|\blint(?:er|ing|s)?\b|\bmypy\b|\bpyright\b|\bpre-commit\b|\bformatting\b|\bcode ?style\b|\breformat\w*"
        r"|\btyp(?:ing|e hints?)\b|\bannotations?\b|\bwarnings?\b|\btravis\b|\bappveyor\b|\bgithub actions?\b|\bworkflows?\b|^\W{0,3}(?:refactor|clean|tidy|renam|mov)",
    ),
    (
        CommitKind.FIX,
        r"\b(?:fix(?:e[sd]|ing|up)?|bug(?:s|fix|fixes)?|hotfix|defects?|faults?|crash(?:e[sd]|ing)?|leak(?:s|ed|ing)?"
        r"|regressions?|deadlocks?|race conditions?|segfaults?|overflows?|incorrect(?:ly)?|wrong(?:ly)?|broken|corrupt\w*"
        r"|errors?|fail(?:s|ed|ing|ures?)?|mistakes?|cve-\d+-\d+)\b",
    ),
    (CommitKind.PERFORMANCE, r"\b(?:optimi[sz]\w+|speed(?:s|ed)? ?up|performance|faster)\b"),
    (CommitKind.FEATURE, r"^\W{0,3}(?:\S+: )?(?:new|add(?:s|ed|ing)?|implement\w*|introduc\w+|support\w*|allow\w*|enabl\w+)\b"),
)
_REVERT = r"^\W{0,3}(?:\w+: )?(?:revert(?:s|ed|ing)?|back(?:ed|ing)? out|roll(?:ed)? back)\b"


def kinds_of(subjects: pa.Array, bodies: pa.Array, parents: pa.ListArray) -> pa.Array:
    """Return the kind of each commit as text, from columns of equal length."""
    lower = pc.utf8_lower(subjects)
    breaks = pc.or_(_matches(lower, _BREAKING_SUBJECT), _matches(bodies, _BREAKING_FOOTER))
    rules = [
        (CommitKind.MERGE, pc.greater(parents.value_lengths(), 1)),
        (CommitKind.REVERT, _matches(lower, _REVERT)),
        (CommitKind.BREAKING, breaks),
        *((kind, _matches(lower, pattern)) for kind, pattern in _SUBJECTS),
    ]
    kinds = pa.array([str(CommitKind.OTHER)] * len(subjects), pa.string())
    for kind, found in reversed(rules):
        kinds = pc.if_else(found, str(kind), kinds)
    return kinds


def _matches(texts: pa.Array, pattern: str) -> pa.Array:
    return pc.match_substring_regex(texts, pattern)
