"""The commands: each module has ``HELP``, ``configure(parser)`` and ``run(arguments, console)``."""

from __future__ import annotations
