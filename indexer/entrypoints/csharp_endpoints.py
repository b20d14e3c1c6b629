"""C#: endpoints that are classes and configure their own routes, as FastEndpoints has them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import end_of_brackets, split_top_level
from indexer.entrypoints.base import Kind, files_in, line_at, line_of_offset, make_entry_point
from indexer.entrypoints.csharp_names import Names, names_of
from indexer.entrypoints.routing import join_route
from indexer.facts import EntryPoint, Symbol
from indexer.tree import SourceFile, SourceTree

ecosystem = "csharp"

_ENDPOINT: Final = re.compile(r":\s*(?:FastEndpoints\.)?(?:\w*Endpoint\w*|Ep)\b")
_VERB: Final = re.compile(r"(?<![.\w])(Get|Post|Put|Patch|Delete|Head)\s*(?=\()")
_VERBS: Final = re.compile(r"(?<![.\w])Verbs\s*\(([^)]*)\)")
_ROUTES: Final = re.compile(r"(?<![.\w])Routes\s*(?=\()")
_IN_GROUP: Final = re.compile(r"(?<![.\w])Group<(\w+)>\s*\(")
_GROUP: Final = re.compile(r"(?<![.\w])Configure\s*\(\s*([^,;]+?)\s*,")
_PREFIX: Final = re.compile(r"\.Endpoints\.RoutePrefix\s*=\s*(\"[^\"]*\"|[\w.]+)")


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the routes that endpoints of ``tree`` configure."""
    found = [
        (file, symbol) for file in files_in(tree, "csharp") for symbol in file.facts.symbols if _configures(symbol)
    ]
    if not found:
        return
    names = names_of(tree)
    tree.preload([file for file, _ in found])
    prefix = _prefix_of_all(tree, names)
    for file, symbol in found:
        owner = symbol.container.rpartition(".")[2]
        known = names.find(owner, file)
        if known is not None and _ENDPOINT.search(names.head(*known)):
            yield from _routes(tree, names, file, symbol, join_route(prefix, _group(tree, names, file, symbol)))


def _configures(symbol: Symbol) -> bool:
    return symbol.kind == "method" and symbol.name == "Configure" and symbol.signature.endswith("void Configure()")


def _prefix_of_all(tree: SourceTree, names: Names) -> str:
    programs = [
        file for file in files_in(tree, "csharp") if any(item.form == "main" for item in file.facts.registrations)
    ]
    tree.preload(programs)
    found = {names.text(given.strip(), file) for file in programs for given in _PREFIX.findall(tree.text(file))}
    return (found.pop() or "") if len(found) == 1 else ""


def _group(tree: SourceTree, names: Names, file: SourceFile, symbol: Symbol) -> str:
    """Return the path of the group that an endpoint joins, with those of the groups around it."""
    parts: list[str] = []
    seen: set[str] = set()
    body = _body(tree, file, symbol)
    while (joined := _IN_GROUP.search(body)) and joined[1] not in seen:
        seen.add(joined[1])
        known = names.find(joined[1], file)
        if known is None:
            break
        body = _body(tree, *known)
        match = _GROUP.search(body)
        parts.insert(0, (names.text(match[1], known[0], joined[1]) or "") if match else "")
    return join_route(*parts)


def _body(tree: SourceTree, file: SourceFile, symbol: Symbol) -> str:
    return "\n".join(tree.text(file).splitlines()[symbol.line - 1 : symbol.end_line])


def _routes(tree: SourceTree, names: Names, file: SourceFile, symbol: Symbol, prefix: str) -> Iterator[EntryPoint]:
    body, owner = _body(tree, file, symbol), symbol.container.rpartition(".")[2]
    for method, offset, given in _stated(body):
        for expression in split_top_level(given):
            path = names.text(expression, file, owner)
            line = symbol.line + line_of_offset(body, offset) - 1
            if path is not None:
                yield make_entry_point(
                    ecosystem,
                    Kind.HTTP_ROUTE,
                    f"{method} {join_route(prefix, path).rstrip('/') or '/'}",
                    file,
                    line,
                    confidence=tiers.REGISTERED,
                    evidence=line_at(tree.text(file), line),
                    symbol=owner,
                )


def _stated(body: str) -> Iterator[tuple[str, int, str]]:
    """Yield method, offset and paths of ``Get("/x")``, and of ``Verbs(Http.GET)`` with ``Routes("/x")``."""
    for match in _VERB.finditer(body):
        yield match[1].upper(), match.start(), body[match.end() + 1 : end_of_brackets(body, match.end()) - 1]
    verbs = [word for given in _VERBS.findall(body) for word in re.findall(r"\b[A-Z]{3,}\b", given)]
    for match in _ROUTES.finditer(body):
        given = body[match.end() + 1 : end_of_brackets(body, match.end()) - 1]
        for verb in verbs:
            yield verb, match.start(), given
