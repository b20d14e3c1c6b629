"""Source trees read from a work tree, parsed in this process: what our side of every comparison starts from."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from indexer.facts import FileFacts, Outcome
from indexer.modules.edges import resolve_imports
from indexer.modules.roles import role_of
from indexer.parsing.extraction import extract
from indexer.parsing.languages import language_of_path
from indexer.tree import SourceFile, SourceTree
from tests.benchmarks.oracles.comparison import Edge


def attempt(
    command: Sequence[str], directory: Path, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run ``command`` and return what came of it."""
    return subprocess.run(
        command, cwd=directory, env=environment, capture_output=True, text=True, errors="replace", check=False
    )


def run(command: Sequence[str], directory: Path, environment: Mapping[str, str] | None = None) -> str:
    """Return what ``command`` prints; its complaints are its own affair unless it prints nothing."""
    outcome = attempt(command, directory, environment)
    if outcome.returncode and not outcome.stdout:
        sys.exit(f"{command[0]} failed in {directory}: {outcome.stderr}")
    return outcome.stdout


def tracked_files(root: Path) -> list[str]:
    """Return the path of every file that git tracks and that is a regular file in the work tree."""
    names = run(["git", "ls-files", "-z"], root).split("\0")
    return sorted({name for name in names if name and (root / name).is_file() and not (root / name).is_symlink()})


def read_checkout(root: Path) -> SourceTree:
    """Parse every tracked file of a known language."""
    return read_files(root, tracked_files(root))


def read_directory(root: Path, below: str) -> SourceTree:
    """Parse every file below ``root/below``, with paths relative to ``root``; git need not know of them."""
    paths = (path for path in (root / below).rglob("*") if path.is_file() and ".git" not in path.parts)
    return read_files(root, sorted(path.relative_to(root).as_posix() for path in paths))


def read_files(root: Path, names: Iterable[str]) -> SourceTree:
    """Parse ``names`` below ``root``."""

    def read_blobs(blobs: Sequence[str]) -> Mapping[str, bytes]:
        return {blob: (root / blob).read_bytes() for blob in blobs}

    return SourceTree([_source_file(root, name) for name in names], read_blobs, root.name)


def _source_file(root: Path, name: str) -> SourceFile:
    language = language_of_path(name)
    facts = FileFacts(name, "", Outcome.NO_GRAMMAR)
    if language:
        facts = extract(name, language, (root / name).read_bytes())
    return SourceFile(name, name, "100644", role_of(name), facts)


def our_edges(tree: SourceTree) -> set[Edge]:
    """Return our edges between files of the tree."""
    return {(edge.source, edge.target) for edge in resolve_imports(tree).imports}
