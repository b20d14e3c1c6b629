"""A store whose acts are worked out to the end and then dropped."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from memtui.store.store import Store
from memtui.store.transaction import Transaction


class Rehearsal(Store):
    """Reads what another store holds, takes no lock, and keeps nothing."""

    @contextmanager
    def writing(self, *, timeout: float = 0) -> Iterator[Transaction]:  # noqa: ARG002 - nothing is waited for
        """Give a transaction that nobody keeps."""
        yield Transaction(self._database, self.snapshot(), self.device)

    @contextmanager
    def purging(self, *, timeout: float = 0) -> Iterator[Transaction]:  # noqa: ARG002
        """Give a transaction that nobody keeps."""
        yield Transaction(self._database, self.snapshot(), self.device)
