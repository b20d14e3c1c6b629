"""Random acts upon a store, and what must hold after each of them whatever happened."""

from __future__ import annotations

from collections.abc import Callable

from memtui import review
from memtui.memory import USER_SCOPE, Anchor, Attention, Draft, Memory, Proposal, Scope, Status
from memtui.memory.errors import NothingToRedoError, NothingToUndoError
from memtui.review import Changes, Result
from memtui.review.receiving import receive
from memtui.store import Store
from memtui.store.identity import revision_id
from tests.support.memories import REPOSITORY, heads_in_table, make_draft

# Given a number, an index below it.
Choose = Callable[[int], int]
WORDS = ("one", "two", "three", "four", "x" * 190)
SCOPES = (REPOSITORY, USER_SCOPE, Scope("group", "platform"))
NOW = 1_000


class Actor:
    """Does one random act after another; what they are follows from ``choose`` alone."""

    def __init__(self, store: Store, choose: Choose) -> None:
        self.store = store
        self.choose = choose

    def act(self, name: str) -> Result:
        """Do an act and return what came of it; an undo or redo of nothing does nothing."""
        try:
            done: Result = getattr(self, name)()
        except (NothingToUndoError, NothingToRedoError):
            return Result("", name)
        return done

    def word(self) -> str:
        """Choose a text."""
        return WORDS[self.choose(len(WORDS))]

    def ids(self) -> list[str]:
        """Choose some memories, perhaps the same one twice."""
        # In the order in which they came about, which is the same in each run, as their ids are not.
        known = self.store.snapshot().table.sort_by("created_at")["id"].to_pylist()
        return [known[self.choose(len(known))] for _ in range(1 + self.choose(3))] if known else []

    def one(self) -> str:
        """Choose a memory."""
        return [*self.ids(), "nosuchmemory2345"][0]

    def draft(self) -> Draft:
        """Choose a draft, with a key, a topic, a proposal, or none of them."""
        extra: list[dict[str, object]] = [
            {"key": self.word()},
            {"topic": self.word()},
            {"proposal": Proposal(("edit", "supersede", "delete")[self.choose(3)], tuple(self.ids()[:2]))},
            {},
        ]
        return make_draft(self.word(), body=self.word() * (1 + self.choose(4)), **extra[self.choose(len(extra))])

    def propose(self) -> Result:
        """Let an agent propose something."""
        return review.propose(self.store, [self.draft()], origin=("codex", "claude")[self.choose(2)])

    def absorb(self) -> Result:
        """Let the indexer refresh."""
        facts = [make_draft(self.word(), key=key, fact=True) for key in "abc"[: self.choose(4)]]
        return review.absorb(self.store, REPOSITORY, facts)

    def receive(self) -> Result:
        """Read a file that was exported elsewhere, or by the person, and says which takes the place of which."""
        ids = [*self.ids(), "strangeone234567", "strangetwo234567"]
        memories = [
            Memory(
                ids[self.choose(len(ids))],
                "pitfall",
                self.word(),
                self.word(),
                REPOSITORY,
                status=tuple(Status)[self.choose(len(Status))],
                supersedes=tuple(ids[: self.choose(len(ids))]),
                superseded_by=tuple(ids[self.choose(len(ids)) :]),
                pinned=bool(self.choose(2)),
            )
            for _ in range(1 + self.choose(3))
        ]
        return receive(self.store, memories, origin="import", own=bool(self.choose(2)))

    def add(self) -> Result:
        """Add a memory."""
        return review.add(self.store, make_draft(self.word(), body=self.word()))

    def approve(self) -> Result:
        """Approve."""
        return review.approve(self.store, self.ids())

    def reject(self) -> Result:
        """Reject."""
        return review.reject(self.store, self.ids(), reason=self.word())

    def delete(self) -> Result:
        """Delete."""
        return review.delete(self.store, self.ids())

    def restore(self) -> Result:
        """Restore."""
        return review.restore(self.store, self.ids())

    def edit(self) -> Result:
        """Edit, and perhaps approve."""
        changes = Changes(title=self.word(), body=self.word())
        return review.edit(self.store, self.one(), changes, approve=bool(self.choose(2)))

    def snooze(self) -> Result:
        """Snooze until a time that has come or not, or until a file changes."""
        return review.snooze(self.store, self.ids(), until=NOW * self.choose(3), path="a.py", blob=self.word())

    def wake(self) -> Result:
        """Wake what is due."""
        return review.wake(self.store, now=NOW, blobs={"a.py": self.word()})

    def supersede(self) -> Result:
        """Supersede."""
        return review.supersede(self.store, self.ids(), by=self.one())

    def merge(self) -> Result:
        """Merge."""
        return review.merge(self.store, self.ids(), make_draft(self.word(), body=self.word()))

    def split(self) -> Result:
        """Split."""
        return review.split(self.store, self.one(), [make_draft(self.word()), make_draft(self.word())])

    def pin(self) -> Result:
        """Pin."""
        return review.pin(self.store, self.ids())

    def unpin(self) -> Result:
        """Unpin."""
        return review.unpin(self.store, self.ids())

    def move(self) -> Result:
        """Move to another scope."""
        return review.move(self.store, self.ids(), scope=SCOPES[self.choose(len(SCOPES))])

    def tag(self) -> Result:
        """Add a tag and remove another."""
        return review.tag(self.store, self.ids(), add=[self.word()], remove=[self.word()])

    def confirm(self) -> Result:
        """Say that something still holds."""
        return review.confirm(self.store, dict.fromkeys(self.ids(), (Anchor(self.word()),)))

    def follow(self) -> Result:
        """Let anchors follow code that moved."""
        return review.follow(self.store, dict.fromkeys(self.ids(), (Anchor(self.word()),)))

    def mark(self) -> Result:
        """Set and take a reason to look again."""
        return review.mark_attention(self.store, Attention.STALE, set(self.ids()), set(self.ids()))

    def bring_back(self) -> Result:
        """Bring a former text back."""
        memory_id = self.one()
        revisions = self.store.revisions(memory_id)
        chosen = revisions[self.choose(len(revisions))].id if revisions else ""
        return review.bring_back(self.store, memory_id, chosen)

    def undo(self) -> Result:
        """Undo."""
        return review.undo(self.store)

    def redo(self) -> Result:
        """Redo."""
        return review.redo(self.store)

    def purge(self) -> Result:
        """Purge one memory."""
        return review.purge(self.store, self.ids()[:1])


