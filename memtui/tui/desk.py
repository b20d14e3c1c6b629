"""The desk at which acts are taken: painted at once, handed to the store, and told of when it has answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from memtui.memory.actions import PAST
from memtui.safety import clean
from memtui.tui import acts, words
from memtui.tui.summaries import bulk_question, summary

if TYPE_CHECKING:
    from memtui.tui.app import MemtuiApp
    from memtui.tui.library import Glance
    from memtui.tui.messages import ActFailed, ActFinished


class Desk:
    """Takes acts for the app. It knows what was painted before the store has answered, and what a person has read."""

    def __init__(self, app: MemtuiApp) -> None:
        self._app = app

    def perform(self, act: acts.Act) -> bool:
        """Do what a person asked for, and paint it at once; return False if it is refused already."""
        if self.is_refused(act.name, act.ids):
            return False
        if (status := acts.EXPECTED.get(act.name)) is not None:
            # Painted at once, as it will be: the store takes longer to answer than the next key to come.
            refusals = self._refusals(act.name, act.ids)
            self._app.library.expected |= {key: status for key, refusal in refusals.items() if not refusal}
        self.submit(act)
        self._app.news()
        return True

    def is_refused(self, name: str, ids: Sequence[str]) -> bool:
        """Tell whether an act would be refused for every single memory, and say why if so."""
        refusals = self._refusals(name, ids).values()
        if not refusals or not all(refusals):
            return False
        self._app.tell(f"Not {PAST[name]}: {words.refusal(next(iter(refusals)))}.", "warning")
        return True

    def _refusals(self, name: str, ids: Sequence[str]) -> dict[str, str]:
        known = self._app.library.glances(ids)
        found = {key: acts.pointless(name, glance.attention, glance.status) for key, glance in known.items()}
        return {memory_id: "unknown" for memory_id in ids if memory_id not in known} | found

    def submit(self, act: acts.Act) -> None:
        """Hand an act to the store's thread."""
        self._app.crew.act(act)

    def finished(self, message: ActFinished) -> None:
        """Show what the store made of an act, and say so."""
        self._forget_expected(message.act)
        self._app.tell(*summary(message, self._app.library))
        if any(reason != "unchanged" for _, reason in message.refused):
            self._keep_typed(message.act)
        else:
            for screen in self.forms():
                screen.saved(message.act, message.changed)
        self._app.news()

    def failed(self, message: ActFailed) -> None:
        """Take back what was painted, and say why."""
        from memtui.tui.troubles import explain

        self._forget_expected(message.act)
        self._app.tell(explain(message.error), "warning" if message.act.name in {"undo", "redo"} else "error")
        self._keep_typed(message.act)
        self._app.news()

    def _keep_typed(self, act: acts.Act) -> None:
        """Keep what a person typed for an act that failed: in the form it came from, else in a file."""
        held = [screen.refused(act) for screen in self.forms()]
        if act.typed and not any(held):
            from memtui.tui.editor import keep

            self._app.tell(f"Your text is kept in {clean(str(keep(act.typed)))}.", "warning")

    def _forget_expected(self, act: acts.Act) -> None:
        for memory_id in act.ids:
            self._app.library.expected.pop(memory_id, None)

    def forms(self) -> list[Any]:
        """Return the screens in which something is being typed."""
        return [screen for screen in self._app.screen_stack if hasattr(screen, "saved")]

    def confirm(self, name: str, ids: Sequence[str], done: Callable[[], None]) -> None:
        """Ask before an act upon several memories, naming each."""
        from memtui.tui.screens.dialog import ConfirmScreen

        # Titles in a question are not the memories: what a person has not been shown whole is left out of an approval.
        known = self._app.library.glances(ids)
        chosen = tuple(key for key in ids if name != "approve" or self._may_be_approved(key, known.get(key)))
        if not chosen:
            self._app.tell(
                f"None of the {words.memories(len(ids))} has been read whole: ‹memory.open› opens one.", "warning"
            )
            return
        question, names, note = bulk_question(name, chosen, len(ids) - len(chosen), self._app.library)
        act = acts.act(
            name, chosen, {key: known[key].revision for key in chosen if key in known}, self._app.library.workspace
        )

        def answered(yes: bool | None) -> None:
            if yes and self.perform(act):
                done()

        self._app.push_screen(ConfirmScreen(question, names, note), answered)

    def may_be_approved(self, memory_id: str) -> bool:
        """Tell whether a person has been shown a memory whole, or its approval would be refused anyway."""
        return self._may_be_approved(memory_id, self._app.library.glances([memory_id]).get(memory_id))

    def _may_be_approved(self, memory_id: str, glance: Glance | None) -> bool:
        if glance is None or acts.pointless("approve", glance.attention, glance.status):
            return True
        return (memory_id, glance.revision) in self._app.library.read
