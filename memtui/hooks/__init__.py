"""What git calls: notes what happened, wakes one worker, and is gone; the standard library only.

A hook is a process that a person waits for at every commit. So no module on its way imports ``pathlib``, ``json``,
``subprocess``, ``dataclasses``, ``typing`` or even ``collections`` before it must: together they take four times what
the rest takes, and types that only a checker reads are imported for it alone.
"""

from __future__ import annotations

HOOKS = ("pre-commit", "post-commit", "post-checkout", "post-merge", "post-rewrite")
"""The hooks that memtui can be called by, in the order in which they are listed."""
