"""How worker processes are started: without this process's threads, without its main module, without its directory.

On Linux they are forked from a server that has imported what workers need and nothing else: a worker is ready in a
hundredth of a second instead of a third. Elsewhere each is spawned. This process itself is never forked, since
LanceDB's threads would not come along.
"""

from __future__ import annotations

import os
import sys
import threading
import types
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.context import SpawnContext, SpawnProcess

# Whatever a worker imports is imported once, by the server: those that parse, and the one that reads the log.
_PRELOADED = ["indexer.parsing.pool", "indexer.refresh.log_process"]
_swapping = threading.Lock()


@contextmanager
def _apart() -> Iterator[None]:
    """Let processes that are started meanwhile know neither the main module nor the present directory.

    The main module may be a console script, a notebook or a script without a guard; each worker would run it again.
    The present directory is a repository of anyone's, and Python would import ``multiprocessing`` from there if it
    holds a file of that name. Instead they look where this process looks, so that both run the same code.
    """
    variables = {"PYTHONSAFEPATH": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with _swapping:
        main, former = sys.modules["__main__"], {name: os.environ.get(name) for name in variables}
        sys.modules["__main__"] = types.ModuleType("__main__")
        os.environ.update(variables)
        try:
            yield
        finally:
            sys.modules["__main__"] = main
            for name, value in former.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value


class SpawnedWorker(SpawnProcess):
    """A spawned process that is kept apart."""

    def start(self) -> None:
        """Start the process."""
        with _apart():
            super().start()


class SpawningContext(SpawnContext):
    """The context whose processes are ``SpawnedWorker``."""

    Process = SpawnedWorker


def spawning_context() -> SpawningContext:
    """Return the context to spawn workers with, once the process that it needs itself is running."""
    if sys.platform != "win32":
        with _apart():
            resource_tracker.ensure_running()
    return SpawningContext()


if sys.platform == "linux":
    from multiprocessing import forkserver
    from multiprocessing.context import ForkServerContext, ForkServerProcess

    class ForkedWorker(ForkServerProcess):
        """A process that is forked from the server, which was kept apart."""

        def start(self) -> None:
            """Start the process."""
            with _apart():
                super().start()

    class ForkingContext(ForkServerContext):
        """The context whose processes are ``ForkedWorker``."""

        Process = ForkedWorker

    def worker_context() -> ForkingContext | SpawningContext:
        """Return the context to start workers with; its server is on its way, and nobody waits for it."""
        if sys.version_info < (3, 11, 1):
            # There the socket of its server has no file, and is open to every user of the machine.
            return spawning_context()
        try:
            with _apart():
                resource_tracker.ensure_running()
                forkserver.set_forkserver_preload(_PRELOADED)
                forkserver.ensure_running()
        except OSError:
            # Its socket lies in the temporary directory, which may be full, or deeper than a socket's path may be.
            return spawning_context()
        return ForkingContext()

else:
    worker_context = spawning_context
