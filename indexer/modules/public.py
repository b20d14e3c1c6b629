"""The public symbols of a module, most important first."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from indexer.facts import Role, Symbol
from indexer.modules.parts import ROOT, Part
from indexer.modules.resolution import is_within
from indexer.tree import SourceFile, SourceTree

MOST = 12
_TYPES = frozenset({"class", "interface", "struct", "trait", "module"})
_WEIGHTS: Mapping[str, float] = {
    **dict.fromkeys(_TYPES, 3.0),
    "function": 2.0,
    "method": 2.0,
    "enum": 1.5,
    "type": 1.5,
    "macro": 1.0,
    "constant": 0.7,
}
_OUTER = _WEIGHTS.keys() - {"method"}
_SPACES = frozenset({"namespace", "module"})
_ECMASCRIPT = frozenset({"javascript", "typescript", "tsx"})
_REEXPORTED = 4.0
_FACES = frozenset({"__init__.py", "index.js", "index.ts", "index.tsx", "index.mjs"})


def public_symbols(
    part: Part, tree: SourceTree, importance: Mapping[str, float], targets: Mapping[str, tuple[str, ...]]
) -> tuple[str, ...]:
    """Return up to 12 names: what the module's face exports from elsewhere, and what its own files define."""
    if part.role in {Role.TEST, Role.VENDORED, Role.GENERATED}:
        return ()
    scores: dict[str, float] = {}
    own = {file.path for file in part.own_files}
    places = {part.path, f"{part.path}/src"} if part.path != ROOT else {"", "src"}
    faces = [file for file in part.files if file.name in _FACES and file.directory in places]
    exported = {name for face in faces for name in _exported_names(face)}
    depth = min((file.path.count("/") for file in part.own_files), default=0)
    # Ranks are shares of the whole repository; within a module only their proportion counts.
    highest = max((importance.get(file.path, 0.0) for file in part.files), default=0.0) or 1.0
    for file in _files(part, faces, tree, targets):
        deeper = max(0, file.path.count("/") - depth)
        is_own, is_python = file.path in own, file.facts.language == "python"
        weight = (0.5 + importance.get(file.path, 0.0) / highest) / (1 + deeper)
        for symbol in _public_in(file):
            reexported = symbol.name in exported
            if reexported or (is_own and not (is_python and symbol.kind == "constant")):
                name = _display(file, symbol)
                score = weight * _score(symbol) * (_REEXPORTED if reexported else 1.0)
                scores[name] = max(score, scores.get(name, 0.0))
    return tuple(sorted(scores, key=lambda name: (-scores[name], name))[:MOST])


def _files(
    part: Part, faces: Sequence[SourceFile], tree: SourceTree, targets: Mapping[str, tuple[str, ...]]
) -> Iterator[SourceFile]:
    """Yield the module's own files, then those below its directory that its faces import from."""
    yield from part.own_files
    directory = "" if part.path == ROOT else part.path
    elsewhere = {path for face in faces for path in targets.get(face.path, ()) if is_within(path, directory)}
    for path in sorted(elsewhere - {file.path for file in part.files}):
        other = tree.get(path)
        if other and other.role is part.role:
            yield other


def _exported_names(face: SourceFile) -> Iterator[str]:
    for statement in face.facts.imports:
        if statement.form in {"from", "export"}:
            yield from (name for name in statement.names if not name.startswith("_"))


def _score(symbol: Symbol) -> float:
    # By the logarithm of the length: long code matters more, yet a class of ten times the lines not ten times.
    return _WEIGHTS[symbol.kind] * math.log2(2 + symbol.end_line - symbol.line)


def _public_in(file: SourceFile) -> Iterator[Symbol]:
    """Yield the symbols that other files can name."""
    language = file.facts.language
    if language in _ECMASCRIPT:
        yield from _exported_in_script(file.facts.symbols)
        return
    is_public, is_rust = _RULES.get(language, _by_underscore), language == "rust"
    kinds = _OUTER - {"module"} if is_rust else _OUTER
    named = [symbol for symbol in file.facts.symbols if symbol.kind in kinds and symbol.name != "main"]
    spaces: frozenset[str] = frozenset()
    if not is_rust and any(symbol.container for symbol in named):
        spaces = frozenset(_path(symbol) for symbol in file.facts.symbols if symbol.kind in _SPACES)
    yield from (
        symbol for symbol in named if (not symbol.container or symbol.container in spaces) and is_public(symbol)
    )


def _exported_in_script(symbols: Sequence[Symbol]) -> Iterator[Symbol]:
    """Yield what is exported or assigned to an object that the file does not define; without either, all of it."""
    defined = {_path(symbol) for symbol in symbols}
    outer = [symbol for symbol in symbols if symbol.kind in _WEIGHTS and symbol.container not in defined]
    told = [symbol for symbol in outer if symbol.container or symbol.signature.startswith(("export", "module.exports"))]
    yield from (symbol for symbol in told or outer if not symbol.name.startswith("_"))


def _path(symbol: Symbol) -> str:
    return f"{symbol.container}.{symbol.name}" if symbol.container else symbol.name


def _by_underscore(symbol: Symbol) -> bool:
    return not symbol.name.startswith("_")


def _by_capital(symbol: Symbol) -> bool:
    return symbol.name[:1].isupper()


def _by_keyword(keyword: str) -> Callable[[Symbol], bool]:
    return lambda symbol: keyword in symbol.signature.split() and not symbol.name.startswith("_")


def _not_static(symbol: Symbol) -> bool:
    hidden = "static" in symbol.signature.split() or symbol.name.startswith("_")
    return not hidden and symbol.kind not in {"macro", "constant"}


_RULES: Mapping[str, Callable[[Symbol], bool]] = {
    "go": _by_capital,
    "rust": _by_keyword("pub"),
    "java": _by_keyword("public"),
    "csharp": _by_keyword("public"),
    "c": _not_static,
    "cpp": _not_static,
}


def _display(file: SourceFile, symbol: Symbol) -> str:
    """Return the name as it is written where it is used: ``app.use``, ``Sinatra::Base``, a bare name elsewhere."""
    if not symbol.container or file.facts.language in {"java", "csharp", "php", "go", "python"}:
        return symbol.name
    separator = "." if file.facts.language in _ECMASCRIPT else "::"
    return f"{symbol.container}.{symbol.name}".replace(".", separator)
