"""Daemon threads with a queue: the UI never waits for them, and quitting does not either."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue

Job = Callable[[], None]


class Worker:
    """One daemon thread that runs jobs in order; ``owed`` jobs are those that must not be lost on quitting."""

    def __init__(self, name: str) -> None:
        self.stopping = threading.Event()
        self._jobs: SimpleQueue[tuple[Job, bool]] = SimpleQueue()
        self._owed = 0
        self._settled = threading.Condition()
        # A daemon: a thread inside LanceDB cannot be interrupted, and quitting must not wait for it.
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    @property
    def owed(self) -> int:
        """The number of jobs still to be run that must not be lost."""
        return self._owed

    def submit(self, job: Job, *, owed: bool = False) -> None:
        """Queue a job; the first one starts the thread."""
        if owed:
            with self._settled:
                self._owed += 1
        self._jobs.put((job, owed))
        # Started by the first job, so that an app that is never used for anything costs no thread.
        if self._thread.ident is None:
            self._thread.start()

    def stop(self) -> None:
        """Drop every job that is not owed; the running one sees ``stopping``."""
        self.stopping.set()

    def settle(self, timeout: float | None = None) -> bool:
        """Wait until nothing is owed; return whether that came within ``timeout`` seconds."""
        with self._settled:
            return self._settled.wait_for(lambda: self._owed == 0, timeout)

    def _run(self) -> None:
        while True:
            job, owed = self._jobs.get()
            try:
                if owed or not self.stopping.is_set():
                    job()
            finally:
                if owed:
                    with self._settled:
                        self._owed -= 1
                        self._settled.notify_all()
