"""Short views of facts for assertions, and tasks that misbehave inside a worker process."""

from __future__ import annotations

import os
import signal
import textwrap
import threading
from collections.abc import Sequence

from indexer.facts import FileFacts
from indexer.parsing.extraction import extract
from indexer.parsing.worker import ParseRequest, parse_batch

HANGING = "hanging"
KILLING = "killing"
RAISING = "raising"
PRINTING = "printing"


def facts_of(language: str, source: str | bytes) -> FileFacts:
    """Extract the facts of an indented source text."""
    content = source if isinstance(source, bytes) else textwrap.dedent(source).lstrip("\n").encode()
    return extract("blob", language, content)


def definitions(facts: FileFacts) -> list[tuple[str, str]]:
    """Give kind and dotted name of each symbol."""
    return [(one.kind, f"{one.container}.{one.name}".lstrip(".")) for one in facts.symbols]


def imports(facts: FileFacts) -> list[tuple[str, str, tuple[str, ...]]]:
    """Give form, module and names of each import."""
    return [(one.form, one.module, one.names) for one in facts.imports]


def registrations(facts: FileFacts) -> list[tuple[str, str, str, str]]:
    """Give form, callee, arguments and target of each registration."""
    return [(one.form, one.callee, one.arguments, one.target) for one in facts.registrations]


def misbehave(requests: Sequence[ParseRequest]) -> bytes:
    """Parse like a worker does, but hang, die, fail or print when a blob's name asks for it."""
    for request in requests:
        if request.blob.startswith(HANGING):
            threading.Event().wait()
        if request.blob.startswith(KILLING):
            os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
        if request.blob.startswith(RAISING):
            raise MemoryError
        if request.blob.startswith(PRINTING):
            os.write(1, b"to standard output")
            os.write(2, b"to standard error")
    return parse_batch(requests)


def report_modules(requests: Sequence[ParseRequest]) -> bytes:
    """Answer with the facts of a Python file that imports what this process has imported."""
    import sys

    source = "".join(f"import {name}\n" for name in sorted(sys.modules) if name.isidentifier())
    return parse_batch([ParseRequest(one.blob, "python", source.encode()) for one in requests])
