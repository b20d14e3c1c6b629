"""What has happened, as told to the app by its threads and widgets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from textual.message import Message

from memtui.tui.rows import Rows

if TYPE_CHECKING:
    from memtui.memory import Head
    from memtui.store import Snapshot
    from memtui.tui.acts import Act
    from memtui.tui.backend import IndexState, RepoFacts, Workspace


# Neither compared nor printed: what dataclasses write for that would be written anew at each start.
@dataclass(eq=False, repr=False)
class WorkspaceFound(Message):
    """It is known where we are."""

    workspace: Workspace


@dataclass(eq=False, repr=False)
class SnapshotLoaded(Message):
    """The memories were read; ``stamp`` tells this reading from the next."""

    snapshot: Snapshot
    stamp: object


@dataclass(eq=False, repr=False)
class StoreOpened(Message):
    """LanceDB is ready for acts."""


@dataclass(eq=False, repr=False)
class StoreFailed(Message):
    """LanceDB or its snapshot could not be opened."""

    error: Exception


@dataclass(eq=False, repr=False)
class ActFinished(Message):
    """The store carried an act out; ``refused`` are pairs of memory id and reason.

    ``reverted`` names the act that an undo took back or a redo did again.
    """

    act: Act
    action: str
    changed: tuple[Head, ...]
    refused: tuple[tuple[str, str], ...]
    snapshot: Snapshot
    stamp: object
    reverted: str = ""


@dataclass(eq=False, repr=False)
class ActFailed(Message):
    """The store could not carry an act out at all."""

    act: Act
    error: Exception


class Asker(Protocol):
    """A screen that asked something."""

    @property
    def is_attached(self) -> bool:
        """Whether it has not been closed since."""

    def answered(self, answer: object) -> None:
        """Take the answer."""

    def unanswered(self) -> None:
        """Go on without an answer; why there is none has been told."""


@dataclass(eq=False, repr=False)
class Answered(Message):
    """A thread has an answer for a screen."""

    asker: Asker
    answer: object


@dataclass(eq=False, repr=False)
class AskingFailed(Message):
    """There is no answer."""

    asker: Asker
    error: Exception


@dataclass(eq=False, repr=False)
class IndexStateRead(Message):
    """It is known how the index stands to HEAD."""

    state: IndexState


@dataclass(eq=False, repr=False)
class RefreshProgressed(Message):
    """Indexing went on: ``done`` of ``total`` in a phase, ``total`` 0 where it cannot be known."""

    phase: str
    done: int
    total: int

    def can_replace(self, message: Message) -> bool:
        """Only the newest progress is worth painting."""
        return isinstance(message, RefreshProgressed)


@dataclass(eq=False, repr=False)
class RefreshFinished(Message):
    """The index is up to date."""


@dataclass(eq=False, repr=False)
class RefreshFailed(Message):
    """The index could not be brought up to date; the last finished generation stays."""

    error: Exception


@dataclass(eq=False, repr=False)
class RepoFactsLoaded(Message):
    """The index was read."""

    facts: RepoFacts


@dataclass(eq=False, repr=False)
class FilterMatched(Message):
    """The filter has an answer for the request ``generation`` of the screen ``owner``."""

    owner: str
    generation: int
    rows: Rows
