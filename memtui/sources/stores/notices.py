"""What is wrong with a file that an agent reads, in words that every face shows."""

from __future__ import annotations

from collections.abc import Mapping

from memtui.sources.stores.values import Notice

_NOTICES: Mapping[str, str] = {
    "alias": "is a link to {detail}, which is read in its place",
    "broken_import": "imports {detail}, which is not there",
    "broken_index": "names {detail}, which is not there",
    "conflict_markers": "holds both sides of a conflict that git could not merge",
    "contradiction": "says otherwise than {detail}",
    "dead_path": "names {detail}, which the repository does not have",
    "duplicate": "says the same as {detail}",
    "hidden_text": "holds hidden characters",
    "import_outside": "imports {detail} from outside, which is not followed",
    "import_too_deep": "imports {detail}, too many imports deep to be loaded",
    "injection": "gives an agent orders ({detail})",
    "malformed": "is no memory ({detail})",
    "near_duplicate": "says nearly the same as {detail}",
    "never_loaded": "is not loaded from here on ({detail})",
    "not_a_file": "is not a file",
    "not_in_index": "is not named in {detail}, so that no agent finds it",
    "overridden": "is not loaded, since there is an {detail}",
    "secret": "holds a secret ({detail})",
    "symlink": "is a link that leads elsewhere, and is not followed",
    "too_large": "is too large to be read ({detail})",
    "undecodable": "is no text",
    "unread_by_claude": "is not read by Claude Code, since there is a {detail} that does not import it",
    "unreadable": "cannot be read ({detail})",
}
_OBSTACLES: Mapping[str, str] = {
    "changed_meanwhile": "what stands in {path} has changed since it was read",
    "elsewhere": "it lies in {path} of another repository",
    "gone": "it is no longer in {path}",
    "hard_link": "{path} has more than one name",
    "not_linked": "it comes from no other program's file",
    "not_live": "it is rejected or superseded",
    "not_representable": "{path} would be read otherwise than it is meant",
    "not_reviewed": "nobody has decided on it",
    "read_only": "{path} has a format in which one entry cannot be changed",
    "secret": "it holds a secret",
    "shrinks": "more than half of {path} would go ({detail})",
    "symlink": "{path} is a link or lies behind one",
    "taken_out": "it was taken out of {path} before",
}


def notice_in_words(notice: Notice) -> str:
    """Return what is to be said about a place in a file, to follow its name."""
    return rule_in_words(notice.rule, notice.detail)


def rule_in_words(rule: str, detail: str) -> str:
    """Return what a rule says of a file, to follow its name; a rule without words is named."""
    words = _NOTICES.get(rule)
    return words.format(detail=detail) if words else f"{rule.replace('_', ' ')} {detail}".rstrip()


def obstacle_in_words(reason: str, path: str, detail: str) -> str:
    """Return why a memory cannot be written to the file that it comes from."""
    words = _OBSTACLES.get(reason)
    return words.format(path=path, detail=detail) if words else f"{path} {rule_in_words(reason, detail)}"
