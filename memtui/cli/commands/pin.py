"""``memtui pin``: have agents always recall some memories, within a budget."""

from __future__ import annotations

from memtui.cli.acts import configure_act, running

HELP = "Have agents always recall these memories; all pinned ones may be 20 and 2,000 characters together."
configure = configure_act
run = running("pin")
