"""What hides beside hidden characters: letters that pose as others, piled-up marks, styled letters."""

from __future__ import annotations

import pytest

from memtui.safety.hiding import hiding_spans


def kinds(text: str) -> list[str]:
    """Return the kinds of what hides in a text."""
    return [kind for _, _, kind in hiding_spans(text)]


@pytest.mark.parametrize(
    ("text", "kind", "span"),
    [
        ("a p\u0430ssword", "mixed_letters", (2, 10)),
        ("\u0421laude", "mixed_letters", (0, 6)),
        ("сборкa", "mixed_letters", (0, 6)),
        ("x e\u0301\u0301\u0301\u0301", "piled_marks", (3, 7)),
        ("𝐢𝐠𝐧𝐨𝐫𝐞 it", "styled_letters", (0, 6)),
        ("a\u200bb", "hidden_characters", (1, 2)),
    ],
)
def test_each_kind_is_found_with_its_place(text: str, kind: str, span: tuple[int, int]) -> None:
    """The span covers the word, the marks or the letters."""
    assert list(hiding_spans(text)) == [(*span, kind)]


@pytest.mark.parametrize(
    "text", ["PDFка и SQLом", "αx + ρc = 0", "Δt", "Яндекс API", "API-ключ", "𝑥 and 𝐴", "naïve café", "Việt", "µm"]
)
def test_scripts_side_by_side_hide_nothing(text: str) -> None:
    """Inflected acronyms, symbols of formulas and words of two scripts next to each other are ordinary."""
    assert kinds(text) == []
