"""Brings what stores say into the memories: as proposals that know where they lie, once however often it is read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from memtui.memory import USER_SCOPE, Draft, Evidence, Head, Level, Link, Memory, Scope
from memtui.sources.stores.catalogue import Found
from memtui.sources.stores.matching import Matches, match, says
from memtui.sources.stores.values import Entry, Location, Notice, Reading

if TYPE_CHECKING:
    from indexer import Repository
    from memtui.review import Result
    from memtui.sources.workspace import Workspace
    from memtui.store import Store

_QUOTE_LIMIT = 500
_TITLE_LIMIT = 200
_TOPIC_LENGTH = 100


@dataclass(frozen=True, slots=True)
class Import:
    """What bringing in one store did.

    ``unchanged`` counts entries that are known as they are; ``gone`` are memories whose entry is no longer there, which
    stay as they are; ``notices`` are files that could not be read.
    """

    store: str
    result: Result
    unchanged: int = 0
    relinked: int = 0
    gone: tuple[Head, ...] = ()
    notices: tuple[Notice, ...] = ()


def read_all(found: Found) -> tuple[Reading, ...]:
    """Return what all files of a store hold."""
    return tuple(found.store.read(location) for location in found.locations)


@dataclass(frozen=True, slots=True)
class Ground:
    """Where a store is read: ``scopes`` are those of the files for the user and for this repository.

    ``scope`` is the one of the repository, which is None where there is none.
    """

    scopes: Mapping[Level, Scope]
    scope: Scope
    repository: Repository | None = None


def bring_in(store: Store, found: Found, readings: Sequence[Reading], ground: Ground) -> Import:
    """Propose what a store says, tied to what it names of the code of this repository.

    An entry that is known changes its memory while nobody has decided on that, and otherwise becomes a proposal to
    edit it; one that only moved is linked anew.
    """
    from memtui.review import propose
    from memtui.review.linking import linked, relink

    heads = [head for head in linked(store.snapshot()) if head.memory.link.store == found.store.name]
    entries = [entry for reading in readings for entry in reading.entries]
    matches = match(entries, _concerned(heads, found, ground.scope))
    same = {index for index, head in matches.heads.items() if _is_known(entries[index], head)}
    links = _moved(entries, matches, same)
    if links:
        relink(store, links)
    drafts = [
        _draft(entry, matches.heads.get(index), ground) for index, entry in enumerate(entries) if index not in same
    ]
    result = propose(store, _tied(drafts, ground), origin=found.store.name)
    notices = tuple(notice for reading in readings for notice in reading.notices)
    return Import(found.store.name, result, len(same), len(links), _missing(matches, readings), notices)


def ground_of(workspace: Workspace, chosen: Scope | None = None) -> Ground:
    """Return where a store is read in a workspace; ``chosen`` is the scope of all files if there is one."""
    scope = workspace.scope or USER_SCOPE
    scopes = {Level.USER: chosen or USER_SCOPE, Level.REPO: chosen or scope}
    return Ground(scopes, scope, workspace.repository)


def lies_here(memory: Memory, repository: Scope | None) -> bool:
    """Whether the file that a memory's link names is one of this place, rather than one of another repository.

    A memory keeps its topic when a person moves it to another scope, and with it the repository that it came from.
    """
    if memory.link.path.startswith(("~/", "/")) or memory.scope == repository:
        return True
    return f" {_ground(repository, memory.link.path)}-" in memory.topic


def _concerned(heads: Iterable[Head], found: Found, repository: Scope) -> list[Head]:
    """Return the memories that the files read can hold."""
    names = {location.name for location in found.locations}
    return [
        head for head in heads if lies_here(head.memory, repository) and (found.whole or head.memory.link.path in names)
    ]


def _is_known(entry: Entry, head: Head) -> bool:
    return head.memory.link.digest == entry.digest or says(entry, head)


def _moved(entries: Sequence[Entry], matches: Matches, same: Iterable[int]) -> dict[str, Link]:
    """Return the links of memories that say the same as before, in another place or in words changed likewise."""
    return {
        matches.heads[index].memory.id: entries[index].link
        for index in same
        if matches.heads[index].memory.link != entries[index].link
    }


def _missing(matches: Matches, readings: Sequence[Reading]) -> tuple[Head, ...]:
    """Return the memories that are no longer there; of files that could not be read, nothing is known."""
    unread = {reading.location.name for reading in readings if reading.document is None}
    # Without a digest, memtui itself took it out.
    return tuple(head for head in matches.gone if head.memory.link.digest and head.memory.link.path not in unread)


def _tied(drafts: Sequence[Draft], ground: Ground) -> Sequence[Draft]:
    """Return drafts about this repository with anchors to what they name of it, and others as they are."""
    about = [draft for draft in drafts if draft.scope == ground.scope]
    if ground.repository is None or not about:
        return drafts
    from memtui.anchors import anchored_all

    tied = iter(anchored_all(about, ground.repository))
    return [next(tied) if draft.scope == ground.scope else draft for draft in drafts]


def _draft(entry: Entry, head: Head | None, ground: Ground) -> Draft:
    wording = entry.wording
    title = " ".join(wording.title.split())
    draft = Draft(
        kind=entry.kind,
        title=title if len(title) <= _TITLE_LIMIT else f"{title[: _TITLE_LIMIT - 1]}…",
        body=wording.body,
        scope=ground.scopes[Level(entry.location.level)],
        tags=entry.tags,
        anchors=entry.anchors,
        evidence=(Evidence("file", entry.location.name, entry.line, _quote(entry)),),
        topic=topic_of(entry.location, entry.name, ground.scope),
        link=entry.link,
    )
    if head is None:
        return draft
    memory = head.memory
    # What a person has put elsewhere or called otherwise stays so; the file speaks about the text alone.
    # So does what they tied it to; what nobody has looked at follows the text.
    anchors = tuple(dict.fromkeys([*memory.anchors, *draft.anchors])) if memory.reviewed else draft.anchors
    return replace(
        draft, topic=memory.topic or draft.topic, scope=memory.scope, kind=memory.kind, tags=(), anchors=anchors
    )


def topic_of(location: Location, name: str, repository: Scope | None) -> str:
    """Return the subject of an entry, the same whenever it is read."""
    readable = f"{location.store} {location.name}" + (f" {name}" if name else "")
    # Cut, and compared without regard to case, it would not tell all entries apart.
    return (
        f"{readable[:_TOPIC_LENGTH]} {_ground(repository, location.name)}-{_mark(location.store, location.name, name)}"
    )


def _ground(repository: Scope | None, name: str) -> str:
    """Return what tells the files of one repository from those of the same name in another."""
    return _mark("" if name.startswith(("~/", "/")) else str(repository))


def _mark(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _quote(entry: Entry) -> str:
    text = f"{entry.wording.title}\n{entry.wording.body}" if entry.section else entry.wording.body
    return text if len(text) <= _QUOTE_LIMIT else f"{text[: _QUOTE_LIMIT - 1]}…"
