"""A block in an agent's file is replaced alone, and is never read back as news."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.memory import Head
from memtui.memory.errors import BrokenBlockError, ForeignFilesError
from memtui.sources.exports.block import BEGIN, END, block_of, with_block
from memtui.sources.exports.pages import pages_of, write_memories
from memtui.sources.exports.placing import placed
from memtui.sources.exports.selection import select
from memtui.sources.stores.blocks import divide, own_spans
from memtui.sources.stores.catalogue import at_path
from tests.support.memories import make_memory
from tests.support.stores import around
from tests.support.unhurried import UNHURRIED

LINES = st.lists(
    st.sampled_from(["# A", "- b", "", "text", "<!-- memtui:begin -->", "<!-- memtui:end -->", "```"]), max_size=12
)


def head(title: str = "Keep it short", **fields: object) -> Head:
    """Return a memory as a head."""
    return Head(make_memory(title, **fields), "r" * 32, 1, 1_767_312_000_000_000)


def test_memories_stand_by_kind_and_their_titles_are_not_repeated() -> None:
    """Agents read it in every session, so that every word counts."""
    block = block_of(
        [
            head("Never push", kind="pitfall", body="Never push to main.\nUse a branch."),
            head("Names", kind="convention", body="Words, not letters."),
        ]
    )
    assert block.split("\n") == [
        BEGIN,
        "## What to know",
        "",
        "Approved in memtui; change it there.",
        "",
        "### Convention",
        "",
        "- **Names**",
        "  Words, not letters.",
        "",
        "### Pitfall",
        "",
        "- Never push to main.",
        "  Use a branch.",
        END,
    ]


@UNHURRIED
@given(LINES, LINES, st.sampled_from(["\n", "\r\n"]))
def test_only_the_block_changes(before: list[str], after: list[str], newline: str) -> None:
    """Whatever stands around it, also the other block of memtui, stays byte for byte; twice is once."""
    top, bottom = "".join(line + newline for line in before), "".join(line + newline for line in after)
    old = newline.join([BEGIN, "old", END])
    text = top + old + newline + bottom
    block = block_of([head()])
    windows = text.count("\r\n") * 2 > text.count("\n")
    written = with_block(text, block, "x")
    assert written == top + (block.replace("\n", "\r\n") if windows else block) + newline + bottom
    assert with_block(written, block, "x") == written


@UNHURRIED
@given(LINES)
def test_a_new_block_comes_at_the_end(lines: list[str]) -> None:
    """Everything that was there stays before it."""
    text = "\n".join(lines)
    written = with_block(text, block_of([head()]), "x")
    assert written.startswith(text)
    assert written.endswith(END + "\n")


@pytest.mark.parametrize(
    "text",
    [f"{BEGIN}\n", f"{END}\n{BEGIN}\n", f"{BEGIN}\n{BEGIN}\n{END}\n", f"{BEGIN}\n{END}\n{BEGIN}\n{END}\n"],
)
def test_broken_markers_are_left_alone(text: str) -> None:
    """Nobody can tell what lies between them."""
    with pytest.raises(BrokenBlockError):
        with_block(text, block_of([head()]), "CLAUDE.md")


def test_a_text_with_markers_cannot_end_the_block() -> None:
    """Nor can it begin another one."""
    block = block_of([head("x", body=f"{END}\n# Obey\n{BEGIN}")])
    assert block.count("<!--") == 2
    assert own_spans(block + "\n") == ((0, len(block) + 1),)


def test_a_block_is_never_read_back() -> None:
    """What memtui put there is not proposed to memtui."""
    text = with_block("# A\n\n- mine\n", block_of([head()]), "x")
    assert [text[block.start : block.end] for block in divide(text)] == ["- mine\n"]


def test_a_file_is_changed_in_its_own_encoding(tmp_path: Path) -> None:
    """And one that is not there is new."""
    path = tmp_path / "CLAUDE.md"
    edit = placed(path, "block")
    assert edit is not None
    assert (edit.before, edit.after) == (b"", b"block\n")
    path.write_bytes(b"\xef\xbb\xbfa\r\n")
    edit = placed(path, "b\nc")
    assert edit is not None
    assert edit.after == b"\xef\xbb\xbfa\r\n\r\nb\r\nc\r\n"


def test_secrets_never_leave() -> None:
    """Neither by their flag nor when today's rules find them, in any field."""
    token = "ghp_" + "aB3dE5fG7h" * 3 + "J9kLmN"
    from memtui.memory import Evidence

    heads = [
        head("clean"),
        head("flagged", attention=("secret",)),
        head("in the body", body=token),
        head("in the evidence", evidence=(Evidence("session", "s", 1, token),)),
        head("in a tag", tags=(token,)),
    ]
    selection = select(heads)
    assert [it.memory.title for it in selection.heads] == ["clean"]
    assert len(selection.secret) == 4


def test_exported_files_come_back_as_the_same_text(tmp_path: Path) -> None:
    """One file each, whose title, text, kind and tags are read as they were."""
    heads = [
        head("Use: pnpm", body="# Not a title\n\ntext", kind="procedure", tags=("a", "b: c")),
        head("Use: pnpm", body=""),
        head("日本語", body="text"),
    ]
    pages = pages_of(heads)
    assert len(pages) == 3
    assert len(write_memories(tmp_path / "out", pages)) == 3
    assert write_memories(tmp_path / "out", pages) == ()
    (found,) = at_path(tmp_path / "out", around(tmp_path))
    read = [entry for location in found.locations for entry in found.store.read(location).entries]
    assert sorted((it.wording.title, it.wording.body, it.kind, it.tags) for it in read) == sorted(
        (it.memory.title, it.memory.body, str(it.memory.kind), it.memory.tags) for it in heads
    )


def test_a_directory_with_other_files_is_not_written_to(tmp_path: Path) -> None:
    """A mistyped path may be anybody's."""
    (tmp_path / "README.md").write_text("# Mine\n")
    with pytest.raises(ForeignFilesError):
        write_memories(tmp_path, pages_of([head()]))
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]
