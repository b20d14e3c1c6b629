"""The tree that a commit will have, under the index that git gives its hook; takes no lock and changes nothing."""

from __future__ import annotations

import os

from memtui.hooks.places import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_HASHES = (20, 32)  # bytes of SHA-1 and SHA-256
# Signature, version and number of entries; the entries follow, then the extensions.
_HEADER = 12
_MOST_BYTES = 64 << 20


def tree_to_commit(place: Place, directory: str, environment: Mapping[str, str]) -> str:
    """Return the id of the tree, empty when it cannot be told: conflicts are staged, or the index is very large."""
    path = index_path(place, directory, environment)
    try:
        if os.path.getsize(path) > _MOST_BYTES:
            return ""
        with open(path, "rb") as file:
            content = file.read()
    except OSError:
        return ""
    return cached_tree(content) or _written_tree(place, content, environment)


def index_path(place: Place, directory: str, environment: Mapping[str, str]) -> str:
    """Return the index that git works with: ``commit --all`` and ``commit PATH`` give their hooks one of their own."""
    given = environment.get("GIT_INDEX_FILE")
    # Relative to the directory that the hook was started in.
    return os.path.join(directory, given) if given else os.path.join(place.git_directory, "index")


def cached_tree(content: bytes) -> str:
    """Return the tree that an index names itself, empty when it has none or has changed since it was computed.

    git writes it into the extension ``TREE`` before it calls the hook (gitformat-index, "Cache tree").
    """
    if content[:4] != b"DIRC":
        return ""
    for size in _HASHES:
        end = len(content) - size
        start = content.rfind(b"TREE", _HEADER, end)
        while start >= 0:
            if _ends_there(content, start, end):
                return _root_of(content[start + 8 : end], size)
            start = content.rfind(b"TREE", _HEADER, start)
    return ""


def _ends_there(content: bytes, start: int, end: int) -> bool:
    """Whether extensions follow one another from ``start`` to ``end``, which no path or hash looks like by chance."""
    while start + 8 <= end:
        start += 8 + int.from_bytes(content[start + 4 : start + 8], "big")
    return start == end


def _root_of(extension: bytes, size: int) -> str:
    # The root comes first: an empty name, NUL, "entries subtrees" and its id, or -1 entries when it is out of date.
    counts, _, rest = extension.partition(b"\n")
    valid = counts.startswith(b"\0") and not counts.startswith(b"\0-")
    return rest[:size].hex() if valid else ""


def _written_tree(place: Place, content: bytes, environment: Mapping[str, str]) -> str:
    """Let git compute the tree from a copy of the index; the objects it writes go with the copy."""
    from tempfile import TemporaryDirectory

    from memtui.hooks.asking import ask

    objects = environment.get("GIT_OBJECT_DIRECTORY") or os.path.join(place.common_directory, "objects")
    others = environment.get("GIT_ALTERNATE_OBJECT_DIRECTORIES")
    with TemporaryDirectory() as directory:
        copy = os.path.join(directory, "index")
        with open(copy, "wb") as file:
            file.write(content)
        variables = {
            "GIT_INDEX_FILE": copy,
            "GIT_OBJECT_DIRECTORY": directory,
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": os.pathsep.join(filter(None, (os.path.abspath(objects), others))),
        }
        # In a partial clone, objects may be missing by design.
        return ask(place, ["write-tree", "--missing-ok"], variables)
