"""The module map of a source tree, and the role of a path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indexer.modules.roles import role_of

if TYPE_CHECKING:
    from indexer.modules.mapping import ModuleMap, map_modules

__all__ = ["ModuleMap", "map_modules", "role_of"]


def __getattr__(name: str) -> object:
    """Import the map on first use: whoever only asks for a role needs neither numpy nor YAML."""
    if name not in __all__:
        raise AttributeError(name)
    from indexer.modules import mapping

    return getattr(mapping, name)
