"""A configuration file with every setting as it usually is, in comments, to begin one's own from."""

from __future__ import annotations

import json
from itertools import groupby

from memtui.configuration.actions import ACTIONS, GROUPS, Action, group_of
from memtui.configuration.keyboard import key_written
from memtui.configuration.values import THEMES

_WIDTH = 58


def sample() -> str:
    """Return the file; each line that sets something is a comment until the user takes its mark away."""
    lines = [
        "# Keys and theme of memtui. Take the # away from what you change, and leave the rest out:",
        "# what is not here is as usual. 'memtui config --check' says what is wrong.",
        "",
        "[theme]",
        f'# name = "{THEMES[0]}"  # or light, dark, or any that memtui config --themes lists',
        "",
        "[keys]",
    ]
    for group, actions in groupby(ACTIONS.values(), key=lambda action: group_of(action.id)):
        lines += ["", f"# {GROUPS[group]}", *map(_setting, actions)]
    return "\n".join(lines)


def _setting(action: Action) -> str:
    keys = [key_written(key) for key in action.keys]
    # JSON writes texts and lists of them just as TOML does.
    value = json.dumps(keys[0] if len(keys) == 1 else keys)
    setting = f'# "{action.id}" = {value}'
    return f"{setting:<{_WIDTH}} # {action.description}"
