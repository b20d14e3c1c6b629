"""Every use of a name in one file, told apart; comments, texts, keywords and longer names are none."""

from __future__ import annotations

import argparse
import ast
import asyncio.tasks
import inspect
import io
import json.decoder
import tokenize
from itertools import pairwise
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.parsing.languages import LANGUAGES
from indexer.references import Hit, ReferenceKind, find_hits
from indexer.references.hits import MAXIMAL_HITS, find_words

# Each ``Foo`` in code is followed, in the expectation, by what it is; the others must not be found.
SOURCES = {
    "python": (
        (
            "from a import Foo, b\n"
            "import Foo as F\n"
            "# Foo\n"
            "class Foo(Foo):\n"
            "    '''Foo'''\n"
            "    def m(self, x: Foo) -> str:\n"
            '        Foo(); x.Foo(); Foo.bar(); g(Foo=1); return f"{Foo} Foo"\n'
            "@Foo\n"
            "def Foo_(): pass\n"
        ),
        "1 import, 2 import, 4 definition, 4 other, 6 other, 7 call, 7 call, 7 other, 7 other, 8 call",
    ),
    "javascript": (
        (
            "import { Foo } from './Foo';\n"
            "const { Foo: q } = require('Foo');\n"
            "// Foo\n"
            "class Foo extends Foo { m() { new Foo(); Foo(); this.Foo(); return `a ${Foo} Foo`; } }\n"
            "/Foo/.test(x); x.Foo.y();\n"
        ),
        "1 import, 2 import, 4 definition, 4 other, 4 call, 4 call, 4 call, 4 other, 5 other",
    ),
    "typescript": (
        "import Foo from 'Foo';\ninterface Foo { Foo: Foo }\nlet x = new Foo<string>(); x!.Foo();\n",
        "1 import, 2 definition, 2 other, 2 other, 3 call, 3 call",
    ),
    "tsx": (
        'import Foo from "Foo";\nexport const A = () => <Foo x="Foo">Foo {Foo()}</Foo>;\n',
        "1 import, 2 other, 2 call, 2 other",
    ),
    "go": (
        (
            'package a\nimport Foo "x/Foo"\n// Foo\nfunc Foo(a int) {}\n'
            'func (s *S) Foo() { Foo(1); s.Foo(); x := Foo{}; a.Foo.Bar(); b("Foo", x) }\n'
        ),
        "2 import, 4 definition, 5 definition, 5 call, 5 call, 5 other, 5 other",
    ),
    "rust": (
        'use a::Foo;\nfn Foo() { Foo(); a::Foo(); Foo::<u8>(1); x.Foo(); Foo!("Foo"); let y: Foo = 1; }\n/// Foo\n',
        "1 import, 2 definition, 2 call, 2 call, 2 call, 2 call, 2 call, 2 other",
    ),
    "java": (
        (
            "import a.Foo;\nclass Foo extends Foo { Foo() {} void m() { new Foo(); Foo.x(); this.Foo(); } }\n"
            'class B { String s = "Foo"; /* Foo */ }\n'
        ),
        "1 import, 2 definition, 2 other, 2 definition, 2 call, 2 other, 2 call",
    ),
    "c": (
        (
            '#include "Foo.h"\nint Foo(int a);\nstatic int *\n'
            "Foo(int a) { return Foo(a) + b->Foo(1) + Foo; } /* Foo */\n"
            '#define X Foo(1)\nchar *s = "Foo";\n'
        ),
        "2 declaration, 4 definition, 4 call, 4 call, 4 other, 5 other",
    ),
    "cpp": (
        "class Foo { public: Foo(); };\nvoid n::Foo() { Foo(); n::Foo(1); p->Foo(); new Foo(); Foo<int>(2); } // Foo\n",
        "1 definition, 1 declaration, 2 definition, 2 call, 2 call, 2 call, 2 call, 2 call",
    ),
    "ruby": (
        'require "Foo"\nclass Foo < Foo\n  def m; Foo.new; x.Foo(1); "Foo #{Foo}"; :Foo; Foo?; end # Foo\nend\n',
        "2 definition, 2 other, 3 other, 3 call, 3 other, 3 other",
    ),
    "php": (
        "<?php\nuse A\\Foo;\nfunction Foo() { Foo(); new Foo(); $x->Foo(); A::Foo(); $Foo = 'Foo'; } // Foo\n",
        "2 import, 3 definition, 3 call, 3 call, 3 call, 3 call",
    ),
    "csharp": (
        'using Foo;\nclass Foo : Foo { void M() { new Foo(); this.Foo(); A.Foo<int>(); var s = $"Foo {Foo}"; } } // ',
        "1 import, 2 definition, 2 other, 2 call, 2 call, 2 call, 2 other",
    ),
    "bash": (
        'source Foo\nFoo() { echo "Foo"; Foo a; Foo-bar; }\n# Foo\nFoo\n',
        "1 import, 2 definition, 2 call, 4 call",
    ),
}


def told(hits: tuple[Hit, ...]) -> str:
    """Return lines and kinds, in order."""
    return ", ".join(f"{hit.line} {hit.kind}" for hit in hits)


