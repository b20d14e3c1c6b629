"""Reads a long log in a process of its own, so that it takes no time from those who parse files meanwhile.

Reading fifty thousand commits and their words keeps one interpreter busy for seconds, and a thread would share those
with the interpreter that feeds the parsers and derives from what they return.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Collection, Iterator
from multiprocessing.connection import Connection

import pyarrow as pa

from indexer.history import read_log, to_batches
from indexer.parsing.processes import worker_context
from indexer.parsing.worker import deserialise, prepare_process, serialise
from indexer.repository import Repository

# The size of the packs' directories of objects (40 bytes for each object) tells of a log's length without reading it.
_LONG = 2 << 20
_WAIT = 0.1  # seconds between two looks at whether reading is still wanted


def is_long(repository: Repository) -> bool:
    """Whether reading the whole log takes longer than starting a process for it."""
    packs = (repository.common_directory / "objects" / "pack").glob("*.idx")
    return sum(path.stat().st_size for path in packs) >= _LONG


def batches_of(repository: Repository, since: str, head: str, shallow: Collection[str]) -> Iterator[pa.RecordBatch]:
    """Yield the commits that ``head`` reaches and ``since`` does not, in the batches of the commits table."""
    return to_batches(read_log(repository, since, head=head, shallow=shallow))


def batches_from_process(
    repository: Repository, head: str, shallow: Collection[str], is_wanted: Callable[[], bool]
) -> Iterator[pa.RecordBatch]:
    """Yield the whole log as ``batches_of`` does; ends early when it ``is_wanted`` no longer.

    Raises what reading raised there, and EOFError when the process died.
    """
    context = worker_context()
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=send_batches, args=(sender, repository, head, tuple(shallow)), daemon=True)
    process.start()
    # Its other end is the process's alone from here on, so that its death ends the pipe.
    sender.close()
    try:
        while is_wanted():
            if not receiver.poll(_WAIT):
                continue
            received = receiver.recv()
            if isinstance(received, BaseException):
                raise received
            if received is None:
                return
            yield deserialise(received)
    finally:
        process.kill()
        process.join()
        receiver.close()


def send_batches(sender: Connection, repository: Repository, head: str, shallow: tuple[str, ...]) -> None:
    """Send every batch as an Arrow IPC stream, then None; an error in the place of what it prevents."""
    prepare_process()
    # An interrupt is for the process that was started by a person, which ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for batch in batches_of(repository, "", head, shallow):
            sender.send(serialise(batch))
        sender.send(None)
    except BrokenPipeError:
        return
    except Exception as error:  # noqa: BLE001 - whatever it is, the other side raises it
        sender.send(error)
