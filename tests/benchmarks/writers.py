"""Two writers and a reader on one store at once: ``writers.py --acts 1000`` (of each writer), as a table."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from memtui import review
from memtui.store import Store
from tests.support.acts import check
from tests.support.memories import make_draft
from tests.support.writers import disk, traffic


def main() -> None:
    """Let them work, check that nothing is lost, and print what is on the disk."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--acts", type=int, default=1000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        home = Path(temporary) / "home"
        store = Store.open(home)
        review.propose(store, [make_draft(title) for title in ("one", "two", "three")], origin="codex")
        began, processor = time.perf_counter(), os.times()
        result = traffic(home, arguments.acts)
        seconds, used = time.perf_counter() - began, os.times()
        known = dict.fromkeys(result.revisions, "")
        check(store, known)
        lost = set(result.revisions) - set(known)
        children = used.children_user + used.children_system - processor.children_user - processor.children_system
        taken = disk(store)
        print(f"statuses {result.statuses}, lost {len(lost)} of {len(result.revisions)} revisions")
        print(
            f"{2 * arguments.acts} acts in {seconds:.0f} s ({children:.0f} s of processor time), {result.reads} reads"
        )
        print(f"{taken.versions} versions, {taken.files} files, {taken.size / 1e6:.1f} MB; {len(known)} revisions")
        print(result.errors, end="")


if __name__ == "__main__":
    main()
