"""The terminal UI: posts messages, calls ``memtui.review``, and holds no rule of its own."""

from __future__ import annotations

from pathlib import Path


def run_app(path: Path) -> int:
    """Run the terminal UI for the directory ``path`` and return the exit code."""
    from memtui.tui.launch import launch

    return launch(path)


__all__ = ["run_app"]
