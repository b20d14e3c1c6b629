"""Parsing in processes that hang, die and are stopped."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import textwrap
from collections.abc import Generator, Iterator
from pathlib import Path

import pyarrow as pa
import pytest

from indexer.facts import Outcome
from indexer.parsing.encoding import SCHEMA, from_table
from indexer.parsing.extraction import extract
from indexer.parsing.pool import BATCH_BYTES, ParseRequest, parse_blobs
from tests.support import parsing as tasks

SOURCE = b"def f():\n    pass\n"


def outcomes(batches: Iterator[pa.RecordBatch]) -> dict[str, str]:
    """Give the outcome of each blob, in the order of the rows."""
    table = pa.Table.from_batches(list(batches), schema=SCHEMA)
    return {one.blob: one.outcome.value for one in from_table(table)}


def requests_of(*blobs: str) -> list[ParseRequest]:
    """Make a request for each blob, all with the same source."""
    return [ParseRequest(blob, "python", SOURCE) for blob in blobs]


def test_workers_give_what_the_process_itself_would_give() -> None:
    """Facts come back equal and in the order of the requests, whatever the number of workers."""
    folder = Path(extract.__code__.co_filename).parent
    requests = [ParseRequest(path.name, "python", path.read_bytes()) for path in sorted(folder.rglob("*.py"))] * 12
    expected = [extract(one.blob, one.language, one.content) for one in requests]
    table = pa.Table.from_batches(list(parse_blobs(requests, jobs=2)))
    assert len(requests) > 64
    assert from_table(table) == expected


def test_nothing_asked_starts_nothing() -> None:
    """Without requests there are no batches and no processes."""
    assert list(parse_blobs([])) == []


def test_a_hanging_file_costs_only_itself() -> None:
    """The file that hangs is reported as timed out, its batch is kept."""
    requests = requests_of("a", tasks.HANGING, "b")
    found = outcomes(parse_blobs(requests, jobs=1, task=tasks.misbehave, batch_seconds=0.5, file_seconds=0.5))
    assert found == {"a": "parsed", tasks.HANGING: "timeout", "b": "parsed"}


@pytest.mark.parametrize("blob", [tasks.KILLING, tasks.RAISING])
def test_a_file_that_kills_its_worker_costs_only_itself(blob: str) -> None:
    """A worker that dies or fails takes no other file with it."""
    found = outcomes(parse_blobs(requests_of("a", blob, "b"), jobs=1, task=tasks.misbehave))
    assert found == {"a": "parsed", blob: "crashed", "b": "parsed"}


def test_progress_counts_the_files_finished_so_far() -> None:
    """Progress only grows, and ends at the number of requests."""
    progress: list[int] = []
    list(parse_blobs(requests_of(*map(str, range(150))), jobs=2, on_done=progress.append))
    assert progress == [64, 128, 150]


def test_requests_are_read_no_further_than_needed() -> None:
    """A large repository is not drawn into memory before its first facts arrive."""
    taken = 0

    def endless() -> Iterator[ParseRequest]:
        nonlocal taken
        while True:
            taken += 1
            yield ParseRequest(str(taken), "python", b"x = 1\n" * (BATCH_BYTES // 6))

    batches = parse_blobs(endless(), jobs=1)
    assert isinstance(batches, Generator)
    next(batches)
    batches.close()
    assert taken <= 8


def test_closing_the_generator_ends_the_workers() -> None:
    """No worker is left when the reader turns away, even one that hangs."""
    large = ParseRequest("large", "python", b"x = 1\n" * (BATCH_BYTES // 6))
    requests = [*requests_of("a"), large, *requests_of(tasks.HANGING)]
    batches = parse_blobs(requests, jobs=2, task=tasks.misbehave)
    assert isinstance(batches, Generator)
    next(batches)
    batches.close()
    assert multiprocessing.active_children() == []


def test_workers_write_nothing_to_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    """What a worker prints goes nowhere."""
    assert outcomes(parse_blobs(requests_of(tasks.PRINTING), jobs=1, task=tasks.misbehave)) == {
        tasks.PRINTING: "parsed"
    }
    assert capfd.readouterr() == ("", "")


def test_a_worker_imports_no_more_than_it_needs() -> None:
    """Neither the database nor the terminal UI nor the test runner is loaded in a worker."""
    table = pa.Table.from_batches(list(parse_blobs(requests_of("modules"), jobs=1, task=tasks.report_modules)))
    loaded = {one.module for one in from_table(table)[0].imports}
    assert "pyarrow" in loaded
    assert loaded.isdisjoint({"lancedb", "textual", "pytest", "git", "pandas", "memtui"})


def test_a_script_without_a_main_guard_can_parse(tmp_path: Path) -> None:
    """Workers do not run the program's main module again, so it need not be importable."""
    script = tmp_path / "memtui"
    script.write_text(
        textwrap.dedent(
            """
            from indexer.parsing.pool import ParseRequest, parse_blobs
            print("started")
            for batch in parse_blobs([ParseRequest("a", "python", b"def f(): pass")]):
                print(batch.num_rows, batch["outcome"][0].as_py())
            """
        )
    )
    root = Path(extract.__code__.co_filename).parents[2]
    completed = subprocess.run(
        [sys.executable, str(script)],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    assert (completed.stdout, completed.stderr) == ("started\n1 parsed\n", "")


def test_outcomes_of_failures_have_no_symbols() -> None:
    """A file that failed carries its reason and nothing else."""
    table = pa.Table.from_batches(list(parse_blobs(requests_of(tasks.RAISING), jobs=1, task=tasks.misbehave)))
    (facts,) = from_table(table)
    assert (facts.outcome, facts.symbols, facts.language) == (Outcome.CRASHED, (), "python")
