"""Keys as the configuration has them: bindings from the table of actions, and their names for what is said of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from textual.binding import Binding

from memtui.configuration import ACTIONS, Configuration, is_field_key, key_written

# What no terminal sends: Textual takes an empty list of keys for the usual ones.
NO_KEY = "no_key"
_SHORT: Mapping[str, str] = {
    "escape": "esc", "pagedown": "pgdn", "pageup": "pgup", "up": "↑", "down": "↓", "left": "←", "right": "→",
}  # fmt: skip
_HINT = re.compile(r"‹([a-z_]+\.[a-z_]+)›")


def bound(identity: str, action: str, *, show: bool = False, priority: bool = False, system: bool = False) -> Binding:
    """Return the binding of an action of the table, with its usual keys."""
    known = ACTIONS[identity]
    return Binding(
        ",".join(known.keys), action, known.description, id=identity, show=show, priority=priority, system=system
    )


@dataclass(frozen=True, slots=True)
class KeyNames:
    """What the keys of this user are called in a sentence."""

    configuration: Configuration = field(default_factory=Configuration)

    def of(self, identity: str, *, typing: bool = False) -> str:
        """Return the first key of an action, of those that are no text while it is typed, or where it is without."""
        keys = self.configuration.keys_of(identity)
        usable = [key for key in keys if not (typing and is_field_key(key))]
        return named(usable[0]) if usable else "the palette"

    def every(self, identity: str) -> str:
        """Return all keys of an action, shortest first."""
        keys = sorted(map(named, self.configuration.keys_of(identity)), key=len)
        return ", ".join(keys) or "no key"

    def told(self, text: str) -> str:
        """Return a text with the keys in the place of ``‹memory.open›`` and its like."""
        return _HINT.sub(lambda hint: self.of(hint[1]) if hint[1] in ACTIONS else hint[0], text)


def named(key: str) -> str:
    """Return a key as it is called in a sentence."""
    return _SHORT.get(key) or key_written(key)


def keymap(configuration: Configuration) -> dict[str, str]:
    """Return the changed keys as Textual takes them."""
    return {identity: ",".join(keys) or NO_KEY for identity, keys in configuration.keys.items()}
