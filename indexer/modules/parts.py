"""The parts of a repository: every file with code lies in exactly one.

Tests, examples, documentation and generated directories are one part each, vendored code one for each project, and
product code is divided by its manifests and directories (``indexer.modules.division``).
"""

from __future__ import annotations

import posixpath
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from indexer.facts import Role
from indexer.modules.roles import directory_role, role_root
from indexer.modules.words import words
from indexer.tree import SourceFile, SourceTree

ROOT = "."
SMALL_FILES = 3
SMALL_LINES = 200
TINY_PACKAGE_LINES = 40  # a directory is a package to Go, however few its files
# Source code that no grammar reads here still makes modules.
_OTHER_SOURCES = words(
    "kt kts scala groovy swift m mm dart lua pl pm tcl ex exs erl hrl hs ml mli fs fsx vb clj cljs zig nim jl r d v"
    " vue svelte astro sol cr rkt el lisp pas f90 asm s sql proto graphql ps1 cu metal glsl wgsl tf nix"
)


@dataclass(frozen=True, slots=True)
class Part:
    """A module before it is described: its path (``.`` for the root), its role, and its files in order."""

    path: str
    role: Role
    files: tuple[SourceFile, ...]

    @property
    def own_files(self) -> tuple[SourceFile, ...]:
        """The files of the part's own role: not the tests that lie beside its code."""
        return tuple(file for file in self.files if file.role is self.role) or self.files


def is_code(file: SourceFile) -> bool:
    """Whether a file holds source code, whether or not a grammar reads it."""
    return bool(file.facts.language) or file.name.rpartition(".")[2].lower() in _OTHER_SOURCES


def lines_of(files: Iterable[SourceFile]) -> int:
    """Count lines; a file that was not read counts one."""
    return sum(max(1, file.facts.lines) for file in files)


def set_apart(tree: SourceTree) -> tuple[list[SourceFile], list[Part]]:
    """Split the code of a tree into what lies among product code, and the parts that other directories make."""
    among_product: list[SourceFile] = []
    groups: dict[tuple[Role, str], list[SourceFile]] = defaultdict(list)
    for file in tree:
        if not is_code(file):
            continue
        role = directory_role(file.directory)
        if role is Role.PRODUCT:
            among_product.append(file)
        else:
            groups[role, _home(role, file)].append(file)
    return among_product, [part for role in Role for part in _parts_of(role, groups)]


def add_strays(parts: Sequence[Part], strays: Sequence[SourceFile]) -> list[Part]:
    """Give files that lie where no product code does to the part of their role, or make one of them."""
    by_role: dict[Role, list[SourceFile]] = defaultdict(list)
    for file in strays:
        by_role[file.role].append(file)
    result = list(parts)
    for role, files in sorted(by_role.items()):
        index = next((number for number, part in enumerate(result) if part.role is role), None)
        if index is None:
            path = _commonest_directory(files)
            taken = {part.path for part in result}
            result.append(_part(path if path not in taken else files[0].path, role, files))
        else:
            result[index] = _part(result[index].path, role, [*result[index].files, *files])
    return result


def _home(role: Role, file: SourceFile) -> str:
    root = role_root(file.directory)
    return _vendored_project(root, file) if role is Role.VENDORED else root


def _vendored_project(root: str, file: SourceFile) -> str:
    """Return the directory of one vendored project: ``vendor/NAME``, ``vendor/HOST/OWNER/NAME``, ``…/@SCOPE/NAME``."""
    below = file.path[len(root) + 1 :].split("/")[:-1]
    if not below:
        return root
    depth = 3 if "." in below[0] and len(below) > 1 else 2 if below[0].startswith("@") else 1
    return posixpath.join(root, *below[:depth])


def _parts_of(role: Role, groups: Mapping[tuple[Role, str], list[SourceFile]]) -> list[Part]:
    own = {home: files for (other, home), files in groups.items() if other is role}
    if not own:
        return []
    ranked = sorted(own, key=lambda home: (-len(own[home]), home))
    if role is Role.VENDORED:
        return [_part(home, role, own[home]) for home in sorted(own)]
    apart = [home for home in ranked[1:] if role is Role.DEV and not is_small(own[home])]
    together = [file for home in ranked if home not in apart for file in own[home]]
    return [_part(ranked[0], role, together), *(_part(home, role, own[home]) for home in sorted(apart))]


def is_small(files: Sequence[SourceFile]) -> bool:
    """Whether a directory is too small to be a module of its own."""
    least = TINY_PACKAGE_LINES if any(file.facts.language == "go" for file in files) else SMALL_LINES
    return len(files) < SMALL_FILES and lines_of(files) < least


def _commonest_directory(files: Sequence[SourceFile]) -> str:
    counts = Counter(file.directory for file in files)
    return min(counts, key=lambda directory: (-counts[directory], directory)) or ROOT


def _part(path: str, role: Role, files: Iterable[SourceFile]) -> Part:
    return Part(path, role, tuple(sorted(files, key=lambda file: file.path)))
