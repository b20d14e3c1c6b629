"""What code says, whatever its layout and its comments are, in every language that is parsed."""

from __future__ import annotations

import textwrap

import pytest

from indexer.parsing.pieces import SourceText, language_of
from indexer.parsing.tokens import OWN_NAME

# Language, a definition's name, its code, and the same code laid out and commented on otherwise.
ALIKE = [
    (
        "python",
        "add",
        "def add(a, b):\n    return a + b\n",
        'def add(\n    a,\n    b,\n):\n    """Add."""\n    # So.\n    return (a + b)\n',
    ),
    (
        "javascript",
        "add",
        "function add(a, b) { return 'x' + a + b }",
        'function add(\n  a,\n  b,\n) {\n  // So.\n  return "x" + a + b;\n}\n',
    ),
    (
        "typescript",
        "add",
        "function add(a: number) { return a }",
        "/** Adds. */\nfunction add(\n  a: number,\n) {\n  return a;\n}\n",
    ),
    ("tsx", "App", "function App() { return <p>Hi</p> }", "function App() {\n  return (\n    <p>Hi</p>\n  );\n}\n"),
    (
        "go",
        "Add",
        "package a\n\nfunc Add(a int) int { return a }\n",
        "package a\n\n// Add adds.\nfunc Add(\n\ta int,\n) int {\n\treturn a // so\n}\n",
    ),
    ("rust", "add", "fn add(a: u8) -> u8 { a + 1 }", "/// Adds.\nfn add(\n    a: u8,\n) -> u8 {\n    a + 1 // so\n}\n"),
    (
        "java",
        "A.add",
        "class A { int add(int a) { return a; } }",
        "class A {\n  /** Adds. */\n  int add(int a) {\n    return a; // so\n  }\n}\n",
    ),
    ("c", "add", "int add(int a) { return a; }", "/* Adds. */\nint\nadd(int a)\n{\n\treturn (a); // so\n}\n"),
    (
        "cpp",
        "A.add",
        "class A { int add(int a) { return a; } };",
        "class A {\n  // Adds.\n  int add(int a)\n  {\n    return a;\n  }\n};\n",
    ),
    ("ruby", "add", "def add(a)\n  a + 1\nend\n", "# Adds.\ndef add(a)\n\n  a + 1 # so\nend\n"),
    (
        "php",
        "add",
        "<?php function add($a) { return $a; }",
        "<?php\n/** Adds. */\nfunction add(\n    $a,\n) {\n    return $a; // so\n}\n",
    ),
    (
        "csharp",
        "A.Add",
        "class A { int Add(int a) { return a; } }",
        "class A\n{\n    /// Adds.\n    int Add(int a)\n    {\n        return a;\n    }\n}\n",
    ),
    ("bash", "add", "add() { echo $1; }\n", "# Adds.\nadd() {\n  echo $1\n}\n"),
]


@pytest.mark.parametrize(("language", "symbol", "one", "other"), ALIKE, ids=[row[0] for row in ALIKE])
def test_layout_and_comments_say_nothing(language: str, symbol: str, one: str, other: str) -> None:
    """The tokens of a definition, and of the file, are the same; those of other code are not."""
    first, second = SourceText(one.encode(), language), SourceText(other.encode(), language)
    assert first.named(symbol.rpartition(".")[2]) == symbol
    assert first.tokens(symbol) == second.tokens(symbol) != ()
    assert first.tokens() == second.tokens()
    changed = SourceText(one.replace("1", "2").replace("return a", "return 7").replace("Hi", "Ho").encode(), language)
    changed = changed if changed.content != first.content else SourceText(one.replace("a", "b").encode(), language)
    assert changed.tokens() != first.tokens()


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("python", "if a:\n    b()\n    c()\n", "if a:\n    b()\nc()\n"),
        ("python", "x = (1)\n", "x = (1,)\n"),
        ("python", "x = 'a b'\n", "x = 'a  b'\n"),
        ("python", "x = a + b * c\n", "x = (a + b) * c\n"),
        ("python", "x = ['a', 'b']\n", "x = ['a' 'b']\n"),
        ("python", "@once\ndef f(): ...\n", "@twice\ndef f(): ...\n"),
        ("javascript", "for (a; ; ) {}", "for (; a; ) {}"),
        ("javascript", "x = `a ${b}`", "x = `a  ${b}`"),
        ("go", "package a\n\nvar X = `a\nb`\n", "package a\n\nvar X = `a\n\tb`\n"),
        ("bash", "echo 'a'\n", 'echo "a"\n'),
        ("c", "int a() { if (b) c(); d(); }", "int a() { if (b) { c(); d(); } }"),
    ],
)
def test_what_changes_the_meaning_is_seen(language: str, one: str, other: str) -> None:
    """Nothing that runs otherwise passes for layout."""
    assert SourceText(one.encode(), language).tokens() != SourceText(other.encode(), language).tokens()


