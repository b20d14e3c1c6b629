"""How likely a use of a name means a definition: by whether the file can see it, and how many others it can see."""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from indexer.facts import FileImport, Role
from indexer.modules.roles import role_of
from indexer.queries.places import Place
from indexer.references import ReferenceKind

# The numbers rank the ways in which a file may come to know a name; their distances mean nothing.
SAME_FILE = 1.0
IMPORTED = 0.9
SAME_DIRECTORY = 0.7
REACHED = 0.6
SAME_NAME = 0.4
MENTIONED = 0.2
# Of several definitions one is in sight, or none of them more than the others.
_ONE_OF_SEVERAL = 0.9
_AMBIGUOUS = 0.7
_REACH = 3  # steps of imports over which an object may come to a file that never names its class
_FAMILIES = {"cpp": "c", "typescript": "javascript", "tsx": "javascript"}
_HEADERS = (".h", ".hh", ".hpp", ".hxx", ".h++")
_DIRECTORY_IS_PACKAGE = frozenset({"go", "java"})


@dataclass(frozen=True, slots=True)
class Sight:
    """Where the definitions of a name lie, and what each file sees of them.

    ``shared`` are the definitions that other files may mean, with their languages: the product's, if it has any.
    ``exposed`` gives the
    definitions' files by each file through which they can be imported: their own, headers that declare them, files
    that import them to pass them on, and the whole package where a directory is one. ``reached`` gives the
    definitions' files, where these define members, by each file that imports them at some steps.
    """

    definitions: Collection[str]
    shared: Mapping[str, str]
    exposed: Mapping[str, frozenset[str]]
    reached: Mapping[str, Collection[str]]
    imports: Mapping[str, Collection[str]]

    def confidence(self, place: Place) -> float:
        """Return how sure it is that a use in this file means one of the definitions."""
        if not place.language:
            return MENTIONED
        family = _family(place.language)
        rivals = [path for path, language in self.shared.items() if _family(language) == family]
        for tier, seen in self._tiers(place, rivals):
            if seen:
                return round(tier * _share(seen, rivals), 2)
        if self.shared and not rivals:
            return MENTIONED
        return round(SAME_NAME * _share(rivals, rivals), 2)

    def _tiers(self, place: Place, rivals: Sequence[str]) -> Iterable[tuple[float, Collection[str]]]:
        yield SAME_FILE, {place.path} & set(self.definitions)
        imported = frozenset().union(*(self.exposed.get(path, ()) for path in self.imports.get(place.path, ())))
        yield IMPORTED, imported
        directory = posixpath.dirname(place.path)
        beside = {path for path in rivals if posixpath.dirname(path) == directory}
        yield IMPORTED if place.language in _DIRECTORY_IS_PACKAGE else SAME_DIRECTORY, beside
        yield REACHED, self.reached.get(place.path, ())


def _share(seen: Collection[str], rivals: Collection[str]) -> float:
    if len(rivals) <= 1:
        return 1.0
    return _ONE_OF_SEVERAL if len(seen) == 1 else _AMBIGUOUS


def _family(language: str) -> str:
    """Return what stands for all languages that use one another's definitions."""
    return _FAMILIES.get(language, language)


def look_around(
    definitions: Collection[str], members: Collection[str], places: Sequence[Place], edges: Sequence[FileImport]
) -> Sight:
    """Work out through which files the definitions (paths) can be seen; ``members`` are those inside a container."""
    imports: dict[str, set[str]] = {}
    for edge in edges:
        imports.setdefault(edge.source, set()).add(edge.target)
    languages = {place.path: place.language for place in places}
    product = [path for path in definitions if role_of(path) is Role.PRODUCT]
    shared = {path: languages.get(path, "") for path in product or definitions}
    exposed: dict[str, set[str]] = {path: {path} for path in shared}
    for path in sorted(shared):
        if languages.get(path) in _DIRECTORY_IS_PACKAGE:
            for companion in _companions(path, edges):
                exposed.setdefault(companion, set()).add(path)
    for place in places:
        if any(hit.kind is ReferenceKind.DECLARATION for hit in place.hits):
            exposed.setdefault(place.path, set()).update(_declared_by(place.path, shared, imports))
    passing = {place.path for place in places if any(hit.kind is ReferenceKind.IMPORT for hit in place.hits)}
    if "c" in map(_family, shared.values()):
        passing |= {path for path in imports if path.endswith(_HEADERS)}
    _pass_on(exposed, sorted(passing - set(definitions)), imports)
    reached: dict[str, set[str]] = {}
    for path in sorted(set(shared) & set(members)):
        for importer in importers(edges, [path], _REACH):
            reached.setdefault(importer, set()).add(path)
    return Sight(definitions, shared, {path: frozenset(seen) for path, seen in exposed.items()}, reached, imports)


def importers(edges: Collection[FileImport], targets: Collection[str], depth: int) -> dict[str, int]:
    """Return the files that import one of ``targets``, directly or through others, with the number of steps."""
    sources: dict[str, list[str]] = {}
    for edge in edges:
        sources.setdefault(edge.target, []).append(edge.source)
    distances: dict[str, int] = {}
    reached, front = set(targets), sorted(targets)
    for distance in range(1, depth + 1):
        front = sorted({source for target in front for source in sources.get(target, ())} - reached)
        reached.update(front)
        distances.update(dict.fromkeys(front, distance))
    return distances


def _companions(path: str, edges: Sequence[FileImport]) -> set[str]:
    """Return the files of a package that others import in the place of all of it."""
    directory = posixpath.dirname(path)
    return {edge.target for edge in edges if posixpath.dirname(edge.target) == directory}


def _declared_by(header: str, definitions: Collection[str], imports: Mapping[str, Collection[str]]) -> set[str]:
    """Return the definitions that a declaration stands for: those that include it, else all."""
    return {path for path in definitions if header in imports.get(path, ())} or set(definitions)


def _pass_on(exposed: dict[str, set[str]], passing: Sequence[str], imports: Mapping[str, Collection[str]]) -> None:
    """Follow files that take the name from one that exposes it, which makes them expose it as well.

    They import it by name, or are headers, which hand on all that they include.
    """
    # To a fixed point, since files hand a name on in any order and in circles.
    grown = True
    while grown:
        grown = False
        for path in passing:
            seen = set().union(*(exposed.get(target, set()) for target in imports.get(path, ())))
            if not seen <= exposed.get(path, set()):
                exposed.setdefault(path, set()).update(seen)
                grown = True
