"""The filter's own thread: the newest question replaces those that wait, and stops the one being answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from memtui.tui.messages import FilterMatched
from memtui.tui.rows import Rows
from memtui.tui.worker import Worker

if TYPE_CHECKING:
    from memtui.store import Snapshot
    from memtui.tui.matching import Haystack


@dataclass(frozen=True, slots=True)
class Question:
    """What a screen wants matched."""

    owner: str
    generation: int
    query: str
    rows: Rows
    snapshot: Snapshot


class Filter:
    """Answers questions with ``FilterMatched``; nobody hears the answer to one that was replaced."""

    def __init__(self, post: Callable[[Message], object]) -> None:
        self._post = post
        self._worker = Worker("memtui-filter")
        self._newest: Question | None = None
        self._haystack: tuple[Snapshot, Haystack] | None = None

    def ask(self, question: Question) -> None:
        """Ask; an older question that has no answer yet gets none."""
        self._newest = question
        self._worker.submit(lambda: self._answer(question))

    def _answer(self, question: Question) -> None:
        from memtui.tui.matching import Haystack, match

        if question is not self._newest:
            return
        # Lower case of all titles is made once a snapshot, not once a key.
        if self._haystack is None or self._haystack[0] is not question.snapshot:
            self._haystack = (question.snapshot, Haystack(question.snapshot.table))
        rows = match(self._haystack[1], question.query, question.rows, lambda: question is not self._newest)
        if question is self._newest:
            self._post(FilterMatched(question.owner, question.generation, rows))
