"""The only room that runs git."""

from __future__ import annotations

from indexer.repository.blobs import Blob, read_blobs
from indexer.repository.discovery import Repository, find_repository
from indexer.repository.files import SUBMODULE, SYMLINK, TrackedFile, parse_listing, read_listing
from indexer.repository.git import run_git, stream_git
from indexer.repository.references import (
    Head,
    has_commit,
    is_ancestor,
    read_commit_time,
    read_head,
    read_mailmap,
    read_remotes,
    read_roots,
    read_shallow_boundary,
    read_tags,
)
from indexer.repository.search import search_word

__all__ = [
    "SUBMODULE",
    "SYMLINK",
    "Blob",
    "Head",
    "Repository",
    "TrackedFile",
    "find_repository",
    "has_commit",
    "is_ancestor",
    "parse_listing",
    "read_blobs",
    "read_commit_time",
    "read_head",
    "read_listing",
    "read_mailmap",
    "read_remotes",
    "read_roots",
    "read_shallow_boundary",
    "read_tags",
    "run_git",
    "search_word",
    "stream_git",
]
