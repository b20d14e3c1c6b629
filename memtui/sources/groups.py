"""Groups: named sets of repositories that share memories, kept beside what is known of the repositories."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from pathlib import Path

from memtui.sources.registry import registry_locked
from memtui.store.home import write_whole

_NAME = "groups.json"
_LONGEST = 60

Groups = Mapping[str, tuple[str, ...]]


def known_groups(home: Path) -> Groups:
    """Return the keys of the repositories in each group, both sorted."""
    try:
        content = json.loads((home / _NAME).read_text(encoding="ascii"))
    except (FileNotFoundError, ValueError):
        return {}
    return {name: tuple(sorted(content[name])) for name in sorted(content)}


def groups_of(home: Path, key: str) -> tuple[str, ...]:
    """Return the names of the groups that a repository belongs to, sorted."""
    return tuple(name for name, members in known_groups(home).items() if key in members)


def is_group_name(text: str) -> bool:
    """Tell whether a group may be called so: letters, digits, ``.``, ``_`` and ``-``, as a script can type it."""
    plain = text.replace(".", "").replace("_", "").replace("-", "")
    return plain.isalnum() and plain.isascii() and len(text) <= _LONGEST


def add_members(home: Path, name: str, keys: Collection[str]) -> tuple[str, ...]:
    """Put repositories into a group, which begins with its first, and return those that were not in it.

    Raises StoreLockedError when other processes do not end, and what the store raises when it cannot be written.
    """
    with registry_locked(home):
        groups = dict(known_groups(home))
        added = tuple(sorted(set(keys) - set(groups.get(name, ()))))
        if added:
            groups[name] = tuple(sorted({*groups.get(name, ()), *added}))
            _write(home, groups)
    return added


def remove_members(home: Path, name: str, keys: Collection[str]) -> tuple[str, ...]:
    """Take repositories out of a group, which ends with its last, and return those that were in it; raises as above."""
    with registry_locked(home):
        groups = dict(known_groups(home))
        removed = tuple(sorted(set(keys) & set(groups.get(name, ()))))
        if removed:
            groups[name] = tuple(key for key in groups[name] if key not in removed)
            _write(home, {group: members for group, members in groups.items() if members})
    return removed


def _write(home: Path, groups: Groups) -> None:
    write_whole(home / _NAME, json.dumps({name: list(groups[name]) for name in sorted(groups)}, indent=1))
