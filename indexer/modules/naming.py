"""What a module is called: by its manifest, by its language's dotted name, else by its directory."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Mapping

from indexer.facts import Role
from indexer.modules.manifests import Manifest
from indexer.modules.parts import ROOT, Part
from indexer.modules.resolution import ancestors
from indexer.tree import SourceTree

ECOSYSTEMS: Mapping[str, str] = {
    "javascript": "javascript",
    "typescript": "javascript",
    "tsx": "javascript",
    "c": "c",
    "cpp": "c",
    "bash": "shell",
}
_JAVA_ROOTS = ("src/main/java/", "src/main/kotlin/", "src/main/scala/")


def ecosystem_of(part: Part) -> str:
    """Return the ecosystem of most lines of a part, empty when no grammar reads any."""
    counts: Counter[str] = Counter()
    for file in part.files:
        language = file.facts.language
        if language:
            counts[ECOSYSTEMS.get(language, language)] += file.facts.lines or 1
    # Ties go by name, so that equal trees give equal maps.
    return min(counts, key=lambda name: (-counts[name], name), default="")


def name_of(
    part: Part, ecosystem: str, tree: SourceTree, manifests: Mapping[str, Manifest], mains: Mapping[str, str]
) -> str:
    """Return the name a maintainer would use; ``mains`` are the parts that stand for a package, with its directory."""
    if part.role is not Role.PRODUCT:
        return posixpath.basename(part.path) if part.path != ROOT else tree.name
    if ecosystem == "python" and part.path != ROOT:
        return _python_name(part.path, tree)
    if part.path in tree:
        return _java_name(part.path) or posixpath.basename(part.path)
    manifest = manifests.get(mains.get(part.path, part.path))
    if manifest and manifest.name:
        return manifest.name
    return tree.name if part.path == ROOT else _java_name(part.path) or posixpath.basename(part.path)


def _java_name(path: str) -> str:
    """Return the package or class that a path below a source root means, empty for any other."""
    for root in _JAVA_ROOTS:
        before, found, package = path.rpartition(root)
        if found and (not before or before.endswith("/")):
            return package.removesuffix(".java").replace("/", ".")
    return ""


def _python_name(path: str, tree: SourceTree) -> str:
    """Return the dotted name from the outermost package that holds ``path``."""
    base = path.removesuffix(".py").removesuffix(".pyi")
    top = base
    for directory in ancestors(posixpath.dirname(base)):
        if directory and posixpath.join(directory, "__init__.py") in tree:
            top = directory
        elif top != base:
            break
    outside = posixpath.dirname(top)
    return (
        (base[len(outside) + 1 :] if outside else base).replace("/", ".") if top != base else posixpath.basename(base)
    )
