"""The app: it owns what the screens share, hears what its threads and screens post, and holds no rule of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from memtui.safety import clean
from memtui.tui import acts, words
from memtui.tui.crew import Crew
from memtui.tui.filtering import Filter, Question
from memtui.tui.library import Glance, Library
from memtui.tui.messages import (
    ActFailed,
    ActFinished,
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
from memtui.tui.summaries import Severity, bulk_question, summary

if TYPE_CHECKING:
    from textual.command import Provider

    from memtui.tui.backend import Backend

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


def _commands() -> type[Provider]:
    from memtui.tui.commands import MemtuiCommands

    return MemtuiCommands


class MemtuiApp(App[int], inherit_bindings=False):
    """Inbox, Memories and Repo, each a mode."""

    TITLE = "memtui"
    CSS_PATH = Path(__file__).with_name("styles.tcss")
    MODES: ClassVar[dict[str, str | Callable[[], Screen[Any]]]] = {
        "inbox": InboxScreen,
        "memories": _memories_screen,
        "repo": _repo_screen,
    }
    DEFAULT_MODE = "inbox"
    # A function, so that the palette and its fuzzy matching are imported when it is opened.
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = App.COMMANDS | {_commands}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "mode('inbox')", "Inbox", id="app.inbox", show=False),
        Binding("2", "mode('memories')", "Memories", id="app.memories", show=False),
        Binding("3", "mode('repo')", "Repo", id="app.repo", show=False),
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

    def _news(self) -> None:
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
        self._news()

    def on_snapshot_loaded(self, message: SnapshotLoaded) -> None:
        """Show the memories, keeping what the person was doing."""
        self._take(message.snapshot, message.stamp)
        self._news()

    def _take(self, snapshot: Any, stamp: object) -> None:
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
        self._news()

    def on_index_state_read(self, message: IndexStateRead) -> None:
        """Show how the index stands, and bring it up to HEAD if it is behind."""
        self.library.index = message.state
        behind = message.state.behind or not message.state.indexed
        # Not again at a HEAD where it failed: a repository that cannot be indexed would be tried for ever.
        if behind and self.library.progress is None and message.state.head != self._failed_at:
            self.refresh_index()
        elif self._wants_facts and self.library.facts is None:
            self.want_facts()
        self._news()

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
        self._news()

    def on_refresh_failed(self, message: RefreshFailed) -> None:
        """Say what went wrong; the last finished generation stays."""
        from memtui.tui.troubles import explain

        self.library.progress = None
        self._failed_at = self.library.index.head if self.library.index else None
        self.tell(explain(message.error), "error")
        self._news()

    def on_repo_facts_loaded(self, message: RepoFactsLoaded) -> None:
        """Show the index."""
        self.library.facts = message.facts
        self._news()

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
            self._news()

    def want_facts(self) -> None:
        """Read the index as soon as there is one."""
        self._wants_facts = True
        library = self.library
        if library.workspace is not None and library.index is not None and library.index.indexed:
            self.crew.read_facts(library.workspace)

    def perform(self, act: acts.Act) -> bool:
        """Do what a person asked for, and paint it at once; return False if it is refused already."""
        library = self.library
        known = library.glances(act.ids)
        refusals = {memory_id: "unknown" for memory_id in act.ids if memory_id not in known}
        for memory_id, glance in known.items():
            refusals[memory_id] = acts.pointless(act.name, glance.attention, glance.status)
        if act.ids and all(refusals.values()):
            self.tell(f"Not {words.PAST[act.name]}: {words.refusal(next(iter(refusals.values())))}.", "warning")
            return False
        if (status := acts.EXPECTED.get(act.name)) is not None:
            # Painted at once, as it will be: the store takes longer to answer than the next key to come.
            library.expected |= {key: status for key, refusal in refusals.items() if not refusal}
        self.submit(act)
        self._news()
        return True

    def submit(self, act: acts.Act) -> None:
        """Hand an act to the store's thread."""
        self.crew.act(act)

    def on_act_finished(self, message: ActFinished) -> None:
        """Show what the store made of an act, and say so."""
        self._forget_expected(message.act)
        self._take(message.snapshot, message.stamp)
        self.tell(*summary(message, self.library))
        if any(reason != "unchanged" for _, reason in message.refused):
            self._keep_typed(message.act)
        else:
            for screen in self._edit_screens():
                screen.saved(message.act, message.changed)
        self._news()

    def on_act_failed(self, message: ActFailed) -> None:
        """Take back what was painted, and say why."""
        from memtui.tui.troubles import explain

        self._forget_expected(message.act)
        self.tell(explain(message.error), "warning" if message.act.name in {"undo", "redo"} else "error")
        self._keep_typed(message.act)
        self._news()

    def _keep_typed(self, act: acts.Act) -> None:
        """Keep what a person typed for an act that failed: in the form it came from, else in a file."""
        held = [screen.refused(act) for screen in self._edit_screens()]
        if act.typed and not any(held):
            from memtui.tui.editor import keep

            self.tell(f"Your text is kept in {clean(str(keep(act.typed)))}.", "warning")

    def _forget_expected(self, act: acts.Act) -> None:
        for memory_id in act.ids:
            self.library.expected.pop(memory_id, None)

    def _edit_screens(self) -> Iterable[Any]:
        return [screen for screen in self.screen_stack if hasattr(screen, "saved")]

    def confirm(self, name: str, ids: Sequence[str], done: Callable[[], None]) -> None:
        """Ask before an act upon several memories, naming each."""
        from memtui.tui.screens.dialog import ConfirmScreen

        # Titles in a question are not the memories: what a person has not been shown whole is left out of an approval.
        known = self.library.glances(ids)
        chosen = tuple(key for key in ids if name != "approve" or self._may_be_approved(key, known.get(key)))
        if not chosen:
            self.tell(f"None of the {words.memories(len(ids))} has been read whole: enter opens one.", "warning")
            return
        question, names, note = bulk_question(name, chosen, len(ids) - len(chosen), self.library)
        act = acts.act(name, chosen, {key: known[key].revision for key in chosen if key in known})

        def answered(yes: bool | None) -> None:
            if yes and self.perform(act):
                done()

        self.push_screen(ConfirmScreen(question, names, note), answered)

    def may_be_approved(self, memory_id: str) -> bool:
        """Tell whether a person has been shown a memory whole, or its approval would be refused anyway."""
        return self._may_be_approved(memory_id, self.library.glances([memory_id]).get(memory_id))

    def _may_be_approved(self, memory_id: str, glance: Glance | None) -> bool:
        if glance is None or acts.pointless("approve", glance.attention, glance.status):
            return True
        return (memory_id, glance.revision) in self.library.read

    def action_undo(self) -> None:
        """Take the newest act back."""
        self.perform(acts.undo())

    def action_redo(self) -> None:
        """Take the newest undo back."""
        self.perform(acts.redo())

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
        for screen in self._edit_screens():
            if not screen.saving and screen.fields():
                screen.action_leave()
                return
        self.crew.stop()
        self.exit(0)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:  # noqa: ARG002 - Textual's name
        """Offer the themes; everything else is an action of ours."""
        yield SystemCommand("Theme", "Change the colours", self.action_change_theme)
