"""Files that no one wrote by hand, or that were written to break a parser."""

from __future__ import annotations

import codecs
import random
import sysconfig
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.facts import FileFacts, Outcome
from indexer.parsing.extraction import extract
from indexer.parsing.languages import LANGUAGES
from tests.support.parsing import definitions, facts_of


def texts_of(facts: FileFacts) -> list[str]:
    """Collect every text of some facts."""
    found = [facts.doc]
    for symbol in facts.symbols:
        found += [symbol.name, symbol.container, symbol.signature, symbol.doc]
    for one in facts.imports:
        found += [one.module, *one.names]
    for registration in facts.registrations:
        found += [registration.callee, registration.arguments, registration.target, registration.text]
    return found


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_random_bytes_give_facts(language: str) -> None:
    """Bytes without any meaning are binary or parsed in part, never an error."""
    generator = random.Random(7)
    content = generator.randbytes(20_000).replace(b"\0", b" ")
    facts = extract("blob", language, content)
    assert facts.outcome in {Outcome.PARTIAL, Outcome.PARSED}
    assert all("\n" not in text for text in texts_of(facts))


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@settings(max_examples=20, deadline=None)
@given(text=st.text(alphabet="(){}[]<>@#:;=,.*/\\\"'`\n\t adefclassfunctionimport$é\u2028", max_size=120))
def test_any_text_gives_facts_that_arrow_accepts(language: str, text: str) -> None:
    """Whatever the tokens, texts can be written as UTF-8 and lines lie inside the file."""
    facts = extract("blob", language, text.encode())
    assert all(found.encode() is not None for found in texts_of(facts))
    assert all(1 <= one.line <= one.end_line <= facts.lines for one in facts.symbols)


def test_deep_nesting_needs_no_recursion() -> None:
    """Two hundred thousand nested parentheses are parsed and walked."""
    facts = facts_of("python", "x = " + "(\n" * 200_000 + ")" * 200_000 + "\ndef after(): pass\n")
    assert facts.outcome in {Outcome.PARSED, Outcome.PARTIAL}


def test_deeply_nested_definitions_keep_bounded_names() -> None:
    """A thousand functions inside each other have containers of bounded length."""
    source = "".join(f"function level{depth}() {{\n" for depth in range(1_000)) + "}\n" * 1_000
    facts = facts_of("javascript", source.encode())
    assert len(facts.symbols) == 1_000
    assert max(len(one.container) for one in facts.symbols) <= 300


def test_a_minified_bundle_is_not_parsed() -> None:
    """Four megabytes in one line are counted, not parsed."""
    content = b"var a=function(){return 1};" * 150_000
    assert extract("blob", "javascript", content) == FileFacts("blob", "javascript", Outcome.LONG_LINES, 1)


def test_one_long_line_that_holds_most_of_a_small_file_is_generated() -> None:
    """A banner above a bundle does not make it readable."""
    content = b"// banner\n" * 20 + b"x=1;" * 2_000 + b"\n"
    assert extract("blob", "javascript", content).outcome is Outcome.LONG_LINES


def test_a_long_table_in_a_large_module_is_still_source() -> None:
    """A long line that holds little of the file does not hide the file."""
    content = b"DATA = '" + b"x" * 6_000 + b"'\n" + b"def f(): pass\n" * 1_000
    assert extract("blob", "python", content).outcome is Outcome.PARSED


def test_a_file_above_the_limit_is_too_large() -> None:
    """More than one megabyte of ordinary lines is skipped with its reason."""
    facts = extract("blob", "c", b"int x;\n" * 200_000)
    assert (facts.outcome, facts.lines, facts.symbols) == (Outcome.TOO_LARGE, 200_000, ())


@pytest.mark.parametrize("content", [b"", b"\n", b"  \n\t\n", codecs.BOM_UTF8])
def test_nothing_but_white_space_is_empty(content: bytes) -> None:
    """Blank files have no facts."""
    assert extract("blob", "python", content).outcome is Outcome.EMPTY


def test_a_zero_byte_near_the_start_is_binary() -> None:
    """Git's own rule for binary files."""
    assert extract("blob", "python", b"def f(): pass\n\0").outcome is Outcome.BINARY


def test_a_zero_byte_further_down_is_not_binary() -> None:
    """A zero byte past eight kilobytes does not hide what stands before it."""
    content = b"def f(): pass\n" * 700 + b"\0\n"
    assert len(extract("blob", "python", content).symbols) == 700


