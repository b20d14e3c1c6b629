"""Files that no parser likes: the run ends, the report names each, and every other file is indexed."""

from __future__ import annotations

import random
from collections.abc import Callable

from indexer.facts import Outcome
from tests.conftest import GitRepository
from tests.support.refreshing import index_of, refreshed

Make = Callable[..., GitRepository]

LONG_NAME = "/".join(["directory_with_a_long_name"] * 11) + "/module.py"


def test_every_hard_file_is_named_and_the_good_one_is_indexed(repository: GitRepository, make_repository: Make) -> None:
    """One run over all of them at once; what could be read is, and what could not has its reason."""
    inner = make_repository("inner")
    inner.commit({"a.py": "x = 1\n"})
    noise = random.Random(7).randbytes(300_000)
    repository.write(
        {
            "good.py": "def good(): ...\n",
            "noise.py": noise,
            "nested.py": "x = " + "(" * 200_000 + ")" * 200_000 + "\n",
            "bundle.js": "var a=" + "f(1)+" * 800_000 + "0;",
            "quadratic.js": "f(\n" * 3_000 + ")\n" * 3_000,
            "many.py": "".join(f"def function_{number}(): ...\n" for number in range(40_000)),
            "wide.cs": "\ufeffclass Wide { void Method() {} }\n".encode("utf-16-le"),
            "nul.py": b"x = 1\n\0\n",
            "pointer.py": b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
            LONG_NAME: "def far(): ...\n",
        }
    )
    (repository.path / "loop.py").symlink_to("other.py")
    (repository.path / "other.py").symlink_to("loop.py")
    repository.git("submodule", "add", str(inner.path), "inner")
    repository.commit(message="Everything hard")
    refreshed(repository.path)
    files = {file.path: file for file in index_of(repository.path).files()}
    outcomes = {path: file.outcome for path, file in files.items()}
    assert files["good.py"].symbols == files[LONG_NAME].symbols == 1
    assert files["many.py"].symbols == 40_000
    assert {files["wide.cs"].outcome, outcomes["quadratic.js"]} <= {Outcome.PARSED, Outcome.PARTIAL}
    assert outcomes["bundle.js"] == Outcome.TOO_LARGE
    assert (outcomes["noise.py"], outcomes["nul.py"]) == (Outcome.BINARY, Outcome.BINARY)
    assert outcomes["pointer.py"] == Outcome.LFS_POINTER
    assert outcomes["loop.py"] == outcomes["other.py"] == Outcome.SYMLINK
    assert outcomes["inner"] == Outcome.SUBMODULE
    assert len(files) == 14


def test_a_sparse_checkout_is_indexed_whole(repository: GitRepository) -> None:
    """What the work tree leaves out is still tracked, and its content lies in the object store."""
    repository.commit({"kept/a.py": "def a(): ...\n", "left/b.py": "def b(): ...\n"})
    repository.git("sparse-checkout", "set", "kept")
    assert not (repository.path / "left").exists()
    assert refreshed(repository.path).parsed == 2


def test_a_file_that_git_stores_under_two_names_is_parsed_once(repository: GitRepository) -> None:
    """Facts belong to content; both paths have them."""
    repository.commit({"a.py": "def same(): ...\n", "b.py": "def same(): ...\n"})
    refreshed(repository.path)
    assert [file.symbols for file in index_of(repository.path).files()] == [1, 1]
