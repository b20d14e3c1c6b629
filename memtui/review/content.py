"""What the content of a memory must be, what is suspect in it, and when two contents say the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace

from memtui.memory import Attention, Draft, Kind, Memory, Status
from memtui.memory.errors import InvalidMemoryError
from memtui.review.scanning import may_hold_something, places

# A title has to be read in one line of a list, and a body to be given to an agent along with others.
TITLE_LIMIT = 200
BODY_LIMIT = 20_000
KIND_LIMIT = 60
TEXTS_LIMIT = 4_000  # of one field that holds several, such as tags or the parts of its evidence

SUSPECT = frozenset({Attention.SECRET, Attention.INJECTION, Attention.HIDDEN_TEXT})
# These are computed anew at each change, so that an edit that removes the cause removes the flag.
_FROM_CONTENT = SUSPECT | {Attention.UNKNOWN_KIND}
_KINDS = frozenset(Kind)


def drafted(draft: Draft, memory_id: str, *, status: Status, origin: str, basis: str) -> Memory:
    """Return the memory that a draft becomes, checked and flagged."""
    memory = Memory(
        id=memory_id,
        kind=draft.kind,
        title=" ".join(draft.title.split()),
        body=draft.body,
        scope=draft.scope,
        status=status,
        tags=draft.tags,
        anchors=draft.anchors,
        evidence=draft.evidence,
        origin=origin,
        key=draft.key,
        basis=basis,
        topic=topic_of(draft),
        link=draft.link,
        proposal=draft.proposal,
    )
    return flagged(checked(memory))


def checked(memory: Memory) -> Memory:
    """Return the memory, or raise ``InvalidMemoryError`` if a field of it cannot be kept."""
    for name, text, limit in (
        ("kind", memory.kind, KIND_LIMIT),
        ("title", memory.title, TITLE_LIMIT),
        ("body", memory.body, BODY_LIMIT),
    ):
        if not text.strip() and name != "body":
            raise InvalidMemoryError(name, "empty")
        if len(text) > limit:
            raise InvalidMemoryError(name, "too_long")
    for name, texts in _texts(memory):
        # Far beyond what is of use: only what would make every listing and every start slow is refused.
        if len(texts) > TEXTS_LIMIT or any(len(text) > BODY_LIMIT for text in texts):
            raise InvalidMemoryError(name, "too_long")
        for text in texts:
            _check_encodable(name, text)
    return memory


def flagged(memory: Memory) -> Memory:
    """Return the memory with those reasons for attention that its content gives."""
    reasons = {str(it.finding.flag) for it in places(memory)} if may_hold_something(memory) else set()
    if memory.kind not in _KINDS:
        reasons.add(Attention.UNKNOWN_KIND)
    others = {reason for reason in memory.attention if reason not in _FROM_CONTENT}
    return replace(memory, attention=_ordered(reasons | others))


def inspected(memory: Memory) -> Memory:
    """Return the memory with those reasons for attention that the rules of today find, besides those it has."""
    return replace(memory, attention=_ordered({*memory.attention, *flagged(memory).attention}))


def with_attention(memory: Memory, reason: Attention) -> Memory:
    """Return the memory with one more reason to look at it again."""
    return replace(memory, attention=_ordered({*memory.attention, reason}))


def without_attention(memory: Memory, reason: Attention) -> Memory:
    """Return the memory without a reason to look at it again."""
    return replace(memory, attention=tuple(it for it in memory.attention if it != reason))


def is_purged(memory: Memory) -> bool:
    """Tell whether nothing is left of a memory but its id."""
    # No other memory can have an empty title.
    return memory.status == Status.DELETED and not memory.title


def is_suspect(memory: Memory) -> bool:
    """Tell whether the safety rules found anything in the memory."""
    return not SUSPECT.isdisjoint(memory.attention)


def topic_of(draft: Draft) -> str:
    """Return the topic of a draft in the form in which topics are compared."""
    return " ".join(draft.topic.casefold().split())


def fact_digest(content: Draft | Memory) -> str:
    """Return what changes whenever the text of a fact does."""
    return _digest((" ".join(content.title.split()), content.body))


def shown(memory: Memory) -> tuple[object, ...]:
    """Return what a person is shown of a memory before it is approved."""
    content = (memory.kind, memory.title, memory.body, memory.scope, memory.tags, memory.anchors, memory.evidence)
    return (*content, memory.proposal.action, memory.proposal.targets)


def sameness(content: Draft | Memory) -> str:
    """Return what is equal for texts that differ only in case and white space."""
    # Agents repeat themselves with other line breaks and capitals; that is no new memory.
    words = (" ".join(text.casefold().split()) for text in (content.title, content.body))
    # To propose that a text be deleted is not to propose the text.
    aims = (content.proposal.action, *content.proposal.targets) if content.proposal.action else ()
    return _digest((str(content.scope), str(content.kind), *words, *aims))


def _digest(parts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _ordered(reasons: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(str(reason) for reason in reasons))


def _texts(memory: Memory) -> list[tuple[str, tuple[str, ...]]]:
    anchors = [text for it in memory.anchors for text in (it.path, it.symbol, it.blob, it.digest)]
    evidence = [text for it in memory.evidence for text in (it.source, it.reference, it.quote)]
    return [
        ("kind", (memory.kind,)),
        ("title", (memory.title,)),
        ("body", (memory.body,)),
        ("scope", (str(memory.scope),)),
        ("tags", memory.tags),
        ("anchors", tuple(anchors)),
        ("evidence", tuple(evidence)),
        ("key", (memory.key,)),
        ("topic", (memory.topic,)),
        ("snooze", (memory.snooze.path, memory.snooze.blob)),
        ("link", (memory.link.store, memory.link.path, memory.link.entry, memory.link.digest)),
        ("proposal", (memory.proposal.action, *memory.proposal.targets, *memory.proposal.bases)),
    ]


def _check_encodable(name: str, text: str) -> None:
    """Refuse lone surrogates, which no UTF-8 file can hold."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InvalidMemoryError(name, "not_text") from error
