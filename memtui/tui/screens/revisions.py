"""Revisions: all that was ever done to a memory, newest first, beside what each of them changed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from memtui.safety import clean
from memtui.tui import acts, words
from memtui.tui.documents import DIM, Part, when
from memtui.tui.explaining import changes
from memtui.tui.rows import Rows
from memtui.tui.screens.page import Page, Pieces
from memtui.tui.widgets.preview import Preview
from memtui.tui.widgets.virtual_list import Piece, VirtualList

if TYPE_CHECKING:
    from memtui.memory import Revision


@dataclass(frozen=True, slots=True)
class RevisionLines:
    """Revisions as rows, in the order given."""

    revisions: tuple[Revision, ...]

    def identity(self, number: int) -> str:
        """Return the revision's id."""
        return self.revisions[number].id

    def identities(self, numbers: Rows) -> list[str]:
        """Return the ids of many."""
        return [self.revisions[number].id for number in numbers]

    def number_of(self, identity: str) -> int | None:
        """Return where a revision stands."""
        return self.numbers_of((identity,)).get(identity)

    def numbers_of(self, identities: Collection[str]) -> Mapping[str, int]:
        """Return where revisions stand."""
        every = {revision.id: number for number, revision in enumerate(self.revisions)}
        return {identity: every[identity] for identity in identities if identity in every}

    def pieces(self, number: int, _width: int, /) -> Iterator[Piece]:
        """Return when, by whom and what was done."""
        revision = self.revisions[number]
        yield f"{when(revision.time)}  ", "dim"
        yield f"{words.STATUS_GLYPHS.get(revision.memory.status, '?')} ", ""
        yield f"{clean(revision.action).replace('_', ' '):<12} ", "strong"
        yield f"{clean(revision.actor)}", "accent"


class RevisionsScreen(Page):
    """The life of one memory."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "bring_back", "Bring back", id="revisions.bring_back"),
        # H led here, so that it leads back, too.
        Binding("escape,enter,H", "back", "Back", id="reader.back"),
        Binding("J", "preview(1)", "Scroll the preview down", id="preview.down", show=False),
        Binding("K", "preview(-1)", "Scroll the preview up", id="preview.up", show=False),
    ]

    def __init__(self, memory_id: str) -> None:
        super().__init__()
        self.memory_id = memory_id
        self._revisions: tuple[Revision, ...] = ()
        self._asked = ""

    def content(self) -> Iterator[Widget]:
        """Return list and preview."""
        with Horizontal(id="body"):
            yield VirtualList(id="list", marking=False)
            yield Preview(id="preview")
            yield Static(Content("Reading the log…"), markup=False, id="empty")

    @property
    def list(self) -> VirtualList:
        """The revisions."""
        return self.query_one("#list", VirtualList)

    def on_mount(self) -> None:
        """Begin with the list in focus."""
        self.list.focus()
        self.add_class("-empty")

    def news(self) -> None:
        """Ask for the revisions, if there are others than those shown."""
        super().news()
        head = self.library.head(self.memory_id)
        if head is not None and head.revision != self._asked:
            self._asked = head.revision
            self.memtui.crew.ask(self, lambda store: store.revisions(self.memory_id))

    def answered(self, answer: object) -> None:
        """Show the revisions, newest first."""
        if isinstance(answer, tuple):
            self._revisions = tuple(reversed(answer))
            self.set_class(not self._revisions, "-empty")
            self.list.show(range(len(self._revisions)), RevisionLines(self._revisions))
            self.show_bars()

    def unanswered(self) -> None:
        """Say that the log could not be read."""
        if not self._revisions:
            self.query_one("#empty", Static).update(Content("Its revisions could not be read.\n\nesc goes back."))

    @on(VirtualList.CursorMoved)
    def show_preview(self) -> None:
        """Show what the revision under the cursor changed."""
        if self._revisions:
            revision = self._revisions[self.list.cursor]
            document = Content.assemble(*self._told(revision))
            self.query_one("#preview", Preview).show(None, document)

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

    def action_preview(self, direction: int) -> None:
        """Scroll the preview by a third of its height."""
        preview = self.query_one("#preview", Preview)
        preview.scroll_by_lines(direction * max(1, preview.size.height // 3))

    def action_back(self) -> None:
        """Go back."""
        self.dismiss()
