"""Routes of PHP's small frameworks, Slim and Lumen, which are registered on a variable inside nested groups."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import end_of_brackets, literal, literals, parse_arguments
from indexer.entrypoints.base import Kind, files_in, files_named, line_of_offset, make_entry_point
from indexer.entrypoints.comments import without_php_comments
from indexer.entrypoints.routing import join_route
from indexer.facts import EntryPoint, Registration
from indexer.tree import SourceFile, SourceTree

ecosystem = "php"

_METHODS: Final = frozenset("get post put patch delete options any".split())
_FRAMEWORK: Final = re.compile(r"\bSlim\\|Laravel\\Lumen|\bLumen\\")
_OWNER: Final = re.compile(r"\$(?:app|router|group|route|this(?:->app|->router)?|proxy|collector|api)\b")
_GROUP: Final = re.compile(r"->\s*group\s*(\()")
_PREFIX: Final = re.compile(r"['\"]prefix['\"]\s*=>\s*(['\"][^'\"]*['\"])")


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the routes of Slim and Lumen in ``tree``."""
    files = [file for file in files_in(tree, "php") if any(_is_call(item) for item in file.facts.registrations)]
    tree.preload(files)
    uses_lumen = any("lumen-framework" in tree.text(manifest) for manifest in files_named(tree, "composer.json"))
    for file in files:
        text = without_php_comments(tree.text(file))
        if uses_lumen or _FRAMEWORK.search(text):
            yield from _routes(file, text)


def _is_call(item: Registration) -> bool:
    return item.form == "call" and _OWNER.match(item.callee) is not None


def _routes(file: SourceFile, text: str) -> Iterator[EntryPoint]:
    groups = list(_groups(text))
    for item in file.facts.registrations:
        owner, _, word = item.callee.rpartition("->")
        if not _is_call(item) or not _OWNER.fullmatch(owner):
            continue
        around = [path for first, last, path in groups if first < item.line <= last]
        # Slim 3 binds a group's function to the app; elsewhere $this is any object.
        if owner == "$this" and not around:
            continue
        prefix = join_route(*around)
        for method, path in _called(word, item):
            yield make_entry_point(
                ecosystem,
                Kind.HTTP_ROUTE,
                f"{method} {join_route(prefix, path) or '/'}",
                file,
                item.line,
                confidence=tiers.REGISTERED,
                evidence=item.text,
            )


def _groups(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield first line, last line and prefix of each group."""
    for match in _GROUP.finditer(text):
        end = end_of_brackets(text, match.start(1))
        first = parse_arguments(text[match.end() : end - 1]).at(0)
        stated = _PREFIX.search(first)
        prefix = literal(stated[1]) if stated else literal(first)
        if prefix is not None:
            yield line_of_offset(text, match.start()), line_of_offset(text, end - 1), prefix


def _called(word: str, item: Registration) -> Iterator[tuple[str, str]]:
    arguments = parse_arguments(item.arguments)
    if word == "map":
        path = literal(arguments.at(1))
        yield from ((method.upper(), path) for method in literals(arguments.at(0)) if path is not None)
    elif word in _METHODS and len(arguments.positional) > 1:
        path = literal(arguments.at(0))
        if path is not None and (not path or path.startswith(("/", "[/", "{"))):
            yield ("ALL" if word == "any" else word.upper(), path)
