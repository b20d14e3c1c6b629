"""An end to what takes too long, whatever it waits for."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


class TooLongError(BaseException):
    """The time is up; no Exception, so that what is given up cannot take it for a trouble of its own and go on."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise TooLongError when the block takes longer; on Windows, which has no such alarm, it may."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_: object) -> None:
        raise TooLongError

    former = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)