def test_a_definition_does_not_say_its_own_name() -> None:
    """So that it can be followed when it is renamed, also where it calls itself."""
    one, other = (SourceText(f"def {name}(a):\n    return {name}(a)\n".encode(), "python") for name in ("up", "down"))
    assert one.tokens("up") == other.tokens("down")
    assert one.tokens("up").count(OWN_NAME) == 2
    assert one.tokens() != other.tokens()


def test_pieces_have_the_lines_that_a_person_would_name() -> None:
    """Decorators belong to what they decorate; several definitions of a name are one piece of code in two places."""
    source = """
        import x

        class Lock:
            @property
            def held(self):
                return 1

            @held.setter
            def held(self, value):
                self.value = value
    """
    text = SourceText(textwrap.dedent(source).lstrip("\n").encode(), "python")
    assert [(piece.symbol, piece.line, piece.end_line) for piece in text.pieces] == [
        ("Lock", 3, 10),
        ("Lock.held", 4, 6),
        ("Lock.held", 8, 10),
    ]
    assert text.pieces[0].holds_others
    assert not text.pieces[1].holds_others
    assert b"value" in text.tokens("Lock.held")
    assert text.named("held") == "Lock.held"
    assert text.named("nothing") == ""


def test_a_short_name_of_several_stands_for_none() -> None:
    """Guessing which one is meant would tie a memory to the wrong code."""
    text = SourceText(b"class A:\n    def go(self): ...\nclass B:\n    def go(self): ...\n", "python")
    assert text.named("go") == ""
    assert text.named("B.go") == "B.go"


def test_lines_stand_in_for_tokens_where_there_is_no_grammar() -> None:
    """Blank lines, line ends and remarks say nothing; indentation does, since it is the structure of some formats."""
    one = SourceText(b"a:\n  b:   1\n\n# remark\n", "", "x.yaml")
    assert one.tokens() == SourceText(b"a:\r\n  b: 1  \r\n", "", "x.yaml").tokens() != ()
    assert one.tokens() != SourceText(b"a:\nb: 1\n", "", "x.yaml").tokens()
    assert SourceText(b"# Title\n", "", "README.md").tokens() == (b"# Title",)
    assert one.pieces == ()
    assert one.tokens("a") == ()


@pytest.mark.parametrize(
    "content", [b"", b"\x00\x01", b"(" * 200_000, b"x" * 2_000_000, b"\xff\xfea\x00", b"def f(:\n  \xff'''", b"\r"]
)
def test_whatever_a_file_holds_there_is_an_answer(content: bytes) -> None:
    """Hostile contents have tokens, or none, and end no walk."""
    text = SourceText(content, "python")
    assert isinstance(text.tokens(), tuple)
    assert isinstance(text.pieces, tuple)
    assert text.tokens("f") == text.tokens("f")


@pytest.mark.parametrize(
    ("path", "content", "language"),
    [
        ("a.py", b"", "python"),
        ("run", b"#!/usr/bin/env python3\n", "python"),
        ("run", b"text", ""),
        ("a.h", b"", "cpp"),
        ("a.md", b"", ""),
    ],
)
def test_a_language_is_told_by_name_or_first_line(path: str, content: bytes, language: str) -> None:
    """Headers are what the repository's other files are."""
    assert language_of(path, content, "cpp") == language
