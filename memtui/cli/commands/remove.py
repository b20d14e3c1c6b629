"""``memtui rm``: move memories to the trash."""

from __future__ import annotations

from memtui.cli.acts import configure_act, running

HELP = "Move memories to the trash; 'memtui restore' takes them out."
configure = configure_act
run = running("delete")
