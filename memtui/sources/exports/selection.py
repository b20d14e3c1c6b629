"""Which memories leave: those asked for, and never one that holds a secret."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from memtui.memory import Attention, Head, Memory
from memtui.safety import inspect


@dataclass(frozen=True, slots=True)
class Selection:
    """The memories that leave, oldest first, and those that stay because a secret is in them."""

    heads: tuple[Head, ...]
    secret: tuple[Head, ...]


def select(heads: Iterable[Head]) -> Selection:
    """Return which of some memories may leave; tombstones of purged ones have nothing to say."""
    heads = sorted((head for head in heads if head.memory.title), key=lambda head: (head.created_at, head.memory.id))
    secret = tuple(head for head in heads if holds_secret(head.memory))
    kept = {head.memory.id for head in secret}
    return Selection(tuple(head for head in heads if head.memory.id not in kept), secret)


def holds_secret(memory: Memory) -> bool:
    """Whether any text of a memory holds a secret, by its flag or by the rules of today."""
    if Attention.SECRET in memory.attention:
        return True
    places = [text for it in memory.anchors for text in (it.path, it.symbol)]
    sources = [text for it in memory.evidence for text in (it.reference, it.quote)]
    link = [memory.link.path, memory.link.entry]
    texts = [memory.title, memory.body, memory.topic, memory.key, *memory.tags, *places, *sources, *link]
    return any(finding.flag == Attention.SECRET for text in texts if text for finding in inspect(text))
