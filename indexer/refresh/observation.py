"""What git says at this moment, and whether the index already knows it; decided without Arrow or LanceDB."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from indexer.repository import (
    Head,
    Repository,
    read_head,
    read_listing,
    read_shallow_boundary,
    read_tags,
)
from indexer.storage import State, read_state

# Raised when detectors, resolvers or formulas change what they derive from equal facts.
DERIVATION_VERSION = 2


@dataclass(frozen=True, slots=True)
class Observation:
    """A moment of a repository; two with equal ``head`` and ``digest`` give equal generations."""

    head: Head
    listing: bytes
    tags: tuple[tuple[str, str], ...]
    boundary: frozenset[str]

    @property
    def digest(self) -> str:
        """Changes with any tracked path, mode or content, any tag, and the depth of a shallow clone."""
        rest = f"{self.tags}{sorted(self.boundary)}".encode()
        return hashlib.sha256(self.listing + rest).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Freshness:
    """How the index stands to the repository; ``indexed_at`` in seconds since the epoch, 0 when never indexed."""

    indexed: bool
    behind: bool
    head: str
    branch: str
    generation: int = 0
    indexed_head: str = ""
    indexed_at: int = 0


def observe(repository: Repository) -> Observation:
    """Ask git for HEAD, the staged files, the tags and the depth."""
    return Observation(
        head=read_head(repository),
        listing=read_listing(repository),
        tags=read_tags(repository),
        boundary=read_shallow_boundary(repository) if repository.shallow else frozenset(),
    )


def freshness(repository: Repository) -> Freshness:
    """Compare the repository with the last finished generation; raises NewerIndexError and GitFailedError."""
    return compare(observe(repository), read_state(repository.index_directory))


def compare(observation: Observation, state: State | None) -> Freshness:
    """Say whether ``state`` is a generation of what was observed."""
    head = observation.head
    if state is None:
        return Freshness(indexed=False, behind=True, head=head.oid, branch=head.branch)
    return Freshness(
        indexed=True,
        behind=not is_current(observation, state),
        head=head.oid,
        branch=head.branch,
        generation=state.generation,
        indexed_head=state.head,
        indexed_at=state.indexed_at,
    )


def is_current(observation: Observation, state: State) -> bool:
    """Whether a refresh would find nothing to do."""
    return (state.head, state.digest, state.extractors) == (
        observation.head.oid,
        observation.digest,
        extractors(),
    )


def extractors() -> str:
    """Return what a generation depends on besides the repository: the versions of this package's own rules."""
    from indexer.parsing import EXTRACTOR_VERSION

    return f"{EXTRACTOR_VERSION}.{DERIVATION_VERSION}"
