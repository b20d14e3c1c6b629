"""What can be done to memories from any screen that shows them: the keys, and the acts behind them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from memtui.memory import Attention
from memtui.tui import acts
from memtui.tui.keys import bound
from memtui.tui.screens.page import Page

if TYPE_CHECKING:
    from memtui.memory import Head


class MemoryPage(Page):
    """A screen that shows memories, one of which is the present one, and has the keys for all acts upon them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound("memory.approve", "act('approve')", show=True),
        bound("memory.reject", "act('reject')", show=True),
        bound("memory.edit", "edit", show=True),
        bound("memory.delete", "act('delete')", show=True),
        bound("memory.confirm", "confirm"),
        bound("memory.explain", "explain"),
        bound("memory.snooze", "ask('snooze')"),
        bound("memory.merge", "merge"),
        bound("memory.supersede", "supersede"),
        bound("memory.keep_both", "keep_both"),
        bound("memory.reject_because", "ask('reject')"),
        bound("memory.pin", "pin"),
        bound("memory.tag", "ask('tag')"),
        bound("memory.move", "ask('move')"),
        bound("memory.revisions", "revisions"),
        bound("memory.mask", "mask"),
        bound("memory.write_back", "write_back"),
        bound("memory.purge", "ask('purge')"),
        bound("memory.edit_external", "edit_external"),
        bound("memory.restore", "act('restore')"),
        bound("memory.copy", "copy"),
    ]

    def chosen(self) -> tuple[str, ...]:
        """Return the memories that an act is upon."""
        raise NotImplementedError

    def current(self) -> Head | None:
        """Return the memory that is shown whole."""
        raise NotImplementedError

    def acted(self) -> None:
        """Go on after an act was taken: its memories are no longer what the next one is upon."""

    def action_act(self, name: str) -> None:
        """Approve, reject, delete or restore what is chosen."""
        raise NotImplementedError

    def why_not(self, action: str, /) -> str:
        """Return why an act upon the present memory would be refused."""
        name = _ACT_OF.get(action) or action.partition("('")[2].removesuffix("')")
        if not name:
            return ""
        head = self.current()
        if head is None:
            return "nothing is selected"
        return acts.pointless(name, head.memory.attention, self.library.status_of(head))

    def perform(self, act: acts.Act) -> bool:
        """Do what was asked for, and go on; return whether it was taken."""
        taken = self.memtui.desk.perform(act)
        if taken:
            self.acted()
        return taken

    def _present(self, what: str) -> Head | None:
        if (head := self.current()) is None:
            self.memtui.tell(f"Nothing to {what}: no memory is selected.", "warning")
        return head

    def _upon_chosen(self, what: str) -> tuple[str, ...]:
        chosen = self.chosen()
        if not chosen:
            self.memtui.tell(f"Nothing to {what}: no memory is selected.", "warning")
        return chosen

    def action_ask(self, name: str) -> None:
        """Ask what an act needs to know, then do it."""
        from memtui.tui import asking

        # Told before the question: whoever has typed a reason should not learn then that it was in vain.
        if (chosen := self._upon_chosen(name)) and not self.memtui.desk.is_refused(name, chosen):
            asking.ASK[name](self, chosen)

    def action_confirm(self) -> None:
        """Say that what is chosen and stale still holds for the code as it is."""
        from memtui.tui import asking

        if chosen := self._upon_chosen("confirm"):
            asking.confirm_still_true(self, chosen)

    def action_explain(self) -> None:
        """Show why the present memory calls for attention, and what acting on it would change."""
        from memtui.tui.screens.explain import ExplainScreen

        if (head := self._present("explain")) is not None:
            self.app.push_screen(ExplainScreen(head.memory.id))

    def action_revisions(self) -> None:
        """Show all that was ever done to the present memory."""
        from memtui.tui.screens.revisions import RevisionsScreen

        if (head := self._present("show the revisions of")) is not None:
            self.app.push_screen(RevisionsScreen(head.memory.id))

    def action_merge(self) -> None:
        """Merge the memories chosen, after showing what would be kept in their place."""
        from memtui.tui.screens.join import MergeScreen

        heads = self._heads(self.chosen())
        if len(heads) < 2:  # noqa: PLR2004 - a merge is of two at least
            self.memtui.tell(
                "Mark two memories or more in the list with ‹list.mark›, then ‹memory.merge› merges them.", "warning"
            )
        else:
            self.app.push_screen(MergeScreen(heads, self.acted))

    def action_supersede(self) -> None:
        """Write what takes the place of one memory, or let the present one take the place of those marked."""
        from memtui.tui import asking
        from memtui.tui.screens.join import SupersedeScreen

        chosen, head = self._upon_chosen("supersede"), self.current()
        if head is None or not chosen:
            return
        others = tuple(key for key in chosen if key != head.memory.id)
        if others:
            asking.supersede(self, others, head)
        else:
            self.app.push_screen(SupersedeScreen([head], self.acted))

    def action_keep_both(self) -> None:
        """Say that what is chosen is all wanted; of one memory, beside those that are like it."""
        if len(chosen := self._upon_chosen("keep")) > 1:
            self.perform(acts.calling("keep_both", chosen))
        elif any(_LIKE.intersection(head.memory.attention) for head in self._heads(chosen)):
            self.perform(acts.keep_beside_alike(chosen[0]))
        elif chosen:
            self.memtui.tell(
                "Nothing like it is known; mark several with ‹list.mark›, then ‹memory.keep_both› keeps them all.",
                "warning",
            )

    def action_pin(self) -> None:
        """Pin what is chosen, or unpin it if the present one is pinned."""
        head = self._present("pin")
        if head is not None and (chosen := self.chosen()):
            self.perform(acts.calling("unpin" if head.memory.pinned else "pin", chosen))

    def action_mask(self) -> None:
        """Put a mark in the place of each secret."""
        from memtui.tui import asking

        if chosen := self._upon_chosen("mask"):
            asking.mask(self, chosen)

    def action_write_back(self) -> None:
        """Write the present memory to the file that it was imported from, after showing the change."""
        from memtui.tui.writing_back import WriteBack

        if (head := self._present("write back")) is not None:
            WriteBack(self, head).begin()

    def action_edit(self) -> None:
        """Edit the present memory in place."""
        from memtui.tui.editing import edit_here

        edit_here(self.memtui, self._current_id())

    def action_edit_external(self) -> None:
        """Edit the present memory in the person's own editor."""
        from memtui.tui.editing import edit_as_file

        edit_as_file(self.memtui, self._current_id())

    def action_copy(self) -> None:
        """Copy the present memory."""
        from memtui.tui.clipboard import copy_memory

        copy_memory(self.memtui, self._current_id())

    def _current_id(self) -> str | None:
        head = self.current()
        return head.memory.id if head else None

    def _heads(self, ids: Sequence[str]) -> list[Head]:
        return [head for head in map(self.library.head, ids) if head is not None]

    def stale(self, ids: Sequence[str]) -> list[Head]:
        """Return those of the memories that are stale."""
        return [head for head in self._heads(ids) if Attention.STALE in head.memory.attention]


_LIKE = frozenset({Attention.DUPLICATE, Attention.CONTRADICTION})
_ACT_OF = {"confirm": "confirm", "mask": "mask_secrets", "pin": "pin", "supersede": "supersede"}
