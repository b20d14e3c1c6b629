"""The user's configuration: which keys call which actions, and the theme; one small TOML file, read without raising."""

from __future__ import annotations

from memtui.configuration.actions import ACTIONS, GROUPS, SCREENS, Action, group_of
from memtui.configuration.keyboard import is_field_key, key_written
from memtui.configuration.reading import VARIABLE, configuration_path, read_configuration
from memtui.configuration.values import THEME_ALIASES, THEMES, Configuration, Problem

__all__ = [
    "ACTIONS",
    "GROUPS",
    "SCREENS",
    "THEMES",
    "THEME_ALIASES",
    "VARIABLE",
    "Action",
    "Configuration",
    "Problem",
    "configuration_path",
    "group_of",
    "is_field_key",
    "key_written",
    "read_configuration",
]
