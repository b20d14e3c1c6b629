"""Where HEAD points, the tags, the root commits and the addresses a repository is known by."""

from __future__ import annotations

from dataclasses import dataclass

from indexer.errors import GitFailedError
from indexer.repository.discovery import Repository
from indexer.repository.git import run_git


@dataclass(frozen=True, slots=True)
class Head:
    """``oid`` is empty before the first commit, ``branch`` is empty when HEAD is detached."""

    oid: str
    branch: str


def read_head(repository: Repository) -> Head:
    """Return the commit and the branch that HEAD stands at."""
    try:
        oid, name = _lines(run_git(repository, "rev-parse", "HEAD", "--symbolic-full-name", "HEAD"))
    except GitFailedError:
        return Head("", _unborn_branch(repository))
    return Head(oid, name.removeprefix("refs/heads/") if name != "HEAD" else "")


def _unborn_branch(repository: Repository) -> str:
    try:
        return run_git(repository, "symbolic-ref", "--short", "HEAD").decode(errors="replace").strip()
    except GitFailedError:
        return ""


def read_commit_time(repository: Repository, oid: str) -> int:
    """Return when a commit was made, in seconds since the epoch; 0 when it is unknown here."""
    try:
        return int(run_git(repository, "show", "--no-patch", "--no-notes", "--format=%ct", f"{oid}^{{commit}}"))
    except GitFailedError:
        return 0


def read_tags(repository: Repository) -> tuple[tuple[str, str], ...]:
    """Return every tag with the commit it points at, annotated tags peeled, ordered by name."""
    pattern = "%(objecttype) %(objectname) %(*objecttype) %(*objectname) %(refname:lstrip=2)"
    tags = []
    for line in _lines(run_git(repository, "for-each-ref", f"--format={pattern}", "refs/tags")):
        kind, oid, peeled_kind, peeled, name = line.split(" ", 4)
        if kind == "commit" or peeled_kind == "commit":
            tags.append((name, peeled or oid))
    return tuple(sorted(tags))


def read_roots(repository: Repository) -> tuple[str, ...]:
    """Return the commits without parents that HEAD descends from, sorted; empty before the first commit."""
    try:
        return tuple(sorted(_lines(run_git(repository, "rev-list", "--max-parents=0", "HEAD"))))
    except GitFailedError:
        return ()


def read_remotes(repository: Repository) -> tuple[str, ...]:
    """Return the addresses of all remotes, sorted."""
    try:
        output = run_git(repository, "config", "--get-regexp", r"^remote\..*\.url$")
    except GitFailedError:
        return ()
    return tuple(sorted({line.partition(" ")[2] for line in _lines(output)}))


def read_shallow_boundary(repository: Repository) -> frozenset[str]:
    """Return the commits whose parents a shallow clone lacks."""
    try:
        return frozenset((repository.common_directory / "shallow").read_text().split())
    except FileNotFoundError:
        return frozenset()


def is_ancestor(repository: Repository, older: str, newer: str) -> bool:
    """Whether ``newer`` descends from ``older``; False when either is unknown here."""
    try:
        run_git(repository, "merge-base", "--is-ancestor", older, newer)
    except GitFailedError:
        return False
    return True


def has_commit(repository: Repository, oid: str) -> bool:
    """Whether the object store holds the commit."""
    try:
        run_git(repository, "cat-file", "-e", f"{oid}^{{commit}}")
    except GitFailedError:
        return False
    return True


def _lines(output: bytes) -> list[str]:
    return output.decode("utf-8", errors="replace").splitlines()
