"""Hold our import edges against independent tools: ``python tests/benchmarks/import_oracles.py PATH PACKAGE``.

PATH is a directory on the import path that holds PACKAGE, such as ``src`` of a checkout or ``site-packages``. The
oracle for Python is grimp, which reads the same files with its own parser. Prints precision and recall of the edges
between the package's files, and with ``--differences`` each edge that only one side has.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import grimp

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from indexer.facts import FileFacts, Outcome
from indexer.modules.edges import resolve_imports
from indexer.modules.roles import role_of
from indexer.parsing.extraction import extract
from indexer.parsing.languages import language_of_path
from indexer.tree import SourceFile, SourceTree

Edge = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Comparison:
    """How far two sets of edges agree."""

    package: str
    files: int
    oracle: int
    ours: int
    precision: float
    recall: float


def read_directory(root: Path, below: str = "") -> SourceTree:
    """Parse every file of a known language below ``root/below``, with paths relative to ``root``."""
    paths = sorted(path for path in (root / below).rglob("*") if path.is_file() and ".git" not in path.parts)
    contents = {path.relative_to(root).as_posix(): path for path in paths}

    def read_blobs(blobs: Sequence[str]) -> Mapping[str, bytes]:
        return {blob: contents[blob].read_bytes() for blob in blobs}

    return SourceTree([_source_file(name, path) for name, path in contents.items()], read_blobs, root.name)


def _source_file(name: str, path: Path) -> SourceFile:
    language = language_of_path(name)
    facts = extract(name, language, path.read_bytes()) if language else FileFacts(name, "", Outcome.NO_GRAMMAR)
    return SourceFile(name, name, "100644", role_of(name), facts)


def our_edges(tree: SourceTree) -> set[Edge]:
    """Return our edges between files of the tree."""
    return {(edge.source, edge.target) for edge in resolve_imports(tree).imports}


def grimp_edges(root: Path, package: str) -> tuple[set[Edge], frozenset[str]]:
    """Return grimp's edges between the files of ``package``, and the files it looked at.

    It leaves out stubs and directories without ``__init__``, so nothing can be said of those.
    """
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


def compare_python(root: Path, package: str) -> tuple[Comparison, set[Edge], set[Edge]]:
    """Return the agreement with grimp, the edges only it has, and those only we have."""
    tree = read_directory(root, package)
    oracle, known = grimp_edges(root, package)
    ours = {edge for edge in our_edges(tree) if known.issuperset(edge)}
    both = len(ours & oracle)
    comparison = Comparison(
        package,
        len(known),
        len(oracle),
        len(ours),
        round(both / max(1, len(ours)), 4),
        round(both / max(1, len(oracle)), 4),
    )
    return comparison, oracle - ours, ours - oracle


def main() -> int:
    """Compare and print one JSON object a package."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("packages", nargs="+")
    parser.add_argument("--differences", action="store_true")
    arguments = parser.parse_args()
    for package in arguments.packages:
        comparison, missed, added = compare_python(arguments.path.resolve(), package)
        print(json.dumps(asdict(comparison)))
        if arguments.differences:
            for sign, edges in (("-", missed), ("+", added)):
                print("\n".join(f"{sign} {source} -> {target}" for source, target in sorted(edges)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
