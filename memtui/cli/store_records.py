"""The JSON of the commands about other programs' files; ``docs/json.md`` describes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from memtui.cli.records import head_record, result_record

if TYPE_CHECKING:
    from memtui.sources.stores.audit import Cost
    from memtui.sources.stores.catalogue import Found
    from memtui.sources.stores.importing import Import
    from memtui.sources.stores.values import Notice, Reading

Record = dict[str, Any]


def store_record(found: Found, readings: Iterable[Reading], cost: Cost, tokens: Mapping[str, int]) -> Record:
    """Return a store with its files."""
    files = [
        {
            "path": reading.location.name,
            "scope": str(reading.location.level),
            "loading": str(reading.location.loading),
            "entries": len(reading.entries),
            "tokens": tokens[reading.location.name],
        }
        for reading in readings
    ]
    return {
        "store": found.store.name,
        "title": found.store.title,
        "writable": found.store.writable,
        "entries": sum(file["entries"] for file in files),
        "tokens_always": cost.always,
        "tokens_on_demand": cost.on_demand,
        "files": files,
    }


def notice_record(notice: Notice) -> Record:
    """Return something that a person should know about a file."""
    return asdict(notice)


def import_record(imported: Import, *, dry_run: bool) -> Record:
    """Return what bringing in one store did."""
    return {
        "store": imported.store,
        **result_record(imported.result, dry_run=dry_run),
        "unchanged": imported.unchanged,
        "relinked": imported.relinked,
        "gone": [head_record(head) for head in imported.gone],
        "notices": [notice_record(notice) for notice in imported.notices],
    }
