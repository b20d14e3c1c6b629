"""Which tracked files hold a word, asked of git itself: staged content, whatever the work tree says."""

from __future__ import annotations

import os
import re
from collections.abc import Collection

from indexer.errors import GitFailedError
from indexer.repository.blobs import read_blobs
from indexer.repository.discovery import Repository
from indexer.repository.files import parse_listing, read_listing
from indexer.repository.git import run_git
from indexer.repository.references import read_head

_NOTHING_FOUND = 1
# Said in full, since a person's configuration may turn any of it around.
_OPTIONS = ("--no-recurse-submodules", "--no-color", "--text", "--no-textconv", "-l", "-z", "-w", "-F")
_TREE = b"HEAD:"
_REGULAR = frozenset({"100644", "100755"})
_LARGEST = 1 << 20


def search_word(repository: Repository, word: str) -> tuple[bytes, ...]:
    """Return the paths, as git's bytes, of the files that hold ``word`` with no word character beside it, sorted.

    Staged content is searched, or HEAD's in a bare repository. Words that no command line can hold are found nowhere,
    nor are those with a line end, which git would take for a choice between two words.
    """
    if not _can_be_asked(word):
        return ()
    where = ("HEAD",) if repository.bare else ()
    cached = () if repository.bare else ("--cached",)
    try:
        output = run_git(repository, "grep", *cached, *_OPTIONS, "-e", word, *where)
    except GitFailedError as error:
        if error.status == _NOTHING_FOUND:
            return ()
        if repository.partial:
            return _search_contents(repository, word)
        if repository.bare and not read_head(repository).oid:
            return ()
        raise
    return tuple(sorted(path.removeprefix(_TREE) if where else path for path in output.split(b"\0") if path))


def search_commit(repository: Repository, words: Collection[str], commit: str = "HEAD") -> tuple[bytes, ...]:
    """Return the paths, as git's bytes, of the files of a commit that hold one of the words, sorted.

    Empty where git lacks a content that it would have to look into.
    """
    asked = [option for word in sorted(words) if _can_be_asked(word) for option in ("-e", word)]
    if not asked:
        return ()
    try:
        output = run_git(repository, "grep", *_OPTIONS, *asked, commit, "--")
    except GitFailedError:
        return ()
    return tuple(sorted(path.partition(b":")[2] for path in output.split(b"\0") if path))


def _search_contents(repository: Repository, word: str) -> tuple[bytes, ...]:
    """Search what a partial clone holds; git's own search ends at the first content that is not here."""
    # Git's own notion of a word: letters beyond ASCII are no part of one.
    pattern = re.compile(rb"(?<![A-Za-z0-9_])" + re.escape(os.fsencode(word)) + rb"(?![A-Za-z0-9_])")
    files = [file for file in parse_listing(repository, read_listing(repository)) if file.mode in _REGULAR]
    blobs = read_blobs(repository, [file.blob for file in files], limit=_LARGEST)
    holding = {blob.oid for blob in blobs if blob.content is not None and pattern.search(blob.content)}
    return tuple(sorted(file.raw for file in files if file.blob in holding))


def _can_be_asked(word: str) -> bool:
    if not word or not {"\0", "\n", "\r"}.isdisjoint(word):
        return False
    try:
        os.fsencode(word)
    except UnicodeEncodeError:
        return False
    return True
