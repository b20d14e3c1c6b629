"""An entry is written anew in its own form, and everything else in its file stays byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memtui.memory.errors import WriteBackError
from memtui.sources.stores.changing import changed
from memtui.sources.stores.documents import decoded
from memtui.sources.stores.entries import entries_of
from memtui.sources.stores.values import Change, Entry, Grain, Wording
from memtui.sources.stores.wordings import plain, title_of
from tests.memtui.sources.stores.test_blocks import DOCUMENTS
from tests.support.stores import file_at
from tests.support.unhurried import UNHURRIED

PATH = Path("notes.md")
SAFE = st.text(
    st.characters(codec="utf-8", exclude_characters="\r\n\0\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), max_size=30
)


def read(data: bytes, grain: Grain = Grain.SECTIONS, title_key: str = "") -> tuple[Entry, ...]:
    """Return the entries of a file."""
    return entries_of(decoded(PATH, data), file_at(PATH, grain=grain, title_key=title_key))


def written(data: bytes, index: int, wording: Wording | None, **how: object) -> Change:
    """Return the change of one entry of a file."""
    location = file_at(PATH, **how)
    document = decoded(PATH, data)
    entry = entries_of(document, location)[index]
    return changed(document, entry, wording, lambda text: entries_of(text, location))


def result(data: str, index: int, wording: Wording | None, **how: object) -> str:
    """Return the file after the change of one entry."""
    (edit,) = written(data.encode(), index, wording, **how).edits
    assert edit.after is not None
    return edit.after.decode()


def test_a_bullet_keeps_its_marker_and_indentation() -> None:
    """Only the text of the item changes, over as many lines as it needs."""
    text = "## A\n\n *  one\n    more\n *  two\n"
    assert result(text, 0, Wording("one more", "first\n\n    code")) == "## A\n\n *  first\n\n        code\n *  two\n"


def test_a_title_that_is_the_beginning_of_a_text_changes_it() -> None:
    """A bullet has no title of its own."""
    text = "- **Use npm**. It is installed.\n"
    assert read(text.encode())[0].wording.title == "Use npm"
    assert result(text, 0, Wording("Use pnpm", "**Use npm**. It is installed.")) == "- Use pnpm. It is installed.\n"


def test_a_title_that_goes_over_a_line_end_changes_both_lines() -> None:
    """What is wrapped in the file is one sentence to the person."""
    text = "- Do not mix\n  updates. Not ever.\n\n  More.\n"
    body = "Do not mix\nupdates. Not ever.\n\nMore."
    assert result(text, 0, Wording("Mix no updates", body)) == "- Mix no updates. Not ever.\n\n  More.\n"


def test_a_section_takes_a_new_heading_and_a_new_text() -> None:
    """The level and the closing marks of the heading stay, and the headings above are no part of it."""
    text = "## A\n\nx\n\n### B ###\n\nold\n\n## C\n\ny\n"
    assert result(text, 1, Wording("A › New", "old")) == "## A\n\nx\n\n### New ###\n\nold\n\n## C\n\ny\n"
    assert result(text, 1, Wording("A › B", "new\ntext")) == "## A\n\nx\n\n### B ###\n\nnew\ntext\n\n## C\n\ny\n"


@pytest.mark.parametrize(
    ("text", "index", "rest"),
    [
        ("- one\n- two\n- three\n", 1, "- one\n- three\n"),
        ("- one\n- two\n", 1, "- one\n"),
        ("- one\n\n- two\n\n- three\n", 1, "- one\n\n- three\n"),
        ("# T\n\n- one\n\n## B\n\ntext\n", 0, "# T\n\n## B\n\ntext\n"),
        ("## A\n\nx\n\n## B\n\ny\n\n## C\n\nz\n", 1, "## A\n\nx\n\n## C\n\nz\n"),
        ("## A\n\nx\n\n## B\n\ny", 1, "## A\n\nx\n"),
        ("- only\n", 0, ""),
        ("- one\r\n- two\r\n\r\n## B\r\n\r\ny\r\n", 1, "- one\r\n\r\n## B\r\n\r\ny\r\n"),
    ],
)
def test_an_entry_goes_with_the_empty_lines_that_it_leaves(text: str, index: int, rest: str) -> None:
    """Neither two lists grow together nor do gaps pile up."""
    assert result(text, index, None) == rest


def test_line_ends_and_byte_order_marks_stay() -> None:
    """A file from Windows stays one."""
    data = b"\xef\xbb\xbf## A\r\n\r\n- one\r\n- two\r\n"
    (edit,) = written(data, 1, Wording("three", "three\nlines\nhere")).edits
    assert edit.after == b"\xef\xbb\xbf## A\r\n\r\n- one\r\n- three\r\n  lines\r\n  here\r\n"
    wide = "\ufeff- one\r\n- zwei\r\n".encode("utf-16-le")
    (edit,) = written(wide, 0, Wording("eins", "eins")).edits
    assert edit.after == "\ufeff- eins\r\n- zwei\r\n".encode("utf-16-le")


@pytest.mark.parametrize(
    "body", ["one\n\n## Two\n\nthree", "one\n\n```\nopen", "one\n\n---\n\ntwo", "<!-- memtui:begin -->"]
)
def test_what_would_be_read_otherwise_is_not_written(body: str) -> None:
    """A text that would fall apart, or swallow what follows, is refused rather than written."""
    with pytest.raises(WriteBackError) as caught:
        written(b"## A\n\nold\n\n## B\n\n- other\n", 0, Wording("A", body))
    assert caught.value.reason == "not_representable"


def test_a_title_without_a_place_is_told() -> None:
    """A file whose title is its name can take no other, and says so."""
    change = written(b"Some text.\n", 0, Wording("Another", "Some text."), grain=Grain.FILE)
    assert not change.edits
    assert not change.title_kept


@pytest.mark.parametrize(
    ("text", "index", "rest", "how"),
    [
        ("## A\n\n- one\n- two\n", 1, "## A\n\n- one\n- The rule. In full\n", {}),
        ("Some text.\n\n## A\n\nmore\n", 0, "The rule. In full\n\n## A\n\nmore\n", {}),
        ("Some text.\n", 0, "The rule. In full\n", {"grain": Grain.FILE}),
        ("# Old\n\ntext\n", 0, "# The rule. In full\n", {"grain": Grain.FILE}),
        ("---\nglobs: x\n---\n\ntext\n", 0, "---\nglobs: x\n---\n\nThe rule. In full\n", {"grain": Grain.FILE}),
    ],
)
@pytest.mark.parametrize("body", ["", " \n"])
def test_a_title_is_written_where_there_is_no_text(
    text: str, index: int, rest: str, how: dict[str, Grain], body: str
) -> None:
    """A form without a place for a title would otherwise hold nothing of the memory, as a bullet alone does."""
    wording = Wording("The rule. In full", body)
    assert result(text, index, wording, **how) == rest
    assert written(text.encode(), index, wording, **how).title_kept


def test_a_title_with_a_place_of_its_own_is_not_repeated_as_a_text() -> None:
    """The frontmatter holds it, and the file may be empty below; a heading alone is no entry, and is refused."""
    how = {"grain": Grain.FILE, "title_key": "description"}
    assert result("---\ndescription: Old\n---\nx\n", 0, Wording("New", ""), **how) == "---\ndescription: New\n---\n"
    with pytest.raises(WriteBackError) as caught:
        written(b"## A\n\nold\n", 0, Wording("A", ""))
    assert caught.value.reason == "not_representable"


def test_the_frontmatter_changes_by_one_value_alone() -> None:
    """The other lines, odd as they are, stay byte for byte."""
    text = '---\nglobs: *.ts, src/**\ndescription:   "Old one"  \nalwaysApply: false\n---\n\nBody.\n'
    how = {"grain": Grain.FILE, "title_key": "description"}
    new = result(text, 0, Wording("New: with a colon", "Body."), **how)
    assert new == text.replace('"Old one"', '"New: with a colon"')
    assert result(text, 0, Wording("Old one", "Other."), **how) == text.replace("Body.", "Other.")


def test_a_file_with_a_heading_takes_its_title_there() -> None:
    """Without frontmatter, the first heading is the title."""
    assert result("# Old\n\ntext\n", 0, Wording("New", "# Old\n\ntext"), grain=Grain.FILE) == "# New\n\ntext\n"


@UNHURRIED
@given(DOCUMENTS, st.data(), st.sampled_from(["\n", "\r\n"]))
def test_a_rewritten_entry_is_read_back_and_the_rest_is_untouched(text: str, data: st.DataObject, newline: str) -> None:
    """For any file and any text: either it is refused, or it is read back as it was meant and all else is as it was."""
    content = text.replace("\n", newline).encode()
    found = read(content)
    assume(found)
    index = data.draw(st.integers(0, len(found) - 1))
    body = "\n".join(data.draw(st.lists(SAFE, min_size=1, max_size=4)))
    entry = found[index]
    try:
        change = written(content, index, Wording(entry.wording.title, body))
    except WriteBackError as error:
        assert error.reason == "not_representable"  # noqa: PT017 - both outcomes are looked at
        return
    after = change.edits[0].after if change.edits else content
    assert after is not None
    assert after.startswith(content[: len(decoded(PATH, content).text[: entry.start].encode())])
    assert after.endswith(decoded(PATH, content).text[entry.end :].encode())
    again = read(after)
    assert [it.digest for it in again[:index]] == [it.digest for it in found[:index]]
    assert [it.digest for it in again[index + 1 :]] == [it.digest for it in found[index + 1 :]]
    assert change.link.digest == again[index].digest
    assert again[index].wording.body.split() == (body if body.strip() else entry.wording.title).split()


@UNHURRIED
@given(DOCUMENTS, st.data())
def test_an_unchanged_entry_changes_nothing(text: str, data: st.DataObject) -> None:
    """Writing back what was read writes nothing."""
    found = read(text.encode())
    assume(found)
    index = data.draw(st.integers(0, len(found) - 1))
    assert written(text.encode(), index, found[index].wording).edits == ()


@UNHURRIED
@given(DOCUMENTS, st.data(), st.sampled_from(["\n", "\r\n"]))
def test_a_removed_entry_leaves_all_others(text: str, data: st.DataObject, newline: str) -> None:
    """For any file: either it is refused, or exactly one entry is gone."""
    content = text.replace("\n", newline).encode()
    found = read(content)
    assume(found)
    index = data.draw(st.integers(0, len(found) - 1))
    try:
        change = written(content, index, None)
    except WriteBackError as error:
        assert error.reason == "not_representable"  # noqa: PT017 - both outcomes are looked at
        return
    after = change.edits[0].after
    assert after is not None
    assert [it.digest for it in read(after)] == [it.digest for at, it in enumerate(found) if at != index]
    assert change.link.digest == ""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("- **Never** use `eval` here.", "Never use eval here."),
        ("See [the guide](docs/x.md) first", "See the guide first"),
        ("### [ ] 1. x", "1. x"),
        ("snake_case_name and 2*3*4", "snake_case_name and 2*3*4"),
    ],
)
def test_markup_is_read_aloud(line: str, said: str) -> None:
    """A title holds no marks of Markdown, and no name loses its underscores."""
    assert plain(line) == said


def test_long_texts_have_short_titles() -> None:
    """The first sentence, cut at a word where it is long."""
    assert title_of("Use pnpm. Not npm.") == "Use pnpm"
    assert title_of("word " * 40).endswith("word…")
    assert len(title_of("x" * 500)) <= 101
    assert title_of("Do not mix updates, or lockfile\nrewrites into the task. Do not run more.") == (
        "Do not mix updates, or lockfile rewrites into the task"
    )
    assert title_of("Always:\n- one\n- two") == "Always:"
    assert title_of("Run\n```sh\nmake\n```") == "Run"
    assert title_of("日本語の文。次の文。") == "日本語の文。"
