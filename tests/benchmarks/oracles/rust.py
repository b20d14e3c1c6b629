"""Rust against ``cargo metadata``, by workspace crate.

A manifest declares more than is used, and a dependency that no source names is no edge for us. So the oracle's edges
are the declared dependencies on other crates of the workspace whose name, as Rust writes it, stands in some source of
the crate before ``::`` or after ``extern crate`` or ``use``; comments and texts in quotes are taken out first.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from indexer.modules.resolution import ancestors
from indexer.tree import SourceTree
from tests.benchmarks.oracles.comparison import Comparison, compare
from tests.benchmarks.oracles.trees import our_edges, read_checkout, run

# Whatever begins first is taken whole: a quote within a comment opens no text, and slashes within a text no comment.
_NO_CODE = re.compile(r"""//[^\n]*|/\*.*?\*/|\b[bc]?r(#*)".*?"\1|"(?:\\.|[^"\\])*"|'(?:\\.[^']*|[^'\\])'""", re.DOTALL)


def compare_rust(root: Path) -> Comparison:
    """Compare the edges between the crates of the workspace in ``root``."""
    tree = read_checkout(root)
    command = ["cargo", "metadata", "--no-deps", "--offline", "--format-version", "1", "--manifest-path"]
    # From elsewhere, so that a checkout cannot ask for a toolchain of its own.
    packages = json.loads(run([*command, str(root / "Cargo.toml")], Path("/")))["packages"]
    crates = {_place(root, Path(package["manifest_path"]).parent): package for package in packages}
    owners = _owners(tree, crates)
    sources: dict[str, list[str]] = {place: [] for place in crates}
    for file, place in owners.items():
        sources[place].append(_NO_CODE.sub(" ", (root / file).read_text(encoding="utf-8", errors="replace")))
    places = {package["name"]: place for place, package in crates.items()}
    oracle = {
        (place, places[dependency["name"]])
        for place, package in crates.items()
        for dependency in package["dependencies"]
        if dependency["name"] in places
        and (dependency.get("path") or dependency["name"] in _patched(root))
        and _is_named(dependency["rename"] or dependency["name"], sources[place])
    }
    ours = {(owners.get(source, ""), owners.get(target, "")) for source, target in our_edges(tree)}
    return compare(root.name, "rust", oracle, {edge for edge in ours if crates.keys() >= set(edge)})


def _patched(root: Path) -> frozenset[str]:
    """Return the crates that the workspace puts in the place of published ones, which metadata does not tell of."""
    document = tomllib.loads((root / "Cargo.toml").read_text(encoding="utf-8"))
    patches = document.get("patch", {}).get("crates-io", {})
    return frozenset(name for name, patch in patches.items() if "path" in patch)


def _place(root: Path, directory: Path) -> str:
    return f"{directory.resolve().relative_to(root).as_posix()}/"


def _owners(tree: SourceTree, crates: Mapping[str, object]) -> dict[str, str]:
    """Return the crate of each Rust file; a crate outside of the workspace owns its files, yet is not counted."""
    manifests = {file.directory for file in tree.by_name.get("Cargo.toml", ())}
    owners: dict[str, str] = {}
    for file in tree.by_language.get("rust", ()):
        nearest = next((at for at in ancestors(file.directory) if at in manifests), None)
        place = f"{nearest or '.'}/"
        if nearest is not None and place in crates:
            owners[file.path] = place
    return owners


def _is_named(dependency: str, sources: list[str]) -> bool:
    name = re.escape(dependency.replace("-", "_"))
    mention = re.compile(rf"(?<![\w:])(?:::)?{name}\s*::|\b(?:extern\s+crate|use)\s+(?:::)?{name}\b")
    return any(mention.search(source) for source in sources)
