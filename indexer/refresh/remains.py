"""What remains of commits' lines, remembered for as long as the process lives.

A patch never changes, so what is left of it changes only with the files of today that it touched. A process that
refreshes after every commit would otherwise read the same hundred patches each time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from threading import Lock

import pyarrow as pa
import pyarrow.compute as pc

from indexer.history.reasons import Remains, what_remains
from indexer.repository import Repository

MOST_REMEMBERED = 500
Ground = tuple[str, frozenset[tuple[str, str, str]]]

_remembered: OrderedDict[Ground, Remains | None] = OrderedDict()
_using = Lock()


def remains_reader(
    repository: Repository, commits: pa.Table, blobs: Mapping[str, str]
) -> Callable[[Sequence[str], Mapping[str, str]], Mapping[str, Remains]]:
    """Return a function that tells what remains of some of ``commits``, by the present names of former paths.

    ``blobs`` are the files of today by path.
    """

    def read(oids: Sequence[str], lineage: Mapping[str, str]) -> Mapping[str, Remains]:
        grounds = {oid: (oid, _ground(paths, blobs, lineage)) for oid, paths in _paths_of(commits, oids)}
        with _using:
            known = {oid: _remembered[ground] for oid, ground in grounds.items() if ground in _remembered}
        missing = [oid for oid in oids if oid not in known]
        found = what_remains(repository, missing, blobs, lineage) if missing else {}
        with _using:
            _remembered.update({grounds[oid]: found.get(oid) for oid in missing if oid in grounds})
            while len(_remembered) > MOST_REMEMBERED:
                _remembered.popitem(last=False)
        known.update(found)
        return {oid: remains for oid, remains in known.items() if remains is not None}

    return read


def _ground(
    paths: Sequence[str], blobs: Mapping[str, str], lineage: Mapping[str, str]
) -> frozenset[tuple[str, str, str]]:
    """Return all that the answer depends on besides the patch: the present names and contents of its paths."""
    ends = ((path, lineage.get(path, path)) for path in paths)
    return frozenset((path, end, blobs.get(end, "")) for path, end in ends)


def _paths_of(commits: pa.Table, oids: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return the paths that each commit touched, former names of renamed files among them."""
    rows = commits.select(["oid", "changes"]).filter(pc.is_in(commits["oid"], pa.array(oids, pa.string())))
    return [
        (row["oid"], [path for one in row["changes"] for path in (one["path"], one["old_path"]) if path])
        for row in rows.to_pylist()
    ]