def test_every_language_is_covered() -> None:
    """No grammar is left without an example."""
    assert set(SOURCES) == set(LANGUAGES)


@pytest.mark.parametrize("language", SOURCES)
def test_uses_are_found_and_told_apart(language: str) -> None:
    """Definitions, imports, calls and other uses; nothing from comments, texts, labels and longer names."""
    source, expected = SOURCES[language]
    assert told(find_hits(source.encode(), language, "Foo")) == expected


@pytest.mark.parametrize("language", SOURCES)
def test_every_hit_stands_where_the_name_stands(language: str) -> None:
    """Line and column lead to the name itself."""
    source, _ = SOURCES[language]
    lines = source.split("\n")
    for hit in find_hits(source.encode(), language, "Foo"):
        assert lines[hit.line - 1][hit.column - 1 :].startswith("Foo")


def test_columns_count_characters_and_lines_end_as_they_do() -> None:
    """Letters of several bytes are one column; a byte order mark and carriage returns shift nothing."""
    source = "\ufeffx = 'äöü€'; \tname\r\n  y = name\r\n"
    hits = find_hits(source.encode(), "python", "name")
    assert [(hit.line, hit.column, hit.text) for hit in hits] == [(1, 14, "x = 'äöü€'; name"), (2, 7, "y = name")]


def test_the_innermost_definition_around_a_use_is_told() -> None:
    """A use belongs to the method, not its class; between two methods, to the class."""
    source = "class A:\n    def m(self):\n        use()\n    x = use\n    def n(self): pass\n"
    source += "use()\ndef use():\n    return use\n"
    hits = find_hits(source.encode(), "python", "use")
    assert [(hit.line, hit.symbol) for hit in hits] == [(3, "A.m"), (4, "A"), (6, ""), (7, "use"), (8, "use")]


def test_the_text_of_a_line_is_cut_and_collapsed() -> None:
    """A line of any length is shown in at most 200 characters."""
    hits = find_hits(f"name = [{'1, ' * 900}]\n".encode(), "python", "name")
    assert hits[0].text.startswith("name = [1, 1,")
    assert len(hits[0].text) <= 200


@pytest.mark.parametrize("module", [argparse, ast, asyncio.tasks, json.decoder])
@pytest.mark.parametrize("name", ["value", "node", "args", "fut", "string"])
def test_python_agrees_with_its_own_tokenizer(module: ModuleType, name: str) -> None:
    """Real modules hold a name exactly where Python reads it, keywords of calls and formatted strings aside."""
    source = inspect.getsource(module)
    tokens = {
        (token.start[0], token.start[1] + 1, following.string == "=")
        for token, following in pairwise(tokenize.generate_tokens(io.StringIO(source).readline))
        if token.type == tokenize.NAME and token.string == name
    }
    found = {(hit.line, hit.column) for hit in find_hits(source.encode(), "python", name)}
    lines = source.splitlines()
    assert {(line, column) for line, column, labels in tokens if not labels} <= found
    read = {(line, column) for line, column, _ in tokens}
    assert all("{" in lines[line - 1] for line, column in found - read)


@pytest.mark.parametrize(
    "content",
    [b"", b"\0name", b"version https://git-lfs.github.com/spec/v1\nname\n", b"name;" * 400_000],
    ids=["empty", "binary", "pointer", "one line"],
)
def test_what_no_person_wrote_is_not_parsed(content: bytes) -> None:
    """Empty, binary and minified files and pointers give nothing."""
    assert find_hits(content, "javascript", "name") == ()


def test_hard_files_end() -> None:
    """Nesting of any depth, and thousands of definitions and uses of one name, are walked without recursion."""
    deep = b"x = " + b"(\n" * 100_000 + b"name" + b"\n)" * 100_000
    assert told(find_hits(deep, "python", "name")) in {"100001 other", ""}
    many = b"".join(b"def name(): name()\n" for _ in range(10_000))
    hits = find_hits(many, "python", "name")
    assert len(hits) == MAXIMAL_HITS
    assert {hit.kind for hit in hits} == {ReferenceKind.DEFINITION, ReferenceKind.CALL}


def test_a_name_need_not_be_utf8() -> None:
    """A name from a command line that holds other bytes is looked for as these bytes."""
    assert [hit.line for hit in find_words(b"x\ncaf\xe9 y\n", "caf\udce9")] == [2]


def test_words_in_plain_text_are_whole_words() -> None:
    """Files without a grammar give every whole word as text, binary ones nothing."""
    hits = find_words(b"load it\nloader, load.\n", "load")
    assert [(hit.line, hit.column, hit.kind) for hit in hits] == [(1, 1, "text"), (2, 9, "text")]
    assert find_words(b"\0 load", "load") == ()


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(LANGUAGES)), st.text(alphabet="Fo ab(){}[]\"'`#/*:;.,=<>\n\t\\$@é", max_size=120))
def test_no_input_raises_and_every_hit_is_the_name(language: str, text: str) -> None:
    """Whatever the bytes, hits are where the name stands as a word of its own."""
    lines = text.split("\n")
    for hit in find_hits(text.encode(), language, "Fo"):
        assert lines[hit.line - 1][hit.column - 1 :].startswith("Fo")
