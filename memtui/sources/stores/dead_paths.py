"""Paths that a text names as code or as a link, and that the repository does not have (any more)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from memtui.memory import Level
from memtui.sources.stores.values import Notice, Reading

_CODE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_FENCE = re.compile(r"^(```|~~~).*?(?:^\1|\Z)", re.MULTILINE | re.DOTALL)
_PATH = re.compile(r"(?:\./)?[\w.-]+(?:/[\w.-]+)*/?$")
_SUFFIX = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,7}$")
_PLACE = re.compile(r":\d+(?:[-:]\d+)?$|#[\w-]*$")
# A bare name is a file of this repository only where nothing else is called so: "Next.js" and "package.json" are.
_SOURCES = frozenset(".py .rs .go .ts .tsx .java .kt .rb .c .cc .cpp .h .hpp .cs .php .swift .scala .sh".split())


def dead_paths(reading: Reading, root: Path, tracked: frozenset[str]) -> Iterator[Notice]:
    """Return the dead paths in a file of the repository; ``tracked`` are the paths that git knows."""
    location = reading.location
    if reading.document is None or location.level != Level.REPO:
        return
    names = {path.rpartition("/")[2] for path in tracked}
    prose = _FENCE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), reading.document.text)
    around = (location.path.parent, root)
    seen = set()
    for pattern in (_CODE, _LINK):
        for match in pattern.finditer(prose):
            written = _PLACE.sub("", match[1].strip())
            if written not in seen and _is_dead(written, around, tracked, names):
                seen.add(written)
                line = prose.count("\n", 0, match.start()) + 1
                yield Notice("dead_path", location.store, location.name, line, written)


def _is_dead(written: str, around: tuple[Path, ...], tracked: frozenset[str], names: set[str]) -> bool:
    if not _PATH.fullmatch(written) or written.strip("./") == "":
        return False
    path = written.removeprefix("./").rstrip("/")
    suffix = _SUFFIX.search(path)
    if "/" not in path:
        return bool(suffix and suffix.group() in _SOURCES and path not in names) and not _exists(path, around)
    # "origin/main" and "text/html" have the form of a path; a directory of that name makes them one.
    first = path.partition("/")[0]
    if not suffix and not _exists(first, around):
        return False
    return not _exists(path, around) and not any(
        other.endswith(f"/{path}") or f"/{path}/" in f"/{other}" for other in tracked
    )


def _exists(path: str, around: tuple[Path, ...]) -> bool:
    try:
        return any((directory / path).exists() for directory in around)
    except OSError:
        return False
