"""Writing a memory to the file that it was imported from: the change is shown first, and asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from memtui.memory.errors import WriteBackError
from memtui.safety import clean
from memtui.tui.explaining import patch_lines
from memtui.tui.screens.dialog import ConfirmScreen
from memtui.tui.troubles import explain

if TYPE_CHECKING:
    from memtui.memory import Head
    from memtui.sources.stores.writing import Plan
    from memtui.tui.screens.memory_page import MemoryPage


class PatchScreen(ConfirmScreen):
    """Shows what would change in a file before it does."""

    def __init__(self, question: str, patch: str, note: str) -> None:
        super().__init__(question, [], note)
        self._patch = patch

    def _listing(self) -> Content:
        return Content.assemble(*patch_lines(self._patch)).rstrip()


class WriteBack:
    """One memory on its way to its file: planned in a thread, shown, and written in a thread."""

    def __init__(self, page: MemoryPage, head: Head) -> None:
        self._page = page
        self._head = head
        self._app = page.memtui

    @property
    def is_attached(self) -> bool:
        """Whether the screen that it was asked for on is still there."""
        return self._page.is_attached

    def begin(self) -> None:
        """Work out what would change."""
        workspace, backend, memory = self._app.library.workspace, self._app.crew.backend, self._head.memory
        if not memory.link.path:
            self._app.tell("It comes from no other program's file; memtui export writes it to one.", "warning")
        elif workspace is not None:
            self._app.crew.ask_aside(self, lambda _: backend.plan_write_back(workspace, memory))

    def answered(self, answer: object) -> None:
        """Show the change, or say that it is written, or why it is not."""
        if isinstance(answer, WriteBackError):
            self._app.tell(explain(answer), "warning")
        elif isinstance(answer, str):
            self._app.tell(f"Written to {clean(self._head.memory.link.path)}; as it was: {clean(answer)}")
            self._app.crew.reload()
        else:
            self._show(*answer)  # type: ignore[misc]

    def unanswered(self) -> None:
        """Leave the file as it is."""

    def _show(self, planned: Plan, patch: str) -> None:
        if not planned.change.edits:
            self._app.tell("Its file says the same already.")
            return
        what = "Take it out of" if planned.removes else "Write it to"
        note = "" if planned.change.title_kept else "The title has no place in that file; it stays in memtui alone."
        question = f"{what} {clean(planned.memory.link.path)}?"
        self._page.app.push_screen(
            PatchScreen(question, patch, note), lambda yes: self._write(planned) if yes else None
        )

    def _write(self, planned: Plan) -> None:
        workspace, backend = self._app.library.workspace, self._app.crew.backend
        if workspace is not None:
            self._app.crew.ask(self, lambda store: backend.write_back(workspace, store, planned))
