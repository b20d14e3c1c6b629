"""The parts of a repository: every file with code lies in exactly one.

Tests, examples, documentation and generated directories are one part each, vendored code one for each project, and
product code is divided by its manifests and directories (``indexer.modules.division``).
"""

from __future__ import annotations

import posixpath
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from indexer.facts import Role
from indexer.modules.roles import directory_role, role_root
from indexer.modules.words import words
from indexer.tree import SourceFile

ROOT = "."
SMALL_FILES = 3
SMALL_LINES = 200
MOST_NAMED = 12  # projects of one directory: with more, no one knows them by name
SMALL_SHARE = 1 / 25  # a few dozen lines are a notable part of some hundreds
LARGE_WHOLE = 5_000  # lines, of which a directory of ``SMALL_LINES`` is that share
TINY_LINES = 40  # a directory is a package to Go, however few its files
# Source code that no grammar reads here still makes modules.
_OTHER_SOURCES = words(
    "kt kts scala groovy swift m mm dart lua pl pm tcl ex exs erl hrl hs ml mli fs fsx vb clj cljs zig nim jl r d v"
    " vue svelte astro sol cr rkt el lisp pas f90 asm s sql proto graphql ps1 cu metal glsl wgsl tf nix"
)


@dataclass(frozen=True, slots=True)
class Part:
    """A module before it is described: its path (``.`` for the root), its role, and its files in order.

    ``own_files`` are those of its own role: not the tests that lie beside its code.
    """

    path: str
    role: Role
    files: tuple[SourceFile, ...]
    own_files: tuple[SourceFile, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Look the files through once: most of what describes a part asks for its own."""
        own = tuple([file for file in self.files if file.role is self.role]) or self.files
        object.__setattr__(self, "own_files", own)


def is_code(file: SourceFile) -> bool:
    """Whether a file holds source code, whether or not a grammar reads it."""
    return bool(file.facts.language) or file.name.rpartition(".")[2].lower() in _OTHER_SOURCES


def lines_of(files: Iterable[SourceFile]) -> int:
    """Count lines; a file that was not read counts one."""
    return sum([file.facts.lines or 1 for file in files])


def set_apart(
    code: Iterable[SourceFile], projects: frozenset[str] = frozenset()
) -> tuple[list[SourceFile], list[Part]]:
    """Split the code of a tree into what lies among product code, and the parts that other directories make.

    ``projects`` are directories that a build tool compiles by themselves, whatever they serve.
    """
    among_product: list[SourceFile] = []
    groups: dict[tuple[Role, str], list[SourceFile]] = defaultdict(list)
    for file in code:
        role = directory_role(file.directory)
        if role is Role.PRODUCT:
            among_product.append(file)
        else:
            groups[role, _home(role, file, projects)].append(file)
    for key in [key for key, files in groups.items() if key[1].startswith(".") and lines_of(files) < SMALL_LINES]:
        # A script or two for a build service: nothing that anyone would call a part of the repository.
        among_product += groups.pop(key)
    return among_product, [part for role in Role for part in _parts_of(role, groups, projects)]


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
            # A hidden directory is no part of what its repository is about, whose root it serves.
            path = ROOT if path.startswith(".") else path
            index = next((number for number, part in enumerate(result) if part.path == path), None)
        if index is None:
            result.append(_part(path, role, files))
        else:
            result[index] = _part(result[index].path, result[index].role, [*result[index].files, *files])
    return result


def _home(role: Role, file: SourceFile, projects: frozenset[str]) -> str:
    root = role_root(file.directory)
    if role is Role.VENDORED:
        return _vendored_project(root, file)
    if role is not Role.TEST or not projects:
        return root
    # Directly below the tests; deeper in, a project is what some test works on.
    child = posixpath.join(root, file.path[len(root) + 1 :].partition("/")[0])
    return child if child in projects else root


def _vendored_project(root: str, file: SourceFile) -> str:
    """Return the directory of one vendored project: ``vendor/NAME``, ``vendor/HOST/OWNER/NAME``, ``…/@SCOPE/NAME``."""
    below = file.path[len(root) + 1 :].split("/")[:-1]
    if not below:
        return root
    depth = 3 if "." in below[0] and len(below) > 1 else 2 if below[0].startswith("@") else 1
    return posixpath.join(root, *below[:depth])


def _parts_of(role: Role, groups: Mapping[tuple[Role, str], list[SourceFile]], projects: frozenset[str]) -> list[Part]:
    own = {home: files for (other, home), files in groups.items() if other is role}
    if not own:
        return []
    # What tests work on is no name for them, however many files it has.
    ranked = sorted(own, key=lambda home: (home.endswith("fixtures"), -len(own[home]), home))
    if role is Role.VENDORED:
        return _vendored_parts(own)
    compiled = [home for home in own if home in projects]
    named = compiled if len(compiled) <= MOST_NAMED else []
    apart = [home for home in ranked[1:] if home in named or _stands_alone(role, home, own[home])]
    together = [file for home in ranked if home not in apart for file in own[home]]
    return [_part(ranked[0], role, together), *(_part(home, role, own[home]) for home in sorted(apart))]


def _stands_alone(role: Role, home: str, files: Sequence[SourceFile]) -> bool:
    """Whether a further directory of a role is told apart: of tests, those that the root of the repository names."""
    return not is_small(files) and (role is Role.DEV or (role is Role.TEST and "/" not in home))


def _vendored_parts(projects: Mapping[str, Sequence[SourceFile]]) -> list[Part]:
    """Make a part of each project; of the directory above them where they are many, or lie within the product."""
    by_root: dict[str, list[str]] = defaultdict(list)
    for home in sorted(projects):
        by_root[role_root(home)].append(home)
    parts: list[Part] = []
    for root, homes in by_root.items():
        if len(homes) > MOST_NAMED or "/" in root:
            parts.append(_part(root, Role.VENDORED, (file for home in homes for file in projects[home])))
        else:
            parts += [_part(home, Role.VENDORED, projects[home]) for home in homes]
    return parts


def is_small(files: Sequence[SourceFile], whole: int = LARGE_WHOLE) -> bool:
    """Whether a directory is too small to be a module of its own, in a repository of ``whole`` lines."""
    least = min(SMALL_LINES, max(TINY_LINES, whole * SMALL_SHARE))
    if any(file.facts.language == "go" for file in files):
        least = TINY_LINES
    return len(files) < SMALL_FILES and lines_of(files) < least


def _commonest_directory(files: Sequence[SourceFile]) -> str:
    counts = Counter(file.directory for file in files)
    return min(counts, key=lambda directory: (-counts[directory], directory)) or ROOT


def _part(path: str, role: Role, files: Iterable[SourceFile]) -> Part:
    return Part(path, role, tuple(sorted(files, key=lambda file: file.path)))
