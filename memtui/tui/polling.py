"""The poller: looks now and then at what others do to memories and repository, and lets the index follow."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.timer import Timer

    from memtui.tui.app import MemtuiApp
    from memtui.tui.backend import IndexState

# A look is one or two calls of stat, which no one feels; where nobody is, it would still wake the machine.
_ATTENDED, _UNATTENDED = 1.0, 60.0
_LEFT_ALONE_AFTER = 300.0
# Asking git starts processes, so that is done seldom, and when the person comes back to the window.
_INDEX_EVERY = 15.0
# What is older than a minute moves by minutes at the most.
_AGES_EVERY = 60.0


class Poller:
    """Looks for the app. It knows whether somebody is there, and at which HEAD indexing failed."""

    def __init__(self, app: MemtuiApp) -> None:
        self._app = app
        self._timer: Timer | None = None
        self._touched_at = self._index_seen_at = self._ages_shown_at = monotonic()
        self._wants_facts = False
        self._failed_at: str | None = None

    def begin(self) -> None:
        """Look from now on."""
        self._timer = self._app.set_timer(self.pause, self._tick)

    @property
    def pause(self) -> float:
        """The seconds until the next look."""
        return _ATTENDED if monotonic() - self._touched_at < _LEFT_ALONE_AFTER else _UNATTENDED

    def touched(self) -> None:
        """Note that somebody is there; whoever comes back sees at once what happened meanwhile."""
        came_back = self.pause > _ATTENDED
        self._touched_at = monotonic()
        if came_back and self._timer is not None:
            self._timer.stop()
            self._tick()

    def _tick(self) -> None:
        self.look_at_memories()
        now = monotonic()
        if now - self._index_seen_at >= _INDEX_EVERY:
            self.look_at_index()
        if now - self._ages_shown_at >= _AGES_EVERY:
            self._ages_shown_at = now
            self._app.time_passed()
        self.begin()

    def look_at_memories(self) -> None:
        """Notice what other processes did to the memories."""
        library = self._app.library
        if library.snapshot is not None and self._app.crew.backend.stamp() != library.stamp:
            self._app.crew.reload()

    def look_at_index(self) -> None:
        """Find out how the index stands to the repository."""
        self._index_seen_at = monotonic()
        workspace = self._app.library.workspace
        if workspace is not None and workspace.repository is not None and self._app.library.progress is None:
            self._app.crew.look_at_index(workspace)

    def store_opened(self) -> None:
        """Try again what failed for want of a store."""
        if self._failed_at is not None:
            self._failed_at = None
            self.look_at_index()

    def index_read(self, state: IndexState) -> None:
        """Take note of how the index stands, and bring it up to HEAD if it is behind."""
        library = self._app.library
        library.index = state
        # Not again at a HEAD where it failed: a repository that cannot be indexed would be tried for ever.
        if (state.behind or not state.indexed) and library.progress is None and state.head != self._failed_at:
            self.refresh_index()
        elif self._wants_facts and library.facts is None:
            self.want_facts()

    def refreshed(self) -> None:
        """Read the new generation, if anybody looks at it."""
        library = self._app.library
        library.progress = None
        if self._wants_facts and library.workspace is not None:
            self._app.crew.read_facts(library.workspace)

    def failed(self) -> None:
        """Remember where indexing failed; the last finished generation stays."""
        library = self._app.library
        library.progress = None
        self._failed_at = library.index.head if library.index else None

    def refresh_index(self) -> None:
        """Bring the index up to HEAD in the background."""
        library = self._app.library
        workspace = library.workspace
        if workspace is None or workspace.repository is None:
            self._app.tell("There is no git repository here to index.", "warning")
        elif library.progress is None:
            library.progress = ("", 0, 0)
            if self._wants_facts and library.index is not None and library.index.indexed:
                self._app.crew.read_facts(workspace)
            self._app.crew.refresh(workspace)
            self._app.news()

    def want_facts(self) -> None:
        """Read the index as soon as there is one."""
        self._wants_facts = True
        library = self._app.library
        if library.workspace is not None and library.index is not None and library.index.indexed:
            self._app.crew.read_facts(library.workspace)
