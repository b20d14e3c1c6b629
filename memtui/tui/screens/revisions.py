"""Revisions: all that was ever done to a memory, newest first, beside what each of them changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import BindingType
from textual.content import Content

from memtui.safety import clean
from memtui.tui import acts, words
from memtui.tui.documents import DIM, Part, when
from memtui.tui.explaining import changes
from memtui.tui.keys import bound
from memtui.tui.screens.list_page import ListPage
from memtui.tui.screens.page import Pieces
from memtui.tui.widgets.lines import ListedLines, Piece
from memtui.tui.widgets.virtual_list import VirtualList

if TYPE_CHECKING:
    from memtui.memory import Revision


@dataclass(frozen=True, slots=True)
class RevisionLines(ListedLines):
    """Revisions as rows, in the order given."""

    revisions: tuple[Revision, ...] = ()

    def pieces(self, number: int, _width: int, /) -> Iterator[Piece]:
        """Return when, by whom and what was done."""
        revision = self.revisions[number]
        yield f"{when(revision.time)}  ", "dim"
        yield f"{words.STATUS_GLYPHS.get(revision.memory.status, '?')} ", ""
        yield f"{clean(revision.action).replace('_', ' '):<12} ", "strong"
        yield f"{clean(revision.actor)}", "accent"


class RevisionsScreen(ListPage):
    """The life of one memory."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound("revisions.bring_back", "bring_back", show=True),
        # H led here, so that it leads back, too.
        bound("memory.revisions", "back"),
        bound("reader.back", "back", show=True),
    ]

    def __init__(self, memory_id: str) -> None:
        super().__init__()
        self.memory_id = memory_id
        self._revisions: tuple[Revision, ...] = ()
        self._asked = ""
        self._failed = False

    def news(self) -> None:
        """Ask for the revisions, if there are others than those shown."""
        super().news()
        head = self.library.head(self.memory_id)
        if head is not None and head.revision != self._asked:
            self._asked = head.revision
            self.memtui.crew.ask(self, lambda store: store.revisions(self.memory_id))

    def emptiness(self) -> Content:
        """Return whether the log is being read, or could not be."""
        if self._failed:
            return self.say("Its revisions could not be read.\n\n‹reader.back› goes back.")
        return Content("Reading the log…")

    def unanswered(self) -> None:
        """Say that the log could not be read."""
        self._failed = True
        self.show_emptiness()

    def answered(self, answer: object) -> None:
        """Show the revisions, newest first."""
        if isinstance(answer, tuple):
            self._revisions = tuple(reversed(answer))
            ids = [revision.id for revision in self._revisions]
            self.list.show(range(len(ids)), RevisionLines(ids, self._revisions))
            self.show_emptiness()
            self.show_bars()

    @on(VirtualList.CursorMoved)
    def show_preview(self) -> None:
        """Show what the revision under the cursor changed."""
        if self._revisions:
            revision = self._revisions[self.list.cursor]
            document = Content.assemble(*self._told(revision))
            self.preview.show(None, document)

    def _told(self, revision: Revision) -> Iterator[Part]:
        yield (clean(revision.memory.title), "bold")
        yield (f"\n{clean(revision.action).replace('_', ' ')} by {clean(revision.actor)}, {when(revision.time)}\n", DIM)
        yield (f"revision {clean(revision.id)[:12]} on device {clean(revision.device)[:8]}\n\n", DIM)
        parents = [other for other in self._revisions if other.id in revision.parents]
        for parent in parents:
            yield from changes(parent.memory, revision.memory)
        if not parents:
            yield clean(revision.memory.body, multiline=True)

    def about(self) -> Pieces:
        """Return how many there are."""
        return [(f"{words.count(len(self._revisions), 'revision')} ", "dim", "")] if self._revisions else []

    def action_bring_back(self) -> None:
        """Let the memory say again what it said at the revision under the cursor."""
        if self._revisions:
            self.memtui.desk.perform(acts.bring_back(self.memory_id, self._revisions[self.list.cursor].id))

    def action_back(self) -> None:
        """Go back."""
        self.dismiss()
