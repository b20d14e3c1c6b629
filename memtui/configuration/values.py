"""What a configuration says, and what may be wrong with it; no sentences, see ``wording``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from memtui.configuration.actions import ACTIONS

# As Textual has them; a test compares them. ``ansi-dark`` and ``ansi-light`` keep the terminal's own colours.
THEMES = (
    "textual-dark textual-light nord gruvbox catppuccin-mocha dracula tokyo-night monokai flexoki catppuccin-latte "
    "catppuccin-frappe catppuccin-macchiato solarized-light solarized-dark rose-pine rose-pine-moon rose-pine-dawn "
    "atom-one-dark atom-one-light ansi-dark ansi-light"
).split()
THEME_ALIASES: Mapping[str, str] = {"dark": "textual-dark", "light": "textual-light"}


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: where it stands, and what a sentence about it needs.

    ``setting`` is the dotted name as in the file, empty where the file as a whole is meant; ``line`` is 0 for none.
    """

    code: str
    setting: str = ""
    line: int = 0
    detail: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Configuration:
    """What holds: ``keys`` of those actions that have others than usual, and the theme, empty for the usual one."""

    path: Path | None = None
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    theme: str = ""
    problems: tuple[Problem, ...] = ()

    def keys_of(self, action: str) -> tuple[str, ...]:
        """Return the keys of an action; none if it is to have none."""
        return self.keys.get(action, ACTIONS[action].keys)
