"""Line counts, the complexity proxy, and first sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.parsing.documentation import docstring_at, file_documentation, first_sentence
from indexer.parsing.sniffing import count_lines, indentation_complexity, normalise
from tests.support.parsing import facts_of


@pytest.mark.parametrize(
    ("content", "complexity"),
    [
        (b"a\n    b\n        c\n    d\n", 4),
        (b"a\n  b\n    c\n", 3),
        (b"a\n\tb\n\t\tc\n", 3),
        (b"a\n\t    b\n", 2),
        (b"a\n    \n        \n", 0),
        (b"/**\n * a\n */\n    b\n", 1),
        (b"a", 0),
    ],
)
def test_complexity_sums_levels_of_indentation(content: bytes, complexity: int) -> None:
    """A tab is a level, four spaces are one, or two where two is the smallest indent; blank lines count nothing."""
    assert indentation_complexity(content) == complexity


@given(st.lists(st.text(alphabet="ab \t", max_size=6), max_size=8))
def test_lines_are_counted_as_python_counts_them(lines: list[str]) -> None:
    """Every line counts, with or without a line feed at the end."""
    text = "\n".join(lines)
    assert count_lines(text.encode()) == len(text.split("\n")) - (text.endswith("\n") or not text)


@given(st.text(alphabet="ab\r\né", max_size=30))
def test_normalising_twice_changes_nothing_more(text: str) -> None:
    """Normalised text without stray carriage returns is a fixed point."""
    once = normalise(text.encode())
    if b"\r" not in once:
        assert normalise(once) == once
    assert b"\r\n" not in normalise(text.replace("\r", "").replace("\n", "\r\n").encode())


@pytest.mark.parametrize(
    ("paragraph", "sentence"),
    [
        ("Reads a file. Then more.", "Reads a file."),
        ("Reads e.g. Python files. More.", "Reads e.g. Python files."),
        ("Version 1.5 of it", "Version 1.5 of it"),
        ("Is it? Yes.", "Is it?"),
        ("  spaced \n out ", "spaced out"),
        ("", ""),
    ],
)
def test_a_first_sentence_ends_where_people_end_it(paragraph: str, sentence: str) -> None:
    """Abbreviations and numbers do not end a sentence."""
    assert first_sentence(paragraph) == sentence


@pytest.mark.parametrize(
    ("source", "documentation"),
    [
        (b'"""One line."""', "One line."),
        (b"'''\n\n  Indented first.\n  '''", "Indented first."),
        (b'r"Raw string."', "Raw string."),
        (b'"unclosed', "unclosed"),
        (b"x = 1", ""),
        (b'f"formatted"', ""),
    ],
)
def test_docstrings_of_every_quoting(source: bytes, documentation: str) -> None:
    """Any plain string literal at the start is a docstring."""
    assert docstring_at(source, 0) == documentation


@pytest.mark.parametrize(
    ("language", "source", "documentation"),
    [
        ("python", b"# pylint: disable=all\n# Tools for x.\nimport os\n", "Tools for x."),
        ("python", b"import os\n# Not about the file.\n", ""),
        ("javascript", b"/* eslint-disable */\n// Copyright 2020\n\n// Draws it.\nlet a;\n", "Draws it."),
        ("javascript", b"let a;\n/** Later. */\n", ""),
        ("c", b"/* unclosed comment", "unclosed comment"),
        ("go", b"// License text.\n\npackage a\n", ""),
        ("rust", b"//! A crate.\n//!\n//! More.\n", "A crate."),
        ("php", b"<?php\n// Boots it.\n", "Boots it."),
        ("bash", b"#!/bin/sh\n\n# Runs it.\n", "Runs it."),
    ],
)
def test_what_a_file_says_about_itself(language: str, source: bytes, documentation: str) -> None:
    """Licences, directives and comments below the first code are no description."""
    assert file_documentation(language, source) == documentation


@pytest.mark.parametrize(
    ("source", "documentation"),
    [
        ("// Above.\nfunction f() {}\n", "Above."),
        ("// Far.\n\nfunction f() {}\n", ""),
        ("let a = 1; // trailing\nfunction f() {}\n", ""),
        ("let a = 1; /* trailing */\nfunction f() {}\n", ""),
        ("/** @private */\nfunction f() {}\n", ""),
        ("/**\n * First half\n * second half. Rest.\n */\nfunction f() {}\n", "First half second half."),
        ("/* a */ let b; function f() {}\n", ""),
        ("// ------\n// Title\n// ------\nfunction f() {}\n", "Title"),
    ],
)
def test_only_the_comment_right_above_documents(source: str, documentation: str) -> None:
    """A blank line or code between a comment and a definition parts them."""
    (found,) = [one for one in facts_of("javascript", source).symbols if one.name == "f"]
    assert found.doc == documentation
