"""``memtui unpin``: have agents recall memories only where they fit again."""

from __future__ import annotations

from memtui.cli.acts import configure_act, running

HELP = "Have agents recall these memories only where they fit again."
configure = configure_act
run = running("unpin")
