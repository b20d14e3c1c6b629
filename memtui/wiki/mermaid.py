"""The graph of what imports what, as Mermaid: labels are data, and nothing in them is read as anything else."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from indexer.facts import Module
from memtui.safety.visible import clean

MOST_NODES = 40
_MOST_ARROWS = 6  # from one module, the strongest first; more make a graph that no one can read
_PLAIN = frozenset(" _-./+,@")
_LABEL_LIMIT = 60


def import_graph(modules: Sequence[Module]) -> list[str]:
    """Return the most important modules and their imports as a fenced block; nothing if none imports another.

    Nodes are ordered and named by path, not by importance, so that a change of one changes few lines.
    """
    kept = sorted(modules[:MOST_NODES], key=lambda module: module.path)
    nodes = {module.path: _identifier(module.path) for module in kept}
    arrows = [
        f"    {nodes[module.path]} --> {nodes[path]}"
        for module in kept
        for path in sorted([path for path in module.imports if path in nodes and path != module.path][:_MOST_ARROWS])
    ]
    if not arrows:
        return []
    labels = [f'    {node}["{label(path)}"]' for path, node in nodes.items()]
    return ["```mermaid", "graph LR", *labels, *arrows, "```"]


def _identifier(path: str) -> str:
    return f"m{hashlib.sha256(path.encode('utf-8', 'replace')).hexdigest()[:8]}"


def label(text: str) -> str:
    """Return a text for a quoted label; all but letters, digits and a few signs as Mermaid's character codes."""
    line = clean(text)
    line = line if len(line) <= _LABEL_LIMIT else "…" + line[1 - _LABEL_LIMIT :]
    return "".join(
        character if character.isalnum() or character in _PLAIN else f"#{ord(character)};" for character in line
    )
