"""C#'s names: classes with what they inherit, and constants with what they say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from indexer.entrypoints.arguments import literal, split_top_level
from indexer.entrypoints.base import files_in
from indexer.facts import Symbol
from indexer.tree import SourceFile, SourceTree

_CONSTANT: Final = re.compile(r"\bconst\s+string\s+(\w+)\s*=\s*([^;]+?)\s*(?:;|$)")
_FILLED: Final = re.compile(r"\{\s*([\w.]+)\s*\}")
_DEEPEST: Final = 8
_LONGEST_HEAD: Final = 20


class Constant(NamedTuple):
    """A constant: where it stands, and the expression that it is."""

    path: str
    owner: str
    value: str


@dataclass(frozen=True, slots=True)
class Names:
    """The classes of a tree by their last names, and its constants with the dotted names around them."""

    tree: SourceTree
    classes: Mapping[str, tuple[tuple[SourceFile, Symbol], ...]]
    constants: Mapping[str, tuple[Constant, ...]]

    def find(self, name: str, near: SourceFile) -> tuple[SourceFile, Symbol] | None:
        """Return the class of a name that lies nearest to a file."""
        return max(self.classes.get(name, ()), key=lambda known: _nearness(known[0].path, near.path), default=None)

    def bases(self, name: str, near: SourceFile) -> list[str]:
        """Return the last names of all that a class inherits from in the tree, the nearest first."""
        found: list[str] = []
        waiting = [name]
        while waiting and len(found) < _DEEPEST:
            known = self.find(waiting.pop(0), near)
            for base in _stated_bases(self.head(*known)) if known else ():
                if base not in found:
                    found.append(base)
                    waiting.append(base)
        return found

    def head(self, file: SourceFile, symbol: Symbol) -> str:
        """Return what stands behind the name of a class, up to its body: parameters, bases, constraints."""
        lines = self.tree.text(file).splitlines()[symbol.line - 1 : symbol.line + _LONGEST_HEAD]
        match = re.search(rf"\b(?:class|record|interface)\s+{re.escape(symbol.name)}\b([^{{;]*)", "\n".join(lines))
        return match[1] if match else ""

    def text(self, expression: str, near: SourceFile, container: str = "", depth: int = 0) -> str | None:
        """Return the text that an expression means in a class of a file; None when nothing in the repository says."""
        written = literal(expression)
        if written is not None or depth > _DEEPEST:
            return written
        parts = split_top_level(expression, "+")
        if parts[1:]:
            texts = [self.text(part, near, container, depth + 1) for part in parts]
            return None if None in texts else "".join(text or "" for text in texts)
        if interpolated := re.fullmatch(r'\$@?"([^"]*)"', expression):
            return self._filled(interpolated[1], near, container, depth)
        return self._constant(expression, near, container, depth) if re.fullmatch(r"[\w.]+", expression) else None

    def _filled(self, template: str, near: SourceFile, container: str, depth: int) -> str | None:
        values = {name: self._constant(name, near, container, depth) for name in _FILLED.findall(template)}
        if None in values.values():
            return None
        filled = _FILLED.sub(lambda match: values[match[1]] or "", template)
        return filled.replace("{{", "{").replace("}}", "}")

    def _constant(self, name: str, near: SourceFile, container: str, depth: int) -> str | None:
        qualifier, _, last = name.rpartition(".")
        known = self.constants.get(last, ())
        wanted = qualifier or container
        owned = [one for one in known if one.owner == wanted or one.owner.endswith(f".{wanted}")]
        if not owned and not qualifier:
            owned = list(known)
        nearest = max((_nearness(one.path, near.path) for one in owned), default=0)
        texts = {
            self.text(one.value, near, one.owner, depth + 1)
            for one in owned
            if _nearness(one.path, near.path) == nearest
        }
        return texts.pop() if len(texts) == 1 else None


def _nearness(path: str, other: str) -> int:
    """Return how many parts two paths share from the root on."""
    pairs = zip(path.split("/"), other.split("/"), strict=False)
    return next((at for at, (one, two) in enumerate(pairs) if one != two), len(path.split("/")))


def names_of(tree: SourceTree) -> Names:
    """Return the names of the C# files of ``tree``."""
    classes: dict[str, tuple[tuple[SourceFile, Symbol], ...]] = {}
    constants: dict[str, tuple[Constant, ...]] = {}
    for file in files_in(tree, "csharp"):
        for symbol in file.facts.symbols:
            if symbol.kind in {"class", "interface"}:
                classes[symbol.name] = (*classes.get(symbol.name, ()), (file, symbol))
            elif symbol.kind == "constant" and (match := _CONSTANT.search(symbol.signature)):
                constant = Constant(file.path, symbol.container, match[2])
                constants[match[1]] = (*constants.get(match[1], ()), constant)
    return Names(tree, classes, constants)


def _stated_bases(head: str) -> list[str]:
    """Return the last names of the types behind the colon of a class."""
    bare = head
    for brackets in (r"\([^()]*\)", r"<[^<>]*>", r"<[^<>]*>", r"<[^<>]*>"):
        bare = re.sub(brackets, "", bare)
    _, colon, stated = bare.partition(":")
    stated = re.split(r"\bwhere\b", stated)[0] if colon else ""
    return [part.strip().rpartition(".")[2] for part in stated.split(",") if part.strip()]
