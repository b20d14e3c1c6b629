"""Grammars, our query files, and the key of what they produce."""

from __future__ import annotations

import importlib.metadata
import importlib.resources

import pytest

from indexer.parsing import EXTRACTOR_VERSION
from indexer.parsing.grammars import facts_key, load_grammar, query_text
from indexer.parsing.languages import LANGUAGES

GROUPS = {"definition", "import", "registration", "scope"}
KINDS = {
    "definition": {
        *("function", "method", "class", "interface", "struct", "enum", "trait", "type", "constant", "variable"),
        *("module", "macro", "namespace", "property"),
    },
    "import": {
        *(
            "import",
            "from",
            "require",
            "require_relative",
            "export",
            "dynamic",
            "use",
            "mod",
            "path",
            "include",
            "using",
        ),
        "source",
    },
    "registration": {"decorator", "call", "assignment", "main_guard", "main"},
    "scope": {""},
}


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_query_compiles_and_each_pattern_has_a_known_role(language: str) -> None:
    """Each pattern finds a definition, an import or a registration of a kind that readers know."""
    grammar = load_grammar(language)
    assert len(grammar.roles) == grammar.query.pattern_count
    for role in grammar.roles:
        assert role.kind in KINDS[role.group]


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_definitions_and_imports_are_covered(language: str) -> None:
    """No language lacks definitions or imports."""
    assert {"definition", "import"} <= {role.group for role in load_grammar(language).roles}


def test_every_query_file_belongs_to_a_language() -> None:
    """No query file lies unused: each is a language's own or included by one."""
    files = {entry.name for entry in (importlib.resources.files("indexer.parsing") / "queries").iterdir()}
    shared = {"ecmascript.scm", "c_family.scm"}
    assert {name for name in files if name.endswith(".scm")} == {f"{name}.scm" for name in LANGUAGES} | shared


def test_queries_avoid_the_predicate_that_the_binding_misreads() -> None:
    """``not-any-of?`` with several strings holds in py-tree-sitter as soon as one of them differs."""
    assert not [name for name in LANGUAGES if "#not-any-of?" in query_text(name)]


def test_the_key_names_extractor_grammar_and_query() -> None:
    """Another extractor, grammar or query file gives another key."""
    version = importlib.metadata.version("tree-sitter-python")
    assert facts_key("python").startswith(f"{EXTRACTOR_VERSION}-{version}-")
    assert len({facts_key(name) for name in LANGUAGES}) >= len(LANGUAGES) - 1


def test_typescript_and_tsx_share_one_query() -> None:
    """What is found in a .ts file is looked for in a .tsx file."""
    assert query_text("typescript") in query_text("tsx")


def test_a_language_without_grammar_has_a_key_too() -> None:
    """Facts of unknown languages depend on the extractor alone."""
    assert facts_key("cobol") == facts_key("") == str(EXTRACTOR_VERSION)
