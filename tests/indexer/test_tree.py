"""The files of a tree and what is told of their paths."""

from __future__ import annotations

import posixpath

from hypothesis import given
from hypothesis import strategies as st

from tests.support.trees import file_of, tree_of

PATHS = st.lists(st.text("abc.é ", min_size=1, max_size=6), min_size=1, max_size=5).map("/".join)


@given(PATHS)
def test_a_path_is_divided_at_its_last_slash(path: str) -> None:
    """Name and directory make the path again, as the standard library divides it."""
    file = file_of(path, b"")
    assert (file.directory, file.name) == posixpath.split(path)


@given(st.lists(PATHS, max_size=8))
def test_directories_are_all_those_above_a_file(paths: list[str]) -> None:
    """The root is always one, and every other has one above it that is too."""
    directories = tree_of(dict.fromkeys(paths, "")).directories
    assert "" in directories
    assert {posixpath.dirname(directory) for directory in directories} <= directories
    assert {posixpath.dirname(path) for path in paths} <= directories
    assert all(any(path.startswith(f"{directory}/") for path in paths) for directory in directories - {""})


def test_files_are_known_by_name_and_in_order() -> None:
    """Paths are sorted, and files of one name stand together."""
    tree = tree_of({"b/x.py": "", "a/x.py": "", "a.txt": ""})
    assert list(tree.paths) == ["a.txt", "a/x.py", "b/x.py"]
    assert [file.path for file in tree.by_name["x.py"]] == ["a/x.py", "b/x.py"]
