"""What is wrong with the files that agents read: lines never loaded, repetitions, dead paths, what is suspect."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from memtui.memory import USER_SCOPE, Status
from memtui.safety import inspect
from memtui.sources.stores.catalogue import Found
from memtui.sources.stores.claude_instructions import NAME as CLAUDE_MD
from memtui.sources.stores.claude_instructions import import_notices
from memtui.sources.stores.dead_paths import dead_paths
from memtui.sources.stores.limits import unloaded
from memtui.sources.stores.values import Entry, Loading, Notice, Reading, Surroundings

BYTES_PER_TOKEN = 4  # of prose in English; each model has its own tokenizer, and none is a dependency
_FEWEST_WORDS = 4  # below it, two texts are equal by chance
# Two sides with what separates them: alone, each of the marks may be a line under a heading or an arrow.
_CONFLICT = re.compile(r"^<{7} .*\n(?:.*\n){0,2000}?={7}\r?\n(?:.*\n){0,2000}?>{7}(?: |\r?$)", re.MULTILINE)
_SAFETY_NOTICES = 20  # of one file; more tell a person nothing new


@dataclass(frozen=True, slots=True)
class Cost:
    """What the files of one store cost an agent, in tokens: in every session, and when it reads the others."""

    always: int
    on_demand: int


def tokens_of(reading: Reading) -> int:
    """Estimate the tokens of a file."""
    return -(-len(reading.document.data) // BYTES_PER_TOKEN) if reading.document else 0


def cost_of(readings: Iterable[Reading]) -> Cost:
    """Return what files cost; what no agent loads costs nothing."""
    costs = {Loading.ALWAYS: 0, Loading.ON_DEMAND: 0, Loading.NEVER: 0}
    for reading in readings:
        costs[reading.location.loading] += tokens_of(reading)
    return Cost(costs[Loading.ALWAYS], costs[Loading.ON_DEMAND])


def audit(
    found: Sequence[Found], readings: Sequence[Reading], here: Surroundings, tracked: frozenset[str]
) -> tuple[Notice, ...]:
    """Return all that a person should know of the files, by file and line; ``tracked`` are the paths that git knows."""
    notices = [notice for reading in readings for notice in reading.notices]
    notices += _aliases(found)
    notices += unloaded(readings)
    for reading in readings:
        if reading.document is None:
            continue
        if reading.location.store == CLAUDE_MD:
            notices += import_notices(reading.location, reading.document.text, here)
        if here.root is not None:
            notices += dead_paths(reading, here.root, tracked)
        notices += _suspect(reading)
        notices += _unmerged(reading)
    notices += _repeated([entry for reading in readings for entry in reading.entries])
    order = {reading.location.name: index for index, reading in enumerate(readings)}
    return tuple(sorted(notices, key=lambda it: (order.get(it.path, -1), it.path, it.line, it.rule, it.detail)))


def _aliases(found: Sequence[Found]) -> Iterator[Notice]:
    for store in found:
        for location in store.aliases:
            # The others are imported, which is no doubling.
            if not location.path.is_symlink():
                continue
            target = Path(os.path.realpath(location.path))
            yield Notice("alias", location.store, location.name, detail=target.name)


def _suspect(reading: Reading) -> Iterator[Notice]:
    if reading.document is None:
        return
    text, location = reading.document.text, reading.location
    for finding in inspect(text)[:_SAFETY_NOTICES]:
        line = text.count("\n", 0, finding.start) + 1
        yield Notice(str(finding.flag), location.store, location.name, line, finding.rule)


def _unmerged(reading: Reading) -> Iterator[Notice]:
    """Return where git left both sides of a conflict, which an agent reads one after the other."""
    text, location = reading.document.text if reading.document else "", reading.location
    for match in _CONFLICT.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        yield Notice("conflict_markers", location.store, location.name, line)


def _repeated(entries: Sequence[Entry]) -> Iterator[Notice]:
    """Return the entries that say what another says: word for word, or nearly, or the contrary."""
    first: dict[str, Entry] = {}
    rest = []
    for entry in entries:
        words = _words(entry)
        if words.count(" ") + 1 < _FEWEST_WORDS:
            continue
        if words in first:
            yield _notice("duplicate", entry, first[words])
        else:
            first[words] = entry
            rest.append(entry)
    yield from _nearly(rest)


def _nearly(entries: Sequence[Entry]) -> Iterator[Notice]:
    """Return the entries that say nearly the same as another, or otherwise than it."""
    from memtui.review.likeness import Compared, compare

    compared = [
        # All meet: an agent is given what is for the user together with what is for the repository.
        Compared(str(index), entry.wording.title, entry.wording.body, USER_SCOPE, Status.PENDING, index)
        for index, entry in enumerate(entries)
    ]
    likeness = compare(compared)
    for rule, pairs in (("near_duplicate", likeness.duplicates), ("contradiction", likeness.contradictions)):
        for pair in pairs:
            yield _notice(rule, entries[int(pair.newer.id)], entries[int(pair.older.id)])


def _words(entry: Entry) -> str:
    text = entry.wording.body or entry.wording.title
    return " ".join("".join(it if it.isalnum() else " " for it in text.casefold()).split())


def _notice(rule: str, entry: Entry, other: Entry) -> Notice:
    where = f"{other.location.name}:{other.line}"
    return Notice(rule, entry.location.store, entry.location.name, entry.line, where)
