"""Questions before what is dangerous: answered by a typed word, never by a key that lay in the buffer."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memtui.cli.console import Console


def confirmed(console: Console, question: str, answer: str) -> bool:
    """Ask on the terminal and tell whether the person typed ``answer``; without a terminal, no one is asked."""
    if not console.stdin.isatty():
        return False
    _forget_what_was_typed()
    console.narrate(f"{question} Type '{answer}' to go on:")
    return console.stdin.readline().strip() == answer


def _forget_what_was_typed() -> None:
    """Drop what was typed before the question could be read."""
    if sys.platform == "win32":
        import msvcrt

        while msvcrt.kbhit():
            msvcrt.getch()
        return
    import termios

    termios.tcflush(sys.stdin, termios.TCIFLUSH)
