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
    # One process for both, since a start of git is most of what the question costs.
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
    """Return every tag with the commit it points at, annotated tags peeled, ordered by name.

    Tags of other things, and those whose object is absent, are left out.
    """
    pattern = "%(objecttype) %(objectname) %(*objecttype) %(*objectname) %(refname:lstrip=2)"
    try:
        lines = _lines(run_git(repository, "for-each-ref", f"--format={pattern}", "refs/tags"))
    except GitFailedError:
        return _readable_tags(repository)
    tags = []
    for line in lines:
        kind, oid, peeled_kind, peeled, name = line.split(" ", 4)
        if kind == "commit" or peeled_kind == "commit":
            tags.append((name, peeled or oid))
    return tuple(sorted(tags))


def _readable_tags(repository: Repository) -> tuple[tuple[str, str], ...]:
    """Return the tags one by one peeled; ``for-each-ref`` gives none at all when it cannot read the object of one."""
    lines = _lines(run_git(repository, "for-each-ref", "--format=%(objectname) %(refname:lstrip=2)", "refs/tags"))
    tags = [line.split(" ", 1) for line in lines]
    asked = "".join(f"{oid}^{{commit}}\n" for oid, _ in tags).encode()
    answers = _lines(run_git(repository, "cat-file", "--batch-check=%(objectname)", stdin=asked))
    found = zip(tags, answers, strict=True)
    return tuple(sorted((name, answer) for (_, name), answer in found if not answer.endswith(" missing")))


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


def read_mailmap(repository: Repository) -> bytes:
    """Return the mailmap that git's log goes by, which is the work tree's, staged or not; empty when there is none."""
    if repository.work_tree is None:
        return b""
    path = repository.work_tree / ".mailmap"
    try:
        # Git follows no link here, and reading a pipe would wait for ever.
        return path.read_bytes() if path.is_file() and not path.is_symlink() else b""
    except OSError:
        return b""


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
    # Only at line feeds: names of branches and tags may hold what else Unicode takes for the end of a line.
    return output.decode("utf-8", errors="replace").removesuffix("\n").split("\n") if output else []
