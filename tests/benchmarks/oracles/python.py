"""Python against grimp, by file. It leaves out stubs and directories without ``__init__``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import grimp

from indexer.tree import SourceTree
from tests.benchmarks.oracles.comparison import Comparison, Edge, compare
from tests.benchmarks.oracles.trees import our_edges, read_checkout, read_directory


def compare_python(root: Path, package: str) -> Comparison:
    """Compare the edges between the files of ``package``, which lies in ``root``."""
    return _compare(package, root, read_directory(root, package), [root], [package])


def compare_python_repository(root: Path, directories: Sequence[str], packages: Sequence[str]) -> Comparison:
    """Compare the edges within and between ``packages``, which lie in ``directories`` of a checkout, read whole.

    A part of a namespace is a package by its dotted name.
    """
    return _compare(root.name, root, read_checkout(root), [root / directory for directory in directories], packages)


def _compare(
    name: str, root: Path, tree: SourceTree, directories: Sequence[Path], packages: Sequence[str]
) -> Comparison:
    oracle, known = _grimp_edges(root, directories, packages)
    return compare(name, "python", oracle, {edge for edge in our_edges(tree) if known.issuperset(edge)})


def _grimp_edges(root: Path, directories: Sequence[Path], packages: Sequence[str]) -> tuple[set[Edge], frozenset[str]]:
    """Return grimp's edges and the files it looked at."""
    sys.path[:0] = map(str, directories)
    graph = grimp.build_graph(*packages, cache_dir=None)
    files = {module: _file_of(root, directories, module) for module in graph.modules}
    edges = {
        (files[module], files[imported])
        for module in graph.modules
        for imported in graph.find_modules_directly_imported_by(module)
    }
    return {edge for edge in edges if all(edge)}, frozenset(files.values()) - {""}


def _file_of(root: Path, directories: Sequence[Path], module: str) -> str:
    base = module.replace(".", "/")
    candidates = (directory / name for directory in directories for name in (f"{base}/__init__.py", f"{base}.py"))
    return next((path.relative_to(root).as_posix() for path in candidates if path.is_file()), "")
