"""What a commit that is about to be made means for memories, in at most three lines; one file and two looks at git."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from memtui.hooks.anchors_file import Entry, read_entries
from memtui.hooks.changes import Hunk, Staged, changed_lines, staged_changes
from memtui.hooks.places import ANCHORS_FILE, own_directory

# What a person wants to be reminded of wherever the file is touched; other kinds only where their own lines are.
_SPEAKING = frozenset({"pitfall", "decision", "convention", "lesson"})
_RELATED = "related_files"
_MOST_FILES = 50
_NAMED = 3
_TITLE = 60


def notice(common_directory: str | os.PathLike[str], environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return what to print before a commit, nothing as a rule.

    ``common_directory`` is git's, where memtui's own directory lies; ``environment`` is what git gave its hook.
    Whatever is wrong with the file or with git, the answer is nothing.
    """
    path = os.path.join(own_directory(os.fspath(common_directory)), ANCHORS_FILE)
    try:
        if not os.path.exists(path):
            return ()
        staged = staged_changes(environment)
        entries = read_entries(path, staged) if staged else []
        return _lines(*_concerned(entries, staged, environment)) if entries else ()
    except (OSError, ValueError, MemoryError):
        return ()


def _concerned(
    entries: Sequence[Entry], staged: Mapping[str, Staged], environment: Mapping[str, str]
) -> tuple[list[Entry], list[Entry]]:
    """Return the anchors whose code the commit removes, and those whose code it changes."""
    gone = [entry for entry in entries if entry.path in staged and staged[entry.path].letter == "D"]
    edited = [entry for entry in entries if entry.path in staged and staged[entry.path].letter in "MT"]
    looked_at = sorted({entry.path for entry in edited})[:_MOST_FILES]
    hunks = changed_lines([staged[path] for path in looked_at], environment)
    companions: dict[str, set[str]] = {}
    for entry in entries:
        companions.setdefault(entry.memory, set()).add(entry.path)

    def counts(entry: Entry) -> bool:
        # Files that belong together and are changed together are as they should be.
        if entry.kind == _RELATED and companions[entry.memory] <= staged.keys():
            return False
        return _is_touched(entry, staged[entry.path], hunks.get(entry.path, ()))

    return gone, [entry for entry in edited if counts(entry)]


def _is_touched(entry: Entry, change: Staged, hunks: Sequence[Hunk]) -> bool:
    told = [hunk for hunk in hunks if not hunk.only_remarks]
    # Lines that were numbered in another content say nothing about this one.
    if entry.start and entry.blob in {"", change.before}:
        return any(hunk.touches(entry.start, entry.end) for hunk in told)
    return bool(told) and entry.kind in {*_SPEAKING, _RELATED}


def _lines(gone: Sequence[Entry], changed: Sequence[Entry]) -> tuple[str, ...]:
    lines = []
    gone_ids = {entry.memory for entry in gone}
    changed = [entry for entry in changed if entry.memory not in gone_ids]
    if gone:
        lines.append(f"memtui: this commit removes what {_memories(gone)}")
    if changed:
        lines.append(f"memtui: this commit changes what {_memories(changed)}")
    return (*lines, "memtui: see 'memtui status --stale' once it is made") if lines else ()


def _memories(entries: Sequence[Entry]) -> str:
    # What is about the very lines comes first, and of one memory that anchor is shown.
    ordered = sorted(entries, key=lambda entry: not entry.symbol)
    one_each = list({entry.memory: entry for entry in reversed(ordered)}.values())[::-1]
    shown = ", ".join(f'"{_cut(entry.title)}" ({_where(entry)})' for entry in one_each[:_NAMED])
    more = f" and {len(one_each) - _NAMED} more" if len(one_each) > _NAMED else ""
    count = "1 memory is" if len(one_each) == 1 else f"{len(one_each)} memories are"
    return f"{count} about: {shown}{more}"


def _where(entry: Entry) -> str:
    parts = [entry.kind, entry.memory[:8], f"{entry.symbol} in {entry.path}" if entry.symbol else entry.path]
    return ", ".join(_cut(part) for part in parts if part)


def _cut(text: str) -> str:
    # The file was written clean; whoever changed it since may have had other intentions.
    seen = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text[:400])
    return seen if len(seen) <= _TITLE else f"{seen[: _TITLE - 1]}…"
