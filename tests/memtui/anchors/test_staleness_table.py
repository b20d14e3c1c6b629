"""What each thing that people do with git means for anchored code, here and in clones that never saw it before."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from indexer import find_repository
from memtui.anchors.culprits import with_commits
from memtui.anchors.ground import Ground
from memtui.anchors.judging import judge
from tests.conftest import GitRepository
from tests.support.anchoring import LOCK, anchor, clones_of, reports_at, verdicts_at

Deed = Callable[[GitRepository], object]

FRESH = ("fresh", False)
MOVED = ("moved", False)
CHANGED = ("changed", True)
TOUCHED = ("changed", False)
GONE = ("gone", True)
PATH = "src/lock.py"
OTHER = "def other() -> int:\n    return 1\n"


def begin(repository: GitRepository) -> GitRepository:
    """Commit a lock and something beside it."""
    repository.commit({PATH: LOCK, "src/other.py": OTHER, "README.md": "# Locks\n\nA lock.\n"}, "Begin", day=1)
    return repository


def edit(old: str, new: str, path: str = PATH) -> Deed:
    """Return a deed that replaces a text in the lock and commits it."""

    def do(repository: GitRepository) -> None:
        content = (repository.path / path).read_text()
        assert old in content
        repository.commit({path: content.replace(old, new)}, "Edit", day=3)

    return do


def nothing(_: GitRepository) -> None:
    """Do nothing but be cloned."""


def check_out_and_back(repository: GitRepository) -> None:
    """Change the code on a branch and leave it there."""
    repository.git("checkout", "-q", "-b", "side")
    edit("timeout * 100", "timeout * 7")(repository)
    repository.git("checkout", "-q", "main")


def stash(repository: GitRepository) -> None:
    """Begin a change, stage it, and put it aside."""
    repository.write({PATH: LOCK.replace("timeout * 100", "timeout * 7")})
    repository.git("add", "--all")
    repository.git("stash", "-q")


def stage(repository: GitRepository) -> None:
    """Stage a change that no commit has."""
    repository.write({PATH: LOCK.replace("timeout * 100", "timeout * 7")})
    repository.git("add", "--all")


def rebase(repository: GitRepository) -> None:
    """Put a commit about something else behind another one."""
    repository.git("checkout", "-q", "-b", "side")
    repository.commit({"src/more.py": OTHER}, "More", day=3)
    repository.git("checkout", "-q", "main")
    repository.commit({"README.md": "# Locks\n"}, "Shorten", day=4)
    repository.git("checkout", "-q", "side")
    repository.git("rebase", "-q", "main")


def touch(repository: GitRepository) -> None:
    """Give files another time."""
    for path in (repository.path / "src").iterdir():
        os.utime(path, (1, 1))
    repository.git("commit", "-q", "--allow-empty", "-m", "Nothing")


def renormalise(repository: GitRepository) -> None:
    """Let all lines end as they do on Windows."""
    repository.commit({PATH: LOCK.replace("\n", "\r\n"), ".gitattributes": "* -text\n"}, "End lines", day=3)


def reformat(repository: GitRepository) -> None:
    """Lay the code out as a formatter does, with other quotes and trailing commas."""
    laid_out = LOCK.replace(
        "    def acquire(self, timeout: float) -> bool:",
        "    def acquire(\n        self,\n        timeout: float,\n    ) -> bool:",
    ).replace('"released"', "'released'")
    repository.commit({PATH: laid_out}, "Format", day=3)


def rename_file(repository: GitRepository) -> None:
    """Move the file as it is."""
    (repository.path / "lib").mkdir()
    repository.git("mv", PATH, "lib/locking.py")
    repository.commit({}, "Rename", day=3)


def rename_and_comment(repository: GitRepository) -> None:
    """Move the file, and say more about it at once."""
    repository.git("rm", "-q", PATH)
    repository.commit({"lib/lock.py": LOCK.replace("# Polling", "# Polling every ten milliseconds")}, "Rename", day=3)


def move_class(repository: GitRepository) -> None:
    """Move a class, with all it holds, into a file of its own."""
    start, end = LOCK.index("class Lock"), LOCK.index("def describe")
    files = {PATH: "from held import Lock\n\n\n" + LOCK[end:], "src/held.py": "import os\n\n\n" + LOCK[start:end]}
    repository.commit(files, "Move", day=3)


def delete_method(repository: GitRepository) -> None:
    """Remove one function."""
    start, end = LOCK.index("    def acquire"), LOCK.index("    def release")
    repository.commit({PATH: LOCK[:start] + LOCK[end:]}, "Delete", day=3)


def delete_file(repository: GitRepository) -> None:
    """Remove the file."""
    repository.git("rm", "-q", PATH)
    repository.commit({}, "Delete", day=3)


def revert(repository: GitRepository) -> None:
    """Change the code and take it back."""
    edit("timeout * 100", "timeout * 7")(repository)
    repository.git("revert", "--no-edit", "HEAD")


# What is done, and what it means for `Lock.acquire`, for the class `Lock`, and for the whole file.
TABLE: dict[str, tuple[Deed, tuple[str, bool], tuple[str, bool], tuple[str, bool]]] = {
    "clone": (nothing, FRESH, FRESH, FRESH),
    "check out and back": (check_out_and_back, FRESH, FRESH, FRESH),
    "stash": (stash, FRESH, FRESH, FRESH),
    "stage": (stage, FRESH, FRESH, FRESH),
    "rebase": (rebase, FRESH, FRESH, FRESH),
    "touch": (touch, FRESH, FRESH, FRESH),
    "end lines as on Windows": (renormalise, FRESH, FRESH, FRESH),
    "format": (reformat, FRESH, FRESH, FRESH),
    "change a comment": (edit("# Polling is", "# Sleeping is"), FRESH, FRESH, FRESH),
    "change a documentation string": (edit("Wait for the lock.", "Wait long."), FRESH, FRESH, FRESH),
    "change and revert": (revert, FRESH, FRESH, FRESH),
    "rename the file": (rename_file, MOVED, MOVED, MOVED),
    "rename the file and change a comment": (rename_and_comment, MOVED, MOVED, MOVED),
    "move the class to another file": (move_class, MOVED, MOVED, CHANGED),
    "rename the function": (edit("acquire", "take"), MOVED, TOUCHED, TOUCHED),
    "rename the class": (edit("Lock", "Mutex"), MOVED, MOVED, TOUCHED),
    "change the body": (edit("timeout * 100", "timeout * 7"), CHANGED, TOUCHED, TOUCHED),
    "move a statement out of its block": (
        edit("                return True\n", "                pass\n            return True\n"),
        CHANGED,
        TOUCHED,
        TOUCHED,
    ),
    "change another function": (edit('"released"', '"free"'), FRESH, TOUCHED, TOUCHED),
    "delete the function": (delete_method, GONE, CHANGED, CHANGED),
    "delete the file": (delete_file, GONE, GONE, GONE),
}


@pytest.mark.parametrize("what", TABLE)
def test_what_people_do_has_one_verdict_everywhere(repository: GitRepository, what: str) -> None:
    """The verdict is as the table says, and the same in a fresh clone and in one without any former commit."""
    deed, *expected = TABLE[what]
    begin(repository)
    anchors = [anchor(repository, PATH, "Lock.acquire"), anchor(repository, PATH, "Lock"), anchor(repository, PATH)]
    deed(repository)
    assert verdicts_at(repository.path, *anchors) == expected
    here = reports_at(repository.path, *anchors)
    for clone in clones_of(repository):
        assert reports_at(clone, *anchors) == here, clone


def test_moved_code_is_found_where_it_is(repository: GitRepository) -> None:
    """The report names the new path or symbol, as the anchor is to be written from then on."""
    begin(repository)
    method, whole = anchor(repository, PATH, "Lock.acquire"), anchor(repository, PATH)
    rename_file(repository)
    moved = [anchor(repository, "lib/locking.py", "Lock.acquire"), anchor(repository, "lib/locking.py")]
    assert [report.moved_to for report in reports_at(repository.path, method, whole)] == moved
    edit("acquire", "take", "lib/locking.py")(repository)
    [report] = reports_at(repository.path, moved[0])
    assert report.moved_to == anchor(repository, "lib/locking.py", "Lock.take")


def test_what_says_little_is_not_taken_for_what_went(repository: GitRepository) -> None:
    """Two short functions that say the same are two functions; the one that is gone did not become the other."""
    short = "def {0}(self) -> int:\n    return self._count + 1\n\n\n"
    long = "".join(f"    total += item[{number}] * weight\n" for number in range(5))
    body = f"def {{0}}(item, weight):\n    total = 0\n{long}    return total\n"
    repository.commit({"a.py": short.format("gone") + body.format("weigh"), "b.py": short.format("stays")}, day=1)
    noted = [anchor(repository, "a.py", "gone"), anchor(repository, "a.py", "weigh")]
    repository.commit({"a.py": short.format("new") + "class Scale:\n" + _indented(body.format("weigh_all"))}, day=2)
    assert verdicts_at(repository.path, *noted) == [GONE, MOVED]


def _indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


@pytest.mark.parametrize(
    ("what", "subject"), [("change the body", "Edit"), ("delete the function", "Delete"), ("delete the file", "Delete")]
)
def test_the_commit_that_made_it_so_is_named(repository: GitRepository, what: str, subject: str) -> None:
    """Commits before and after it, also of the same file, are not blamed; a clone without history blames none."""
    begin(repository)
    noted = anchor(repository, PATH, "Lock.acquire")
    edit("# Polling is", "# Sleeping is")(repository)
    repository.commit({PATH: LOCK}, "Restore the comment", day=4)
    TABLE[what][0](repository)
    culprit = repository.git("rev-parse", "HEAD")
    if what == "change the body":
        edit("# Polling is", "# Waiting is")(repository)
    repository.commit({"README.md": "Later.\n"}, "Later", day=9)
    for path in (repository.path, clones_of(repository)[0]):
        ground = Ground(find_repository(path))
        [report] = with_commits(ground, judge(ground, [noted]))
        assert (report.commit, report.subject) == (culprit, subject)
    shallow = Ground(find_repository(repository.path.parent / f"{repository.path.name}-shallow"))
    [report] = with_commits(shallow, judge(shallow, [noted]))
    assert report.commit == ""
