"""PHP: namespaces that ``composer.json`` maps to directories, and included files."""

from __future__ import annotations

import posixpath

from indexer.facts import Import, Role
from indexer.modules.documents import parse_json, strings, table
from indexer.modules.resolution import CERTAIN, DECLARED, UNRESOLVED, Reason, Resolution, found, join
from indexer.modules.resolvers.suffixes import ending_with, only_one
from indexer.tree import SourceFile, SourceTree


class PhpResolver:
    """Resolves ``use`` by PSR-4 and PSR-0, and ``include`` by the including file, then the root."""

    languages = frozenset({"php"})

    def __init__(self, tree: SourceTree) -> None:
        self._tree = tree
        manifests = [file for file in tree.by_name.get("composer.json", ()) if file.role is not Role.VENDORED]
        tree.preload(manifests)
        self._prefixes: dict[str, list[str]] = {}
        for manifest in manifests:
            self._read(manifest, tree.text(manifest))
        self._ordered = sorted(self._prefixes, key=lambda prefix: (-len(prefix), prefix))

    def resolve(self, file: SourceFile, statement: Import) -> Resolution:
        """Tell what ``statement`` in ``file`` means."""
        if statement.form == "use":
            return self._resolve_use(statement)
        path = statement.module
        if not path or "$" in path:
            return UNRESOLVED[Reason.DYNAMIC]
        places = [join(file.directory, path), join("", path)]
        exact = next((place for place in places if place and place in self._tree), None)
        if exact:
            return found([exact], CERTAIN)
        resolution = only_one(self._tree, ending_with(self._tree, path.removeprefix("./")))
        return UNRESOLVED[Reason.MISSING] if resolution.reason is Reason.EXTERNAL else resolution

    def _read(self, manifest: SourceFile, text: str) -> None:
        document = parse_json(text)
        for section in ("autoload", "autoload-dev"):
            for standard in ("psr-4", "psr-0"):
                for prefix, places in table(document, section, standard).items():
                    tail = prefix.replace("\\", "/") if standard == "psr-0" else ""
                    directories = [join(manifest.directory, posixpath.join(place, tail)) for place in strings(places)]
                    found_here = [directory for directory in directories if directory is not None]
                    self._prefixes.setdefault(prefix.strip("\\"), []).extend(found_here)

    def _resolve_use(self, statement: Import) -> Resolution:
        names = [f"{statement.module}\\{name}" for name in statement.names] or [statement.module]
        resolutions = [self._resolve_class(name) for name in names]
        targets = dict(target for resolution in resolutions for target in resolution.targets)
        return Resolution(tuple(targets.items())) if targets else resolutions[0]

    def _resolve_class(self, name: str) -> Resolution:
        if "\\" not in name:
            return UNRESOLVED[Reason.STANDARD_LIBRARY]
        known = False
        for prefix in self._ordered:
            if prefix and not name.startswith(f"{prefix}\\"):
                continue
            known = known or bool(prefix)
            rest = name[len(prefix) :].lstrip("\\").replace("\\", "/")
            for directory in self._prefixes[prefix]:
                path = posixpath.join(directory, f"{rest}.php")
                if path in self._tree:
                    return found([path], DECLARED)
        return UNRESOLVED[Reason.MISSING if known else Reason.EXTERNAL]
