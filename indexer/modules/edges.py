"""All imports of a tree, resolved: edges between files, and what stayed unresolved, by reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from indexer.facts import FileImport
from indexer.modules.resolution import Reason
from indexer.modules.resolvers import resolvers_for
from indexer.tree import SourceTree


@dataclass(frozen=True, slots=True)
class Edges:
    """``imports`` sorted by source and target, one for each pair; ``unresolved`` counts statements by reason."""

    imports: tuple[FileImport, ...]
    unresolved: Mapping[str, int]


def resolve_imports(tree: SourceTree) -> Edges:
    """Resolve every import statement of every parsed file."""
    resolvers = resolvers_for(tree)
    confidences: dict[tuple[str, str], float] = {}
    unresolved: Counter[Reason] = Counter()
    for file in tree:
        resolver = resolvers.get(file.facts.language)
        for statement in file.facts.imports if resolver else ():
            resolution = resolver.resolve(file, statement) if resolver else None
            if resolution is None or resolution.reason is not None:
                # A path in an expression begins with any name in scope: only one that leads to a file says something.
                if statement.form == "path":
                    continue
                unresolved[resolution.reason if resolution and resolution.reason else Reason.UNSUPPORTED] += 1
                continue
            for target, confidence in resolution.targets:
                if target != file.path:
                    pair = (file.path, target)
                    confidences[pair] = max(confidence, confidences.get(pair, 0.0))
    imports = tuple(FileImport(*pair, confidence) for pair, confidence in sorted(confidences.items()))
    return Edges(imports, {str(reason): unresolved[reason] for reason in sorted(unresolved)})
