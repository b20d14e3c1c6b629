"""Files of others are read with care: never through a link that leads out, never too much, never with loss."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.memory.errors import UnreadableFileError
from memtui.sources.stores.documents import decoded, is_direct, read_document
from tests.support.unhurried import UNHURRIED


def rule_of(path: Path, base: Path, limit: int = 1000) -> str:
    """Return why a file is not read."""
    with pytest.raises(UnreadableFileError) as caught:
        read_document(path, base, limit)
    return caught.value.rule


def test_a_link_that_leads_out_is_not_followed(tmp_path: Path) -> None:
    """A repository cannot make memtui read the user's keys."""
    base, secret = tmp_path / "repo", tmp_path / "id_rsa"
    base.mkdir()
    secret.write_text("key")
    (base / "CLAUDE.md").symlink_to(secret)
    (base / "linked").symlink_to(tmp_path)
    assert rule_of(base / "CLAUDE.md", base) == "symlink"
    assert rule_of(base / "linked" / "id_rsa", base) == "symlink"


def test_a_link_within_is_read_and_known_as_one(tmp_path: Path) -> None:
    """Many projects link CLAUDE.md to AGENTS.md."""
    (tmp_path / "AGENTS.md").write_text("- rule\n")
    (tmp_path / "CLAUDE.md").symlink_to("AGENTS.md")
    assert read_document(tmp_path / "CLAUDE.md", tmp_path).text == "- rule\n"
    assert not is_direct(tmp_path / "CLAUDE.md", tmp_path)
    assert is_direct(tmp_path / "AGENTS.md", tmp_path)


def test_what_is_no_small_text_is_refused(tmp_path: Path) -> None:
    """Large files, directories, pipes, pictures and other encodings are told, each by its rule."""
    (tmp_path / "large").write_text("x" * 1001)
    (tmp_path / "directory").mkdir()
    (tmp_path / "latin").write_bytes(b"caf\xe9")
    (tmp_path / "binary").write_bytes(b"a\0b")
    os.mkfifo(tmp_path / "pipe")
    rules = {name: rule_of(tmp_path / name, tmp_path) for name in ("large", "latin", "binary", "pipe", "missing")}
    assert rules == {
        "large": "too_large",
        "latin": "undecodable",
        "binary": "undecodable",
        "pipe": "not_a_file",
        "missing": "unreadable",
    }
    assert rule_of(tmp_path / "directory", tmp_path) in {"not_a_file", "unreadable"}


@UNHURRIED
@given(st.binary(max_size=200))
def test_what_is_read_can_be_written_as_it_was(data: bytes) -> None:
    """For any bytes: either they are refused, or their text gives exactly these bytes again."""
    try:
        document = decoded(Path("x"), data)
    except UnreadableFileError:
        return
    assert document.encode(document.text) == data
