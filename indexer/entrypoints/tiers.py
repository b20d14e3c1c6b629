"""How sure an entry point is, by the kind of evidence it rests on."""

from __future__ import annotations

from typing import Final

DECLARED: Final = 1.0
"""A manifest declares it: nothing is left to interpretation."""

LANGUAGE_MAIN: Final = 0.95
"""The language itself starts it: a ``main`` function, a main guard, a ``__main__`` module."""

REGISTERED: Final = 0.85
"""Code hands it to a framework: a route, a command, a task."""

CONVENTION: Final = 0.6
"""Its place or name is what a tool looks for, and nothing in the repository says so."""
