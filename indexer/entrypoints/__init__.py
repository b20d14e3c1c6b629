"""The ways into a repository's code, found by one detector per ecosystem."""

from __future__ import annotations

from typing import Final

from indexer.entrypoints import (
    c_programs,
    containers,
    csharp,
    go_commands,
    go_programs,
    go_routes,
    java,
    javascript_commands,
    javascript_nest,
    javascript_next,
    javascript_packages,
    javascript_routes,
    make,
    php,
    php_laravel,
    php_slim,
    python_argparse,
    python_commands,
    python_django,
    python_manifests,
    python_programs,
    python_tasks,
    python_web,
    ruby_commands,
    ruby_programs,
    ruby_rails,
    rust_commands,
    rust_packages,
    rust_routes,
    shell,
    workflows,
)
from indexer.entrypoints.base import Detector
from indexer.entrypoints.folding import fold
from indexer.facts import EntryPoint
from indexer.tree import SourceTree

__all__ = ["DETECTORS", "Detector", "detect_entry_points"]

DETECTORS: Final[tuple[Detector, ...]] = (
    python_manifests,
    python_programs,
    python_web,
    python_django,
    python_commands,
    python_argparse,
    python_tasks,
    javascript_packages,
    javascript_routes,
    javascript_nest,
    javascript_next,
    javascript_commands,
    go_programs,
    go_routes,
    go_commands,
    rust_packages,
    rust_routes,
    rust_commands,
    java,
    c_programs,
    csharp,
    ruby_commands,
    ruby_programs,
    ruby_rails,
    php,
    php_laravel,
    php_slim,
    shell,
    containers,
    make,
    workflows,
)


def detect_entry_points(tree: SourceTree) -> tuple[EntryPoint, ...]:
    """Find every entry point of ``tree``: the product's first, the surest first, each once."""
    return fold(found for detector in DETECTORS for found in detector.detect(tree))
