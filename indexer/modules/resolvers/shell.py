"""Shell: ``source`` and ``.`` with a path that is written out, or that begins with the script's own directory."""

from __future__ import annotations

import re

from indexer.facts import Import
from indexer.modules.resolution import CERTAIN, DERIVED, UNRESOLVED, Reason, Resolution, found, join
from indexer.modules.resolvers.suffixes import ending_with, only_one
from indexer.tree import SourceFile, SourceTree

_OWN_DIRECTORY = re.compile(
    r"^(?:\$\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|`[^`]*`|\$\{(?:BASH_SOURCE|0)[^}]*\}"
    r"|\$\{?\w*(?:DIR|HERE|ROOT|PATH|HOME|BASE)\w*\}?|\$\{?\w*(?:dir|here|root)\w*\}?)/"
)


class ShellResolver:
    """Resolves sourced files."""

    languages = frozenset({"bash"})

    def __init__(self, tree: SourceTree) -> None:
        self._tree = tree

    def resolve(self, file: SourceFile, statement: Import) -> Resolution:
        """Tell what ``statement`` in ``file`` means."""
        written = statement.module
        path = _OWN_DIRECTORY.sub("", written)
        if not path or "$" in path or "`" in path:
            return UNRESOLVED[Reason.DYNAMIC]
        if path.startswith(("/", "~")):
            return UNRESOLVED[Reason.EXTERNAL]
        confidence = CERTAIN if path == written else DERIVED
        places = [join(file.directory, path), join("", path)]
        exact = next((place for place in places if place and place in self._tree), None)
        if exact:
            return found([exact], confidence)
        resolution = only_one(self._tree, ending_with(self._tree, path.removeprefix("./")))
        return UNRESOLVED[Reason.MISSING] if resolution.reason is Reason.EXTERNAL else resolution
