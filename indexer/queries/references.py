"""Who refers to it: every use of a name in the staged files, with the confidence that it means the definition."""

from __future__ import annotations

from dataclasses import dataclass

from indexer.facts import Role
from indexer.modules.roles import role_of
from indexer.queries.definitions import ROLE_ORDER
from indexer.queries.names import is_within, parse_name
from indexer.queries.places import Place, find_places
from indexer.queries.sight import Sight, look_around
from indexer.references import Hit, ReferenceKind
from indexer.repository import Repository
from indexer.storage.index import Index


@dataclass(frozen=True, slots=True)
class Reference:
    """A place where a name is used: ``symbol`` is the definition around it, of a definition its own dotted name."""

    path: str
    line: int
    column: int
    kind: ReferenceKind
    confidence: float
    text: str
    symbol: str
    role: Role


@dataclass(frozen=True, slots=True)
class References:
    """All uses of a name: where it is defined, by role, and the rest, surest first."""

    name: str
    definitions: tuple[Reference, ...]
    references: tuple[Reference, ...]
    sight: Sight


def find_references(repository: Repository, index: Index, text: str, *, mentions: bool = False) -> References:
    """Return who refers to a name; ``Container.name`` takes the definitions in that container alone, if it has any.

    With ``mentions``, files that no grammar reads are searched as well.
    """
    name = parse_name(text)
    # Languages and imports come from the index, places from git: uses are of the staged content, whatever was indexed.
    known = {file.path: file for file in index.files()}
    places = tuple(find_places(repository, name.last, known, text=mentions))
    defining = _definitions(places, name.container)
    meant = {(place.path, hit.line, hit.column) for place, hit in defining}
    members = {place.path for place, hit in defining if "." in hit.symbol}
    sight = look_around(sorted({path for path, _, _ in meant}), members, places, index.file_imports())
    definitions, others = [], []
    for place in places:
        confidence = sight.confidence(place)
        for hit in place.hits:
            if (place.path, hit.line, hit.column) in meant:
                definitions.append(_reference(place, hit, 1.0))
            elif hit.kind is not ReferenceKind.DEFINITION:
                others.append(_reference(place, hit, confidence))
    return References(
        text,
        tuple(sorted(definitions, key=lambda one: (ROLE_ORDER[one.role], one.path, one.line))),
        tuple(sorted(others, key=lambda one: (-one.confidence, ROLE_ORDER[one.role], one.path, one.line, one.column))),
        sight,
    )


def _definitions(places: tuple[Place, ...], container: str) -> list[tuple[Place, Hit]]:
    """Return the definitions that are meant: all of them where the container has none, as it may have inherited it."""
    found = [(place, hit) for place in places for hit in place.hits if hit.kind is ReferenceKind.DEFINITION]
    inside = [(place, hit) for place, hit in found if is_within(hit.symbol.rpartition(".")[0], container)]
    return inside or found


def _reference(place: Place, hit: Hit, confidence: float) -> Reference:
    return Reference(place.path, hit.line, hit.column, hit.kind, confidence, hit.text, hit.symbol, role_of(place.path))
