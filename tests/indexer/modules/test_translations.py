"""Directories of texts in many languages, and what only looks like them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.modules.translations import translations_in


@pytest.mark.parametrize(
    ("paths", "found"),
    [
        ("lang/en/auth.php lang/fr/auth.php lang/pt_BR/auth.php", {"lang"}),
        ("src/locales/en.ts src/locales/de.ts src/locales/zh-Hant.ts src/locales/index.ts", {"src/locales"}),
        ("app/I18n/en/a.rb app/I18n/de/a.rb app/I18n/it/a.rb", {"app/I18n"}),
        ("lang/go/a.go lang/js/a.js lang/py/a.py lang/rb/a.rb", set()),  # languages of another sort
        ("lang/en/a.php lang/fr/a.php", set()),
        ("lang/en.js lang/de.js lang/fr.js lang/parse.js lang/scan.js lang/print.js", set()),
        ("en/a.md de/a.md fr/a.md", set()),
    ],
)
def test_a_directory_is_known_by_its_name_and_its_children(paths: str, found: set[str]) -> None:
    """It is called so, and most of what lies in it is named after a language."""
    assert translations_in(paths.split()) == found


@given(st.lists(st.lists(st.sampled_from(["lang", "en", "de", "fr", "a"]), min_size=1, max_size=5).map("/".join)))
def test_a_directory_that_is_found_lies_above_some_path(paths: list[str]) -> None:
    """Nothing is found that is not there."""
    assert all(any(path.startswith(f"{found}/") for path in paths) for found in translations_in(paths))
