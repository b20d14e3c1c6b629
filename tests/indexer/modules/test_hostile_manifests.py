"""Manifests that are broken on purpose cost the map nothing but what they would have said."""

from __future__ import annotations

import json
import time

import pytest

from indexer.modules import map_modules
from indexer.modules.documents import parse_json, parse_toml
from tests.support.trees import tree_of

LENGTH = 300_000
SECONDS = 8.0  # linear time takes less than one; quadratic time takes minutes


def filled(token: str) -> str:
    """Repeat a token up to the length."""
    return token * (LENGTH // len(token))


HOSTILE = [
    ("pom.xml", filled("<build>")),
    ("pom.xml", "<description>" + " " * LENGTH + "<"),
    ("setup.cfg", filled("[metadata]\n")),
    ("go.mod", "\n" * LENGTH),
    ("build.gradle", "apply\ndescription" + " " * LENGTH),
    ("tool.csproj", "<Description>" + " " * LENGTH + "<"),
    ("package.json", filled('"\\')),
    ("package.json", filled("/*")),
    ("package.json", filled("[")),
    ("tsconfig.json", filled("[")),
    ("tsconfig.json", json.dumps({"extends": ["./tsconfig.json"] * 9})),
    ("src/main.rs", "mod main;\n"),
    ("pyproject.toml", filled("a.")),
    ("pyproject.toml", "[tool.poetry]\npackages = 5\n"),
    ("CMakeLists.txt", filled("include_directories(")),
    ("CMakeLists.txt", f"include_directories({filled('$<BUILD_INTERFACE:')})"),
]


@pytest.mark.parametrize(("name", "text"), HOSTILE, ids=[f"{name}-{place}" for place, (name, _) in enumerate(HOSTILE)])
def test_a_hostile_manifest_neither_hangs_nor_fails_the_map(name: str, text: str) -> None:
    """Manifests are read in the process that refreshes, where nothing could kill it."""
    sources = {"a.py": "import b\n", "b.py": "x = 1\n", "a.go": 'package a\nimport "x/y"\n', "a.c": '#include "b.h"\n'}
    tree = tree_of({**sources, "a.ts": 'import "@x/y";\n', name: text})
    started = time.monotonic()
    found = map_modules(tree)
    assert time.monotonic() - started < SECONDS
    assert ("a.py", "b.py") in {(edge.source, edge.target) for edge in found.imports}


def test_documents_with_strings_comments_and_trailing_commas_are_read() -> None:
    """What looks like a comment inside a string stays, what is one goes."""
    text = '{"url": "http://a//b", /* two\nlines */ "list": [1, 2,], // end\n "quote": "a \\" b",}'
    assert parse_json(text) == {"url": "http://a//b", "list": [1, 2], "quote": 'a " b'}
    assert parse_toml("[a.b]\nc.d = 1\n") == {"a": {"b": {"c": {"d": 1}}}}
    assert parse_toml("a = ") == {}
