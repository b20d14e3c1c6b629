"""The derived tables of a generation as Arrow files, so that listing them needs no LanceDB."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import BinaryIO

import pyarrow as pa

from indexer.storage.state import snapshot_path

_KEPT = 2  # the last one, and the one that a reader may have just looked up


def write_snapshot(directory: Path, generation: int, tables: Mapping[str, pa.Table]) -> None:
    """Write all tables of a generation that no reader knows of yet."""
    target = snapshot_path(directory, generation)
    # A refresh that was killed here has left a part under the same number.
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name, table in tables.items():
        with pa.OSFile(str(target / f"{name}.arrow"), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)


def open_snapshot(directory: Path, generation: int, names: Iterable[str]) -> dict[str, BinaryIO]:
    """Open the tables of a generation, all or none; raises FileNotFoundError when one is gone."""
    target = snapshot_path(directory, generation)
    files: dict[str, BinaryIO] = {}
    try:
        for name in names:
            files[name] = (target / f"{name}.arrow").open("rb")
    except OSError:
        close_snapshot(files)
        raise
    return files


def close_snapshot(files: Mapping[str, BinaryIO]) -> None:
    """Close what ``open_snapshot`` opened."""
    for file in files.values():
        file.close()


def decode_snapshot(content: bytes) -> pa.Table:
    """Return the table that a snapshot's file holds; raises ArrowInvalid when it was cut short."""
    return pa.ipc.open_file(pa.BufferReader(content)).read_all()


def read_snapshot(directory: Path, generation: int, name: str) -> pa.Table:
    """Return one table of a generation; raises FileNotFoundError when it is gone."""
    return decode_snapshot((snapshot_path(directory, generation) / f"{name}.arrow").read_bytes())


def drop_old_snapshots(directory: Path, generation: int) -> None:
    """Remove the snapshots before the last ones, and unfinished ones after the present one."""
    kept = {snapshot_path(directory, generation - back) for back in range(_KEPT)}
    for path in snapshot_path(directory, generation).parent.glob("*"):
        if path not in kept:
            # On Windows a file that a reader holds open stays; the next refresh tries again.
            shutil.rmtree(path, ignore_errors=True)
