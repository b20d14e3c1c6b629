"""The threads behind the screens: one for the store, one for the index; what they find out they post."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from contextlib import redirect_stderr, suppress
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from textual.message import Message

from memtui.tui import messages
from memtui.tui.worker import Worker

if TYPE_CHECKING:
    from memtui.store import Store
    from memtui.tui.acts import Act
    from memtui.tui.backend import Backend, Workspace
    from memtui.tui.messages import Asker

_PAINTED_EVERY = 0.1
Found = TypeVar("Found")


def allow_spawning() -> None:
    """Start what multiprocessing needs once a process.

    It hands the descriptor of ``sys.stderr`` on, and the stream that Textual puts there while it runs has none.
    """
    if sys.platform != "win32":
        from multiprocessing import resource_tracker

        with redirect_stderr(sys.__stderr__):
            resource_tracker.ensure_running()


class StoppedError(Exception):
    """The person quits, so indexing ends where it is; the last finished generation stays."""


class Crew:
    """Hands out the work that may take long. Acts and indexing have a store each, so that neither waits."""

    def __init__(self, backend: Backend, post: Callable[[Message], object]) -> None:
        self.backend = backend
        # One thread each: indexing takes seconds, and an act must not stand behind it.
        self.store_worker = Worker("memtui-store")
        self.index_worker = Worker("memtui-index")
        self._post = post
        self._store: Store | None = None
        self._failure: Exception | None = None
        self._opened = threading.Event()
        self._publishing = threading.Event()
        self._last_progress = (0.0, "")
        self.lost: list[tuple[Act, Exception]] = []

    def start(self) -> None:
        """Read the memories, find out where we are, then open LanceDB."""
        self.store_worker.submit(self._load)
        self.index_worker.submit(self._look_around)
        self.store_worker.submit(self._open)

    def reload(self) -> None:
        """Read the memories again: another process has changed them."""
        self.store_worker.submit(self._load)

    def act(self, act: Act) -> None:
        """Carry an act out; it is not lost if the person quits at once."""
        # Owed: it has been painted as done, so that leaving the app must not make that untrue.
        self.store_worker.submit(lambda: self._act(act), owed=True)

    def ask(self, asker: Asker, question: Callable[[Store], object]) -> None:
        """Ask the store something for a screen, which is told the answer if it is still there."""
        self.store_worker.submit(lambda: self._ask(asker, question))

    def ask_aside(self, asker: Asker, question: Callable[[Backend], object]) -> None:
        """Ask something for a screen that the store is not needed for."""
        self.index_worker.submit(lambda: self._answer(asker, lambda: question(self.backend)))

    def publish(self, workspace: Workspace) -> None:
        """Let the hook know what the memories are about by now; one look is enough for many acts."""
        if not self._publishing.is_set():
            self._publishing.set()
            self.index_worker.submit(lambda: self._publish(workspace))

    def look_at_index(self, workspace: Workspace) -> None:
        """Find out how the index stands."""
        self.index_worker.submit(lambda: self._read_index_state(workspace))

    def read_facts(self, workspace: Workspace) -> None:
        """Read the index."""
        self.index_worker.submit(lambda: self._read_facts(workspace))

    def refresh(self, workspace: Workspace) -> None:
        """Bring the index up to HEAD."""
        self.index_worker.submit(lambda: self._refresh(workspace))

    def stop(self) -> None:
        """Stop all that need not be finished."""
        self.store_worker.stop()
        self.index_worker.stop()
        self._opened.set()

    def _load(self) -> None:
        try:
            stamp = self.backend.stamp()
            snapshot = self.backend.load_snapshot()
        except Exception as error:  # noqa: BLE001 - the thread's boundary: the error is shown, the thread lives on
            self._post(messages.StoreFailed(error))
        else:
            self._post(messages.SnapshotLoaded(snapshot, stamp))

    def _open(self) -> None:
        try:
            self._store = self.backend.open_store()
        except Exception as error:  # noqa: BLE001 - the thread's boundary: the error is shown, the thread lives on
            self._failure = error
            self._post(messages.StoreFailed(error))
        else:
            self._failure = None
            self._post(messages.StoreOpened())
            self._load()
        finally:
            self._opened.set()

    def _present(self) -> Store:
        if self._store is None:
            raise self._failure or StoppedError
        return self._store

    def _act(self, act: Act) -> None:
        # Also after a failure: the lock may be free by then, or the disk have room.
        if self._store is None:
            self._open()
        try:
            store = self._present()
            result = act.run(store)
            stamp = self.backend.stamp()
            snapshot = store.snapshot()
        except Exception as error:  # noqa: BLE001 - the thread's boundary: the error is shown, the thread lives on
            if self.store_worker.stopping.is_set():
                self.lost.append((act, error))
            self._post(messages.ActFailed(act, error))
            return
        refused = tuple((refusal.id, refusal.reason) for refusal in result.refused)
        self._post(messages.ActFinished(act, result.action, result.changed, refused, snapshot, stamp, result.reverted))

    def _ask(self, asker: Asker, question: Callable[[Store], object]) -> None:
        self._answer(asker, lambda: question(self._present()))

    def _answer(self, asker: Asker, find_out: Callable[[], object]) -> None:
        try:
            answer = find_out()
        except Exception as error:  # noqa: BLE001 - the thread's boundary: the error is shown, the thread lives on
            self._post(messages.AskingFailed(asker, error))
        else:
            self._post(messages.Answered(asker, answer))

    def _publish(self, workspace: Workspace) -> None:
        self._publishing.clear()
        # The act is done; that the hook's file cannot be written is told by the hooks' own log.
        with suppress(Exception):
            self.backend.publish(workspace)

    def _look_around(self) -> None:
        self._tell(self.backend.find_workspace, messages.WorkspaceFound)

    def _read_index_state(self, workspace: Workspace) -> None:
        self._tell(lambda: self.backend.index_state(workspace), messages.IndexStateRead)

    def _read_facts(self, workspace: Workspace) -> None:
        self._tell(lambda: self.backend.repo_facts(workspace), messages.RepoFactsLoaded)

    def _tell(self, find_out: Callable[[], Found], message: Callable[[Found], Message]) -> None:
        """Post what was found out, or why it could not be."""
        try:
            found = find_out()
        except Exception as error:  # noqa: BLE001 - the thread's boundary: the error is shown, the thread lives on
            self._post(messages.RefreshFailed(error))
        else:
            self._post(message(found))

    def _refresh(self, workspace: Workspace) -> None:
        # The store opens first: a person's first act is worth more than the index.
        self._opened.wait()
        if self.index_worker.stopping.is_set():
            return
        if self._failure is not None:
            self._post(messages.RefreshFailed(self._failure))
            return
        try:
            allow_spawning()
            store = self.backend.open_store()
            self.backend.refresh(workspace, store, self._progress)
        except StoppedError:
            return
        except Exception as error:  # noqa: BLE001 - the thread's boundary: the error is shown, the thread lives on
            self._post(messages.RefreshFailed(error))
        else:
            self._post(messages.RefreshFinished())
            self.reload()
            self._read_index_state(workspace)

    def _progress(self, phase: str, done: int, total: int) -> None:
        if self.index_worker.stopping.is_set():
            raise StoppedError
        when, last = self._last_progress
        if phase != last or monotonic() - when >= _PAINTED_EVERY:
            self._last_progress = (monotonic(), phase)
            self._post(messages.RefreshProgressed(phase, done, total))
