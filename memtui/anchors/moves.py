"""Where code went that is not at its path any more: to another path, under another name, or nowhere."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from memtui.anchors.digests import Digest, changed_share
from memtui.anchors.ground import Ground
from memtui.anchors.states import AnchorReport, State
from memtui.anchors.weighing import matters
from memtui.memory import Anchor

# What is shorter is written the same way in many places: an empty method, a getter, a package's empty file.
_TELLING = 16
# What is to be known by what it says alone, whatever holds it now, must be more than a line or two.
_TELLING_ALONE = 32
# Of two with less in common, one is not what became of the other; git draws the line for renames there, too.
_ALIKE = 0.5
_NAMES_AT_ONCE = 50
_FILES_READ = 400
_FILES_PARSED = 30
_FILES_ALIKE = 60


@dataclass(frozen=True, slots=True)
class Lost:
    """An anchor whose code is not where it was; ``before`` is what it said, None where that is not known any more.

    ``present`` is the report on what lies there instead, if anything does.
    """

    anchor: Anchor
    before: Digest | None
    present: AnchorReport | None = None

    @property
    def name(self) -> str:
        """The last part of the symbol."""
        return self.anchor.symbol.rpartition(".")[2]


def find_lost(ground: Ground, lost: Sequence[Lost]) -> list[AnchorReport]:
    """Return what became of each, in their order."""
    found = [_same_content(ground, one) or one.present or _renamed(ground, one) for one in lost]
    open_ones = [one for one, report in zip(lost, found, strict=True) if report is None]
    files = _files_with(ground, {one.name for one in open_ones if one.name and one.before})
    return [
        report or _elsewhere(ground, one, files) or AnchorReport(one.anchor, State.GONE, 1.0, matters=True)
        for one, report in zip(lost, found, strict=True)
    ]


def _same_content(ground: Ground, lost: Lost) -> AnchorReport | None:
    """Follow a file that was renamed as it was."""
    anchor = lost.anchor
    paths = ground.paths_of_blobs.get(anchor.blob, []) if anchor.blob else []
    best = sorted(paths, key=lambda path: _distance(anchor.path, path))[:1]
    alone = len([path for path in paths if posixpath.basename(path) == posixpath.basename(anchor.path)]) == 1
    whole = ground.digest(best[0], anchor.blob, "") if best else None
    if whole is None or (whole.parts < _TELLING and not alone):
        return None
    moved = ground.anchor(best[0], anchor.symbol)
    return AnchorReport(anchor, State.MOVED, moved_to=moved) if moved else None


def _renamed(ground: Ground, lost: Lost) -> AnchorReport | None:
    """Follow a definition that has another name in the same file, if it is the only one that says the same."""
    anchor = lost.anchor
    source = ground.source(anchor.path, ground.blob_at(anchor.path)) if ground.blob_at(anchor.path) else None
    if source is None or not anchor.symbol or lost.before is None or lost.before.parts < _TELLING:
        return None
    names = dict.fromkeys(piece.symbol for piece in source.pieces)
    same = [name for name in names if _says(ground, anchor.path, name, lost.before)]
    if same and _container(same[0]) != _container(anchor.symbol) and lost.before.parts < _TELLING_ALONE:
        return None
    moved = ground.anchor(anchor.path, same[0]) if len(same) == 1 else None
    return AnchorReport(anchor, State.MOVED, moved_to=moved) if moved else None


def _container(symbol: str) -> str:
    return symbol.rpartition(".")[0]


def _says(ground: Ground, path: str, symbol: str, before: Digest) -> bool:
    digest = ground.digest(path, ground.blob_at(path), symbol)
    return digest is not None and (digest.scheme, digest.whole) == (before.scheme, before.whole)


def _elsewhere(ground: Ground, lost: Lost, files: Sequence[str]) -> AnchorReport | None:
    """Follow a definition into another file, or a file that was renamed and changed at once."""
    if lost.before is None:
        return None
    candidates = list(_definitions(ground, lost, files) if lost.name else _alike_files(ground, lost.anchor.path))
    best, least = None, 1.0
    for candidate in candidates:
        after = ground.digest(candidate.path, candidate.blob, candidate.symbol)
        comparable = after is not None and after.scheme == lost.before.scheme
        share = changed_share(lost.before, after) if after is not None and comparable else 1.0
        same_name = candidate.symbol == lost.anchor.symbol
        # Only what says enough is known by what it says alone; the rest must have kept its whole name.
        if share < least and (same_name or (share == 0 and lost.before.parts >= _TELLING_ALONE)):
            best, least = candidate, share
    if best is None or least > _ALIKE:
        return None
    if least == 0:
        return AnchorReport(lost.anchor, State.MOVED, moved_to=best)
    weighs = matters(ground.source(best.path, best.blob), best.symbol, least)
    return AnchorReport(lost.anchor, State.CHANGED, least, weighs, moved_to=best)


def _definitions(ground: Ground, lost: Lost, files: Sequence[str]) -> Iterator[Anchor]:
    """Yield the definitions in other files whose last name is the one that is looked for, the nearest first."""
    word = lost.name.encode("utf-8", "surrogateescape")
    holding = [path for path in files if _holds(ground, path, word)]
    for path in sorted(holding, key=lambda path: _distance(lost.anchor.path, path))[:_FILES_PARSED]:
        source = ground.source(path, ground.blob_at(path))
        names = dict.fromkeys(piece.symbol for piece in source.pieces) if source else ()
        for name in names:
            if name.rpartition(".")[2] == lost.name and (path, name) != (lost.anchor.path, lost.anchor.symbol):
                anchor = ground.anchor(path, name)
                if anchor is not None:
                    yield anchor


def _holds(ground: Ground, path: str, word: bytes) -> bool:
    source = ground.source(path, ground.blob_at(path))
    return source is not None and word in source.content


def _alike_files(ground: Ground, path: str) -> Iterator[Anchor]:
    """Yield the files with the same name, and those of the same kind beside, the nearest first."""
    directory, name = posixpath.split(path)
    ending = posixpath.splitext(name)[1]
    found = [
        other
        for other in ground.files
        if posixpath.basename(other) == name or (posixpath.dirname(other) == directory and other.endswith(ending))
    ]
    nearest = sorted(found, key=lambda other: _distance(path, other))[:_FILES_ALIKE]
    ground.load((other, ground.blob_at(other)) for other in nearest)
    yield from (anchor for other in nearest if (anchor := ground.anchor(other)) and anchor.digest)


def _files_with(ground: Ground, names: Iterable[str]) -> list[str]:
    """Return the files in which one of the names stands, and read them in one go."""
    ordered = sorted(names)
    files: list[str] = []
    for start in range(0, len(ordered), _NAMES_AT_ONCE):
        files += ground.holding(ordered[start : start + _NAMES_AT_ONCE])[:_FILES_READ]
    files = [path for path in dict.fromkeys(files) if path in ground.files]
    ground.load((path, ground.blob_at(path)) for path in files)
    return files


def _distance(path: str, other: str) -> tuple[bool, bool, int, str]:
    """Return what orders paths by how likely one has become the other: by name, by directory, by common beginning."""
    (directory, name), (other_directory, other_name) = posixpath.split(path), posixpath.split(other)
    common = len(posixpath.commonprefix([path.split("/"), other.split("/")]))
    return name != other_name, directory != other_directory, -common, other
