"""Running the app, and what remains to be done when it has ended."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

from memtui.tui.app import MemtuiApp
from memtui.tui.backend import LocalBackend
from memtui.tui.words import count

_SILENT = 0.3


def launch(path: Path) -> int:
    """Run the app for ``path``; acts that the store has not yet got are finished after the terminal is given back."""
    app = MemtuiApp(LocalBackend(path))
    code = app.run()
    app.crew.stop()
    worker = app.crew.store_worker
    if not worker.settle(_SILENT):
        sys.stderr.write(f"memtui: saving {count(worker.owed, 'change')}…\n")
        worker.settle()
    if app.crew.lost:
        from memtui.tui.troubles import explain

    for error in app.crew.lost:
        sys.stderr.write(f"memtui: a change was not saved. {explain(error)}\n")
    # Without this the interpreter spends most of a second collecting LanceDB's classes before the prompt is back.
    gc.freeze()
    return code or app.return_code or int(bool(app.crew.lost))
