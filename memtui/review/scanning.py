"""Where in a memory the safety rules find something: every text of it that is shown or recalled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from memtui.memory import Memory
from memtui.safety import Finding, inspect, place

_BETWEEN = "\n.\n"

Change = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Place:
    """A finding in a memory: the field, the line and the column from 1, and the finding with its span there.

    ``field`` is the name of a field of ``Memory``, with the position of the item for those that hold several:
    ``body``, ``tags[0]``, ``evidence[2].quote``.
    """

    field: str
    line: int
    column: int
    finding: Finding


def texts_of(memory: Memory) -> Iterator[tuple[str, str]]:
    """Return the texts of a memory that someone else wrote, each with the name of its field."""
    yield from (("title", memory.title), ("body", memory.body), ("kind", str(memory.kind)), ("topic", memory.topic))
    yield from ((f"tags[{index}]", tag) for index, tag in enumerate(memory.tags))
    for index, anchor in enumerate(memory.anchors):
        yield from ((f"anchors[{index}].path", anchor.path), (f"anchors[{index}].symbol", anchor.symbol))
    # Evidence, too: an agent that recalls a memory may be shown the quotes below it.
    for index, item in enumerate(memory.evidence):
        yield from ((f"evidence[{index}].reference", item.reference), (f"evidence[{index}].quote", item.quote))
    yield "key", memory.key


def may_hold_something(memory: Memory) -> bool:
    """Tell whether the safety rules find anything in all texts of a memory taken together, which is quicker to ask."""
    # The mark between them keeps the words of one text from excusing what another one begins with.
    return bool(inspect(_BETWEEN.join(text for _, text in texts_of(memory) if text), most=1))


def places(memory: Memory) -> tuple[Place, ...]:
    """Return all that the safety rules find in a memory, by field and position."""
    return tuple(
        Place(field, *place(text, finding), finding)
        for field, text in texts_of(memory)
        if text
        for finding in inspect(text)
    )


def rewritten(memory: Memory, change: Change) -> Memory:
    """Return a memory with each of the texts that ``texts_of`` names changed, but for its kind."""
    return replace(
        memory,
        title=change(memory.title),
        body=change(memory.body),
        topic=change(memory.topic),
        tags=tuple(map(change, memory.tags)),
        anchors=tuple(replace(it, path=change(it.path), symbol=change(it.symbol)) for it in memory.anchors),
        evidence=tuple(replace(it, reference=change(it.reference), quote=change(it.quote)) for it in memory.evidence),
        key=change(memory.key),
    )
