"""The names of keys: every usual way to write one leads to the name that Textual has for it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from memtui.configuration.keyboard import FIELD_KEYS, NAMED, is_field_key, key_named, key_written


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("a", "a"), ("A", "A"), ("shift+a", "A"), ("?", "question_mark"), ("/", "slash"), ("#", "number_sign"),
        ("-", "minus"), ("+", "plus"), ("_", "underscore"), ("@", "at"), (",", "comma"), (" ", "space"),
        ("ctrl+r", "ctrl+r"), ("Ctrl+R", "ctrl+r"), ("<c-r>", "ctrl+r"), ("C-r", "ctrl+r"), ("^r", "ctrl+r"),
        ("shift+ctrl+left", "ctrl+shift+left"), ("esc", "escape"), ("<esc>", "escape"), ("PgDn", "pagedown"),
        ("return", "enter"), ("F5", "f5"), ("alt+x", "alt+x"), ("question_mark", "question_mark"),
        ("⏎", "enter"), ("é", "é"), ("ctrl+/", "ctrl+slash"), ("ctrl++", "ctrl+plus"),
        ("", ""), ("nokey", ""), ("ctrl+", ""), ("hyperdrive+x", ""), ("j,down", ""), ("f99", ""), ("\n\n", ""),
    ],
)  # fmt: skip
def test_a_key_may_be_written_as_people_do(written: str, key: str) -> None:
    """As lazygit and vim write it, as the line of keys shows it, and by name."""
    assert key_named(written) == key


@given(some.sampled_from(sorted(NAMED)) | some.characters(min_codepoint=33, max_codepoint=0x17F))
def test_what_is_shown_of_a_key_can_be_written_for_it(text: str) -> None:
    """A listing is copied into a file."""
    if key := key_named(text):
        assert key_named(key_written(key)) == key
        assert key_named(key) == key


@given(some.characters(categories=["L", "N", "P", "S"]))
def test_a_character_has_the_name_that_textual_gives_it(character: str) -> None:
    """Another name would never be heard of."""
    from textual.keys import _character_to_key

    if key := key_named(character):
        assert key in {_character_to_key(character), *NAMED}


@given(some.text(max_size=12))
def test_no_text_raises(text: str) -> None:
    """Whatever is written, it is a key or none."""
    key_written(key_named(text))


def test_the_keys_of_fields_are_those_that_textual_binds() -> None:
    """A key that a field takes for itself would never reach an action."""
    from memtui.tui.widgets.inputs import SafeInput, SafeTextArea

    bound: set[str] = set()
    for field in (SafeInput, SafeTextArea):
        assert field._merged_bindings is not None
        bound |= {key.strip() for keys in field._merged_bindings.key_to_bindings for key in keys.split(",")}
    ours = {key for key in bound if len(key) > 1}
    assert {key for key in ours if not is_field_key(key)} == set()
    assert {"tab"} >= FIELD_KEYS - ours


def test_the_themes_are_those_of_textual() -> None:
    """The list is written down so that checking a file does not import Textual."""
    from textual.theme import BUILTIN_THEMES

    from memtui.configuration import THEME_ALIASES, THEMES

    assert set(THEMES) == set(BUILTIN_THEMES)
    assert set(THEME_ALIASES.values()) <= set(THEMES)
