"""Which tracked files hold a word: what is staged counts, whatever the work tree and the configuration say."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from indexer import find_repository
from indexer.errors import GitFailedError
from indexer.repository import search_word
from tests.conftest import GitRepository

Make = Callable[..., GitRepository]


def found(path: Path, word: str) -> list[bytes]:
    """Search the repository at ``path``."""
    return list(search_word(find_repository(path), word))


def test_staged_content_is_searched_and_not_the_work_tree(repository: GitRepository) -> None:
    """A staged edit counts before it is committed; an unstaged one and an untracked file do not."""
    repository.commit({"a.py": "old = 1\n", "b.py": "old = 2\n"})
    repository.write({"a.py": "new = 1\n"})
    repository.git("add", "a.py")
    repository.write({"b.py": "new = 2\n", "c.py": "new = 3\n"})
    assert found(repository.path, "new") == [b"a.py"]
    assert found(repository.path, "old") == [b"b.py"]


@pytest.mark.parametrize("name", ["load", "-load", "a.b", "x[0]", "*", "ünder", "\\d"])
def test_a_word_is_taken_literally_and_whole(repository: GitRepository, name: str) -> None:
    """Neither a dash nor the signs of a pattern mean anything, and a longer word is another word."""
    repository.commit({"yes.txt": f"x {name} y\n", "no.txt": "loader preload_load1 aXb d\n"})
    assert found(repository.path, name) == [b"yes.txt"]


@pytest.mark.parametrize("name", ["", "absent", "a\nb", "a\0b", "a\rb", "\ud800"])
def test_what_no_file_can_hold_is_found_nowhere(repository: GitRepository, name: str) -> None:
    """Words that git cannot be asked for give nothing, not an error or all files."""
    repository.commit({"a.txt": "a\nb\n"})
    assert found(repository.path, name) == []


@pytest.mark.skipif(sys.platform != "linux", reason="such names exist only there")
def test_paths_come_as_bytes(repository: GitRepository) -> None:
    """Names with line ends, quotes and bytes that are no UTF-8 come back as git has them."""
    names = [b"caf\xe9.py", b"line\nend.py", b'quo"te.py']
    for name in names:
        Path(bytes(repository.path).decode()).joinpath(name.decode("utf-8", "surrogateescape")).write_text("word\n")
    repository.commit()
    assert found(repository.path, "word") == sorted(names)


def test_a_bare_repository_is_searched_at_head(repository: GitRepository, make_repository: Make) -> None:
    """Without an index HEAD is searched; a path may itself look like a revision."""
    repository.commit({"src/a.py": "word\n", "HEAD:b": "word\n"})
    bare = repository.path.parent / "bare.git"
    repository.git("clone", "--bare", str(repository.path), str(bare))
    assert found(bare, "word") == [b"HEAD:b", b"src/a.py"]
    assert found(make_repository("unborn.git", "--bare").path, "word") == []


def test_configuration_and_attributes_change_nothing(repository: GitRepository, make_repository: Make) -> None:
    """Patterns, colours, submodules and text conversion that a person has set up are left aside."""
    inner = make_repository("inner")
    inner.commit({"c.py": "word\n"})
    repository.git("submodule", "add", str(inner.path), "inner")
    repository.commit({"a.py": "word\n", "b.dat": "word\n", ".gitattributes": "*.dat binary diff=loud\n"})
    for name, value in {
        "grep.patternType": "perl",
        "grep.lineNumber": "true",
        "grep.fullName": "true",
        "color.grep": "always",
        "color.ui": "always",
        "submodule.recurse": "true",
        "diff.loud.textconv": "false",
    }.items():
        repository.git("config", name, value)
    assert found(repository.path, "word") == [b"a.py", b"b.dat"]


def test_a_damaged_index_is_an_error_and_not_an_empty_answer(repository: GitRepository) -> None:
    """Whoever asks must not be told that nothing refers to it."""
    repository.commit({"a.py": "word\n"})
    (repository.path / ".git" / "index").write_bytes(b"nonsense")
    with pytest.raises(GitFailedError):
        found(repository.path, "word")


@pytest.mark.parametrize("options", [["--no-checkout"], ["--bare"]])
def test_a_partial_clone_is_searched_as_far_as_it_goes(repository: GitRepository, options: list[str]) -> None:
    """Contents that were never fetched hold nothing; those that are here are found, without a fetch."""
    repository.commit({"a.py": "word = 1\n", "b.py": "word()\n", "c.py": "words\n"})
    repository.git("config", "uploadpack.allowFilter", "true")
    partial = repository.path.parent / "partial"
    repository.git("clone", "--filter=blob:none", *options, repository.path.as_uri(), str(partial))
    clone = GitRepository(partial)
    if "--bare" not in options:
        clone.git("read-tree", "HEAD")
    assert found(partial, "word") == []
    clone.git("cat-file", "-p", "HEAD:b.py")
    assert found(partial, "word") == [b"b.py"]


def test_a_sparse_checkout_is_searched_whole(repository: GitRepository) -> None:
    """What is tracked counts, whether it is checked out or not."""
    repository.commit({"in/a.py": "word\n", "out/b.py": "word\n"})
    repository.git("sparse-checkout", "set", "in")
    assert not (repository.path / "out").exists()
    assert found(repository.path, "word") == [b"in/a.py", b"out/b.py"]
