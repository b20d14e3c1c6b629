"""Commits made up for tests of what is derived from them."""

from __future__ import annotations

from collections.abc import Iterable

from indexer.facts import Change, Commit
from indexer.history import Present, Told, ledger_of, table_of, tell

DAY = 86400
START = 1_700_000_000


def commit(
    number: int,
    paths: Iterable[str | Change] = (),
    *,
    author: str = "Ada",
    email: str = "",
    subject: str = "Change things",
    body: str = "",
    day: float | None = None,
    parents: Iterable[int] | None = None,
) -> Commit:
    """Return commit ``number``, which changes ``paths`` on ``day`` (its number) and follows the one before it."""
    before = ([number - 1] if number > 1 else []) if parents is None else parents
    return Commit(
        oid=oid(number),
        parents=tuple(oid(parent) for parent in before),
        time=START + int((number if day is None else day) * DAY),
        author=author,
        email=email or f"{author.lower()}@example.org",
        subject=subject,
        body=body,
        changes=tuple(path if isinstance(path, Change) else Change("M", path) for path in paths),
    )


def oid(number: int) -> str:
    """Return the object id of commit ``number``."""
    return f"{number:040x}"


def told(commits: Iterable[Commit], present: Present) -> Told:
    """Return all that ``commits`` tell of the repository of today."""
    rows = table_of(commits)
    return tell(rows, ledger_of(rows), present)
