"""Product code divided into modules: by manifests first, then by directories, split while too big.

A set of directories says it all: a file belongs to the deepest of them above it. Splitting a module adds its
sub-directories to the set; the small ones are left out, and so stay with their parent.
"""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from indexer.facts import Role
from indexer.modules.parts import ROOT, SMALL_LINES, Part, is_small, lines_of
from indexer.modules.resolution import ancestors, is_within
from indexer.modules.translations import translations_in
from indexer.modules.words import words
from indexer.tree import SourceFile

MOST_MODULES = 60
MOST_PACKAGES = 48
LARGE_SHARE = 1 / 3
DOMINANT_SHARE = 1 / 2
FEW_MODULES = 5
LARGE_LINES = 10_000
USUAL_MODULES = 20
WANTED_MODULES = 8  # with fewer, whatever is a notable share is split
NOTABLE_SHARE = 1 / 10
FLAT_LINES = 1_000  # below this, a flat package is small enough to be one module
FLAT_FILES = 4
FILE_LINES = 100
_FILES_OF_SMALL, _FILES_OF_LARGE, _MANY_FILES = 12, 24, 60
# They speak for their directory, so they stay with it.
_FACES = words("__init__ __main__ index mod lib main doc package-info conftest setup")
_PAIRED = words("c cc cpp cxx h hh hpp hxx inl")
# Where the language's own module is the directory or the namespace, or it has none, a file is no module.
_PACKAGED = words("go java csharp php bash")


class Division:
    """The product files of a repository and the directories that divide them."""

    def __init__(self, files: Sequence[SourceFile], packages: frozenset[str]) -> None:
        self._files = files
        product = [file for file in files if file.role is Role.PRODUCT]
        self._translations = _large_translations(product)
        self._product = [file for file in product if not self._is_translation(file)]
        self._total = lines_of(self._product)
        largest = self._largest(packages)
        self._roots = {"", *largest, *self._translations, *_go_packages(self._product, MOST_PACKAGES - len(largest))}
        self._packages = packages

    def divide(self, importance: Mapping[str, float]) -> tuple[list[Part], list[SourceFile]]:
        """Return the parts, and the files that lie where no product code does."""
        self._split_large()
        parts: list[Part] = []
        strays: list[SourceFile] = []
        regions = self._regions(self._files)
        budget = MOST_MODULES - len(regions)
        for root in sorted(regions):
            path, members = self._settle(root, regions[root])
            settled = {file.path for file in members}
            strays += [file for file in regions[root] if file.path not in settled]
            made = self._parts_at(path, members, importance, budget) if members else []
            budget -= max(0, len(made) - 1)
            parts += made
        return parts, strays

    def _is_translation(self, file: SourceFile) -> bool:
        return bool(self._translations) and any(is_within(file.path, at) for at in self._translations)

    def _largest(self, packages: frozenset[str]) -> list[str]:
        regions = self._regions(self._product, packages)
        return sorted(regions, key=lambda root: (-lines_of(regions[root]), root))[:MOST_PACKAGES]

    def _regions(
        self, files: Sequence[SourceFile], roots: frozenset[str] | set[str] | None = None
    ) -> dict[str, list[SourceFile]]:
        """Group files by the deepest dividing directory above each."""
        roots = self._roots if roots is None else roots
        homes: dict[str, str] = {}
        regions: dict[str, list[SourceFile]] = defaultdict(list)
        for file in files:
            directory = file.directory
            if directory not in homes:
                homes[directory] = next((at for at in ancestors(directory) if at in roots), "")
            regions[homes[directory]].append(file)
        return dict(regions)

    def _split_large(self) -> None:
        """Split the largest module that is too big, until none is or there are enough."""
        finished: set[str] = set()
        while True:
            regions = self._regions(self._product)
            sizes = {root: lines_of(files) for root, files in regions.items() if root not in finished}
            large = [root for root, size in sizes.items() if self._is_large(size)]
            if not large and len(regions) < WANTED_MODULES:
                least = max(SMALL_LINES, self._total * NOTABLE_SHARE)
                large = [root for root, size in sizes.items() if size > least]
            if not large or len(regions) >= MOST_MODULES:
                return
            root = min(large, key=lambda candidate: (-sizes[candidate], candidate))
            finished.add(root)
            self._roots |= set(self._divisions(root, regions[root])[: MOST_MODULES - len(regions)])

    def _divisions(self, root: str, files: Sequence[SourceFile]) -> list[str]:
        """Return the directories that split a module: the one where it branches, and its children of some size."""
        top, is_package = _common_directory(files), bool(root) and root in self._packages
        children: dict[str, list[SourceFile]] = defaultdict(list)
        for file in files:
            child = _child(file.directory, top, is_package=is_package)
            if child:
                children[child].append(file)
        ranked = sorted(children, key=lambda child: (-lines_of(children[child]), child))
        large = [child for child in ranked if not is_small(children[child], self._total)]
        return [top, *large] if large and top != root and not is_package else large

    def _is_large(self, lines: int) -> bool:
        return lines > self._total * LARGE_SHARE or lines > max(LARGE_LINES, self._total / USUAL_MODULES)

    def _settle(self, root: str, files: list[SourceFile]) -> tuple[str, list[SourceFile]]:
        """Return the path of a region and its files: a package's own directory, else the one its product lies in."""
        product = [file for file in files if file.role is Role.PRODUCT]
        path = root if root in self._packages and root else _common_directory(product)
        # What is left of a directory that was divided is still that directory, though one child alone be left.
        above = root or path
        if path != root and any(is_within(other, above) for other in self._roots - {root}):
            path = root
        return path, [file for file in files if product and is_within(file.path, path)]

    def _parts_at(self, path: str, files: list[SourceFile], importance: Mapping[str, float], budget: int) -> list[Part]:
        product = [file for file in files if file.role is Role.PRODUCT and not self._is_translation(file)]
        units = self._important_units(product, importance, few=budget > MOST_MODULES - FEW_MODULES)[: max(0, budget)]
        taken = {file.path for unit in units for file in unit}
        rest = [file for file in files if file.path not in taken]
        return [*([_part(path or ROOT, rest)] if rest else []), *(_part(unit[0].path, unit) for unit in units)]

    def _important_units(
        self, product: list[SourceFile], importance: Mapping[str, float], *, few: bool
    ) -> list[tuple[SourceFile, ...]]:
        """Return the files that deserve to be modules of their own, with their headers, most important first."""
        lines = lines_of(product)
        share = LARGE_SHARE if few else DOMINANT_SHARE
        if lines < max(FLAT_LINES, self._total * share) or len(product) < FLAT_FILES:
            return []
        units = [unit for unit in _units(product) if lines_of(unit) >= FILE_LINES and _can_stand_alone(unit[0])]
        rank = sum(importance.get(file.path, 0.0) for file in product) or 1.0

        def score(unit: tuple[SourceFile, ...]) -> float:
            return lines_of(unit) / lines + sum(importance.get(file.path, 0.0) for file in unit) / rank

        most = _FILES_OF_LARGE if len(product) > _MANY_FILES else _FILES_OF_SMALL
        return sorted(units, key=lambda unit: (-score(unit), unit[0].path))[:most]


