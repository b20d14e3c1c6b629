"""What a set of views of Django REST framework answers for, as its class and the classes it is made of say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from indexer.entrypoints.arguments import dotted, literal, parse_arguments, split_top_level
from indexer.entrypoints.python_modules import PythonModules
from indexer.facts import Symbol
from indexer.tree import SourceFile

_OF_COLLECTION: Final = re.compile(r"ModelViewSet\b|\b(?:List|Create)ModelMixin\b|\bdef\s+(?:list|create)\b")
_OF_ITEM: Final = re.compile(
    r"ModelViewSet\b|\b(?:Retrieve|Update|Destroy)ModelMixin\b|\bdef\s+(?:retrieve|update|partial_update|destroy)\b"
)
_LOOKUP: Final = (
    re.compile(r"\blookup_url_kwarg\s*=\s*['\"](\w+)"),
    re.compile(r"\blookup_field\s*=\s*['\"](\w+)"),
)
_BARE: Final = frozenset({"viewsets.ViewSet", "viewsets.GenericViewSet", "ViewSet", "GenericViewSet"})
_MOST_CLASSES: Final = 12
"""A class made of more of the repository's classes than this is read in part."""


@dataclass(frozen=True, slots=True)
class _Class:
    """A class with its text, and the classes it is made of as they are written."""

    file: SourceFile
    symbol: Symbol
    text: str
    bases: tuple[str, ...]


def viewset_paths(modules: PythonModules, file: SourceFile, view: str) -> list[str]:
    """Return what follows the route of a set of views; that of the collection when nothing tells."""
    classes = list(_lineage(modules, file, view))
    body = "\n".join(found.text for found in classes)
    lookup = next((match[1] for pattern in _LOOKUP if (match := pattern.search(body))), "pk")
    item = f"/<{lookup}>"
    paths = [path for path, pattern in (("", _OF_COLLECTION), (item, _OF_ITEM)) if pattern.search(body)]
    actions = [path for found in classes for path in _extra_actions(found, item)]
    only_actions = bool(actions) and {base for found in classes for base in found.bases} <= _BARE
    return list(dict.fromkeys([*(paths or ([] if only_actions else [""])), *actions]))


def _lineage(modules: PythonModules, file: SourceFile, view: str) -> Iterator[_Class]:
    """Yield the class of that name and the repository's classes that it is made of, itself first."""
    waiting, seen = [(file, view)], set[tuple[str, int]]()
    while waiting and len(seen) < _MOST_CLASSES:
        found = _find_class(modules, *waiting.pop(0))
        if found is None or (found.file.path, found.symbol.line) in seen:
            continue
        seen.add((found.file.path, found.symbol.line))
        waiting += [(found.file, base) for base in found.bases]
        yield found


def _find_class(modules: PythonModules, file: SourceFile, name: str) -> _Class | None:
    for there, rest in [(file, name), *modules.follow(file, name)]:
        classes = (symbol for symbol in there.facts.symbols if symbol.kind == "class" and symbol.name == rest)
        if (symbol := next(classes, None)) is not None:
            text = "\n".join(modules.tree.text(there).splitlines()[symbol.line - 1 : symbol.end_line])
            header = re.search(r"class\s+\w+\(([^)]*)\)", text)
            bases = (dotted(base) for base in split_top_level(header[1])) if header else ()
            return _Class(there, symbol, text, tuple(base for base in bases if base))
    return None


def _extra_actions(found: _Class, item: str) -> Iterator[str]:
    for decorator in found.file.facts.registrations:
        owner, _, function = decorator.target.rpartition(".")
        if decorator.form == "decorator" and decorator.callee.endswith("action") and owner == found.symbol.name:
            keywords = parse_arguments(decorator.arguments).keywords
            path = literal(keywords.get("url_path", "")) or function
            yield f"{item if keywords.get('detail') == 'True' else ''}/{path}"
