"""Decorators of a Nest project's own that stand for Nest's: functions that apply ``Controller(name)``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from indexer.entrypoints.arguments import split_top_level
from indexer.entrypoints.javascript_text import closing, without_comments
from indexer.facts import Registration
from indexer.tree import SourceFile, SourceTree

_DECLARED: Final = re.compile(
    r"(?:\bfunction\s+(\w+)\s*(?:<[^()]*>)?|\bconst\s+(\w+)\s*(?::[^=\n]+)?=\s*(?:<[^()]*>\s*)?)(?=\()"
)
_APPLIED: Final = re.compile(r"(?<![@\w.])(Controller|Get|Post|Put|Patch|Delete|All|Options|Head|Sse)(?=\()")
_PLAIN_NAME: Final = re.compile(r"(?<![\w.'\"])[A-Za-z_$][\w$]*\b(?!\s*:)")
_APPLIES: Final = re.compile(r"\bapplyDecorators\(|\breturn\s+Controller\(|=>\s*Controller\(")


class Composed(NamedTuple):
    """What a decorator stands for: Nest's decorator, its arguments, and the names in them with their defaults."""

    callee: str
    arguments: str
    parameters: tuple[tuple[str, str], ...]


def composed_decorators(tree: SourceTree, files: Iterable[SourceFile]) -> Mapping[str, Composed]:
    """Return the decorators that the files compose, by their names."""
    found: dict[str, Composed] = {}
    for file in files:
        text = without_comments(tree.text(file))
        if _APPLIES.search(text) is None:
            continue
        declared = [(match.start(), match) for match in _DECLARED.finditer(text)]
        ends = [start for start, _ in declared[1:]] + [len(text)]
        for (_, match), end in zip(declared, ends, strict=True):
            after = closing(text, match.end())
            applied = _APPLIED.search(text, after, end)
            if applied is not None and _APPLIES.search(text, after, end):
                given = text[applied.end() + 1 : closing(text, applied.end()) - 1]
                stated = text[match.end() + 1 : after - 1]
                found[match[1] or match[2]] = Composed(
                    applied[1], given, tuple(map(_parameter, split_top_level(stated)))
                )
    return found


def _parameter(text: str) -> tuple[str, str]:
    """Return name and default of a parameter."""
    stated, _, default = text.partition("=")
    return re.split(r"[?:\s]", stated.strip().removeprefix("..."), maxsplit=1)[0], default.strip()


def expanded(item: Registration, composed: Mapping[str, Composed]) -> Registration:
    """Return the decorator that one of the project's own stands for, or the same."""
    own = composed.get(item.callee)
    if own is None:
        return item
    given = split_top_level(item.arguments)
    values = {name: given[at] if at < len(given) else default for at, (name, default) in enumerate(own.parameters)}
    arguments = _PLAIN_NAME.sub(lambda match: values.get(match[0], match[0]), own.arguments)
    return replace(item, callee=own.callee, arguments=" ".join(arguments.split()))
