"""Parsing in worker processes that can be killed one by one: one file's trouble stays that file's."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice

import pyarrow as pa
from pebble import ProcessPool

from indexer.facts import FileFacts, Outcome
from indexer.parsing.encoding import to_batch
from indexer.parsing.processes import worker_context
from indexer.parsing.worker import ParseRequest, deserialise, parse_batch, prepare_process

__all__ = ["ParseRequest", "available_jobs", "parse_blobs"]

# A batch is sent as a whole: large enough that sending costs little beside parsing, small enough that progress moves
# and that a batch that must be read again file by file costs seconds.
BATCH_FILES = 64
BATCH_BYTES = 512 * 1024
BATCH_SECONDS = 10.0
FILE_SECONDS = 5.0
BATCHES_IN_FLIGHT = 4  # per worker: enough to keep every worker busy while the oldest batch is waited for
# More workers than this wait for the one process that reads from git and gathers what they return.
MAXIMAL_JOBS = 8
# On Windows an interrupt is heeded only between two waits.
INTERRUPTIBLE_SECONDS = 1.0

Task = Callable[[Sequence[ParseRequest]], bytes]
Batch = list[ParseRequest]


def available_jobs() -> int:
    """Count the processors that this process may use, within reason."""
    affinity = getattr(os, "sched_getaffinity", None)
    return max(1, min(len(affinity(0)) if affinity else os.cpu_count() or 1, MAXIMAL_JOBS))


def parse_blobs(
    requests: Iterable[ParseRequest],
    *,
    jobs: int | None = None,
    on_done: Callable[[int], None] | None = None,
    task: Task = parse_batch,
    batch_seconds: float = BATCH_SECONDS,
    file_seconds: float = FILE_SECONDS,
) -> Iterator[pa.RecordBatch]:
    """Parse requests in worker processes; yield their facts in the order of the requests.

    ``requests`` is read no further than the workers need. ``on_done`` is called with the number of files
    finished so far. A file that hangs or kills its worker, alone as well as in its batch, gets facts that say
    so. Closing the generator, or an interrupt, kills the workers.
    """
    batches = iter(_batches(requests))
    # Starting a process takes longer than parsing a batch, so that no more are started than there are batches for.
    first = list(islice(batches, jobs or available_jobs()))
    if not first:
        return
    workers = len(first)
    pool = ProcessPool(workers, initializer=prepare_process, context=worker_context())
    waiting: deque[tuple[Batch, Future[bytes]]] = deque()
    done = 0

    def finish() -> Iterator[pa.RecordBatch]:
        nonlocal done
        batch, future = waiting.popleft()
        yield from _finish(pool, task, batch, future, file_seconds)
        done += len(batch)
        if on_done is not None:
            on_done(done)

    try:
        for batch in chain(first, batches):
            waiting.append((batch, pool.schedule(task, args=(batch,), timeout=batch_seconds)))
            if len(waiting) >= workers * BATCHES_IN_FLIGHT:
                yield from finish()
        while waiting:
            yield from finish()
    except BaseException:
        _stop(pool)
        raise
    # All is done, and nobody needs to wait for idle workers to end.
    threading.Thread(target=_stop, args=(pool,), name="memtui-pool").start()


def _stop(pool: ProcessPool) -> None:
    # Stopping kills what still runs; closing would wait for a file that hangs.
    pool.stop()  # type: ignore[no-untyped-call]
    pool.join()


def _batches(requests: Iterable[ParseRequest]) -> Iterator[Batch]:
    batch: Batch = []
    size = 0
    for request in requests:
        if batch and size + len(request.content) > BATCH_BYTES:
            yield batch
            batch, size = [], 0
        batch.append(request)
        size += len(request.content)
        if len(batch) == BATCH_FILES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _finish(
    pool: ProcessPool, task: Task, batch: Batch, future: Future[bytes], file_seconds: float
) -> Iterator[pa.RecordBatch]:
    """Yield the facts of a batch; of a batch that failed, file by file."""
    failure = _failure(future)
    if failure is None:
        yield deserialise(future.result())
    elif len(batch) == 1:
        yield _failed(batch[0], failure)
    else:
        alone = [(one, pool.schedule(task, args=([one],), timeout=file_seconds)) for one in batch]
        for request, single in alone:
            failure = _failure(single)
            yield deserialise(single.result()) if failure is None else _failed(request, failure)


def _failed(request: ParseRequest, outcome: Outcome) -> pa.RecordBatch:
    return to_batch([FileFacts(request.blob, request.language, outcome)])


def _failure(future: Future[bytes]) -> Outcome | None:
    """Wait for a task, and tell how it failed; None when it did not."""
    while not wait([future], timeout=INTERRUPTIBLE_SECONDS).done:
        pass
    error = future.exception()
    if error is None:
        return None
    # A pool that cannot start workers at all says nothing about the file.
    if isinstance(error, BrokenProcessPool):
        raise error
    return Outcome.TIMEOUT if isinstance(error, TimeoutError) else Outcome.CRASHED
