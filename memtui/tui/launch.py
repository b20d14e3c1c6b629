"""Running the app, and what remains to be done when it has ended."""

from __future__ import annotations

import sys
from pathlib import Path

from memtui.configuration import read_configuration
from memtui.tui.app import MemtuiApp
from memtui.tui.local_backend import LocalBackend
from memtui.tui.words import count

# Less than this is not felt as waiting, and a message for it would only flicker.
_SILENT = 0.3


def launch(path: Path) -> int:
    """Run the app for ``path``; acts that the store has not yet got are finished after the terminal is given back."""
    app = MemtuiApp(LocalBackend(path), read_configuration())
    code = app.run()
    app.crew.stop()
    worker = app.crew.store_worker
    if not worker.settle(_SILENT):
        sys.stderr.write(f"memtui: saving {count(worker.owed, 'change')}…\n")
        worker.settle()
    if app.crew.lost:
        from memtui.tui.editor import keep
        from memtui.tui.troubles import explain

    for act, error in app.crew.lost:
        where = f" Your text is kept in {keep(act.typed)}." if act.typed else ""
        told = app.library.keys.told(explain(error))
        sys.stderr.write(f"memtui: a change was not saved. {told}{where}\n")
    return code or app.return_code or int(bool(app.crew.lost))
