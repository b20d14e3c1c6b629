"""Which entry of a file is which memory: by what it says, by where it stands, and, when both changed, by likeness."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from memtui.memory import Head
from memtui.sources.stores.values import Entry, Form, digest_of

# Of 100: two bullets of one section this alike are one that was reworded; measured on pairs in the tests.
LIKENESS = 60


@dataclass(slots=True)
class Matches:
    """The memory of each entry that has one, by the entry's place in the sequence; ``gone`` have none any more."""

    heads: dict[int, Head] = field(default_factory=dict)
    gone: list[Head] = field(default_factory=list)


def match(entries: Sequence[Entry], heads: Sequence[Head]) -> Matches:
    """Match the entries of some files of one store with the memories that are linked to that store.

    The surest pairs are made first, so that an equal text is never taken for a changed one.
    """
    matches = Matches()
    left = dict(enumerate(entries))
    waiting = {head.memory.id: head for head in heads}
    for key_of_entry, key_of_head in _KEYS:
        by_key: dict[object, list[Head]] = {}
        for head in waiting.values():
            by_key.setdefault(key_of_head(head), []).append(head)
        for index, entry in list(left.items()):
            found = [head for head in by_key.get(key_of_entry(entry), []) if head.memory.id in waiting]
            if found and key_of_entry(entry) is not None:
                _pair(matches, left, waiting, index, found[0])
    for index, head in _alike(left, waiting):
        if index in left and head.memory.id in waiting:
            _pair(matches, left, waiting, index, head)
    matches.gone = list(waiting.values())
    return matches


def _pair(matches: Matches, left: dict[int, Entry], waiting: dict[str, Head], index: int, head: Head) -> None:
    matches.heads[index] = head
    del left[index]
    del waiting[head.memory.id]


# Exactly there; moved within its file; changed in its place; the same text in another file, which was renamed.
_KEYS: tuple[tuple[Callable[[Entry], object], Callable[[Head], object]], ...] = (
    (
        lambda entry: (entry.location.name, entry.name, entry.digest),
        lambda head: (head.memory.link.path, head.memory.link.entry, head.memory.link.digest),
    ),
    (
        lambda entry: (entry.location.name, entry.digest),
        lambda head: (head.memory.link.path, head.memory.link.digest),
    ),
    (
        lambda entry: (entry.location.name, entry.name),
        lambda head: (head.memory.link.path, head.memory.link.entry),
    ),
    (
        lambda entry: entry.digest,
        lambda head: head.memory.link.digest or None,
    ),
)


def _alike(left: dict[int, Entry], waiting: dict[str, Head]) -> Iterator[tuple[int, Head]]:
    """Return pairs of the same section whose texts are alike, the most alike first."""
    pairs = []
    for index, entry in left.items():
        # A section or a file keeps its name when its text changes; only these are named by their text.
        if entry.form not in {Form.BULLET, Form.PASSAGE, Form.RULE}:
            continue
        for head in waiting.values():
            link = head.memory.link
            if link.path == entry.location.name and _section(link.entry) == _section(entry.name):
                pairs.append((_likeness(entry, head), index, head))
    for likeness, index, head in sorted(pairs, key=lambda pair: (-pair[0], pair[1], pair[2].memory.id)):
        if likeness >= LIKENESS:
            yield index, head


def _section(name: str) -> str:
    return name.rpartition("/")[0]


def _likeness(entry: Entry, head: Head) -> float:
    from rapidfuzz.fuzz import ratio

    memory = head.memory
    return float(ratio(f"{entry.wording.title}\n{entry.wording.body}", f"{memory.title}\n{memory.body}"))


def says(entry: Entry, head: Head) -> bool:
    """Whether a memory says what its entry says."""
    title, body = entry.wording.title, entry.wording.body
    memory = head.memory
    return memory.title == " ".join(title.split()) and digest_of(memory.body) == digest_of(body)
