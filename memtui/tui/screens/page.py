"""What the screens of all modes have in common: the bars around them, and being told of news."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import ActiveBinding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from memtui.configuration import ACTIONS
from memtui.memory import Status
from memtui.safety import clean
from memtui.tui import words
from memtui.tui.keys import NO_KEY, bound
from memtui.tui.widgets.bars import Bar, progress_bar

if TYPE_CHECKING:
    from memtui.tui.app import MemtuiApp
    from memtui.tui.keys import KeyNames
    from memtui.tui.library import Library

Pieces = list[tuple[str, str, str]]
_DIM = "dim"
_ORDER = {identity: place for place, identity in enumerate(ACTIONS)}
_TABS = ("inbox", "memories", "repo", "sources")


def is_typing(screen: Screen[Any]) -> bool:
    """Tell whether letters are text at present."""
    return screen.focused is not None and screen.focused.check_consume_key("q", "q")


class Page(Screen[None]):
    """A screen with a title bar, a status line and a line of keys."""

    MODE: ClassVar[str] = ""
    # In the place of Textual's own, which copies without saying so.
    BINDINGS: ClassVar[list[BindingType]] = [bound("app.interrupt", "app.interrupt", system=True)]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012 - an instance variable to Textual
    VERTICAL_BREAKPOINTS = [(0, "-short"), (20, "-tall")]  # noqa: RUF012 - likewise

    def __init__(self) -> None:
        super().__init__()
        self._shown_version = -1

    @property
    def memtui(self) -> MemtuiApp:
        """The app, as what it is."""
        return cast("MemtuiApp", self.app)

    @property
    def library(self) -> Library:
        """What all screens know."""
        return self.memtui.library

    @property
    def key_names(self) -> KeyNames:
        """What the keys of this user are called."""
        return self.library.keys

    def say(self, text: str) -> Content:
        """Return a sentence of ours with the keys that it names."""
        return Content(self.key_names.told(text))

    def compose(self) -> ComposeResult:
        """Lay the bars around the content."""
        yield Bar(id="title")
        yield from self.content()
        yield Bar(id="status")
        yield Bar(id="keys")

    def content(self) -> Iterator[Widget]:
        """Return the widgets between the bars."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Paint the bars before anything is known."""
        self.show_bars()

    def on_screen_resume(self) -> None:
        """Catch up with what happened while another screen was shown."""
        self.catch_up()

    def catch_up(self) -> None:
        """Show what the library holds, if that is not what was last shown."""
        # A screen that is hidden builds its list when it is shown again, and only if something changed.
        if self.is_mounted and self._shown_version != self.library.version:
            self._shown_version = self.library.version
            self.news()
        else:
            self.show_bars()

    def news(self) -> None:
        """Show what the library holds; called whenever it changed."""
        self.show_bars()

    def progressed(self) -> None:
        """Show how far indexing is."""
        self.show_bars()

    def on_descendant_focus(self) -> None:
        """Name the keys of what is in focus now."""
        self.show_bars()

    def time_passed(self) -> None:
        """Let what is said of ages move on."""
        self.show_bars()

    def on_resize(self) -> None:
        """Fit the bars to the new width."""
        self.show_bars()

    def show_bars(self) -> None:
        """Show where we are, how things stand and which keys there are."""
        # News can reach a screen that is not composed yet, or whose widgets are being taken down.
        if not self.is_mounted or not self.query("#keys"):
            return
        self.query_one("#title", Bar).show([*self._tabs()], self.about())
        self.query_one("#status", Bar).show(self._place(), self._counts())
        help_key = self.key_names.of("app.help", typing=is_typing(self))
        self.query_one("#keys", Bar).show(
            self.keys(), [(help_key, "bold $text-accent", "app.help"), (" help ", _DIM, "app.help")]
        )

    def about(self) -> Pieces:
        """Return what the right end of the title says about this screen."""
        return []

    def keys(self) -> Pieces:
        """Return the keys that are worth showing, from the bindings themselves."""
        pieces: Pieces = [(" ", "", "")]
        for active in self.shown_bindings():
            binding = active.binding
            # Dimmed, not gone: a key that moves about cannot be learnt, and pressing it says why not.
            faint = "dim " if self.why_not(binding.action) else ""
            pieces.append((self.app.get_key_display(binding), f"{faint}bold $text-accent", binding.action))
            pieces.append((f" {binding.description.lower()}  ", f"{faint}{_DIM}", binding.action))
        return pieces

    def shown_bindings(self) -> list[ActiveBinding]:
        """Return the bindings for the line of keys, each action once, in their usual order whatever their keys are."""
        actions: dict[str, ActiveBinding] = {}
        for active in self.active_bindings.values():
            if active.binding.show and active.binding.key != NO_KEY:
                actions.setdefault(active.binding.action, active)
        return sorted(actions.values(), key=lambda active: _ORDER.get(active.binding.id or "", len(_ORDER)))

    def why_not(self, _action: str, /) -> str:
        """Return why an action would be refused at present, in words; empty if it would not."""
        return ""

    def _tabs(self) -> Iterator[tuple[str, str, str]]:
        yield (" memtui ", "bold $text-primary", "")
        numbers = self.library.counts()
        for mode in _TABS:
            key, name = self.key_names.of(f"app.{mode}"), ACTIONS[f"app.{mode}"].description
            here = "bold reverse" if mode == self.MODE else _DIM
            number = numbers.get(Status.PENDING, 0) if mode == "inbox" else 0
            yield (f" {key} {name}{f' {number:,}' if number else ''} ", here, f"app.mode('{mode}')")

    def _place(self) -> Pieces:
        workspace = self.library.workspace
        if workspace is None:
            return [(" looking around…", _DIM, "")]
        if workspace.repository is None:
            return [(" no repository here", _DIM, "")]
        index = self.library.index
        pieces: Pieces = [(f" {clean(workspace.name)}", "bold", "")]
        if index is not None:
            pieces.append((f" ⎇ {clean(index.branch) or 'detached ' + clean(index.head)[:7]}", "", ""))
        return [*pieces, ("  ", "", ""), *self._index(), *self._troubles()]

    def _index(self) -> Pieces:
        if self.library.progress is not None:
            phase, done, total = self.library.progress
            share = f" {done * 100 // total} %" if total else f" {done:,}" if done else ""
            bar = progress_bar(done / total, 12) if total else ""
            return [
                (f"indexing: {words.phase(phase)} " if phase else "indexing… ", "$text-warning", ""),
                (bar, "$text-primary", ""),
                (share, "", ""),
            ]
        index = self.library.index
        if index is None:
            return [("index …", _DIM, "")]
        if not index.indexed:
            return [("not indexed", "$text-warning", "")]
        old = words.age(index.indexed_at, time.time())
        if index.behind:
            return [(f"index behind, from {old} ago", "$text-warning", "")]
        return [(f"index fresh, {old} old", "$text-success", "")]

    def _troubles(self) -> Pieces:
        # Hooks and workers run where no one sees them fail; the command has the words.
        failed = self.library.index is not None and self.library.index.troubles
        return [(" · hooks failed: see memtui doctor", "$text-warning", "")] if failed else []

    def _counts(self) -> Pieces:
        numbers = self.library.counts()
        pieces: Pieces = []
        if self.library.snapshot is not None:
            pieces.append((f"{numbers.get(Status.PENDING, 0):,} pending · ", "", "app.mode('inbox')"))
            pieces.append((f"{numbers.get(Status.APPROVED, 0):,} approved · ", _DIM, "app.mode('memories')"))
            flagged = numbers.get("attention", 0)
            pieces.append((f"{flagged:,} attention · ", "$text-warning" if flagged else _DIM, "app.mode('inbox')"))
        pieces.append((f"store {self.library.store} ", _DIM if self.library.store == "ready" else "$text-warning", ""))
        return pieces
