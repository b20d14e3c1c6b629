"""The filter expression that lists and acts share: its options, and the memories that it selects."""

from __future__ import annotations

import argparse
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from memtui.cli.library import scope_named
from memtui.cli.times import now, span
from memtui.memory import Attention, Scope, Status

if TYPE_CHECKING:
    import numpy as np

    from memtui.sources import Workspace
    from memtui.store import Snapshot

# Superseded and snoozed ones are listed, since a person may look for what has gone from the inbox.
USUAL = tuple(status for status in Status if status not in {Status.DELETED, Status.REJECTED})
EVERY_SCOPE = "all"
_ANY = "any"
_TEXTS = ("title", "body", "kind")
_SEVERAL = "may be given several times"


@dataclass(frozen=True, slots=True)
class Filter:
    """Which memories are meant; an empty part means all.

    ``scope`` is as typed; ``written_before`` and ``changed_before`` are in microseconds, 0 for no condition.
    """

    kinds: tuple[str, ...] = ()
    statuses: tuple[Status, ...] = ()
    scope: str = ""
    origins: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    attention: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    written_before: int = 0
    changed_before: int = 0

    @property
    def narrows(self) -> bool:
        """Whether it says anything that leaves a memory out."""
        said = (self.kinds, self.statuses, self.origins, self.tags, self.attention, self.words)
        return any(said) or self.scope not in {"", EVERY_SCOPE} or self.written_before > 0 or self.changed_before > 0


def add_filter(parser: argparse.ArgumentParser, *, scope_option: str = "--scope") -> None:
    """Declare the options of a filter."""
    for option, what in (("--kind", "of this kind"), ("--origin", "from this origin"), ("--tag", "with this tag")):
        name = option[2:].upper()
        parser.add_argument(option, action="append", type=_told, metavar=name, help=f"only {what}; {_SEVERAL}")
    parser.add_argument(
        "--status",
        action="append",
        choices=[str(status) for status in Status],
        metavar="S",
        help=f"only of this status: {', '.join(Status)}; {_SEVERAL}",
    )
    parser.add_argument(
        scope_option,
        dest="only_scope",
        type=_told,
        metavar="SCOPE",
        help="only of this scope: user, repo, all, or a whole scope such as group:web; else what counts here",
    )
    _add_conditions(parser)


def _add_conditions(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--attention",
        action="append",
        nargs="?",
        const=_ANY,
        choices=[_ANY, *map(str, Attention)],
        metavar="REASON",
        help=f"only those at which someone should look again, for this reason: {', '.join(Attention)}; {_SEVERAL}",
    )
    parser.add_argument(
        "--match", "--filter", type=_told, metavar="WORDS", help="only those that hold each of these words"
    )
    parser.add_argument("--older", type=span, metavar="AGE", help="only those written so long ago, such as 30d or 6m")
    parser.add_argument("--unchanged", type=span, metavar="AGE", help="only those not changed for so long")


def filter_of(arguments: argparse.Namespace) -> Filter:
    """Return the filter that the options say."""
    moment = now()
    return Filter(
        kinds=tuple(arguments.kind or ()),
        statuses=tuple(Status(status) for status in arguments.status or ()),
        scope=arguments.only_scope or "",
        origins=tuple(arguments.origin or ()),
        tags=tuple(arguments.tag or ()),
        attention=tuple(arguments.attention or ()),
        words=tuple((arguments.match or "").split()),
        written_before=moment - arguments.older if arguments.older else 0,
        changed_before=moment - arguments.unchanged if arguments.unchanged else 0,
    )


def select(
    snapshot: Snapshot, chosen: Filter, workspace: Workspace, *, statuses: Collection[Status] | None = USUAL
) -> np.ndarray:
    """Return the rows that a filter selects, newest change first; ``statuses`` hold where the filter names none."""
    rows = snapshot.select(
        scopes=scopes_named(chosen.scope, workspace),
        statuses=chosen.statuses or statuses,
        kinds=chosen.kinds or None,
        origins=chosen.origins or None,
        attention=bool(chosen.attention),
    )
    reasons = tuple(reason for reason in chosen.attention if reason != _ANY)
    for column, values in (("tags", chosen.tags), ("attention", reasons)):
        if values:
            rows = rows[_holding_one(_column(snapshot, column, rows), values)]
    for column, before in (("created_at", chosen.written_before), ("updated_at", chosen.changed_before)):
        if before:
            rows = rows[_column(snapshot, column, rows).to_numpy() <= before]
    for word in chosen.words:
        rows = rows[_saying(snapshot, rows, word)]
    return rows


def scopes_named(name: str, workspace: Workspace) -> tuple[Scope, ...] | None:
    """Return the scopes that are meant: all (None), the one named, or those that count here."""
    if name == EVERY_SCOPE:
        return None
    return (scope_named(name, workspace, besides=EVERY_SCOPE),) if name else workspace.scopes


def _column(snapshot: Snapshot, name: str, rows: np.ndarray) -> Any:
    from memtui.store.rows import take_rows

    return take_rows(snapshot.table.select([name]), rows)[name].combine_chunks()


def _holding_one(lists: Any, values: tuple[str, ...]) -> np.ndarray:
    """Return where a list holds one of the values, whatever its case."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.compute as pc

    wanted = pa.array([value.lower() for value in values], pa.string())
    held = pc.is_in(pc.utf8_lower(pc.list_flatten(lists)), wanted).to_numpy(zero_copy_only=False)
    mask = np.zeros(len(lists), dtype=bool)
    mask[pc.list_parent_indices(lists).to_numpy()[held]] = True
    return mask


def _saying(snapshot: Snapshot, rows: np.ndarray, word: str) -> np.ndarray:
    """Return where the title, body, kind or tags hold a word, whatever its case."""
    import pyarrow.compute as pc

    tags = pc.binary_join(_column(snapshot, "tags", rows), " ")
    mask = pc.match_substring(tags, word, ignore_case=True)
    for name in _TEXTS:
        mask = pc.or_(mask, pc.match_substring(_column(snapshot, name, rows), word, ignore_case=True))
    found: np.ndarray = mask.to_numpy(zero_copy_only=False)
    return found


def _told(text: str) -> str:
    """Return a value that says something; a script's empty variable must not select everything."""
    if not text.strip():
        raise argparse.ArgumentTypeError("it is empty")
    return text