ACTS = tuple(
    name for name in vars(Actor) if not name.startswith("_") and name not in {"act", "word", "ids", "one", "draft"}
)


def contents(store: Store) -> dict[str, Memory]:
    """Return all memories by id, tombstones too."""
    snapshot = store.snapshot()
    return {head.memory.id: head.memory for head in map(snapshot.head, range(len(snapshot)))}


def check(store: Store, known: dict[str, str]) -> None:
    """Check what must always hold; ``known`` are the revisions seen before and their memories, and gains the others."""
    revisions = store._database.revisions("true")
    memories = contents(store)
    present = {revision.id: revision.memory.id for revision in revisions}
    lost = {memory_id for revision, memory_id in known.items() if revision not in present}
    assert all(review.is_purged(memories[memory_id]) for memory_id in lost), "a revision was lost"
    assert all(revision_id(it) == it.id for it in revisions if it.id not in known), "an id is no hash of its content"
    known.clear()
    known.update(present)
    assert memories == {revision.memory.id: revision.memory for revision in revisions}, "heads do not follow the log"
    assert heads_in_table(store).equals(store.snapshot().table), "the table of heads is another than the file"
    check_memories(memories)


def check_memories(memories: dict[str, Memory]) -> None:
    """Check what holds among the memories of a store at any time."""
    for memory in memories.values():
        for other in memory.supersedes:
            assert memory.id in memories[other].superseded_by, "a link goes one way"
        for other in memory.superseded_by:
            assert memory.id in memories[other].supersedes, "a link goes one way"
        assert memory.title or memory == Memory(
            memory.id, memory.kind, "", "", memory.scope, Status.DELETED, reviewed=True
        ), "a tombstone holds something"
    pinned = [it for it in memories.values() if it.pinned and it.status == Status.APPROVED]
    assert len(pinned) <= review.PINNED_AT_MOST, "too many are pinned"
    assert sum(len(it.title) + len(it.body) for it in pinned) <= review.PINNED_CHARACTERS, "too much is pinned"
