"""Several acts as one: what they append is one batch, kept whole or not at all, and one undo takes it back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from memtui.review.values import Result

if TYPE_CHECKING:
    from memtui.memory import Head
    from memtui.store import Snapshot, Store, Transaction


class _OneAct:
    """Stands in for a store while its lock is held: each act upon it adds to the same transaction."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction

    def snapshot(self) -> Snapshot:
        """Return the heads before the first of the acts."""
        return self._transaction.snapshot

    @contextmanager
    def writing(self, *, timeout: float = 0) -> Iterator[Transaction]:  # noqa: ARG002 - the lock is held already
        """Give the transaction of all the acts."""
        yield self._transaction


class GivenUpError(Exception):
    """Raised inside ``together`` to keep nothing of what was done so far; ``result`` says why."""

    def __init__(self, result: Result) -> None:
        super().__init__(result)
        self.result = result


def together(store: Store, act: Callable[[Store], Result]) -> Result:
    """Do several acts as one: ``act`` is given a store in which each sees those before it.

    If it raises, nothing is kept; ``GivenUpError`` is no error, but the way to say so.
    """
    try:
        with store.writing() as transaction:
            return act(cast("Store", _OneAct(transaction)))
    except GivenUpError as given_up:
        return given_up.result


def joined(action: str, results: Sequence[Result]) -> Result:
    """Return what several acts did as one result; of a memory that was changed twice, as it is in the end."""
    changed: dict[str, Head] = {head.memory.id: head for result in results for head in result.changed}
    batches = [result.batch for result in results if result.batch]
    refused = tuple(refusal for result in results for refusal in result.refused)
    return Result(batches[0] if batches else "", action, tuple(changed.values()), refused)
