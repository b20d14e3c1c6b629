"""Go against ``go list``, by package directory, over the files that build on Linux, macOS or Windows.

Nothing is downloaded: each module is listed as if its ``go.mod`` said its name alone, so that what it requires stays
unknown while the imports of its own files are listed in full. An import is an edge when its path is that of a package
which ``go list`` found in any module of the repository.
"""

from __future__ import annotations

import json
import os
import posixpath
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from indexer.tree import SourceTree
from tests.benchmarks.oracles.comparison import Comparison, Edge, compare
from tests.benchmarks.oracles.trees import our_edges, read_checkout, run

_SYSTEMS = ("linux", "darwin", "windows")
# An older toolchain takes files for newer ones to be excluded; as tags they are let in.
_RELEASES = ",".join(f"go1.{minor}" for minor in range(1, 41))
_OFFLINE = {"GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOWORK": "off", "GOSUMDB": "off", "GOTOOLCHAIN": "local"}


@dataclass(frozen=True, slots=True)
class Package:
    """A package as ``go list`` tells of it: ``files`` are paths in the repository."""

    path: str
    directory: str
    files: frozenset[str]
    imports: frozenset[str]


def compare_go(root: Path) -> Comparison:
    """Compare the edges between the packages of every module of the repository."""
    tree = read_checkout(root)
    packages = list(_listed(root, tree))
    directories = {package.path: package.directory for package in packages}
    oracle = {
        (package.directory, directories[imported])
        for package in packages
        for imported in package.imports
        if imported in directories
    }
    return compare(root.name, "go", oracle, _our_package_edges(tree, packages))


def _our_package_edges(tree: SourceTree, packages: list[Package]) -> set[Edge]:
    files = {file for package in packages for file in package.files}
    directories = {package.directory for package in packages}
    edges = ((source, posixpath.dirname(target)) for source, target in our_edges(tree) if source in files)
    return {(posixpath.dirname(source), target) for source, target in edges if target in directories}


def _listed(root: Path, tree: SourceTree) -> Iterator[Package]:
    for manifest in (*tree.by_name.get("go.mod", ()), *tree.by_name.get("vendor.mod", ())):
        declared = re.search(r'(?m)^module\s+"?([^\s"]+)', tree.text(manifest))
        if declared and "vendor" not in manifest.path.split("/"):
            for system in _SYSTEMS:
                yield from _list_module(root, root / manifest.directory, declared[1], system)


def _list_module(root: Path, directory: Path, module: str, system: str) -> Iterator[Package]:
    environment = os.environ | _OFFLINE | {"GOOS": system, "CGO_ENABLED": "1"}
    with tempfile.TemporaryDirectory() as temporary:
        manifest = Path(temporary, "bare.mod")
        manifest.write_text(f"module {module}\n\ngo 1.19\n", encoding="utf-8")
        overlay = Path(temporary, "overlay.json")
        overlay.write_text(json.dumps({"Replace": {str(directory / "go.mod"): str(manifest)}}), encoding="utf-8")
        command = ["go", "list", "-e", "-json", f"-overlay={overlay}", "-tags", _RELEASES, "./..."]
        text = run(command, directory, environment)
    decoder, position = json.JSONDecoder(), 0
    while position < len(text.rstrip()):
        listed, position = decoder.raw_decode(text, position)
        position += 1
        if "Dir" in listed:
            place = Path(listed["Dir"]).relative_to(root).as_posix()
            place = "" if place == "." else place
            names = [*listed.get("GoFiles", ()), *listed.get("CgoFiles", ())]
            files = frozenset(posixpath.join(place, name) for name in names)
            yield Package(listed["ImportPath"], place, files, frozenset(listed.get("Imports", ())))
