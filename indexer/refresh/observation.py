"""What git says at this moment, and whether the index already knows it; decided without Arrow or LanceDB."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from indexer.repository import (
    Head,
    Repository,
    read_head,
    read_listing,
    read_mailmap,
    read_shallow_boundary,
    read_tags,
)
from indexer.storage import State, is_complete, read_state

# Raised when detectors, resolvers or formulas change what they derive from equal facts.
DERIVATION_VERSION = 4


@dataclass(frozen=True, slots=True)
class Observation:
    """A moment of a repository; two with equal ``head`` and ``digest`` give equal generations."""

    head: Head
    listing: bytes
    tags: tuple[tuple[str, str], ...]
    boundary: frozenset[str]
    mailmap: bytes

    @property
    def digest(self) -> str:
        """Changes with any tracked path, mode or content, any tag, and the depth of a shallow clone.

        Not with the mailmap in the work tree: what counts is what git tracks, until the log is read for another reason.
        """
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
    """Ask git for HEAD, the staged files, the tags, the depth and the mailmap that its log goes by."""
    return Observation(
        head=read_head(repository),
        listing=read_listing(repository),
        tags=read_tags(repository),
        # Whoever holds the repository may have found it before it was deepened or made shallow.
        boundary=read_shallow_boundary(repository),
        mailmap=read_mailmap(repository),
    )


def freshness(repository: Repository) -> Freshness:
    """Compare the repository with the last finished generation; raises NewerIndexError and GitFailedError."""
    state = read_state(repository.index_directory)
    observation = observe(repository)
    head = observation.head
    if state is None:
        return Freshness(indexed=False, behind=True, head=head.oid, branch=head.branch)
    return Freshness(
        indexed=True,
        behind=not is_current(repository, observation, state),
        head=head.oid,
        branch=head.branch,
        generation=state.generation,
        indexed_head=state.head,
        indexed_at=state.indexed_at,
    )


def is_current(repository: Repository, observation: Observation, state: State) -> bool:
    """Whether a refresh would find nothing to do."""
    return is_complete(repository.index_directory, state) and (state.head, state.digest, state.extractors) == (
        observation.head.oid,
        observation.digest,
        extractors(),
    )


def extractors() -> str:
    """Return what a generation depends on besides the repository: the versions of this package's own rules."""
    from indexer.parsing import EXTRACTOR_VERSION

    return f"{EXTRACTOR_VERSION}.{DERIVATION_VERSION}"
