"""``memtui restore``: take memories back from the trash, a snooze, or what took their place."""

from __future__ import annotations

from memtui.cli.acts import configure_act, running
from memtui.memory import Status

HELP = (
    "Take memories out of the trash, out of a snooze, or back from what took their place, as they were before. A "
    "filter finds those in the trash unless --status says otherwise."
)
configure = configure_act
run = running("restore", statuses=(Status.DELETED,))
