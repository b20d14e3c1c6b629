"""Which language a file is written in."""

from __future__ import annotations

import pytest

from indexer.parsing.languages import LANGUAGES, REGISTRY, language_of_path, language_of_shebang


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("setup.py", "python"),
        ("stubs/x.pyi", "python"),
        ("a/b.mjs", "javascript"),
        ("a/b.jsx", "javascript"),
        ("a/b.d.ts", "typescript"),
        ("a/b.tsx", "tsx"),
        ("cmd/main.go", "go"),
        ("lib.rs", "rust"),
        ("A.java", "java"),
        ("a.c", "c"),
        ("a.h", "c"),
        ("a.C", "cpp"),
        ("a.hpp", "cpp"),
        ("Rakefile", "ruby"),
        ("x.gemspec", "ruby"),
        ("index.php", "php"),
        ("artisan", "php"),
        ("Program.cs", "csharp"),
        ("run.sh", "bash"),
        ("OLD.PY", "python"),
        ("README.md", ""),
        ("py", ""),
        (".py", ""),
        ("a.py/readme", ""),
        ("", ""),
    ],
)
def test_a_path_tells_its_language(path: str, language: str) -> None:
    """Only the file name counts, and its extension in any letter case."""
    assert language_of_path(path) == language


@pytest.mark.parametrize(
    ("line", "language"),
    [
        (b"#!/usr/bin/env python3", "python"),
        (b"#!/usr/bin/python3.12 -u", "python"),
        (b"#! /bin/sh -e\r\n", "bash"),
        (b"#!/usr/bin/env -S FOO=1 node --no-warnings", "javascript"),
        (b"#!/usr/bin/env", ""),
        (b"#!/usr/bin/perl", ""),
        (b"#!", ""),
        (b"\xff\xfe#!", ""),
        (b"#!/usr/bin/env \xff", ""),
        (b"import os", ""),
        (b"", ""),
    ],
)
def test_a_shebang_tells_its_language(line: bytes, language: str) -> None:
    """Versions, arguments, env and its options do not hide the interpreter."""
    assert language_of_shebang(line) == language


def test_no_name_is_claimed_by_two_languages() -> None:
    """Extensions, file names and interpreters are unambiguous."""
    for attribute in ("extensions", "file_names", "interpreters"):
        claimed = [name for language in REGISTRY for name in getattr(language, attribute)]
        assert len(claimed) == len(set(claimed))


def test_every_extension_leads_back_to_its_language() -> None:
    """The registry and the look-up agree."""
    for language in LANGUAGES.values():
        assert {language_of_path(f"x{extension}") for extension in language.extensions} <= {language.name}
