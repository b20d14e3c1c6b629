"""Files that change together though no import ties them, as memories: one for each group."""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from indexer.facts import Coupling, FileImport, Role
from indexer.modules.roles import role_of
from memtui.memory import Anchor, Draft, Evidence, Kind, Scope
from memtui.sources.indexed.writing import code, listed, shortened

_GROUPS = 6
# More than these change together because somebody sweeps through a directory, not because one needs the other.
_MOST_FILES = 5
_SURE_DEGREE = 65.0
_SURE_SHARED = 12
_SHOWN = 3
_PACKAGED = (".go", ".java", ".kt", ".scala", ".swift", ".cs")
_NO_CODE = re.compile(
    r"\.(?:cmake|mk|am|ac|in|m4|gradle|json|xml|toml|cfg|ini|ya?ml|md|rst|txt|html|css|svg|po|proto|lock"
    r"|gemspec|conf|bat)$"
    r"|(?:^|/)[^/.]+$|(?:^|/)(?:cmakelists\.txt|makefile[^/]*|configure[^/]*|version[^/]*|_?version\.\w+)$",
    re.IGNORECASE,
)


def coupling_drafts(couplings: Iterable[Coupling], imports: Iterable[FileImport], scope: Scope) -> Iterator[Draft]:
    """Yield a draft for each group of files whose ties are strong and in no import, the strongest first."""
    linked = {frozenset((edge.source, edge.target)) for edge in imports}
    surprising = [pair for pair in couplings if _is_strong(pair) and not _is_explained(pair, linked)]
    groups = [group for group in _groups(surprising) if len(_paths(group)) <= _MOST_FILES]
    for group in groups[:_GROUPS]:
        yield _draft(group, scope)


def _is_strong(pair: Coupling) -> bool:
    return pair.degree >= _SURE_DEGREE and pair.shared >= _SURE_SHARED


def _is_explained(pair: Coupling, linked: set[frozenset[str]]) -> bool:
    """Whether no one wonders: an import or a common name ties the two, or one of them is no code of the product."""
    paths = (pair.left, pair.right)
    if any(role_of(path) is not Role.PRODUCT or _NO_CODE.search(path) for path in paths):
        return True
    return frozenset(paths) in linked or _alike(*paths) or _are_of_one_package(*paths)


def _are_of_one_package(left: str, right: str) -> bool:
    """Whether the language ties files of one directory without a word: no import between them is no news."""
    packaged = left.endswith(_PACKAGED) and right.endswith(_PACKAGED)
    return packaged and posixpath.dirname(left) == posixpath.dirname(right)


def _alike(left: str, right: str) -> bool:
    """Whether the names themselves tell that two files belong together: ``a.c`` and ``a.h``, a module and its test."""
    stems = [posixpath.basename(path).partition(".")[0].lower() for path in (left, right)]
    bare = [stem.removeprefix("test_").removesuffix("_test") for stem in stems]
    return bare[0] == bare[1]


def _groups(pairs: Iterable[Coupling]) -> list[list[Coupling]]:
    """Join the pairs that share a file; groups and their pairs keep the order of the pairs."""
    group_of: dict[str, list[Coupling]] = {}
    for pair in pairs:
        found = {id(group_of[path]): group_of[path] for path in (pair.left, pair.right) if path in group_of}
        joined = [member for group in found.values() for member in group] + [pair]
        for path in _paths(joined):
            group_of[path] = joined
    by_identity: dict[int, list[Coupling]] = defaultdict(list)
    for group in group_of.values():
        by_identity[id(group)] = group
    return list(by_identity.values())


def _paths(group: Iterable[Coupling]) -> list[str]:
    return sorted({path for pair in group for path in (pair.left, pair.right)})


def _draft(group: list[Coupling], scope: Scope) -> Draft:
    paths = _paths(group)
    neither = "neither imports the other" if len(paths) == 2 else "none imports another"  # noqa: PLR2004 - a pair
    return Draft(
        kind=Kind.RELATED_FILES,
        title=shortened(f"{_named(paths)} change together"),
        body=f"{listed(paths, _MOST_FILES)} have changed together again and again, though {neither}. "
        "Whoever changes one should look at the others."
        f"\n\n{_counted(group)}",
        scope=scope,
        tags=("coupling",),
        anchors=tuple(Anchor(path) for path in paths),
        evidence=tuple(
            Evidence(
                "file", pair.left, 0, f"{pair.shared} commits together with {pair.right}, degree {pair.degree:.0f} %"
            )
            for pair in group[:_SHOWN]
        ),
        key=":".join(("coupling", *paths)),
    )


def _named(paths: list[str]) -> str:
    """Name the files as a person would: their directory once, where they share it."""
    directory = posixpath.commonpath([posixpath.dirname(path) or "." for path in paths]) if paths else ""
    if directory in {"", "."}:
        return " and ".join(paths)
    *names, last = [posixpath.relpath(path, directory) for path in paths]
    return f"{', '.join(names)} and {last} in {directory}"


def _counted(group: list[Coupling]) -> str:
    strongest = max(group, key=lambda pair: pair.shared)
    return f"{strongest.shared} commits changed both {code(strongest.left)} and {code(strongest.right)}."
