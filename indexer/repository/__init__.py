"""The only room that runs git."""

from __future__ import annotations

from indexer.repository.blobs import Blob, open_blobs, read_blobs
from indexer.repository.changes import (
    PathRevision,
    read_blob_diff,
    read_commit_diff,
    revisions_of,
    walk_back,
)
from indexer.repository.discovery import Repository, find_repository
from indexer.repository.files import SUBMODULE, SYMLINK, TrackedFile, parse_listing, read_listing, read_tree
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
from indexer.repository.search import search_commit, search_word

__all__ = [
    "SUBMODULE",
    "SYMLINK",
    "Blob",
    "Head",
    "PathRevision",
    "Repository",
    "TrackedFile",
    "find_repository",
    "has_commit",
    "is_ancestor",
    "open_blobs",
    "parse_listing",
    "read_blob_diff",
    "read_blobs",
    "read_commit_diff",
    "read_commit_time",
    "read_head",
    "read_listing",
    "read_mailmap",
    "read_remotes",
    "read_roots",
    "read_shallow_boundary",
    "read_tags",
    "read_tree",
    "revisions_of",
    "run_git",
    "search_commit",
    "search_word",
    "stream_git",
    "walk_back",
]
