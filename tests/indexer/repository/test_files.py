"""What git tracks, as bytes with a display form."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

import pytest

from indexer.repository import SUBMODULE, SYMLINK, find_repository, parse_listing, read_listing
from tests.conftest import GitRepository

Make = Callable[..., GitRepository]


def tracked(repository: GitRepository) -> dict[str, str]:
    """Return mode by path."""
    found = find_repository(repository.path)
    return {file.path: file.mode for file in parse_listing(found, read_listing(found))}


def test_staged_content_is_listed_and_untracked_content_is_not(repository: GitRepository) -> None:
    """The git index decides, not the work tree."""
    repository.write({"staged.py": "a = 1\n", "untracked.py": ""})
    repository.git("add", "staged.py")
    repository.write({"staged.py": "changed after staging\n"})
    found = find_repository(repository.path)
    (file,) = parse_listing(found, read_listing(found))
    assert file.path == "staged.py"
    assert file.blob == repository.git("rev-parse", ":staged.py")


def test_modes_tell_executables_links_and_submodules(repository: GitRepository, make_repository: Make) -> None:
    """Each entry keeps git's mode."""
    inner = make_repository("inner")
    inner.commit({"a.py": ""})
    repository.write({"run": "#!/bin/sh\n"})
    (repository.path / "run").chmod(0o755)
    (repository.path / "link").symlink_to("run")
    repository.git("submodule", "add", str(inner.path), "inner")
    repository.git("add", "--all")
    assert tracked(repository) == {
        ".gitmodules": "100644",
        "inner": SUBMODULE,
        "link": SYMLINK,
        "run": "100755",
    }


def test_names_that_are_not_utf8_keep_their_bytes_and_get_a_display_form(repository: GitRepository) -> None:
    """A Latin-1 name is shown with an escape, and names in any script as they are."""
    raw = b"caf\xe9.py"
    blob = repository.git("hash-object", "-w", "--stdin")
    entries = b"100644 " + blob.encode() + b"\t" + raw + b"\0" + b"100644 " + blob.encode() + "\t日本.py\0".encode()
    subprocess.run(["git", "update-index", "-z", "--index-info"], cwd=repository.path, input=entries, check=True)
    found = find_repository(repository.path)
    files = {file.raw: file.path for file in parse_listing(found, read_listing(found))}
    assert files == {raw: "caf\\xe9.py", "日本.py".encode(): "日本.py"}


def test_a_bare_repository_lists_head_and_an_unborn_one_nothing(make_repository: Make) -> None:
    """Without an index, HEAD's tree is what is tracked."""
    source = make_repository("source")
    source.commit({"a.py": "x = 1\n", "b/c.py": ""})
    bare = make_repository("bare.git", "--bare")
    assert tracked(bare) == {}
    source.git("push", str(bare.path), "main")
    assert tracked(bare) == {"a.py": "100644", "b/c.py": "100644"}


def test_a_path_in_conflict_is_listed_once_with_our_side(repository: GitRepository) -> None:
    """During a merge, stage 2 stands for the path."""
    repository.commit({"a.py": "base\n"})
    repository.git("checkout", "-b", "theirs")
    repository.commit({"a.py": "theirs\n"})
    repository.git("checkout", "main")
    repository.commit({"a.py": "ours\n"})
    ours = repository.git("rev-parse", "HEAD:a.py")
    with pytest.raises(subprocess.CalledProcessError):
        repository.git("merge", "theirs")
    found = find_repository(repository.path)
    (file,) = parse_listing(found, read_listing(found))
    assert file.blob == ours
