"""The module map of a tree: modules, what imports what, cycles and key files."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from indexer.facts import FileImport, Module, Role
from indexer.modules.cycles import find_cycles
from indexer.modules.division import Division
from indexer.modules.edges import resolve_imports
from indexer.modules.importance import normalised, page_rank
from indexer.modules.manifests import Manifest, compiled_projects, read_manifests
from indexer.modules.naming import ecosystem_of, name_of
from indexer.modules.parts import Part, add_strays, is_code, lines_of, set_apart
from indexer.modules.public import public_symbols
from indexer.modules.summaries import Summaries, main_parts
from indexer.tree import SourceFile, SourceTree

KEY_FILES = 50


@dataclass(frozen=True, slots=True)
class ModuleMap:
    """The modules, most important first, and the edges between files that they rest on.

    A module counts the files of its own role. ``unresolved`` counts import statements by reason; ``module_of`` gives
    the module's path for the path of every file with code; ``cycles`` are sets of modules that import one another;
    ``key_files`` are the product files to read first.
    """

    modules: tuple[Module, ...]
    imports: tuple[FileImport, ...]
    unresolved: Mapping[str, int]
    module_of: Mapping[str, str]
    cycles: tuple[tuple[str, ...], ...]
    key_files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Measures:
    """Ranks of files, modules imported by each module, and files imported by each file."""

    ranks: Mapping[str, float]
    links: Mapping[str, tuple[str, ...]]
    targets: Mapping[str, tuple[str, ...]]


def map_modules(tree: SourceTree) -> ModuleMap:
    """Resolve the imports of ``tree`` and divide its code into modules."""
    edges = resolve_imports(tree)
    code = [file for file in tree if is_code(file)]
    ranks = file_importance(code, edges.imports)
    manifests = read_manifests(tree)
    among_product, apart = set_apart(code, compiled_projects(tree))
    divided, strays = Division(among_product, frozenset(manifests) | _images(among_product, tree)).divide(ranks)
    parts = add_strays([*divided, *apart], strays)
    module_of = {file.path: part.path for part in parts for file in part.files}
    links = _links(parts, edges.imports, module_of)
    modules = _describe(tree, parts, manifests, _Measures(ranks, links, _targets(edges.imports)))
    return ModuleMap(
        modules=tuple(sorted(modules, key=lambda module: (-module.importance, module.path))),
        imports=edges.imports,
        unresolved=edges.unresolved,
        module_of=dict(sorted(module_of.items())),
        cycles=find_cycles(links),
        key_files=_key_files(tree, ranks),
    )


def _images(files: Sequence[SourceFile], tree: SourceTree) -> frozenset[str]:
    """Return the directories that an image is built of: services, though no manifest may say so."""
    built = {file.directory for file in tree.by_name.get("Dockerfile", ()) if file.role is Role.PRODUCT}
    code = [file.path for file in files if file.facts.language not in {"", "bash"} and file.role is Role.PRODUCT]
    return frozenset(directory for directory in built - {""} if any(path.startswith(f"{directory}/") for path in code))


def _describe(
    tree: SourceTree, parts: Sequence[Part], manifests: Mapping[str, Manifest], measures: _Measures
) -> Iterator[Module]:
    mains = main_parts(manifests, parts)
    summaries = Summaries(tree, manifests, mains, parts)
    totals = {part.path: sum(measures.ranks.get(file.path, 0.0) for file in part.files) for part in parts}
    importance = normalised(totals)
    for part in parts:
        public = public_symbols(part, tree, measures.ranks, measures.targets)
        ecosystem = ecosystem_of(part)
        yield Module(
            path=part.path,
            name=name_of(part, ecosystem, tree, manifests, mains),
            ecosystem=ecosystem,
            role=part.role,
            summary=summaries.summary(part, public),
            files=len(part.own_files),
            lines=lines_of(part.own_files),
            importance=importance[part.path],
            imports=measures.links[part.path],
            public=public,
        )


def file_importance(code: Sequence[SourceFile], imports: Sequence[FileImport]) -> dict[str, float]:
    """Rank the product files; where nothing but tests or examples is tracked, rank whatever is not vendored."""
    ranked = [file for file in code if file.role is Role.PRODUCT]
    if not ranked:
        ranked = [file for file in code if file.role not in {Role.VENDORED, Role.GENERATED}]
    edges = ((edge.source, edge.target, edge.confidence) for edge in imports)
    return _spread_over_packages(ranked, page_rank((file.path for file in ranked), edges))


def _spread_over_packages(files: Sequence[SourceFile], ranks: Mapping[str, float]) -> dict[str, float]:
    """Share out what a Go package's representative received among its files, by the names each exports."""
    packages: dict[str, list[SourceFile]] = defaultdict(list)
    for file in files:
        if file.facts.language == "go":
            packages[file.directory].append(file)
    result = dict(ranks)
    for members in packages.values():
        total = sum(ranks[file.path] for file in members)
        weights = {file.path: 1 + sum(symbol.name[:1].isupper() for symbol in file.facts.symbols) for file in members}
        for path, share in normalised(weights).items():
            result[path] = total * share
    return result


def _links(
    parts: Sequence[Part], imports: Sequence[FileImport], module_of: Mapping[str, str]
) -> dict[str, tuple[str, ...]]:
    """Return the modules that each module imports, strongest first; tests beside product code do not count."""
    # A test beside the code imports what it tests with, which says nothing about the module.
    counted = {file.path for part in parts for file in part.files if file.role is part.role}
    weights: dict[str, dict[str, float]] = {part.path: {} for part in parts}
    for edge in imports:
        source, target = module_of.get(edge.source), module_of.get(edge.target)
        if source is not None and target is not None and source != target and edge.source in counted:
            weights[source][target] = weights[source].get(target, 0.0) + edge.confidence
    return {
        source: tuple(sorted(targets, key=lambda target: (-targets[target], target)))
        for source, targets in weights.items()
    }


def _targets(imports: Sequence[FileImport]) -> dict[str, tuple[str, ...]]:
    targets: dict[str, list[str]] = defaultdict(list)
    for edge in imports:
        targets[edge.source].append(edge.target)
    return {source: tuple(found) for source, found in targets.items()}


def _key_files(tree: SourceTree, ranks: Mapping[str, float]) -> tuple[str, ...]:
    """Return the files that others rest on and that hold something: rank alone would put tiny helpers first."""
    scores: dict[str, float] = {}
    for path, rank in ranks.items():
        file = tree.get(path)
        if file and file.facts.symbols:
            scores[path] = rank * math.sqrt(max(1, file.facts.lines))
    return tuple(sorted(scores, key=lambda path: (-scores[path], path))[:KEY_FILES])
