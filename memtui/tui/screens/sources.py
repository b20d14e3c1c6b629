"""Sources: what agents read here, what it costs them, what is wrong with it; brought in by one key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.content import Content

from memtui.tui import words
from memtui.tui.keys import bound
from memtui.tui.repo_outline import Item
from memtui.tui.screens.outline import OutlinePage
from memtui.tui.screens.page import Pieces
from memtui.tui.source_outline import source_outline, store_of

if TYPE_CHECKING:
    from memtui.sources.stores.importing import Import
    from memtui.sources.stores.surveying import Survey


class SourcesScreen(OutlinePage):
    """The stores that agents have, each with its files."""

    MODE = "sources"
    BINDINGS: ClassVar[list[BindingType]] = [
        bound("sources.bring_in", "bring_in", show=True),
        bound("sources.look_again", "look_again", show=True),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._survey: Survey | None = None
        self._asked = False
        self._failed = False

    def news(self) -> None:
        """Look at the stores once it is known where we are."""
        super().news()
        if not self._asked and self.library.workspace is not None:
            self.action_look_again()

    def items(self) -> tuple[Item, ...]:
        """Return the stores and their files."""
        return source_outline(self._survey, self.is_open, self.key_names) if self._survey is not None else ()

    def emptiness(self) -> Content:
        """Return why there is nothing to show, and what to do."""
        if self._survey is None and self._failed:
            return self.say("What agents keep here could not be read.\n\n‹sources.look_again› tries again.")
        if self._survey is None:
            return Content("Looking for what agents keep here…")
        return Content(
            "No agent keeps anything here that memtui knows of.\n\n"
            "CLAUDE.md, AGENTS.md, .cursor/rules and the like are shown here, with what they cost."
        )

    def about(self) -> Pieces:
        """Return what all of it costs."""
        if self._survey is None:
            return []
        from memtui.sources.stores.audit import cost_of

        cost = cost_of(self._survey.every)
        return [(f"{cost.always:,} tokens in every session, {cost.on_demand:,} when asked for ", "dim", "")]

    def action_look_again(self) -> None:
        """Read the files again."""
        workspace = self.library.workspace
        if workspace is not None:
            self._asked, self._failed = True, False
            self.memtui.crew.ask_aside(self, lambda backend: backend.survey(workspace))

    def action_bring_in(self) -> None:
        """Propose what the store under the cursor says."""
        item, workspace = self.current, self.library.workspace
        if item is None or workspace is None:
            self.memtui.tell("There is no store here to bring in.", "warning")
            return
        name, backend = store_of(item), self.memtui.crew.backend
        self.memtui.crew.ask(self, lambda store: backend.bring_in(workspace, store, name))

    def answered(self, answer: object) -> None:
        """Show the stores, or say what was brought in."""
        if isinstance(answer, list):
            self.memtui.tell("\n".join(self._told(answer)))
            self.memtui.crew.reload()
        else:
            self._survey = answer  # type: ignore[assignment]
            self.show_items()
        self.show_bars()

    def unanswered(self) -> None:
        """Say that there is nothing to show, unless there is from before."""
        self._failed = True
        self.show_emptiness()

    def _told(self, imports: list[Import]) -> Iterator[str]:
        for imported in imports:
            changed = words.count(len(imported.result.changed), "proposal")
            yield f"{changed} in the Inbox, {imported.unchanged:,} known already"
            if imported.result.refused:
                yield f"{words.count(len(imported.result.refused), 'entry', 'entries')} left as decided before"
            if imported.gone:
                yield f"{words.memories(len(imported.gone))} no longer in the file: kept here"
