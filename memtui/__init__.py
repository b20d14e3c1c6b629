"""memtui: a memory for coding agents, with the last word left to the developer."""

from __future__ import annotations

__version__ = "0.1.0"
