"""The derived tables of a generation as Arrow files, so that listing them needs no LanceDB."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Mapping
from pathlib import Path

import pyarrow as pa

_KEPT = 2  # the last one, and the one that a reader may have just looked up


def snapshot_directory(directory: Path, generation: int) -> Path:
    """Return where the tables of a generation lie."""
    return directory / "snapshots" / str(generation)


def write_snapshot(directory: Path, generation: int, tables: Mapping[str, pa.Table]) -> None:
    """Write all tables of a generation that no reader knows of yet."""
    target = snapshot_directory(directory, generation)
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name, table in tables.items():
        with pa.OSFile(str(target / f"{name}.arrow"), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)


def read_snapshot(directory: Path, generation: int, name: str) -> pa.Table:
    """Return one table of a generation; raises FileNotFoundError when it is gone."""
    content = (snapshot_directory(directory, generation) / f"{name}.arrow").read_bytes()
    return pa.ipc.open_file(pa.BufferReader(content)).read_all()


def drop_old_snapshots(directory: Path, generation: int) -> None:
    """Remove the snapshots before the last ones, and unfinished ones after the present one."""
    with contextlib.suppress(FileNotFoundError):
        for path in (directory / "snapshots").iterdir():
            if not path.name.isdigit() or not generation - _KEPT < int(path.name) <= generation:
                shutil.rmtree(path, ignore_errors=True)
