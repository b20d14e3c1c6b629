"""Where a hook runs: the git directory, the common one, and what HEAD names; read from files, without git."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

ANCHORS_FILE = "anchors.json"


class Place:
    """A git directory and the one that all worktrees share, both absolute; no dataclass, which costs 20 ms."""

    __slots__ = ("common_directory", "git_directory")

    def __init__(self, git_directory: str, common_directory: str) -> None:
        self.git_directory = git_directory
        self.common_directory = common_directory

    @property
    def own_directory(self) -> str:
        """Where everything of memtui for this repository lies."""
        return own_directory(self.common_directory)


def own_directory(common_directory: str) -> str:
    """Return the directory of memtui in a common git directory."""
    return os.path.join(common_directory, "memtui")


def locate(directory: str, environment: Mapping[str, str]) -> Place | None:
    """Return the repository that git runs a hook for, or the one around a directory; None when there is none.

    What git would say is the same but for repositories that it does not trust; whoever reads one asks git itself.
    """
    given = environment.get("GIT_DIR")
    found = os.path.join(directory, given) if given else _search(directory)
    if not found or not os.path.isdir(found):
        return None
    git_directory = os.path.realpath(found)
    shared = environment.get("GIT_COMMON_DIR")
    common = os.path.join(directory, shared) if shared else _common(git_directory)
    return Place(git_directory, os.path.realpath(common))


def head_of(place: Place) -> str:
    """Return the commit that HEAD names, empty before the first one."""
    content = _first_line(os.path.join(place.git_directory, "HEAD"))
    if not content.startswith("ref: "):
        return content
    name = content.removeprefix("ref: ").strip()
    if name == "refs/heads/.invalid":
        # Branches are kept in tables, which only git can read.
        from memtui.hooks.asking import ask

        return ask(place, ["rev-parse", "--quiet", "--verify", "HEAD"], {})
    return _first_line(os.path.join(place.common_directory, name)) or _packed(place.common_directory, name)


def in_rebase(place: Place) -> bool:
    """Whether a rebase is under way in this worktree, which calls hooks for each commit that it moves."""
    return any(os.path.isdir(os.path.join(place.git_directory, name)) for name in ("rebase-merge", "rebase-apply"))


def _search(directory: str) -> str:
    while True:
        entry = os.path.join(directory, ".git")
        if os.path.isdir(entry):
            return entry
        pointer = _first_line(entry)
        if pointer.startswith("gitdir: "):
            return os.path.join(directory, pointer.removeprefix("gitdir: "))
        # A bare repository is its own git directory.
        if os.path.isfile(os.path.join(directory, "HEAD")) and os.path.isdir(os.path.join(directory, "objects")):
            return directory
        above = os.path.dirname(directory)
        if above == directory:
            return ""
        directory = above


def _common(git_directory: str) -> str:
    pointer = _first_line(os.path.join(git_directory, "commondir"))
    return os.path.join(git_directory, pointer) if pointer else git_directory


def _packed(common_directory: str, name: str) -> str:
    ending = b" " + os.fsencode(name) + b"\n"
    try:
        with open(os.path.join(common_directory, "packed-refs"), "rb") as lines:
            return next((line.split(b" ", 1)[0].decode() for line in lines if line.endswith(ending)), "")
    except OSError:
        return ""


def _first_line(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return os.fsdecode(file.readline()).rstrip("\r\n")
    except OSError:
        return ""
