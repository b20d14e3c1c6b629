"""What a hook does: note, wake, print at most three lines; it ends within a second and never with a failure."""

from __future__ import annotations

import os
import sys

from memtui.hooks import HOOKS, journal, log, waking
from memtui.hooks.places import ANCHORS_FILE, Place, head_of, in_rebase, locate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

WHERE_KNOWN = "--where-known"
_USAGE = f"usage: memtui-hook [{WHERE_KNOWN}] HOOK [ARGUMENT ...], where HOOK is one of {', '.join(HOOKS)}"
# Seconds for what a committer is told; all else that a hook does is short by itself.
_LONGEST = 0.8
_MOST_LINES = 3
# Bytes; the names of the fields of a single anchor take more.
_NO_ANCHORS = 64


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one hook; the exit status is always 0."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    where_known = words[:1] == [WHERE_KNOWN]
    name = next(iter(words[where_known:]), "")
    if name not in HOOKS:
        sys.stderr.write(f"{_USAGE}\n")
        return 0
    place = None
    try:
        directory = os.getcwd()
        place = locate(directory, os.environ)
        # A hook in a directory for all repositories is called in some that never asked for memtui.
        if place is not None and not (where_known and not os.path.isdir(place.own_directory)):
            run_hook(name, place, directory, os.environ)
    except Exception as error:  # noqa: BLE001 - a commit must not fail for anything that memtui does
        if place is not None:
            log.write(place.common_directory, log.TROUBLE, f"{name}: {type(error).__name__}: {error}")
    return 0


def run_hook(name: str, place: Place, directory: str, environment: Mapping[str, str]) -> None:
    """Note what git did in ``directory``, wake a worker, and tell a committer what the commit makes stale.

    Raises OSError when nothing can be noted.
    """
    tree = _tree(place, directory, environment) if name == "pre-commit" else ""
    entry = journal.Entry(name, directory, head_of(place), tree)
    os.makedirs(place.own_directory, mode=0o700, exist_ok=True)
    journal.append(place.common_directory, entry)
    # A rebase of a hundred commits is one change, told by the hook that ends it.
    if name == "post-rewrite" or not in_rebase(place):
        waking.wake(place.common_directory, environment)
    if name == "pre-commit":
        _tell(place, environment)


def _tree(place: Place, directory: str, environment: Mapping[str, str]) -> str:
    from memtui.hooks.staged import tree_to_commit

    return tree_to_commit(place, directory, environment)


def _has_anchors(path: str) -> bool:
    try:
        return os.path.getsize(path) > _NO_ANCHORS
    except OSError:
        return False


def _tell(place: Place, environment: Mapping[str, str]) -> None:
    # Without an anchor there is nothing to tell, and a look at the size of their file is all that this costs.
    if not _has_anchors(os.path.join(place.own_directory, ANCHORS_FILE)):
        return
    from memtui.hooks.limit import TooLongError, at_most
    from memtui.hooks.notice import notice

    try:
        with at_most(_LONGEST):
            lines = notice(place.common_directory, environment)[:_MOST_LINES]
    except TooLongError:
        log.write(place.common_directory, log.TROUBLE, f"pre-commit: gave up its notice after {_LONGEST} s")
        return
    text = "".join(f"{' '.join(line.splitlines())}\n" for line in lines)
    # To stdout, which git shows: the hook's script shuts stderr, where an interpreter that is broken would complain.
    sys.stdout.buffer.write(text.encode("utf-8", "replace"))
    sys.stdout.buffer.flush()
