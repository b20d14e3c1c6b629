"""Holds the history tables of real repositories against what git and plain counting say, and times their reading.

Usage: python tests/benchmarks/history_truth.py REPOSITORY... [--sample N]

Each repository is cloned into a temporary directory and indexed in a process of its own: once from nothing, once after
a commit of one file. ``right`` of ``asked`` are the rows that agree with the ground truth, which is another command or
another algorithm than the indexer's:

- commits, parents, times and authors: ``git log --format``; counts of authors: ``git shortlog -sn``
- commits, first and last change of each path that was never renamed: ``git log --name-only``, counted by hand
- commits of renamed files: ``git log --follow``; exact renames: ``git log -M100%``
- releases: ``git rev-list --count TAG --not OLDER...``; reverts: ``git log --grep``
- couplings: every pair of every commit counted in a dictionary
- owners: whether the author of most lines by ``git blame`` is one of the (up to three) owners by commits
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from indexer import Index, find_repository, open_index
from indexer.facts import Commit, PathHistory, Rename, Role
from indexer.history import from_batches
from indexer.history.releases import is_version
from indexer.history.renames import lineage_of
from indexer.storage.database import COMMITS, Database

_REFRESH = """
import sys
from pathlib import Path
from indexer import find_repository, refresh
if __name__ == "__main__":
    refresh(find_repository(Path(sys.argv[1])))
"""
_UNCOUNTED = {Role.GENERATED, Role.VENDORED}
_NEWEST_RELEASES = 20
_WIDEST = 30
_FEWEST = 5
_LOWEST = 30.0


@dataclass(frozen=True, slots=True)
class Answer:
    """How many rows of a table were held against the truth, and how many agree."""

    table: str
    asked: int
    right: int


@dataclass(frozen=True, slots=True)
class Case:
    """An indexed clone with all that the checks read."""

    path: Path
    index: Index
    commits: tuple[Commit, ...]
    sample: int

    def git(self, *arguments: str) -> str:
        """Run git in the clone; undecodable bytes as the indexer shows them."""
        command = ["git", "-c", "core.quotePath=false", *arguments]
        return subprocess.run(command, cwd=self.path, check=True, capture_output=True).stdout.decode(
            "utf-8", "backslashreplace"
        )


def main() -> None:
    """Print the times and the answers of each repository."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--sample", type=int, default=60, help="files asked about by the slow commands")
    arguments = parser.parse_args()
    for repository in arguments.repositories:
        with tempfile.TemporaryDirectory() as directory:
            examine(repository, Path(directory) / repository.resolve().name, arguments.sample)


def examine(repository: Path, clone: Path, sample: int) -> None:
    """Clone, index, check and print one repository."""
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(repository), str(clone)], check=True)
    first = refreshed(clone)
    (clone / "one more file.txt").write_text("one\n")
    for command in (["add", "-A"], ["commit", "-q", "-m", "Add one more file"]):
        subprocess.run(
            ["git", "-c", "user.name=Bench", "-c", "user.email=bench@example.org", *command], cwd=clone, check=True
        )
    following = refreshed(clone)
    found = find_repository(clone)
    table = Database(found.index_directory).read(COMMITS)
    assert table is not None
    case = Case(clone, open_index(found), tuple(from_batches(table.to_batches())), sample)
    print(f"\n## {clone.name}: {len(case.commits):,} commits, {case.index.state.files:,} files\n")
    print("| read | wall s | user + system s | peak MB |\n|---|---|---|---|")
    print(f"| first | {first[0]:.1f} | {first[1]:.1f} | {first[2]:.0f} |")
    print(f"| after one commit | {following[0]:.1f} | {following[1]:.1f} | {following[2]:.0f} |")
    print("\n| table | asked | right | share |\n|---|---|---|---|")
    for check in CHECKS:
        for answer in check(case):
            share = f"{answer.right / answer.asked:.1%}" if answer.asked else "-"
            print(f"| {answer.table} | {answer.asked:,} | {answer.right:,} | {share} |", flush=True)


