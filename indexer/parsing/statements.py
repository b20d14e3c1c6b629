"""Import statements whose text says it all, read from that text: all languages but Go and the ECMAScript family."""

from __future__ import annotations

import re
from collections.abc import Iterator

Parts = Iterator[tuple[str, tuple[str, ...]]]

_PIECE = re.compile(r"[^\s{},;]+|[{},]")
_PHP_DIRECTORY = re.compile(r"^\(?\s*(?:__DIR__|dirname\s*\(\s*__FILE__\s*\))\s*\.\s*(['\"])/?([^'\"$]*)\1\s*\)?$")
_LITERAL = re.compile(r"^\(?\s*(['\"])([^'\"$#]+)\1\s*\)?$")
_FROM = re.compile(r"from\b(.*?)\bimport\b(.*)", re.DOTALL)
_COMMENT_OR_CONTINUATION = re.compile(r"#[^\n]*|\\\r?\n")


def python_import(text: str) -> tuple[str, ...]:
    """Read the modules of ``import a, b.c as d``."""
    return _python_names(text.removeprefix("import"))


def python_from(text: str) -> tuple[str, tuple[str, ...]]:
    """Read the module, dots included, and the original names of ``from ..a import (b, c as d)``."""
    found = _FROM.match(_COMMENT_OR_CONTINUATION.sub(" ", text))
    return ("".join(found[1].split()), _python_names(found[2])) if found else ("", ())


def _python_names(text: str) -> tuple[str, ...]:
    text = _COMMENT_OR_CONTINUATION.sub(" ", text).strip(" \t\n()")
    return tuple(words[0] for words in map(str.split, text.split(",")) if words)


def use_tree(text: str, separator: str) -> Parts:
    """Read a tree of names such as ``a::{b, c::{self, d as e}, f::*}``, one part for each group.

    A path outside every group is a module of its own; names in one group share the group's module.
    """
    # A list of open groups and no recursion: hostile sources nest them thousands deep.
    open_groups: list[tuple[str, list[str]]] = [("", [])]
    words: list[str] = []
    for piece in [*_PIECE.findall(text), ","]:
        if piece == "{":
            prefix = words[-1].removesuffix(separator) if words else ""
            open_groups.append((_join(open_groups[-1][0], prefix, separator), []))
            words = []
        elif piece in {",", "}"}:
            yield from _take(open_groups[-1], words, separator)
            words = []
            if piece == "}" and len(open_groups) > 1:
                module, names = open_groups.pop()
                yield from [(module, tuple(names))] if names else []
        else:
            words.append(piece)


def _join(prefix: str, rest: str, separator: str) -> str:
    return f"{prefix}{separator}{rest}" if prefix and rest else prefix or rest


def _take(group: tuple[str, list[str]], words: list[str], separator: str) -> Parts:
    """Add one name to its group, or give the part of a path that goes deeper than its group."""
    if not words:
        return
    prefix, names = group
    path = words[0]
    head, _, last = path.rpartition(separator)
    if prefix and not head:
        names.append(last)
    elif last == "*":
        yield _join(prefix, head, separator), ("*",)
    elif prefix:
        yield _join(prefix, head, separator), (last,)
    else:
        yield path, ()


def rust_use(text: str) -> Parts:
    """Read the tree of a ``use``, or the name of a ``mod`` or ``extern crate``."""
    yield from use_tree(text.rstrip("; ").removeprefix("::"), "::")


def php_use(text: str) -> Parts:
    r"""Read ``use A\B as C``, ``use A\{B, C}``, ``use function f``, or the file of an ``include``."""
    local = _PHP_DIRECTORY.match(text)
    literal = _LITERAL.match(text)
    if local or literal:
        yield (f"./{local[2]}" if local else literal[2] if literal else ""), ()
    elif text.startswith("use "):
        text = re.sub(r"([{,]\s*|^use\s+)(?:function|const)\s+", r"\1", text)
        for module, names in use_tree(text.removeprefix("use ").rstrip("; "), "\\"):
            yield module.lstrip("\\"), names


def java_import(text: str) -> Parts:
    """Read ``import a.B;``, ``import a.*;`` or ``import static a.B.c;``."""
    words = text.rstrip("; ").split()
    path = "".join(word for word in words if word not in {"import", "static"})
    head, _, last = path.rpartition(".")
    yield (head, (last,)) if last == "*" or "static" in words else (path, ())


def csharp_using(text: str) -> Parts:
    """Read ``using A.B;``, ``using static A.B;``, ``global using A;`` or ``using X = A.B;``."""
    path = re.sub(r"^(?:global\s+)?using\s+(?:(?:static|unsafe)\s+)*", "", text.rstrip("; "))
    yield path.rpartition("=")[2].strip().removeprefix("global::"), ()


def include(text: str) -> Parts:
    """Read the path of an ``#include``; brackets are kept, quotes are not."""
    if text.startswith("<"):
        yield text, ()
    elif text.startswith('"'):
        yield text.strip('"'), ()


def quoted(text: str) -> Parts:
    """Read a string literal without interpolation."""
    literal = _LITERAL.match(text)
    yield from [(literal[2], ())] if literal else []


def shell_source(text: str) -> Parts:
    """Read the file that a shell script sources."""
    yield text.replace('"', "").replace("'", ""), ()
