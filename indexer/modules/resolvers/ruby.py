"""Ruby: ``require_relative`` by the file, ``require`` over the ``lib`` directories of the repository."""

from __future__ import annotations

import posixpath

from indexer.facts import Import, Role
from indexer.modules.resolution import CERTAIN, DECLARED, UNRESOLVED, Reason, Resolution, found, join
from indexer.modules.resolvers.suffixes import nearest_one
from indexer.modules.words import words
from indexer.tree import SourceFile, SourceTree

_STANDARD = words(
    "abbrev base64 benchmark bigdecimal bundler cgi coverage csv date delegate digest drb English erb etc expect fcntl"
    " fiddle fileutils find forwardable getoptlong io ipaddr irb json logger matrix minitest monitor mutex_m net nkf"
    " objspace observer open-uri open3 openssl optparse ostruct pathname pp prettyprint prime pstore psych pty"
    " racc rdoc readline reline resolv rinda ripper rubygems securerandom set shellwords singleton socket stringio"
    " strscan syslog tempfile time timeout tmpdir tsort un uri weakref yaml zlib thread rbconfig"
)
# Gems put ``lib`` on the load path, test runners ``test`` and ``spec``, Rails all below ``app``.
_PATH_FOLDERS = ("lib", "app", "test", "spec")


class RubyResolver:
    """Resolves required files."""

    languages = frozenset({"ruby"})

    def __init__(self, tree: SourceTree) -> None:
        self._tree = tree
        self._roots = [
            directory
            for directory in sorted(tree.directories)
            if posixpath.basename(directory) in _PATH_FOLDERS or not directory
        ]

    def resolve(self, file: SourceFile, statement: Import) -> Resolution:
        """Tell what ``statement`` in ``file`` means."""
        path = statement.module
        if not path or "#{" in path:
            return UNRESOLVED[Reason.DYNAMIC]
        if statement.form == "require_relative" or path.startswith("."):
            return self._at(join(file.directory, path))
        candidates = [at for root in self._roots if (at := posixpath.join(root, _with_extension(path))) in self._tree]
        if candidates:
            return self._choose(file, candidates)
        if path.partition("/")[0] in _STANDARD:
            return UNRESOLVED[Reason.STANDARD_LIBRARY]
        # ``require "x"`` where nothing is tracked by that name is a gem; relative to the file it is a sibling.
        sibling = join(file.directory, path) if statement.form == "load" else None
        return self._at(sibling) if sibling else UNRESOLVED[Reason.EXTERNAL]

    def _choose(self, file: SourceFile, candidates: list[str]) -> Resolution:
        product = [path for path in candidates if (other := self._tree.get(path)) and other.role is Role.PRODUCT]
        return nearest_one(file, candidates if len(candidates) == 1 else product or candidates, DECLARED)

    def _at(self, path: str | None) -> Resolution:
        target = _with_extension(path) if path else ""
        return found([target] if target in self._tree else [], CERTAIN)


def _with_extension(path: str) -> str:
    return path if path.endswith(".rb") else f"{path}.rb"
