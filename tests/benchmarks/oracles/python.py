"""Python against grimp, by file. It leaves out stubs and directories without ``__init__``."""

from __future__ import annotations

import sys
from pathlib import Path

import grimp

from tests.benchmarks.oracles.comparison import Comparison, Edge, compare
from tests.benchmarks.oracles.trees import our_edges, read_directory


def compare_python(root: Path, package: str) -> Comparison:
    """Compare the edges between the files of ``package``, which lies in ``root``."""
    oracle, known = _grimp_edges(root, package)
    ours = {edge for edge in our_edges(read_directory(root, package)) if known.issuperset(edge)}
    return compare(package, "python", oracle, ours)


def _grimp_edges(root: Path, package: str) -> tuple[set[Edge], frozenset[str]]:
    """Return grimp's edges and the files it looked at."""
    sys.path.insert(0, str(root))
    graph = grimp.build_graph(package, cache_dir=None)
    files = {module: _file_of(root, module) for module in graph.modules}
    edges = {
        (files[module], files[imported])
        for module in graph.modules
        for imported in graph.find_modules_directly_imported_by(module)
    }
    return {edge for edge in edges if all(edge)}, frozenset(files.values()) - {""}


def _file_of(root: Path, module: str) -> str:
    base = module.replace(".", "/")
    return next((name for name in (f"{base}/__init__.py", f"{base}.py") if (root / name).is_file()), "")
