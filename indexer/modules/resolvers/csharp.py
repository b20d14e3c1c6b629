"""C#: ``using`` names a namespace, which files anywhere may open; it has a target where one directory holds it."""

from __future__ import annotations

from indexer.facts import Import, Role
from indexer.modules.resolution import LIKELY, UNRESOLVED, Reason, Resolution, found, nearest
from indexer.tree import SourceFile, SourceTree

_STANDARD = ("System", "Microsoft.CSharp", "Microsoft.Win32")


class CSharpResolver:
    """Resolves a namespace to one representative file: the first in the nearest directory that declares it."""

    languages = frozenset({"csharp"})

    def __init__(self, tree: SourceTree) -> None:
        self._namespaces: dict[str, dict[str, str]] = {}
        for file in tree.by_language.get("csharp", ()):
            if file.role is Role.TEST:
                continue
            for namespace in _declared(file):
                self._namespaces.setdefault(namespace, {}).setdefault(file.directory, file.path)

    def resolve(self, file: SourceFile, statement: Import) -> Resolution:
        """Tell what ``statement`` in ``file`` means."""
        name = statement.module
        if name in self._namespaces:
            return self._resolve_namespace(file, self._namespaces[name])
        holder, _, _ = name.rpartition(".")
        if holder in self._namespaces:  # ``using static`` and aliases name a class
            return self._resolve_namespace(file, self._namespaces[holder])
        standard = name.split(".")[0] == "System" or name.startswith(_STANDARD)
        return UNRESOLVED[Reason.STANDARD_LIBRARY if standard else Reason.EXTERNAL]

    def _resolve_namespace(self, file: SourceFile, places: dict[str, str]) -> Resolution:
        others = [path for directory, path in places.items() if directory != file.directory]
        if not others:
            return UNRESOLVED[Reason.UNSUPPORTED]  # the file's own directory: which of its files is not said
        # The outermost directory of a namespace holds what the others extend.
        shortest = min(path.count("/") for path in others)
        path = nearest(file.path, [path for path in others if path.count("/") == shortest])
        return UNRESOLVED[Reason.AMBIGUOUS] if path is None else found([path], LIKELY)


def _declared(file: SourceFile) -> list[str]:
    """Return the namespaces that a file opens."""
    return [
        f"{symbol.container}.{symbol.name}" if symbol.container else symbol.name
        for symbol in file.facts.symbols
        if symbol.kind == "namespace"
    ]
