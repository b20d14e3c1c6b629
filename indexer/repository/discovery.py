"""Finds the repository around a path: ordinary, bare, linked worktree, submodule, shallow or partial."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from indexer.errors import GitFailedError, NotARepositoryError, UntrustedRepositoryError
from indexer.repository.git import run_in

_QUESTIONS = (
    "--absolute-git-dir",
    "--git-common-dir",
    "--is-bare-repository",
    "--is-shallow-repository",
    "--show-object-format",
    "--show-cdup",  # last, since it prints nothing where there is no work tree
)


@dataclass(frozen=True, slots=True)
class Repository:
    """A git repository as seen from one of its worktrees; all paths are absolute."""

    git_directory: Path
    common_directory: Path
    work_tree: Path | None
    bare: bool
    shallow: bool
    object_format: str

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
        answers = run_in(start, "rev-parse", *_QUESTIONS)
    except GitFailedError as error:
        raise _discovery_error(path, error) from error
    git_directory, common, bare, shallow, object_format, *up = answers.decode("utf-8", "surrogateescape").split("\n")
    return Repository(
        git_directory=Path(git_directory),
        common_directory=(start / common).resolve(),
        work_tree=(start / up[0]).resolve() if len(up) > 1 else None,
        bare=bare == "true",
        shallow=shallow == "true",
        object_format=object_format,
    )


def _discovery_error(path: Path, error: GitFailedError) -> Exception:
    if "dubious ownership" in error.detail or "safe.directory" in error.detail:
        return UntrustedRepositoryError(path)
    if "not a git repository" in error.detail:
        return NotARepositoryError(path)
    return error
