"""What a set of views of Django REST framework answers for, as its class says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from indexer.entrypoints.arguments import literal, parse_arguments
from indexer.entrypoints.python_modules import PythonModules
from indexer.tree import SourceFile

_OF_COLLECTION: Final = re.compile(r"ModelViewSet\b|\b(?:List|Create)ModelMixin\b|\bdef\s+(?:list|create)\b")
_OF_ITEM: Final = re.compile(
    r"ModelViewSet\b|\b(?:Retrieve|Update|Destroy)ModelMixin\b|\bdef\s+(?:retrieve|update|partial_update|destroy)\b"
)


def viewset_paths(modules: PythonModules, file: SourceFile, view: str) -> list[str]:
    """Return what follows the route of a set of views, as its class says; that of the collection when it is unknown."""
    for there, name in [(file, view), *modules.follow(file, view)]:
        symbol = next((found for found in there.facts.symbols if found.kind == "class" and found.name == name), None)
        if symbol is None:
            continue
        body = "\n".join(modules.tree.text(there).splitlines()[symbol.line - 1 : symbol.end_line])
        lookup = re.search(r"\blookup_url_kwarg\s*=\s*['\"](\w+)", body) or re.search(
            r"\blookup_field\s*=\s*['\"](\w+)", body
        )
        item = f"/<{lookup[1] if lookup else 'pk'}>"
        paths = [path for path, pattern in (("", _OF_COLLECTION), (item, _OF_ITEM)) if pattern.search(body)]
        return [*(paths or [""]), *_extra_actions(there, name, item)]
    return [""]


def _extra_actions(file: SourceFile, view: str, item: str) -> Iterator[str]:
    for decorator in file.facts.registrations:
        owner, _, function = decorator.target.rpartition(".")
        if decorator.form == "decorator" and decorator.callee.endswith("action") and owner == view:
            keywords = parse_arguments(decorator.arguments).keywords
            path = literal(keywords.get("url_path", "")) or function
            yield f"{item if keywords.get('detail') == 'True' else ''}/{path}"
