"""Who wrote the history: every author with a share of the commits, merges included, as ``git shortlog -sn`` counts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from indexer.facts import Author, Commit
from indexer.history.ledger import author_name


@dataclass(slots=True)
class _Person:
    first: int
    last: int
    addresses: Counter[str] = field(default_factory=Counter)


class Authors:
    """Counts commits by author. Names joined by the mailmap are one; of several addresses the most used is shown."""

    def __init__(self) -> None:
        self._people: dict[str, _Person] = {}

    def add(self, commit: Commit) -> None:
        """Count one commit."""
        # By name and not by address: people have several addresses and mailmaps are rare.
        name = author_name(commit)
        person = self._people.get(name)
        if person is None:
            person = self._people[name] = _Person(commit.time, commit.time)
        person.first = min(person.first, commit.time)
        person.last = max(person.last, commit.time)
        person.addresses[commit.email] += 1

    def ranked(self) -> tuple[Author, ...]:
        """Return all authors, most commits first, then by name."""
        total = sum(person.addresses.total() for person in self._people.values())
        authors = [_author(name, person, total) for name, person in self._people.items()]
        return tuple(sorted(authors, key=lambda author: (-author.commits, author.name)))


def _author(name: str, person: _Person, total: int) -> Author:
    commits = person.addresses.total()
    address = min(person.addresses, key=lambda address: (-person.addresses[address], address))
    return Author(name, address, commits, round(commits / total, 4), person.first, person.last)
