"""All imports of a tree, resolved: edges between files, and what stayed unresolved, by reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from indexer.facts import FileImport
from indexer.modules.resolution import Reason, Resolver
from indexer.modules.resolvers import resolvers_for
from indexer.tree import SourceFile, SourceTree


@dataclass(frozen=True, slots=True)
class Edges:
    """``imports`` sorted by source and target, one for each pair; ``unresolved`` counts statements by reason."""

    imports: tuple[FileImport, ...]
    unresolved: Mapping[str, int]


def resolve_imports(tree: SourceTree) -> Edges:
    """Resolve every import statement of every parsed file."""
    resolvers = resolvers_for(tree)
    imports: list[FileImport] = []
    unresolved: list[Reason] = []
    for file in tree:
        resolver = resolvers.get(file.facts.language)
        if resolver is not None:
            targets = sorted(_targets(file, resolver, unresolved).items())
            imports += [FileImport(file.path, target, confidence) for target, confidence in targets]
    counts = Counter(unresolved)
    return Edges(tuple(imports), {str(reason): counts[reason] for reason in sorted(counts)})


def _targets(file: SourceFile, resolver: Resolver, unresolved: list[Reason]) -> dict[str, float]:
    """Return the other files that ``file`` imports, each with its confidence, and note what stays unresolved."""
    targets: dict[str, float] = {}
    for statement in file.facts.imports:
        resolution = resolver.resolve(file, statement)
        # A path in an expression begins with any name in scope: only one that leads to a file says something.
        if resolution.reason is not None and statement.form != "path":
            unresolved.append(resolution.reason)
        for target, confidence in resolution.targets:
            if confidence > targets.get(target, 0.0):
                targets[target] = confidence
    targets.pop(file.path, None)
    return targets