def test_an_lfs_pointer_is_told_from_source() -> None:
    """The text that stands in for a large file is no source."""
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"
    assert extract("blob", "python", pointer).outcome is Outcome.LFS_POINTER


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_with_a_byte_order_mark_is_read(encoding: str) -> None:
    """Sources saved by Windows tools have names and lines like any other."""
    bom = codecs.BOM_UTF16_LE if encoding == "utf-16-le" else codecs.BOM_UTF16_BE
    content = bom + "using System;\r\n\r\nclass Größe { }\r\n".encode(encoding)
    facts = extract("blob", "csharp", content)
    assert [(one.name, one.line) for one in facts.symbols] == [("Größe", 3)]
    assert facts.outcome is Outcome.PARSED


def test_a_utf8_byte_order_mark_hides_no_first_line() -> None:
    """The mark is no part of the first token."""
    facts = extract("blob", "python", codecs.BOM_UTF8 + b'"""First."""\nimport os\n')
    assert (facts.doc, facts.imports[0].module) == ("First.", "os")


def test_carriage_returns_change_nothing() -> None:
    """The facts of a file with Windows line ends equal those of the same file without."""
    source = b'"""Doc."""\nimport os\n\n\n# Above.\ndef f(\n    a,\n):\n    return 1\n\n'
    source += b'@x\nclass A:\n    """A.\n\n    B."""\n'
    assert extract("blob", "python", source.replace(b"\n", b"\r\n")) == extract("blob", "python", source)


def test_tens_of_thousands_of_definitions_are_all_kept() -> None:
    """No limit of a cursor or a table drops definitions."""
    content = b"".join(b"def f%d(): 0\n" % number for number in range(65_000))
    facts = extract("blob", "python", content)
    assert (len(facts.symbols), facts.symbols[-1].line) == (65_000, 65_000)


def test_the_last_line_needs_no_line_feed() -> None:
    """A definition at the very end is found, and its line is counted."""
    facts = extract("blob", "go", b"package a\n\nfunc F() {}")
    assert (facts.lines, [(one.name, one.end_line) for one in facts.symbols]) == (3, [("F", 3)])


def test_a_truncated_character_is_replaced() -> None:
    """A file cut inside a character, or with stray bytes in a name, is read with replacement characters."""
    facts = extract("blob", "python", b"# caf\xc3\ndef f(): pass\nLIMIT = '\xff'\ndef g(): '\xe2\x82")
    assert facts.symbols[0].doc == "caf\ufffd"
    assert [one.signature for one in facts.symbols if one.name == "LIMIT"] == ["LIMIT = '\ufffd'"]


def test_code_after_a_syntax_error_is_still_read() -> None:
    """A broken function costs itself, not its neighbours."""
    facts = facts_of("python", "def before(): pass\n\nclass (: ]\n\ndef after(): pass\n")
    assert facts.outcome is Outcome.PARTIAL
    assert {("function", "before"), ("function", "after")} <= set(definitions(facts))


def test_long_texts_are_cut() -> None:
    """Signatures, documentation and arguments have limits that hold for any source."""
    source = f"@register({', '.join(['argument'] * 200)})\ndef f({', '.join(f'a{n}' for n in range(300))}):\n"
    facts = facts_of("python", source + f'    """{"word " * 300}"""\n' + "x = 1\n" * 100)
    assert max(len(one.signature) for one in facts.symbols) <= 200
    assert max(len(one.doc) for one in facts.symbols) <= 200
    assert max(len(one.arguments) for one in facts.registrations) in range(390, 401)


def test_an_unknown_language_has_size_and_complexity_only() -> None:
    """Without a grammar a file still counts for history."""
    facts = extract("blob", "cobol", b"a\n    b\n        c\n")
    assert facts == FileFacts("blob", "cobol", Outcome.NO_GRAMMAR, 3, 3)


def test_extraction_is_deterministic() -> None:
    """The same bytes give equal facts."""
    content = Path(extract.__code__.co_filename).read_bytes()
    assert extract("blob", "python", content) == extract("blob", "python", content)


@pytest.mark.parametrize("package", ["click", "pluggy", "_pytest", "textual"])
def test_installed_packages_are_read_without_a_syntax_error(package: str) -> None:
    """Real code of other people parses whole, and its definitions are found."""
    folder = Path(sysconfig.get_paths()["purelib"]) / package
    if not folder.is_dir():
        pytest.skip(f"{package} is not installed")
    paths = sorted(folder.rglob("*.py"))
    facts = [extract(path.name, "python", path.read_bytes()) for path in paths[:80]]
    assert {one.outcome for one in facts} <= {Outcome.PARSED, Outcome.EMPTY}
    assert sum(len(one.symbols) for one in facts) > len(facts)
