"""Two sets of edges, held against each other."""

from __future__ import annotations

from dataclasses import dataclass

Edge = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The edges of an oracle and ours, over what the oracle looked at.

    ``undecided`` are edges of ours from statements that the oracle could not resolve, as when a package that it finds
    only after a build stands on one side: they speak neither for us nor against us.
    """

    repository: str
    ecosystem: str
    oracle: frozenset[Edge]
    ours: frozenset[Edge]
    undecided: frozenset[Edge] = frozenset()

    @property
    def precision(self) -> float:
        """The share of our edges that the oracle has."""
        return len(self.ours & self.oracle) / max(1, len(self.ours))

    @property
    def recall(self) -> float:
        """The share of the oracle's edges that we have."""
        return len(self.ours & self.oracle) / max(1, len(self.oracle))

    @property
    def missed(self) -> list[Edge]:
        """The edges that only the oracle has."""
        return sorted(self.oracle - self.ours)

    @property
    def added(self) -> list[Edge]:
        """The edges that only we have."""
        return sorted(self.ours - self.oracle)


def compare(repository: str, ecosystem: str, oracle: set[Edge], ours: set[Edge]) -> Comparison:
    """Compare without the edges from a thing to itself."""
    without_loops = (frozenset(edge for edge in edges if edge[0] != edge[1]) for edges in (oracle, ours))
    return Comparison(repository, ecosystem, *without_loops)
