"""``memtui keep``: say that memories which are alike, or seem to contradict each other, are all wanted."""

from __future__ import annotations

from memtui.cli.acts import configure_act, running

HELP = "Keep memories side by side that 'memtui duplicates' finds alike or contradictory; it does not ask again."
configure = configure_act
run = running("keep_both")
