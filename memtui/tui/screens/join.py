"""Forms for what takes the place of other memories: a merge of several, or a new text instead of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from memtui.memory import Draft, Head
from memtui.tui import acts, words
from memtui.tui.screens.edit import FormScreen, form_of
from memtui.tui.screens.page import Pieces
from memtui.tui.summaries import short


class _JoinScreen(FormScreen):
    """Shows what would be kept before it is; the person may change it first."""

    HEADING = ""

    def __init__(self, heads: Sequence[Head], done: Callable[[], None]) -> None:
        self.draft = self.proposed(heads)
        super().__init__(form_of(self.draft))
        self.heads = heads
        self._done = done

    def proposed(self, heads: Sequence[Head]) -> Draft:
        """Return what the form begins with."""
        raise NotImplementedError

    def above(self) -> Iterator[Widget]:
        """Name the memories that give up their place."""
        names = [(f"\n• {short(head.memory.title)}", "") for head in self.heads]
        # In a box of its own that scrolls: many names must not push the form off the screen.
        with VerticalScroll(id="joined", can_focus=False):
            yield Static(Content.assemble((f"{self.HEADING} {words.memories(len(self.heads))}", "bold"), *names))

    def about(self) -> Pieces:
        """Return what is being done."""
        return [("saving… " if self.saving else self.key_names.told("nothing is done before ‹edit.save› "), "dim", "")]

    def on_mount(self) -> None:
        """Begin in the body, which is what has to be right."""
        self.query_one("#edit-body").focus()

    def changed_draft(self) -> Draft:
        """Return the draft with what was typed."""
        # What was not touched stays as it came: the form shows marks in the place of hidden characters.
        changed: dict[str, Any] = dict(self.fields())
        return replace(self.draft, **changed)

    def closed(self, changed: Sequence[Head]) -> None:
        """Go on in the list."""
        if changed:
            self._done()


class MergeScreen(_JoinScreen):
    """What several memories become."""

    HEADING = "This would be kept in the place of"

    def proposed(self, heads: Sequence[Head]) -> Draft:
        """Return what the memories say together."""
        from memtui.review import merged_draft

        return merged_draft([head.memory for head in heads])

    def action_save(self, approve: bool = False) -> None:  # noqa: ARG002 - the action of every form
        """Merge."""
        if not self.saving:
            draft = self.changed_draft()
            ids = tuple(head.memory.id for head in self.heads)
            self.submit(acts.merge(ids, lambda: draft, self.typed().as_text()))


class SupersedeScreen(_JoinScreen):
    """What takes the place of one memory."""

    HEADING = "Write what takes the place of"

    def proposed(self, heads: Sequence[Head]) -> Draft:
        """Return the present text, to be written anew."""
        memory = heads[0].memory
        return Draft(memory.kind, memory.title, memory.body, memory.scope, memory.tags, memory.anchors)

    def action_save(self, approve: bool = False) -> None:  # noqa: ARG002 - the action of every form
        """Keep the new text."""
        if self.saving:
            return
        if not self.fields():
            self.memtui.tell("It says the same as what it would replace; ‹edit.leave› leaves.", "warning")
            return
        draft = self.changed_draft()
        self.submit(acts.replace_by(self.heads[0].memory.id, lambda: draft, self.typed().as_text()))
