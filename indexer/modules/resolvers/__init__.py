"""One resolver per ecosystem: a new one is one file here, its tests, and one line below."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from indexer.modules.resolution import Resolver
from indexer.modules.resolvers.c import CResolver
from indexer.modules.resolvers.csharp import CSharpResolver
from indexer.modules.resolvers.go import GoResolver
from indexer.modules.resolvers.java import JavaResolver
from indexer.modules.resolvers.javascript import JavaScriptResolver
from indexer.modules.resolvers.php import PhpResolver
from indexer.modules.resolvers.python import PythonResolver
from indexer.modules.resolvers.ruby import RubyResolver
from indexer.modules.resolvers.rust import RustResolver
from indexer.modules.resolvers.shell import ShellResolver
from indexer.tree import SourceTree

RESOLVERS: Final[tuple[Callable[[SourceTree], Resolver], ...]] = (
    CResolver,
    CSharpResolver,
    GoResolver,
    JavaResolver,
    JavaScriptResolver,
    PhpResolver,
    PythonResolver,
    RubyResolver,
    RustResolver,
    ShellResolver,
)


def resolvers_for(tree: SourceTree) -> dict[str, Resolver]:
    """Return the resolver of each language that the tree holds."""
    found: dict[str, Resolver] = {}
    for make in RESOLVERS:
        languages: frozenset[str] = getattr(make, "languages", frozenset())
        present = sorted(language for language in languages if language in tree.by_language)
        if present:
            resolver = make(tree)
            found.update(dict.fromkeys(present, resolver))
    return found
