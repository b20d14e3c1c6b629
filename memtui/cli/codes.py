"""Exit codes, and the error of a command that was called wrongly."""

from __future__ import annotations

DONE = 0
COULD_NOT = 1
WRONG_USAGE = 2
INTERRUPTED = 130


class UsageError(Exception):
    """What was asked makes no sense; the message is a sentence that ends with what to do instead."""
