"""What the commands that change memories have in common: find them, act, say what was done and what was refused."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.cli.codes import COULD_NOT, DONE
from memtui.cli.library import SHORT_ID, open_store, resolve
from memtui.cli.messages import refusal
from memtui.cli.options import add_id, add_json
from memtui.cli.records import head_record, result_record

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.review import Result
    from memtui.store import Store

Act = Callable[["Store", Sequence[str]], "Result"]
# A sentence about an act must not be built from its name by rules of English grammar.
_PAST = {
    "add": "added",
    "approve": "approved",
    "delete": "deleted",
    "edit": "edited",
    "redo": "redone",
    "reject": "rejected",
    "restore": "restored",
    "undo": "undone",
}


def configure_act(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of a command that takes memories."""
    add_id(parser, count="+")
    add_json(parser)


def run_act(arguments: argparse.Namespace, console: Console, act: Act) -> int:
    """Do something with the memories that the ids stand for, and say what came of it."""
    from memtui.review import Refusal, Result
    from memtui.store import home_directory

    store = open_store(home_directory())
    # One mistyped id does not keep the others; the exit code tells whether anything was done.
    ids, unknown = resolve(store.snapshot(), arguments.ids)
    result = act(store, ids) if ids else Result("", "")
    refused = (*(Refusal(prefix, reason) for prefix, reason in unknown), *result.refused)
    return tell(replace(result, refused=refused), console, as_json=arguments.json)


def tell_memory(result: Result, console: Console, *, as_json: bool) -> int:
    """Print the one memory that was added or edited as it now is, or why it is not."""
    if as_json and result.changed:
        console.json(head_record(result.changed[0]))
        return DONE
    return tell(result, console, as_json=False)


def tell(result: Result, console: Console, *, as_json: bool) -> int:
    """Print what was changed and why the rest was refused; return 1 if nothing was done."""
    if as_json:
        console.json(result_record(result))
    else:
        done = _PAST.get(result.action, result.action)
        # What was done is data, since a script goes on from it; why the rest was not is narration.
        console.table([(done, head.memory.id[:SHORT_ID], head.memory.title) for head in result.changed])
    for refused in result.refused:
        console.narrate(f"memtui: {refused.id[:SHORT_ID]} is left as it was: {refusal(refused.reason)}.")
    if result.changed:
        return DONE
    if not result.refused:
        console.narrate("memtui: Nothing was done.")
    return COULD_NOT
