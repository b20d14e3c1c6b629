"""Repo: what the index says of this repository, every single fact of it."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content

from memtui.tui import words
from memtui.tui.keys import bound
from memtui.tui.repo_outline import Item, outline
from memtui.tui.screens.outline import OutlinePage
from memtui.tui.screens.page import Pieces
from memtui.tui.widgets.bars import progress_bar


class RepoScreen(OutlinePage):
    """Entry points, modules, history and coverage."""

    MODE = "repo"
    BINDINGS: ClassVar[list[BindingType]] = [bound("repo.refresh", "refresh", show=True)]

    def __init__(self) -> None:
        super().__init__()
        self._shown_facts: object = None

    def on_mount(self) -> None:
        """Ask for the index."""
        self.memtui.poller.want_facts()

    def news(self) -> None:
        """Show the index as it was last read."""
        super().news()
        # Any news comes here; folding everything again at each act would lose the place.
        if self.library.facts is not None and self.library.facts is not self._shown_facts:
            self._shown_facts = self.library.facts
            self.show_items()
        self.show_emptiness()

    def progressed(self) -> None:
        """Show how far indexing is, large where there is nothing else to show."""
        super().progressed()
        self.show_emptiness()

    def items(self) -> tuple[Item, ...]:
        """Return the outline of the index."""
        facts = self.library.facts
        return outline(facts, self.is_open) if facts is not None else ()

    def emptiness(self) -> Content:
        """Return why there is nothing to show, and what to do."""
        library = self.library
        if library.workspace is not None and library.workspace.repository is None:
            return Content("There is no git repository here.\n\nStart memtui inside one to see how it is built.")
        if library.progress is None:
            return Content("Reading the index…")
        phase, done, total = library.progress
        share = done / total if total else 0.0
        numbers = f"{done:,} of {total:,}" if total else ""
        bar = (progress_bar(share, 30), "$text-primary")
        return Content.assemble(("Indexing this repository\n\n", "bold"), bar, f"\n{words.phase(phase)} {numbers}")

    def about(self) -> Pieces:
        """Return what kinds of facts there are."""
        facts = self.library.facts
        if facts is None:
            return []
        numbers = (
            words.count(len(facts.entry_points), "entry point"),
            words.count(len(facts.modules), "module"),
            words.count(facts.history.commits, "commit"),
        )
        text = " · ".join(numbers) + " "
        return [(text, "dim", "")]

    def action_refresh(self) -> None:
        """Bring the index up to HEAD."""
        self.memtui.poller.refresh_index()
