"""Hold our import edges against independent tools, and print precision and recall of each repository.

``--python DIRECTORY:PACKAGE`` compares with grimp, by file; DIRECTORY is on the import path, such as ``src`` of a
checkout or ``site-packages``; ``--python-repository CHECKOUT:DIRECTORY,…:PACKAGE,…`` does so over several directories
of a checkout read whole. ``--go CHECKOUT`` compares with ``go list``, by package; ``--javascript CHECKOUT`` with
dependency-cruiser, by file; ``--rust CHECKOUT`` with ``cargo metadata``, by crate. Each can be given many times, and
with ``--differences`` each edge that only one side has is listed. What an oracle counts as an edge is said at the head
of its module in ``oracles/``.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.benchmarks.oracles.comparison import Comparison
from tests.benchmarks.oracles.go import compare_go
from tests.benchmarks.oracles.javascript import compare_javascript, install_tools
from tests.benchmarks.oracles.python import compare_python, compare_python_repository
from tests.benchmarks.oracles.rust import compare_rust

_ROW = "{:24} {:10} {:>7} {:>7} {:>9} {:>9} {:>7}"


def main() -> int:
    """Compare and print one line for each repository."""
    arguments = _parse_arguments()
    comparisons = []
    print(_ROW.format("repository", "ecosystem", "oracle", "ours", "undecided", "precision", "recall"))
    for comparison in _comparisons(arguments):
        comparisons.append(comparison)
        _print_row(comparison)
        if arguments.differences:
            for sign, edges in (("-", comparison.missed), ("+", comparison.added)):
                print("".join(f"{sign} {source} -> {target}\n" for source, target in edges), end="")
    if arguments.json:
        arguments.json.write_text(json.dumps([_as_json(item) for item in comparisons], indent=2), encoding="utf-8")
    return 0


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", action="append", default=[], metavar="DIRECTORY:PACKAGE")
    parser.add_argument(
        "--python-repository", action="append", default=[], metavar="CHECKOUT:DIRECTORY,...:PACKAGE,..."
    )
    for ecosystem in ("go", "javascript", "rust"):
        parser.add_argument(f"--{ecosystem}", action="append", default=[], type=Path, metavar="CHECKOUT")
    parser.add_argument("--tools", type=Path, help="where npm packages are, or are to be installed and kept")
    parser.add_argument("--differences", action="store_true")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the table here as well")
    return parser.parse_args()


def _comparisons(arguments: argparse.Namespace) -> Iterator[Comparison]:
    for written in arguments.python:
        directory, _, package = written.rpartition(":")
        yield compare_python(Path(directory).resolve(), package)
    for written in arguments.python_repository:
        checkout, directories, packages = written.rsplit(":", 2)
        yield compare_python_repository(Path(checkout).resolve(), directories.split(","), packages.split(","))
    yield from (compare_go(checkout.resolve()) for checkout in arguments.go)
    yield from (compare_rust(checkout.resolve()) for checkout in arguments.rust)
    if arguments.javascript:
        with tempfile.TemporaryDirectory() as temporary:
            programs = install_tools((arguments.tools or Path(temporary)).resolve())
            yield from (compare_javascript(checkout.resolve(), programs) for checkout in arguments.javascript)


def _print_row(comparison: Comparison) -> None:
    print(_ROW.format(*_as_json(comparison).values()), flush=True)


def _as_json(comparison: Comparison) -> dict[str, object]:
    return {
        "repository": comparison.repository,
        "ecosystem": comparison.ecosystem,
        "oracle": len(comparison.oracle),
        "ours": len(comparison.ours),
        "undecided": len(comparison.undecided),
        "precision": round(comparison.precision, 4),
        "recall": round(comparison.recall, 4),
    }


if __name__ == "__main__":
    sys.exit(main())
