"""A list of memories beside the one under the cursor: what Inbox and Memories share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from memtui.safety import clean
from memtui.tui import acts, words
from memtui.tui.documents import PREVIEW_LIMIT, memory_document
from memtui.tui.library import View
from memtui.tui.memory_lines import MemoryLines
from memtui.tui.messages import FilterMatched
from memtui.tui.rows import Rows
from memtui.tui.screens.memory_page import MemoryPage
from memtui.tui.screens.page import Pieces
from memtui.tui.widgets.preview import Preview
from memtui.tui.widgets.virtual_list import VirtualList

if TYPE_CHECKING:
    from textual.widgets import Input

    from memtui.memory import Head

_DIM = "dim"
_REACH = {"here": "this repository and user", "repo": "this repository", "user": "user", "everywhere": "everywhere"}


class MemoryScreen(MemoryPage):
    """Memories in a list, with a preview, a filter, facets and everything that can be done to them."""

    EMPTY: ClassVar[str] = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open", id="memory.open"),
        Binding("space", "mark", "Mark", id="list.mark"),
        Binding("slash", "filter", "Filter", id="list.filter"),
        Binding("f", "facets", "Facets", id="list.facets"),
        Binding("v", "range", "Range", id="list.range", show=False),
        Binding("asterisk", "mark_all", "Mark all that match", id="list.mark_all", show=False),
        Binding("escape", "back", "One step back", id="list.back", show=False),
        Binding("J", "preview(1)", "Scroll the preview down", id="preview.down", show=False),
        Binding("K", "preview(-1)", "Scroll the preview up", id="preview.up", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.view = View(inbox=self.MODE == "inbox")
        self.query_text = ""
        self.matched = -1
        self._typed = False
        self._generation = 0
        self._sought: str | None = None

    def content(self) -> Iterator[Widget]:
        """Return facets, list and preview."""
        yield Vertical(id="filter")
        with Horizontal(id="body"):
            yield VirtualList(id="list")
            yield Preview(id="preview")
            yield Static(markup=False, id="empty")

    @property
    def list(self) -> VirtualList:
        """The list of memories."""
        return self.query_one("#list", VirtualList)

    @property
    def preview(self) -> Preview:
        """The preview."""
        return self.query_one("#preview", Preview)

    def on_mount(self) -> None:
        """Begin with the list in focus."""
        self.list.focus()
        self._show_emptiness()

    def on_descendant_focus(self) -> None:
        """Name the keys of what is in focus now."""
        self.show_bars()

    def news(self) -> None:
        """Show the rows as they are, or ask for them to be matched again."""
        super().news()
        if self.library.snapshot is None:
            self._show_emptiness()
        elif self.query_text:
            self._match()
        else:
            self.show_rows(self.library.rows(self.view))

    def show_rows(self, rows: Rows) -> None:
        """Put rows into the list."""
        self.list.show(rows, MemoryLines(self.library, self.library.present))
        # Kept until it is found: the row may come with the next snapshot only.
        if self._sought and self.list.select(self._sought):
            self._sought = None
        self._show_emptiness()
        self.show_bars()

    def seek(self, memory_id: str) -> None:
        """Show everything and put the cursor on one memory."""
        self._sought, self.view = memory_id, replace(View(), reach="everywhere")
        self.set_query("")
        self.news()

    def keys(self) -> Pieces:
        """Return the keys; while the filter is typed, those that do not type."""
        if self.focused is None or self.focused is self.list:
            return super().keys()
        hints = (("⏎", " to what it found  "), ("esc", " clear  "))
        return [piece for key, word in hints for piece in ((f" {key}", "bold $text-accent", ""), (word, _DIM, ""))]

    def about(self) -> Pieces:
        """Return how many are shown of what, and how many marked."""
        listing = self.list
        pieces: Pieces = []
        if listing.marks or listing.range_start is not None:
            pieces.append((f"{len(listing.chosen):,} marked · ", "bold $text-warning", ""))
        pieces.append((f"{len(listing.rows):,} shown · ", _DIM, ""))
        pieces.append((f"{self._facet_words()} ", _DIM, "screen.facets"))
        return pieces

    def _facet_words(self) -> str:
        narrow = [_REACH[self.view.reach]] if self.library.workspace and self.library.workspace.scope else ["user"]
        if self.view.reach == "everywhere":
            narrow = ["everywhere"]
        narrow += sorted(map(words.kind, self.view.kinds)) + sorted(map(clean, self.view.statuses))
        return ", ".join(narrow + ["needs attention"] * self.view.attention)

    def _show_emptiness(self) -> None:
        empty = not len(self.list.rows)
        self.set_class(empty, "-empty")
        if empty:
            self.query_one("#empty", Static).update(self.emptiness())

    def emptiness(self) -> Content:
        """Return what an empty list says: why it is so, and what to do."""
        library = self.library
        if library.snapshot is None:
            failed = library.store not in {"opening", "ready"}
            return Content("The memories cannot be read." if failed else "Reading memories…")
        if self.query_text:
            return Content.assemble("Nothing matches ", (clean(self.query_text), "bold"), ".\n\nesc clears the filter.")
        if self.view != View(inbox=self.view.inbox):
            return Content("Nothing has these facets.\n\nf changes them, esc clears them.")
        return Content.assemble(self.EMPTY, *self._beginning())

    def _beginning(self) -> Iterator[str]:
        library = self.library
        if library.workspace is not None and library.workspace.repository is None:
            yield "\n\nThere is no git repository here, so this shows only what belongs to you."
            yield "\nStart memtui inside a repository to see its memory,"
            yield "\nor write a memory of your own: memtui add --title …"
        elif library.progress is not None or (library.index is not None and not library.index.indexed):
            yield "\n\nThis repository is being indexed; what it says appears here."

    @on(VirtualList.CursorMoved)
    def show_preview(self) -> None:
        """Show the memory under the cursor."""
        head = self.current()
        if head is None:
            self.preview.show(None, Content(""))
        else:
            status = self.library.status_of(head)
            document = memory_document(head, status, self.library.workspace, limit=PREVIEW_LIMIT)
            cut = len(head.memory.body) > PREVIEW_LIMIT
            # A cut document has no key, so that reaching its end does not count as having read the memory.
            self.preview.show(None if cut else (head.memory.id, head.revision), document)
        self.show_bars()

    @on(Preview.ReadToEnd)
    def remember_read(self, message: Preview.ReadToEnd) -> None:
        """Remember what has been shown whole."""
        self.library.read.add(message.key)  # type: ignore[arg-type]

    def current(self) -> Head | None:
        """Return the memory under the cursor."""
        identity = self.list.current
        return None if identity is None else self.library.head(identity)

    def why_not(self, action: str, /) -> str:
        """Return why an act upon the memory under the cursor would be refused; of those marked, each is told."""
        return "" if self.list.marks or self.list.range_start is not None else super().why_not(action)

    def chosen(self) -> tuple[str, ...]:
        """Return what is marked, else the memory under the cursor."""
        return tuple(self.list.chosen)

    def acted(self) -> None:
        """Let go of the marks."""
        self.list.marks.clear()
        self.list.range_start = None
        self.list.repaint()
        self.show_bars()

    def action_act(self, name: str) -> None:
        """Approve, reject, delete or restore what is chosen."""
        chosen = self.chosen()
        if not chosen:
            self.memtui.tell(f"Nothing to {name}: no memory is selected.", "warning")
        elif name == "approve" and len(chosen) == 1 and not self.memtui.desk.may_be_approved(chosen[0]):
            self.action_open()
            self.memtui.tell("Read it to the end, then press a: approval needs to have seen it whole.")
        elif len(chosen) > 1:
            self.memtui.desk.confirm(name, chosen, self.acted)
        else:
            seen = {key: glance.revision for key, glance in self.library.glances(chosen).items()}
            self.memtui.desk.perform(acts.act(name, chosen, seen, self.library.workspace))
            self.acted()

    def action_open(self) -> None:
        """Open one memory on the whole screen."""
        chosen = self.list.chosen
        target = chosen[0] if len(chosen) == 1 else self.list.current
        if target is None:
            self.memtui.tell("Nothing to open: no memory is selected.", "warning")
        else:
            self.memtui.open_reader(target)

    @on(VirtualList.Opened)
    def open_clicked(self) -> None:
        """Open what was double-clicked."""
        self.action_open()

    def action_mark(self) -> None:
        """Mark and move on."""
        self.list.toggle_mark()
        self.show_bars()

    def action_range(self) -> None:
        """Begin or end a range."""
        self.list.toggle_range()
        self.show_bars()

    def action_mark_all(self) -> None:
        """Mark all that match."""
        self.list.toggle_all()
        self.show_bars()

    def action_preview(self, direction: int) -> None:
        """Scroll the preview by a third of its height."""
        self.preview.scroll_by_lines(direction * max(1, self.preview.size.height // 3))

    def action_back(self) -> None:
        """Go one step back: the range, then the marks, then the filter, then the facets."""
        if self.list.step_back():
            self.show_bars()
        elif self.query_text or self.query("#filter Input"):
            self.set_query("")
            self.news()
        elif self.view != View(inbox=self.view.inbox):
            self.view = View(inbox=self.view.inbox)
            self.news()

    async def action_filter(self) -> None:
        """Open the filter."""
        from memtui.tui.widgets.inputs import SafeInput

        if not self.query("#filter Input"):
            await self.query_one("#filter").mount(SafeInput(placeholder="title, kind, tag or text"))
            self.query_one("#filter").add_class("-open")
        self.query_one("#filter Input").focus()

    def set_query(self, text: str) -> None:
        """Filter by other words; none closes the filter."""
        self.query_text = text
        self._generation += 1
        if not text:
            self.query("#filter Input").remove()
            self.query_one("#filter").remove_class("-open")
            self.list.focus()

    def on_input_submitted(self) -> None:
        """Go from the filter to what it found."""
        self.list.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Match what is typed."""
        event.stop()
        self.query_text = event.value
        self._typed = True
        self._match() if event.value.strip() else self.show_rows(self.library.rows(self.view))

    def _match(self) -> None:
        self._generation += 1
        self.memtui.match(self.MODE, self._generation, self.query_text, self.library.rows(self.view))

    def matched_rows(self, message: FilterMatched) -> None:
        """Show what matches, unless another question has been asked since."""
        if message.generation == self._generation and self.query_text:
            self.show_rows(message.rows)
            if self._typed:
                self.list.move_to(0)  # the best match; a reload of the same filter keeps the cursor where it is
            self._typed = False
            self.matched = message.generation

    def action_facets(self) -> None:
        """Choose scope, kinds and statuses."""
        from memtui.tui.screens.facets import FacetScreen

        def choose(view: View | None) -> None:
            if view is not None:
                self.view = view
                self.news()

        self.app.push_screen(FacetScreen(self.view), choose)
