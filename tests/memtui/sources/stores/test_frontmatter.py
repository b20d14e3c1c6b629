"""The lines before a text are read as agents write them, whether or not they are YAML."""

from __future__ import annotations

import yaml
from hypothesis import given
from hypothesis import strategies as st

from memtui.sources.stores.frontmatter import read_frontmatter, written
from tests.support.unhurried import UNHURRIED

ONE_LINE = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp", "Co", "Cn")), max_size=60)


def test_values_lists_and_nested_keys_are_found() -> None:
    """What Claude Code, Cursor and Copilot write."""
    head = read_frontmatter(
        '---\nname: use-pnpm\ndescription: "Uses pnpm, never npm"\nmetadata:\n  node_type: memory\n  type: feedback\n'
        "globs: *.ts, src/**/*.tsx\ntags:\n  - one\n  - 'two'\npaths: [\"a/b\", c]\nempty:\n"
        "folded: >-\n  first\n  second\n"
        "---\nText.\n"
    )
    assert head.text("description", "name") == "Uses pnpm, never npm"
    assert head.text("metadata.type") == "feedback"
    assert head.items("globs") == ("*.ts", "src/**/*.tsx")
    assert head.items("tags") == ("one", "two")
    assert head.items("paths") == ("a/b", "c")
    assert head.text("empty") == ""
    assert head.text("folded") == "first second"


def test_a_rule_between_sections_is_no_frontmatter() -> None:
    """Dashes count only at the very beginning, and only with an end."""
    for text in ("text\n---\na: b\n---\n", "---\na: b\n", "----\na: b\n----\n", ""):
        assert read_frontmatter(text).end == 0


def test_windows_line_ends_are_no_part_of_a_value() -> None:
    """A carriage return belongs to the line end."""
    head = read_frontmatter("---\r\ndescription: old\r\nother: x\r\n---\r\ntext")
    assert head.text("description") == "old"
    assert head.end == len("---\r\ndescription: old\r\nother: x\r\n---\r\n")


@UNHURRIED
@given(ONE_LINE)
def test_a_written_value_is_read_back_here_and_by_yaml(value: str) -> None:
    """Any text of one line survives, also in the eyes of a real YAML parser."""
    value = " ".join(value.split())
    text = f"---\ntitle: {written(value)}\n---\n"
    assert read_frontmatter(text).text("title") == value
    assert yaml.safe_load(f"title: {written(value)}") == {"title": value}
