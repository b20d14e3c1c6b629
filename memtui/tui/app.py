"""The app: it owns what the screens share, hears what its threads and screens post, and holds no rule of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from memtui.configuration import Configuration
from memtui.safety import clean
from memtui.tui import acts
from memtui.tui.crew import Crew
from memtui.tui.desk import Desk
from memtui.tui.filtering import Filter, Question
from memtui.tui.keys import NO_KEY, KeyNames, bound, keymap
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
from memtui.tui.modes import MODES
from memtui.tui.polling import Poller
from memtui.tui.rows import Rows
from memtui.tui.screens.listing import MemoryScreen
from memtui.tui.screens.page import Page, is_typing
from memtui.tui.summaries import Severity

if TYPE_CHECKING:
    from textual.command import Provider
    from textual.theme import Theme

    from memtui.memory import Head
    from memtui.tui.backend import Backend
    from memtui.tui.messages import Asker

# Seconds: a line is read in a moment, what went wrong and what the configuration has wrong takes longer.
_SHOWN_FOR: Mapping[str, float] = {"information": 4, "warning": 8, "error": 8}
_PROBLEMS_SHOWN_FOR = 30.0


def _commands() -> type[Provider]:
    from memtui.tui.commands import MemtuiCommands

    return MemtuiCommands


class MemtuiApp(App[int], inherit_bindings=False):
    """Inbox, Memories, Repo and Sources, each a mode."""

    TITLE = "memtui"
    CSS_PATH = Path(__file__).with_name("styles.tcss")
    MODES: ClassVar[dict[str, str | Callable[[], Screen[Any]]]] = dict(MODES)
    DEFAULT_MODE = "inbox"
    # A function, so that the palette and its fuzzy matching are imported when it is opened.
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = App.COMMANDS | {_commands}
    BINDINGS: ClassVar[list[BindingType]] = [
        bound("app.inbox", "mode('inbox')"),
        bound("app.memories", "mode('memories')"),
        bound("app.repo", "mode('repo')"),
        bound("app.sources", "mode('sources')"),
        bound("app.next", "turn(1)"),
        bound("app.previous", "turn(-1)"),
        bound("app.undo", "undo", show=True),
        bound("app.redo", "redo"),
        bound("app.help", "help"),
        bound("app.palette", "command_palette", priority=True),
        bound("app.quit", "quit", show=True),
        bound("app.interrupt", "interrupt", system=True),
    ]

    def __init__(self, backend: Backend, configuration: Configuration | None = None) -> None:
        super().__init__()
        self.configuration = configuration or Configuration()
        self.library = Library(keys=KeyNames(self.configuration))
        self.crew = Crew(backend, self.post_message)
        self.filter = Filter(self.post_message)
        self.desk = Desk(self)
        self.poller = Poller(self)
        self.set_keymap(keymap(self.configuration))

    def on_load(self) -> None:
        """Take the theme before anything is painted in another one."""
        if self.configuration.theme:
            self.theme = self.configuration.theme

    def on_mount(self) -> None:
        """Paint first; everything that takes long begins after that."""
        # Threads begin after the first paint: importing holds the interpreter's lock in long stretches.
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self.crew.start()
        self.poller.begin()
        self.theme_changed_signal.subscribe(self, self._tell_how_to_keep)
        if self.configuration.problems:
            from memtui.configuration.wording import problems_in_words

            told = clean(problems_in_words(self.configuration), multiline=True)
            self.tell(told, "warning", _PROBLEMS_SHOWN_FOR)

    def _tell_how_to_keep(self, theme: Theme) -> None:
        place = clean(str(self.configuration.path or "the configuration"))
        self.tell(f'For this time. To keep it, write name = "{theme.name}" under [theme] in {place}.')

    async def on_event(self, event: events.Event) -> None:
        """Notice that somebody is there, before the event goes where it belongs."""
        if isinstance(event, events.InputEvent):
            self.poller.touched()
        await super().on_event(event)

    def on_app_focus(self) -> None:
        """Look again when the person comes back from another window."""
        self.poller.touched()
        self.poller.look_at_index()

    def time_passed(self) -> None:
        """Let the ages move on the page that can be seen."""
        if isinstance(self.screen, Page):
            self.screen.time_passed()

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
        self.poller.look_at_index()
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
        self.poller.store_opened()
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
        """Show how the index stands."""
        self.poller.index_read(message.state)
        self.news()

    def on_refresh_progressed(self, message: RefreshProgressed) -> None:
        """Show how far indexing is."""
        self.library.progress = (message.phase, message.done, message.total)
        for page in self._pages():
            page.progressed()

    def on_refresh_finished(self, _message: RefreshFinished) -> None:
        """Show the new generation."""
        self.poller.refreshed()
        self.news()

    def on_refresh_failed(self, message: RefreshFailed) -> None:
        """Say what went wrong."""
        from memtui.tui.troubles import explain

        self.poller.failed()
        self.tell(explain(message.error), "error")
        self.news()

    def on_repo_facts_loaded(self, message: RepoFactsLoaded) -> None:
        """Show the index."""
        self.library.facts = message.facts
        self.news()

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

    def open_in_editor(self, path: str, line: int) -> None:
        """Open a place of the repository in the person's own editor."""
        from memtui.tui import external

        external.open_place(self, path, line)

    def match(self, owner: str, generation: int, query: str, rows: Rows) -> None:
        """Ask the filter's thread which rows match."""
        if self.library.snapshot is not None:
            self.filter.ask(Question(owner, generation, query, rows, self.library.snapshot))

    def on_filter_matched(self, message: FilterMatched) -> None:
        """Give the answer to the screen that asked."""
        for screen in self._screen_stacks.get(message.owner, []):
            if isinstance(screen, MemoryScreen):
                screen.matched_rows(message)

    def tell(self, text: str, severity: Severity = "information", seconds: float = 0) -> None:
        """Show a line of safe text for a moment; never read as markup, but with the keys that it names."""
        # Without markup: a title in brackets would otherwise become a style, or an action to click on.
        shown = self.library.keys.told(text)
        self.notify(shown, severity=severity, markup=False, timeout=seconds or _SHOWN_FOR[severity])

    def get_key_display(self, binding: Binding) -> str:
        """Return what a key is called where keys are listed."""
        return "none" if binding.key == NO_KEY else super().get_key_display(binding)

    def action_mode(self, mode: str) -> None:
        """Show another screen."""
        self.switch_mode(mode)

    def action_turn(self, by: int) -> None:
        """Show the next screen or the one before."""
        modes = [*MODES]
        self.switch_mode(modes[(modes.index(self.current_mode) + by) % len(modes)])

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
        quitting = self.library.keys.of("app.quit", typing=is_typing(self.screen))
        self.tell("Copied by the terminal." if selected else f"{quitting} quits.")

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
