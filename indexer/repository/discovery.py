"""Finds the repository around a path: ordinary, bare, linked worktree, submodule, shallow or partial."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from indexer.errors import GitFailedError, NotARepositoryError, UntrustedRepositoryError
from indexer.repository.git import run_in

_QUESTIONS = (
    "--is-bare-repository",
    "--is-shallow-repository",
    "--show-object-format",
    "--absolute-git-dir",
    "--git-common-dir",
    "--show-cdup",  # last, since it prints nothing where there is no work tree
)
_FEWEST_ANSWERS = len(_QUESTIONS) - 1


@dataclass(frozen=True, slots=True)
class Repository:
    """A git repository as seen from one of its worktrees; all paths are absolute.

    ``index_file`` holds the staged files where it is not git's usual one, as while ``git commit PATH`` calls its hooks.
    """

    git_directory: Path
    common_directory: Path
    work_tree: Path | None
    bare: bool
    shallow: bool
    object_format: str
    index_file: Path | None = None

    @property
    def name(self) -> str:
        """What people call it: the main worktree's directory, or the bare directory without ``.git``."""
        common = self.common_directory
        return common.parent.name if common.name == ".git" else common.name.removesuffix(".git")

    @property
    def index_directory(self) -> Path:
        """Where everything of memtui for this repository lies, shared by its linked worktrees."""
        return self.common_directory / "memtui"

    @property
    def partial(self) -> bool:
        """Whether objects may be missing by design (``git clone --filter``)."""
        packs = self.common_directory / "objects" / "pack"
        return any(packs.glob("*.promisor"))

    @property
    def linked(self) -> bool:
        """Whether this is a linked worktree."""
        return self.git_directory != self.common_directory


def find_repository(path: Path) -> Repository:
    """Return the repository that contains ``path``, which may be a file or any directory inside it.

    Raises NotARepositoryError, UntrustedRepositoryError (owned by someone else), GitMissingError, GitFailedError.
    """
    start = path if path.is_dir() else path.parent
    try:
        bare, shallow, object_format, git_directory, common, *up = _answers(start)
    except GitFailedError as error:
        raise _discovery_error(path, error) from error
    return Repository(
        git_directory=Path(git_directory),
        common_directory=(start / common).resolve(),
        work_tree=(start / up[0]).resolve() if up else _work_tree_of(Path(git_directory), bare=bare == "true"),
        bare=bare == "true",
        shallow=shallow == "true",
        object_format=object_format,
    )


def _answers(start: Path) -> list[str]:
    """Return the answer to each question; the last is left out where git gives none."""
    answers = _lines(run_in(start, "rev-parse", *_QUESTIONS))
    if _FEWEST_ANSWERS <= len(answers) <= len(_QUESTIONS) and Path(answers[3]).is_dir():
        return answers
    # A path with a line feed in it cannot be told from two paths, unless it is all that was asked for.
    apart = [os.fsdecode(run_in(start, "rev-parse", question)) for question in _QUESTIONS]
    return [answer.removesuffix("\n") for answer in apart if answer]


def _lines(output: bytes) -> list[str]:
    # File names need not be UTF-8: the file system's own decoding gives the paths back to it unchanged.
    return os.fsdecode(output).removesuffix("\n").split("\n")


def _work_tree_of(git_directory: Path, *, bare: bool) -> Path | None:
    """Return the work tree of a git directory that one stands in, where hooks may run."""
    pointer = git_directory / "gitdir"
    if bare:
        return None
    if pointer.is_file():  # of a linked worktree: it names the ``.git`` file there
        link = git_directory / os.fsdecode(pointer.read_bytes()).removesuffix("\n")
    elif git_directory.name == ".git":
        link = git_directory
    else:
        return None
    return link.parent.resolve() if link.parent.is_dir() else None


def _discovery_error(path: Path, error: GitFailedError) -> Exception:
    if "dubious ownership" in error.detail or "safe.directory" in error.detail:
        return UntrustedRepositoryError(path)
    if "not a git repository" in error.detail:
        return NotARepositoryError(path)
    return error