def _large_translations(product: Sequence[SourceFile]) -> list[str]:
    """Return the directories of translations that weigh something: each is one module, and says nothing of the rest."""
    found = sorted(translations_in(file.path for file in product))
    least = lines_of(product) * NOTABLE_SHARE if found else 0
    return [at for at in found if lines_of(file for file in product if is_within(file.path, at)) >= least]


def _go_packages(files: Iterable[SourceFile], most: int) -> list[str]:
    """Return the packages of Go, to which a directory is what a module is elsewhere, while they can all be listed.

    Where even those of some size are too many, none is returned: size alone has to tell then.
    """
    packages: dict[str, list[SourceFile]] = defaultdict(list)
    for file in files:
        if file.facts.language == "go":
            packages[file.directory].append(file)
    notable = [directory for directory in packages if not is_small(packages[directory])]
    return next((sorted(found) for found in (list(packages), notable) if len(found) <= most), [])


def _child(directory: str, top: str, *, is_package: bool) -> str:
    """Return the directory directly below ``top`` that holds ``directory``, empty where ``top`` itself is that.

    The ``src`` of a package is no part of it but the package itself.
    """
    parts = directory[len(top) :].strip("/").split("/")
    depth = 2 if is_package and parts[0] == "src" else 1
    return posixpath.join(top, *parts[:depth]) if len(parts) >= depth and parts[0] else ""


def _common_directory(files: Sequence[SourceFile]) -> str:
    return posixpath.commonpath({file.directory for file in files}) if files else ""


def _units(files: Sequence[SourceFile]) -> list[tuple[SourceFile, ...]]:
    """Group a source file with its header of the same name; every other file is alone. The longest comes first."""
    groups: dict[str, list[SourceFile]] = defaultdict(list)
    for file in files:
        stem, _, extension = file.path.rpartition(".")
        groups[stem if extension in _PAIRED else file.path].append(file)
    return [tuple(sorted(group, key=lambda file: (-file.facts.lines, file.path))) for group in groups.values()]


def _can_stand_alone(file: SourceFile) -> bool:
    """Tell whether the file is a module of its own to its language, and does not speak for its directory."""
    stem, dot, _ = file.name.partition(".")
    return file.facts.language not in _PACKAGED and not (dot and stem in _FACES)


def _part(path: str, files: Sequence[SourceFile]) -> Part:
    return Part(path, Role.PRODUCT, tuple(files))
