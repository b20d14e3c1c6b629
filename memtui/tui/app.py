"""The app: it owns what the screens share, hears what its threads and screens post, and holds no rule of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from memtui.safety import clean
from memtui.tui import acts, words
from memtui.tui.crew import Crew
from memtui.tui.desk import Desk
from memtui.tui.filtering import Filter, Question
from memtui.tui.library import Library
from memtui.tui.messages import (
    ActFailed,
    ActFinished,
    Answered,
    AskingFailed,
    FilterMatched,
    IndexStateRead,
    RefreshFailed,
    RefreshFinished,
    RefreshProgressed,
    RepoFactsLoaded,
    SnapshotLoaded,
    StoreFailed,
    StoreOpened,
    WorkspaceFound,
)
from memtui.tui.rows import Rows
from memtui.tui.screens.inbox import InboxScreen
from memtui.tui.screens.listing import MemoryScreen
from memtui.tui.screens.page import Page
from memtui.tui.summaries import Severity

if TYPE_CHECKING:
    from textual.command import Provider

    from memtui.memory import Head
    from memtui.tui.backend import Backend
    from memtui.tui.messages import Asker

# A look is one or two calls of stat, which no one feels.
_POLL_SECONDS = 1.0
# Asking git starts processes, so that is done seldom, and when the person comes back to the window.
_POLL_INDEX_EVERY = 15


def _memories_screen() -> Screen[Any]:
    from memtui.tui.screens.memories import MemoriesScreen

    return MemoriesScreen()


def _repo_screen() -> Screen[Any]:
    from memtui.tui.screens.repo import RepoScreen

    return RepoScreen()


def _sources_screen() -> Screen[Any]:
    from memtui.tui.screens.sources import SourcesScreen

    return SourcesScreen()


def _commands() -> type[Provider]:
    from memtui.tui.commands import MemtuiCommands

    return MemtuiCommands


class MemtuiApp(App[int], inherit_bindings=False):
    """Inbox, Memories, Repo and Sources, each a mode."""

    TITLE = "memtui"
    CSS_PATH = Path(__file__).with_name("styles.tcss")
    MODES: ClassVar[dict[str, str | Callable[[], Screen[Any]]]] = {
        "inbox": InboxScreen,
        "memories": _memories_screen,
        "repo": _repo_screen,
        "sources": _sources_screen,
    }
    DEFAULT_MODE = "inbox"
    # A function, so that the palette and its fuzzy matching are imported when it is opened.
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = App.COMMANDS | {_commands}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "mode('inbox')", "Inbox", id="app.inbox", show=False),
        Binding("2", "mode('memories')", "Memories", id="app.memories", show=False),
        Binding("3", "mode('repo')", "Repo", id="app.repo", show=False),
        Binding("4", "mode('sources')", "Sources", id="app.sources", show=False),
        Binding("z", "undo", "Undo", id="app.undo"),
        Binding("Z", "redo", "Redo", id="app.redo", show=False),
        Binding("question_mark", "help", "Help", id="app.help", show=False),
        Binding("ctrl+p", "command_palette", "Palette", id="app.palette", show=False, priority=True),
        Binding("q,ctrl+q", "quit", "Quit", id="app.quit"),
        Binding("ctrl+c", "interrupt", "Copy the selection", id="app.interrupt", show=False, system=True),
    ]

    def __init__(self, backend: Backend) -> None:
        super().__init__()
        self.library = Library()
        self.crew = Crew(backend, self.post_message)
        self.filter = Filter(self.post_message)
        self.desk = Desk(self)
        self._wants_facts = False
        self._failed_at: str | None = None
        self._polls = 0

    def on_mount(self) -> None:
        """Paint first; everything that takes long begins after that."""
        # Threads begin after the first paint: importing holds the interpreter's lock in long stretches.
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self.crew.start()
        self.set_interval(_POLL_SECONDS, self._poll)

    def _poll(self) -> None:
        """Notice what other processes did to the memories, and now and then to the repository."""
        library = self.library
        if library.snapshot is not None and self.crew.backend.stamp() != library.stamp:
            self.crew.reload()
        self._polls += 1
        if self._polls % _POLL_INDEX_EVERY == 0:
            self._look_at_index()

    def on_app_focus(self) -> None:
        """Look again when the person comes back from another window."""
        self._look_at_index()

    def _look_at_index(self) -> None:
        workspace = self.library.workspace
        if workspace is not None and workspace.repository is not None and self.library.progress is None:
            self.crew.look_at_index(workspace)

    def news(self) -> None:
        """Tell the pages that can be seen or come back to that the library has changed."""
        self.library.changed()
        for page in self._pages():
            page.catch_up()

    def _pages(self) -> list[Page]:
        return [screen for screen in self.screen_stack if isinstance(screen, Page)]

    def on_workspace_found(self, message: WorkspaceFound) -> None:
        """Show where we are, and look at its index."""
        self.library.workspace = message.workspace
        self._look_at_index()
        self.news()

    def on_snapshot_loaded(self, message: SnapshotLoaded) -> None:
        """Show the memories, keeping what the person was doing."""
        self.take(message.snapshot, message.stamp)
        self.news()

    def take(self, snapshot: Any, stamp: object) -> None:
        """Take a snapshot for the present one."""
        # An equal snapshot is not taken, so that what was computed from the present one stays valid.
        if self.library.snapshot is None or stamp != self.library.stamp:
            self.library.snapshot = snapshot
        self.library.stamp = stamp

    def on_store_opened(self, _message: StoreOpened) -> None:
        """Say that acts are taken at once."""
        self.library.store = "ready"
        if self._failed_at is not None:
            # Without a store nothing could be indexed; what failed for that reason may go well.
            self._failed_at = None
            self._look_at_index()
        for page in self._pages():
            page.show_bars()

    def on_store_failed(self, message: StoreFailed) -> None:
        """Say why there is no store."""
        from memtui.tui.troubles import explain, store_word

        word = store_word(message.error)
        # Each look fails anew while the trouble lasts; it is said once.
        if word != self.library.store:
            self.library.store = word
            self.tell(explain(message.error), "error")
        self.news()

    def on_index_state_read(self, message: IndexStateRead) -> None:
        """Show how the index stands, and bring it up to HEAD if it is behind."""
        self.library.index = message.state
        behind = message.state.behind or not message.state.indexed
        # Not again at a HEAD where it failed: a repository that cannot be indexed would be tried for ever.
        if behind and self.library.progress is None and message.state.head != self._failed_at:
            self.refresh_index()
        elif self._wants_facts and self.library.facts is None:
            self.want_facts()
        self.news()

    def on_refresh_progressed(self, message: RefreshProgressed) -> None:
        """Show how far indexing is."""
        self.library.progress = (message.phase, message.done, message.total)
        for page in self._pages():
            page.progressed()

    def on_refresh_finished(self, _message: RefreshFinished) -> None:
        """Show the new generation."""
        self.library.progress = None
        if self._wants_facts and self.library.workspace is not None:
            self.crew.read_facts(self.library.workspace)
        self.news()

    def on_refresh_failed(self, message: RefreshFailed) -> None:
        """Say what went wrong; the last finished generation stays."""
        from memtui.tui.troubles import explain

        self.library.progress = None
        self._failed_at = self.library.index.head if self.library.index else None
        self.tell(explain(message.error), "error")
        self.news()

    def on_repo_facts_loaded(self, message: RepoFactsLoaded) -> None:
        """Show the index."""
        self.library.facts = message.facts
        self.news()

    def refresh_index(self) -> None:
        """Bring the index up to HEAD in the background."""
        workspace = self.library.workspace
        if workspace is None or workspace.repository is None:
            self.tell("There is no git repository here to index.", "warning")
        elif self.library.progress is None:
            self.library.progress = ("", 0, 0)
            if self._wants_facts and self.library.index is not None and self.library.index.indexed:
                self.crew.read_facts(workspace)
            self.crew.refresh(workspace)
            self.news()

    def want_facts(self) -> None:
        """Read the index as soon as there is one."""
        self._wants_facts = True
        library = self.library
        if library.workspace is not None and library.index is not None and library.index.indexed:
            self.crew.read_facts(library.workspace)

    def on_act_finished(self, message: ActFinished) -> None:
        """Show what the store made of an act, and say so."""
        self.take(message.snapshot, message.stamp)
        self.desk.finished(message)
        if self.library.workspace is not None and self.library.workspace.scope is not None:
            self.crew.publish(self.library.workspace)

    def on_act_failed(self, message: ActFailed) -> None:
        """Take back what was painted, and say why."""
        self.desk.failed(message)

    def on_answered(self, message: Answered) -> None:
        """Give an answer to the screen that asked, if it is still there."""
        # Another screen may be shown meanwhile; one that was closed has no use for the answer.
        if message.asker.is_attached:
            message.asker.answered(message.answer)

    def on_asking_failed(self, message: AskingFailed) -> None:
        """Say why there is no answer."""
        from memtui.tui.troubles import explain

        self.tell(explain(message.error), "error")
        if message.asker.is_attached:
            message.asker.unanswered()

    def explain(self, asker: Asker, head: Head) -> None:
        """Find out why a memory calls for attention, and what approving it would change."""
        workspace, backend = self.library.workspace, self.crew.backend
        self.crew.ask(asker, lambda store: backend.explain(workspace, store, head))

    def action_undo(self) -> None:
        """Take the newest act back."""
        self.desk.perform(acts.undo())

    def action_redo(self) -> None:
        """Take the newest undo back."""
        self.desk.perform(acts.redo())

    def open_reader(self, memory_id: str) -> None:
        """Open a memory on the whole screen."""
        from memtui.tui.screens.reader import ReaderScreen

        self.push_screen(ReaderScreen(memory_id))

    async def go_to(self, memory_id: str) -> None:
        """Show a memory among all the others."""
        await self.switch_mode("memories")
        if isinstance(self.screen, MemoryScreen):
            self.screen.seek(memory_id)

    def edit(self, memory_id: str | None) -> None:
        """Edit a memory in place."""
        from memtui.tui.screens.edit import EditScreen

        head = self.library.head(memory_id) if memory_id else None
        if head is None:
            self.tell("Nothing to edit: no memory is selected.", "warning")
        elif reason := acts.pointless("edit", head.memory.attention, self.library.status_of(head)):
            self.tell(f"Not edited: {words.refusal(reason)}.", "warning")
        else:
            self.push_screen(EditScreen(head))

    def edit_external(self, memory_id: str | None) -> None:
        """Edit a memory in the person's own editor."""
        from memtui.tui import external

        external.edit_memory(self, memory_id)

    def open_in_editor(self, path: str, line: int) -> None:
        """Open a place of the repository in the person's own editor."""
        from memtui.tui import external

        external.open_place(self, path, line)

    def copy(self, memory_id: str | None) -> None:
        """Copy a memory's text as it is shown, and say by which way."""
        head = self.library.head(memory_id) if memory_id else None
        if head is None:
            self.tell("Nothing to copy: no memory is selected.", "warning")
            return
        # Cleaned as on the screen: a paste into a shell must not run what nobody saw.
        text = f"{clean(head.memory.title)}\n\n{clean(head.memory.body, multiline=True)}"
        # In a thread, since a clipboard tool of a remote display may take seconds.
        self.run_worker(lambda: self._copy(text), thread=True, group="copy", exit_on_error=False)

    def _copy(self, text: str) -> None:
        from memtui.tui.clipboard import copy

        way = copy(text)
        if not way:
            self.call_from_thread(self.copy_to_clipboard, text)
        self.call_from_thread(self.tell, f"Copied by {way or 'the terminal'}.")

    def match(self, owner: str, generation: int, query: str, rows: Rows) -> None:
        """Ask the filter's thread which rows match."""
        if self.library.snapshot is not None:
            self.filter.ask(Question(owner, generation, query, rows, self.library.snapshot))

    def on_filter_matched(self, message: FilterMatched) -> None:
        """Give the answer to the screen that asked."""
        for screen in self._screen_stacks.get(message.owner, []):
            if isinstance(screen, MemoryScreen):
                screen.matched_rows(message)

    def tell(self, text: str, severity: Severity = "information") -> None:
        """Show a line of safe text for a moment; never read as markup."""
        # Without markup: a title in brackets would otherwise become a style, or an action to click on.
        self.notify(text, severity=severity, markup=False, timeout=4 if severity == "information" else 8)

    def action_mode(self, mode: str) -> None:
        """Show another screen."""
        self.switch_mode(mode)

    def delay_update(self, delay: float = 0.001) -> None:
        """Paint another screen at once: ours have nothing to hide while they are laid out."""
        # Textual waits a twentieth of a second before it paints a screen anew, which is felt at each switch.
        super().delay_update(min(delay, 0.001))

    async def run_bound(self, screen: Screen[Any], action: str) -> None:
        """Run an action from the palette as its key would."""
        target = (
            screen.focused
            if screen.focused and hasattr(screen.focused, f"action_{action.partition('(')[0]}")
            else screen
        )
        if not hasattr(target, f"action_{action.partition('(')[0]}"):
            target = self  # type: ignore[assignment]
        await self.run_action(action, target)

    def action_help(self) -> None:
        """Show every key that works here."""
        from memtui.tui.screens.help import HelpScreen, key_help

        bindings = [active.binding for active in self.screen.active_bindings.values()]
        self.push_screen(HelpScreen(key_help(bindings, [self.get_key_display(binding) for binding in bindings])))

    def action_interrupt(self) -> None:
        """Copy what is selected with the mouse; else say how to quit."""
        selected = self.screen.get_selected_text()
        if selected:
            # Ctrl+c is what terminals taught people to copy with, so that it must not end the app.
            self.copy_to_clipboard(selected)
        self.tell("Copied by the terminal." if selected else "q quits.")

    async def action_quit(self) -> None:
        """Leave at once, unless that would lose what is typed in a form; the threads are not waited for."""
        for screen in self.desk.forms():
            if not screen.saving and screen.fields():
                screen.action_leave()
                return
        self.crew.stop()
        self.exit(0)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:  # noqa: ARG002 - Textual's name
        """Offer the themes; everything else is an action of ours."""
        yield SystemCommand("Theme", "Change the colours", self.action_change_theme)