def refreshed(clone: Path) -> tuple[float, float, float]:
    """Refresh in a process of its own; return wall-clock and processor seconds, and its peak memory in MB."""
    started = time.perf_counter()
    with subprocess.Popen([sys.executable, "-c", _REFRESH, str(clone)]) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"indexing {clone} ended with {process.returncode}")
    return time.perf_counter() - started, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def check_commits(case: Case) -> Iterator[Answer]:
    """Compare every commit, with its parents, time and author."""
    lines = case.git("log", "--format=%H\t%P\t%ct\t%aN").removesuffix("\n").split("\n")
    truth = {tuple(line.split("\t", 3)) for line in lines}
    told = {(one.oid, " ".join(one.parents), str(one.time), one.author) for one in case.commits}
    yield Answer("commits", len(truth), len(truth & told) - len(told - truth))


def check_authors(case: Case) -> Iterator[Answer]:
    """Compare every author's number of commits."""
    lines = case.git("shortlog", "-sn", "HEAD").strip("\n").split("\n")
    truth = {name.strip(): int(count) for count, _, name in (line.partition("\t") for line in lines)}
    told = {author.name.strip(): author.commits for author in case.index.history().authors}
    yield Answer("authors", len(truth), sum(told.get(name) == count for name, count in truth.items()))


def check_paths(case: Case) -> Iterator[Answer]:
    """Compare commits, first and last change of each path of today that was never renamed."""
    times: dict[str, list[int]] = {}
    moment = 0
    for token in case.git("log", "--no-merges", "--no-renames", "--name-only", "-z", "--format=@%ct").split("\0"):
        for part in token.split("\n"):
            if part.startswith("@") and part[1:].isdigit():
                moment = int(part[1:])
            elif part:
                times.setdefault(part, []).append(moment)
    renamed = {path for commit in case.commits for one in renames_in(commit) for path in (one.path, one.old_path)}
    told = {one.path: one for one in case.index.file_histories() if one.path not in renamed}
    truth = {path: (len(found), min(found), max(found)) for path, found in times.items() if path in told}
    right = sum((one.commits, one.first, one.last) == truth.get(path) for path, one in told.items())
    yield Answer("changes, first and last of a path", len(told), right)


def check_followed(case: Case) -> Iterator[Answer]:
    """Compare commits of renamed files with ``--follow``, which follows one name at a time and so not exactly."""
    targets = {one.path for one in case.index.history().renames}
    files = [one for one in case.index.file_histories() if one.path in targets]
    chosen = picked(files, case.sample)
    near = 0
    for one in chosen:
        lines = case.git("log", "--follow", "--no-merges", "-M50%", "--format=%H", "--", one.path).split()
        near += abs(len(lines) - one.commits) <= max(1, 0.1 * len(lines))
    yield Answer("commits of renamed files within 10 % of --follow", len(chosen), near)


def check_renames(case: Case) -> Iterator[Answer]:
    """Compare exact renames, which git tells without reading contents."""
    output = case.git("log", "--no-merges", "-M100%", "-l0", "--diff-filter=R", "--raw", "-z", "--format=@%H")
    truth: set[tuple[str, str, str]] = set()
    oid = ""
    tokens = output.replace("\n", "").split("\0")
    for place, token in enumerate(tokens):
        if token.startswith("@"):
            oid = token[1:].partition(":")[0]
        if ":" in token and token.endswith(" R100"):
            truth.add((oid, tokens[place + 1], tokens[place + 2]))
    told = {(one.commit, one.old_path, one.path) for commit in case.commits for one in renames_in(commit)}
    same_target = {(oid, new) for oid, _, new in told}
    yield Answer("exact renames found", len(truth), sum((oid, new) in same_target for oid, _, new in truth))


