"""Grammars and their query files, loaded once per process, and the key that says which facts they produce."""

from __future__ import annotations

import hashlib
import importlib
import importlib.metadata
import importlib.resources
import re
from dataclasses import dataclass
from functools import cache

import tree_sitter

from indexer.parsing import EXTRACTOR_VERSION
from indexer.parsing.languages import LANGUAGES

INCLUDE = re.compile(r"^; include: (\w+)$", re.MULTILINE)
MAIN_CAPTURE = re.compile(r"@((definition|import|registration|scope)(?:\.(\w+))?)\b")


@dataclass(frozen=True, slots=True)
class Role:
    """What a pattern of a query file finds: its ``group``, the ``kind`` within it, and the capture that holds it."""

    group: str
    kind: str
    capture: str


@dataclass(frozen=True, slots=True)
class Grammar:
    """What it takes to read one language in this process."""

    parser: tree_sitter.Parser
    query: tree_sitter.Query
    roles: tuple[Role, ...]


def query_text(language: str) -> str:
    """Read our query file of ``language``, with the files it includes put in front of it."""
    folder = importlib.resources.files("indexer.parsing") / "queries"
    text = (folder / f"{language}.scm").read_text(encoding="utf-8")
    return "\n".join([*(query_text(name) for name in INCLUDE.findall(text)), text])


@cache
def load_grammar(language: str) -> Grammar:
    """Load the parser and compile the query of ``language``."""
    entry = LANGUAGES[language]
    capsule = getattr(importlib.import_module(entry.package), entry.loader)()
    grammar = tree_sitter.Language(capsule)
    text = query_text(language)
    query = tree_sitter.Query(grammar, text)
    return Grammar(tree_sitter.Parser(grammar), query, read_roles(query, text.encode()))


def read_roles(query: tree_sitter.Query, text: bytes) -> tuple[Role, ...]:
    """Tell the role of each pattern, by its number; the first capture with a group's name decides."""
    roles = []
    for pattern in range(query.pattern_count):
        # The binding gives patterns by byte offsets into the query, not by name.
        source = text[query.start_byte_for_pattern(pattern) : query.end_byte_for_pattern(pattern)].decode()
        found = MAIN_CAPTURE.search(source)
        if found is None:
            raise ValueError(source)
        roles.append(Role(found[2], found[3] or "", found[1]))
    return tuple(roles)


@cache
def facts_key(language: str) -> str:
    """Name the version of the facts that this installation extracts from ``language``.

    Facts stored under another key were made by another extractor, grammar or query, and must not be reused.
    """
    entry = LANGUAGES.get(language)
    if entry is None:
        return f"{EXTRACTOR_VERSION}"
    digest = hashlib.sha256(query_text(language).encode()).hexdigest()[:12]
    # The version of the distribution, since grammars rename their nodes without raising the ABI.
    return f"{EXTRACTOR_VERSION}-{importlib.metadata.version(entry.distribution)}-{digest}"
