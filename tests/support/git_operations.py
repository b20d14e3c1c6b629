"""What people do with git, as steps that a property test can draw in any order."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Callable
from dataclasses import dataclass

from tests.conftest import GitRepository

CONTENTS = (
    "def one():\n    return 1\n",
    "import two\n\n\ndef three():\n    return two.two()\n",
    '"""A module."""\nfrom one import one\n\n\nclass Big:\n    def method(self): ...\n',
    "",
    "if __name__ == '__main__':\n    print('hello')\n",
)


@dataclass(frozen=True, slots=True)
class Step:
    """One operation, with the numbers that choose among files, contents and branches."""

    name: str
    first: int
    second: int


class Driver:
    """Carries steps out on a repository; a step that git refuses leaves the repository usable and counts as done."""

    def __init__(self, repository: GitRepository) -> None:
        self.repository = repository
        self.day = 3

    def take(self, step: Step) -> None:
        """Carry one step out."""
        operation: Callable[[int, int], None] = getattr(self, step.name)
        with contextlib.suppress(subprocess.CalledProcessError):
            operation(step.first, step.second)
        self._leave_no_operation_open()

    def edit(self, first: int, second: int) -> None:
        """Add or change a file and commit it."""
        self._commit({f"{'one two three four'.split()[first % 4]}.py": CONTENTS[second % len(CONTENTS)]})

    def add_elsewhere(self, first: int, second: int) -> None:
        """Add a file in another language, in a directory."""
        files = {
            f"web/page{first % 3}.js": "import x from './lib';\n",
            "web/lib.js": f"export default {second};\n",
            "Makefile": f"test{second % 3}:\n\techo\n",
        }
        self._commit(dict([sorted(files.items())[first % 3]]))

    def rename(self, first: int, second: int) -> None:
        """Move a file."""
        self._git("mv", "-k", self._tracked(first), f"moved{second % 3}.py")
        self._commit({})

    def change_case(self, first: int, _second: int) -> None:
        """Rename a file in nothing but letter case."""
        path = self._tracked(first)
        self._git("mv", path, path.swapcase())
        self._commit({})

    def delete(self, first: int, _second: int) -> None:
        """Remove a file."""
        self._git("rm", "--quiet", "-f", self._tracked(first))
        self._commit({})

    def stage_partly(self, first: int, second: int) -> None:
        """Stage one content and leave another one in the work tree."""
        path = self._tracked(first)
        # A submodule is tracked, too, and is a directory.
        if (self.repository.path / path).is_dir():
            return
        self.repository.write({path: CONTENTS[second % len(CONTENTS)]})
        self._git("add", path)
        self.repository.write({path: "def unstaged(): ...\n"})

    def switch_branch(self, first: int, _second: int) -> None:
        """Go to a branch, creating it here if need be."""
        name = f"branch{first % 2}"
        self._git("stash", "--quiet")
        exists = self._git("branch", "--list", name)
        self._git("checkout", "--quiet", *([] if exists else ["-b"]), name)

    def merge(self, first: int, _second: int) -> None:
        """Merge a branch, in favour of ours where both changed."""
        self._git("merge", "--quiet", "-X", "ours", "-m", "Merge", f"branch{first % 2}")

    def rebase(self, first: int, _second: int) -> None:
        """Rebase onto a branch."""
        self._git("stash", "--quiet")
        self._git("rebase", "--quiet", "-X", "theirs", f"branch{first % 2}")

    def revert(self, _first: int, _second: int) -> None:
        """Take the last commit back."""
        self._git("revert", "--no-edit", "HEAD")

    def amend(self, _first: int, second: int) -> None:
        """Say the last commit in other words."""
        self._git("commit", "--quiet", "--amend", "-m", f"Amended {second}")

    def commit_in_worktree(self, first: int, second: int) -> None:
        """Commit in a linked worktree, whose branch is then merged here."""
        path = self.repository.path.parent / f"linked{first % 2}"
        if not path.exists():
            self._git("worktree", "add", "--quiet", "-b", f"linked{first % 2}", str(path))
        linked = GitRepository(path)
        linked.commit({f"linked{second % 3}.py": CONTENTS[second % len(CONTENTS)]}, "From the other tree", day=self.day)
        self._git("merge", "--quiet", "-X", "ours", "-m", "Merge the other tree", f"linked{first % 2}")

    def add_submodule(self, first: int, _second: int) -> None:
        """Tie in another repository."""
        inner = GitRepository(self.repository.path.parent / "inner")
        if not inner.path.exists():
            inner.path.mkdir()
            inner.git("init", "--quiet")
            inner.commit({"inner.py": CONTENTS[0]})
        self._git("submodule", "--quiet", "add", "--force", str(inner.path), f"libs/inner{first % 2}")
        self._commit({})

    def tag(self, first: int, _second: int) -> None:
        """Release what is there."""
        self._git("tag", "-f", f"v{first % 3}")

    def _commit(self, files: dict[str, str | bytes]) -> None:
        self.day = min(self.day + 1, 28)
        self.repository.commit(files, f"Step of day {self.day}", day=self.day)

    def _tracked(self, number: int) -> str:
        paths = self._git("ls-files").splitlines()
        return paths[number % len(paths)] if paths else "nothing.py"

    def _git(self, *arguments: str) -> str:
        return self.repository.git(*arguments)

    def _leave_no_operation_open(self) -> None:
        for operation in ("merge", "rebase", "revert"):
            with contextlib.suppress(subprocess.CalledProcessError):
                self._git(operation, "--abort")


OPERATIONS = tuple(name for name in vars(Driver) if not name.startswith("_") and name != "take")
