"""Which language each tracked file is read as, or the reason why it is not read at all."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence

from indexer.facts import Outcome
from indexer.parsing.languages import language_of_path, language_of_shebang
from indexer.repository import SUBMODULE, SYMLINK, Repository, TrackedFile, read_blobs

# Git cannot send the first line alone; larger files without an extension are data.
_SNIFFED_BYTES = 1 << 20
_CPP_SUFFIXES = (".cc", ".cpp", ".cxx")
_UNREAD = {SYMLINK: Outcome.SYMLINK, SUBMODULE: Outcome.SUBMODULE}


def languages_of(repository: Repository, files: Sequence[TrackedFile]) -> Mapping[str, str | Outcome]:
    """Return for each path its language, or the outcome that is certain without reading it."""
    header = header_language(files)
    shebangs = _sniff(repository, [file for file in files if _is_nameless(file)])
    languages: dict[str, str | Outcome] = {}
    for file in files:
        language = header if file.path.endswith(".h") else language_of_path(file.path) or shebangs.get(file.blob, "")
        languages[file.path] = _UNREAD.get(file.mode) or language or Outcome.NO_GRAMMAR
    return languages


def header_language(files: Sequence[TrackedFile]) -> str:
    """``.h`` belongs to C and C++ alike: it is read as what most sources of the repository are written in."""
    cpp = sum(file.path.endswith(_CPP_SUFFIXES) for file in files)
    return "cpp" if cpp > sum(file.path.endswith(".c") for file in files) else "c"


def _is_nameless(file: TrackedFile) -> bool:
    name = posixpath.basename(file.path)
    return file.mode not in _UNREAD and "." not in name and not language_of_path(file.path)


def _sniff(repository: Repository, files: Sequence[TrackedFile]) -> dict[str, str]:
    blobs = read_blobs(repository, [file.blob for file in files], limit=_SNIFFED_BYTES)
    return {blob.oid: language_of_shebang((blob.content or b"").partition(b"\n")[0]) for blob in blobs}
