"""What remains of commits' lines, remembered from one refresh to the next in a file beside the database.

A patch never changes, so what is left of it changes only with the files of today that it touched. Each refresh would
otherwise read the same hundred patches again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from indexer.history.reasons import Remains, what_remains
from indexer.refresh.observation import extractors
from indexer.repository import Repository

MOST_REMEMBERED = 500
_NAME = "remains.arrow"
# A commit of which git could tell nothing is remembered, too: ``known`` says which.
_SCHEMA = pa.schema(
    [
        ("ground", pa.string()),
        ("known", pa.bool_()),
        ("kept", pa.float64()),
        ("back", pa.float64()),
        ("paths", pa.list_(pa.string())),
        ("standing", pa.list_(pa.binary())),
        ("fallen", pa.list_(pa.binary())),
    ]
)
Remembered = dict[str, Remains | None]


def remains_reader(
    repository: Repository, commits: pa.Table, blobs: Mapping[str, str]
) -> Callable[[Sequence[str], Mapping[str, str]], Mapping[str, Remains]]:
    """Return a function that tells what remains of some of ``commits``, by the present names of former paths.

    ``blobs`` are the files of today by path.
    """
    directory = repository.index_directory

    def read(oids: Sequence[str], lineage: Mapping[str, str]) -> Mapping[str, Remains]:
        grounds = {oid: _ground(oid, paths, blobs, lineage) for oid, paths in _paths_of(commits, oids)}
        remembered = _load(directory)
        missing = [oid for oid in oids if oid in grounds and grounds[oid] not in remembered]
        if missing:
            found = what_remains(repository, missing, blobs, lineage)
            remembered = {grounds[oid]: found.get(oid) for oid in missing} | remembered
            _save(directory, remembered)
        return {oid: one for oid, ground in grounds.items() if (one := remembered[ground]) is not None}

    return read


def forget_remains(directory: Path) -> None:
    """Let everything be read from git again."""
    (directory / _NAME).unlink(missing_ok=True)


def _ground(oid: str, paths: Sequence[str], blobs: Mapping[str, str], lineage: Mapping[str, str]) -> str:
    """Return a digest of all that the answer depends on: rules, patch, the present names and contents of its paths."""
    ends = ((path, lineage.get(path, path)) for path in paths)
    parts = sorted((path, end, blobs.get(end, "")) for path, end in ends)
    return hashlib.sha256(repr((extractors(), oid, parts)).encode()).hexdigest()


def _paths_of(commits: pa.Table, oids: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the paths that each commit touched, former names of renamed files among them."""
    rows = commits.select(["oid", "changes"]).filter(pc.is_in(commits["oid"], pa.array(oids, pa.string())))
    for row in rows.to_pylist():
        yield row["oid"], [path for one in row["changes"] for path in (one["path"], one["old_path"]) if path]


def _load(directory: Path) -> Remembered:
    # A file that is cut short, or was written by another version, is one that was never written.
    with suppress(OSError, pa.ArrowInvalid, KeyError):
        table = pa.ipc.open_file(pa.BufferReader((directory / _NAME).read_bytes())).read_all()
        columns = (table[field.name].to_pylist() for field in _SCHEMA)
        return {ground: _value(*row) if known else None for ground, known, *row in zip(*columns, strict=True)}
    return {}


def _value(kept: float, back: float, paths: list[str], standing: list[bytes], fallen: list[bytes]) -> Remains:
    return Remains(kept, back, tuple(paths), frozenset(standing), frozenset(fallen))


def _save(directory: Path, remembered: Remembered) -> None:
    """Keep the newest; only the holder of the writer's lock comes here, and readers do not."""
    rows = [_row(ground, one) for ground, one in list(remembered.items())[:MOST_REMEMBERED]]
    table = pa.Table.from_pylist(rows, schema=_SCHEMA)
    temporary = directory / f"{_NAME}.new"
    with pa.OSFile(str(temporary), "wb") as sink, pa.ipc.new_file(sink, _SCHEMA) as writer:
        writer.write_table(table)
    temporary.replace(directory / _NAME)


def _row(ground: str, one: Remains | None) -> dict[str, object]:
    if one is None:
        return {"ground": ground, "known": False}
    return {
        "ground": ground,
        "known": True,
        "kept": one.kept,
        "back": one.back,
        "paths": one.paths,
        "standing": sorted(one.standing),
        "fallen": sorted(one.fallen),
    }
