"""An end to what takes too long, whatever it waits for."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def at_most(seconds: float, give_up: Callable[[], None]) -> Iterator[None]:
    """Call ``give_up`` when the block takes longer; on Windows, which has no such alarm, it may."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    former = signal.signal(signal.SIGALRM, lambda *_: give_up())
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)
