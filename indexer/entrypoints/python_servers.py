"""The names under which a repository's own files hand its apps to a server."""

from __future__ import annotations

import posixpath
import re
from typing import Final

from indexer.tree import SourceFile, SourceTree

_SERVED: Final = re.compile(r"(?<![\w./:-])([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):([A-Za-z_]\w*(?:\(\))?)(?![\w:/.-])")
_SERVERS: Final = re.compile(r"\b(?:uvicorn|gunicorn|hypercorn|daphne|granian|waitress|fastapi|UVICORN|APP_MODULE)")
_STARTING: Final = re.compile(
    r"(?i)dockerfile.*|.*\.dockerfile|(?:docker-)?compose.*\.ya?ml|procfile.*|makefile|justfile|.*\.(?:sh|service|conf)"
)


def served_names(tree: SourceTree) -> frozenset[str]:
    """Return every ``module:app`` on a line that starts a server."""
    files = [file for file in tree if _STARTING.fullmatch(posixpath.basename(file.path))]
    tree.preload(files)
    return frozenset(name for file in files for name in _named(tree, file))


def _named(tree: SourceTree, file: SourceFile) -> list[str]:
    lines = (line for line in tree.text(file).splitlines() if _SERVERS.search(line))
    return [f"{match[1]}:{match[2]}" for line in lines for match in _SERVED.finditer(line.replace('"', " "))]


def as_served(name: str, served: frozenset[str]) -> str:
    """Return the name by which a server is told of the app, which leaves out directories above the import root."""
    return next((short for short in sorted(served) if name.endswith(f".{short}")), name)
