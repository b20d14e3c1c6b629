"""The command line: one module per command, data on stdout, narration on stderr, exit codes as a contract."""

from __future__ import annotations

from memtui.cli.entry import run

__all__ = ["run"]
