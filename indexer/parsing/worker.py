"""What a worker process runs: requests in, Arrow IPC bytes out. Imports no more than parsing needs."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa

from indexer.parsing.encoding import to_batch
from indexer.parsing.extraction import extract

# Facts hold no cycles, and a collection looks at every one of them; a batch is freed as a whole anyway.
COLLECTION_THRESHOLD = 200_000


@dataclass(frozen=True, slots=True)
class ParseRequest:
    """A blob to parse: its id, the language it is taken for, and its bytes."""

    blob: str
    language: str
    content: bytes


def parse_batch(requests: Sequence[ParseRequest]) -> bytes:
    """Parse every request and return one record batch as an Arrow IPC stream."""
    return serialise(to_batch([extract(one.blob, one.language, one.content) for one in requests]))


def serialise(batch: pa.RecordBatch) -> bytes:
    """Write one record batch as an Arrow IPC stream."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    return bytes(sink.getvalue())


def deserialise(data: bytes) -> pa.RecordBatch:
    """Read the record batch of an Arrow IPC stream."""
    with pa.ipc.open_stream(data) as reader:
        return reader.read_next_batch()


def prepare_process() -> None:
    """Make a fresh worker silent and killable: the terminal belongs to the parent, and a parser heeds no handler."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    # By descriptor and not by sys.stdout, since the grammars are C and may write past Python.
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    os.close(nowhere)
    # Pebble ends a worker by SIGTERM first, and an inherited Python handler runs only after the parser returns.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    gc.set_threshold(COLLECTION_THRESHOLD)
    gc.freeze()
