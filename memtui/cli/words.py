"""The words that a shell completes besides commands and options: ids, kinds, tags, repositories, scopes.

Memories come from a small file of text beside the heads, since Arrow alone takes longer to import than a person waits
for a key. Whoever changed memories writes it anew; where nobody did, it is made when it is asked for.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from memtui.store.places import stamp_of

FILE = "completion.txt"
IDS, KINDS, TAGS, REPOSITORIES, SCOPES = "ids", "kinds", "tags", "repositories", "scopes"

_SHOWN_AT_ONCE = 40  # of what is completed without a letter typed; more are no help
# What is typed for a person must do nothing in any shell, whoever has chosen it.
_SAFE = re.compile(r"\w[\w.:/@+-]*")
_SCOPES = {"user": "everywhere", "repo": "this repository", "all": "all of them"}

# A word, and what is shown beside it.
Word = tuple[str, str]


def words(what: str, prefix: str, home: Path) -> list[Word]:
    """Return the words of a sort that begin with what was typed, the newest first where there are many."""
    found = [it for it in _SOURCES[what](home) if it[0].startswith(prefix) and _SAFE.fullmatch(it[0])]
    return found if prefix else found[:_SHOWN_AT_ONCE]


def header(home: Path) -> str:
    """Return the first line of a file that says what the heads say now."""
    return " ".join(map(str, stamp_of(home)))


def _lines(home: Path, mark: str) -> Iterator[list[str]]:
    """Return the fields of the lines that begin with a mark."""
    if not stamp_of(home):
        return
    content = _current(home)
    if content is None:
        from memtui.cli.word_file import write_words

        write_words(home)
        content = _current(home)
    for line in content or []:
        fields = line.split("\t")
        if fields[0] == mark:
            yield fields[1:]


def _current(home: Path) -> list[str] | None:
    """Return the lines of the file, None if it is not of these heads."""
    with suppress(OSError, UnicodeDecodeError):
        first, *lines = (home / FILE).read_text(encoding="utf-8").split("\n")
        return lines if first == header(home) else None
    return None


def _ids(home: Path) -> Iterator[Word]:
    return ((fields[0], " ".join(fields[1:])) for fields in _lines(home, "id"))


def _kinds(home: Path) -> Iterator[Word]:
    from memtui.memory import Kind

    known = [str(kind) for kind in Kind]
    # Of those that came from outside, too: they are what one filters by to find them.
    return ((kind, "") for kind in dict.fromkeys([*known, *(fields[0] for fields in _lines(home, "kind"))]))


def _tags(home: Path) -> Iterator[Word]:
    return ((fields[0], "") for fields in _lines(home, "tag"))


def _repositories(home: Path) -> Iterator[Word]:
    entries = _registry(home, "repositories.json")
    names = [entry.get("name", "") for entry in entries.values()]
    for key, entry in entries.items():
        name, place = entry.get("name", ""), next(iter(entry.get("paths", ())), "")
        # Two of one name are told apart by their keys, which are typed instead.
        yield (name if names.count(name) == 1 and _SAFE.fullmatch(name) else key[:12]), place


def _scopes(home: Path) -> Iterator[Word]:
    yield from _SCOPES.items()
    yield from ((f"group:{name}", "a group") for name in _registry(home, "groups.json"))


def _registry(home: Path, name: str) -> Mapping[str, Any]:
    with suppress(OSError, ValueError):
        found = json.loads((home / name).read_text(encoding="utf-8"))
        return found if isinstance(found, dict) else {}
    return {}


_SOURCES: Mapping[str, Callable[[Path], Iterator[Word]]] = {
    IDS: _ids,
    KINDS: _kinds,
    TAGS: _tags,
    REPOSITORIES: _repositories,
    SCOPES: _scopes,
}
SORTS = tuple(_SOURCES)