def check_releases(case: Case) -> Iterator[Answer]:
    """Compare the commits of the newest versions."""
    versions = [one for one in case.index.history().releases if is_version(one.tag)]
    right = 0
    for place, one in enumerate(versions[:_NEWEST_RELEASES]):
        older = [f"^{other.commit}" for other in versions[place + 1 :]]
        right += int(case.git("rev-list", "--count", one.commit, *older)) == one.commits
    yield Answer("commits of a release", min(len(versions), _NEWEST_RELEASES), right)


def check_reverts(case: Case) -> Iterator[Answer]:
    """Compare commits that carry git's notice about a commit of this history."""
    output = case.git("log", "-E", "--grep=^This reverts commit [0-9a-f]{40}", "--format=%x01%H%x02%ct%x02%b")
    known = {one.oid for one in case.commits}
    reverts = case.index.history().reverts
    oldest = min((one.time for one in reverts), default=0)
    truth = set()
    for record in output.split("\x01")[1:]:
        oid, moment, body = record.split("\x02")
        target = body.partition("This reverts commit ")[2][:40]
        if target in known and int(moment) > oldest:
            truth.add((oid, target))
    told = {(one.commit, one.reverted) for one in reverts}
    yield Answer("reverts with git's notice", len(truth), len(truth & told))


def check_couplings(case: Case) -> Iterator[Answer]:
    """Compare the strongest pairs, counted commit by commit."""
    renames = [one for commit in case.commits for one in renames_in(commit)]
    files = {one.path: one for one in case.index.files()}
    lineage = lineage_of(renames, files)
    counted = {path for path, one in files.items() if one.role not in _UNCOUNTED}
    revisions: Counter[str] = Counter()
    shared: Counter[tuple[str, str]] = Counter()
    for commit in case.commits:
        if len(commit.changes) <= _WIDEST:
            paths = sorted({lineage.get(one.path, one.path) for one in commit.changes} & counted)
            revisions.update(paths)
            shared.update(combinations(paths, 2))
    degree = {pair: 200 * number / (revisions[pair[0]] + revisions[pair[1]]) for pair, number in shared.items()}
    strong = [pair for pair in shared if shared[pair] >= _FEWEST and degree[pair] >= _LOWEST]
    strong.sort(key=lambda pair: (-degree[pair] * shared[pair], pair))
    told = [((one.left, one.right), one.shared, one.degree) for one in case.index.history().couplings]
    truth = [(pair, shared[pair], round(degree[pair], 1)) for pair in strong[: len(told)]]
    yield Answer("couplings", len(truth), sum(one == other for one, other in zip(truth, told, strict=True)))


def check_owners(case: Case) -> Iterator[Answer]:
    """Compare authors of most lines with owners by commits."""
    code = {one.path for one in case.index.files() if one.symbols and one.role is Role.PRODUCT}
    chosen = picked([one for one in case.index.file_histories() if one.path in code], case.sample)
    right = asked = 0
    for one in chosen:
        try:
            lines = case.git("blame", "-w", "--line-porcelain", "HEAD", "--", one.path).splitlines()
        except subprocess.CalledProcessError:
            continue  # the clone lacks a blob
        names = Counter(line.removeprefix("author ") for line in lines if line.startswith("author "))
        asked += 1
        right += names.most_common(1)[0][0] in one.owners
    yield Answer("author of most lines is among the owners", asked, right)


def renames_in(commit: Commit) -> list[Rename]:
    """Return the renames that one commit made."""
    return [Rename(one.old_path, one.path, commit.oid, commit.time) for one in commit.changes if one.status == "R"]


def picked(files: Sequence[PathHistory], number: int) -> Sequence[PathHistory]:
    """Return some files, the same on every run."""
    return random.Random(1).sample(files, min(number, len(files)))


CHECKS: tuple[Callable[[Case], Iterator[Answer]], ...] = (
    check_commits,
    check_authors,
    check_paths,
    check_followed,
    check_renames,
    check_releases,
    check_reverts,
    check_couplings,
    check_owners,
)

if __name__ == "__main__":
    main()
