"""From the commits table to all that it tells of the repository of today."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import pyarrow as pa
import pyarrow.compute as pc

from indexer.facts import History, PathHistory, Reason, ReasonKind, Revert
from indexer.history.activity import file_histories, module_histories, repository_history
from indexer.history.arrow import from_batches
from indexer.history.coupling import couplings
from indexer.history.fixes import bug_prone, fixes_in
from indexer.history.hotspots import hotspots
from indexer.history.ledger import UNKNOWN, Ledger, counted_paths
from indexer.history.logbook import logbook_of
from indexer.history.ownership import authors_of, shares_of
from indexer.history.periods import entropy_of
from indexer.history.reasons import Candidate, Remains, Statement, best_reasons, code_paths
from indexer.history.reattempts import reattempts_of
from indexer.history.releases import releases_of
from indexer.history.renames import lineage_of, telling
from indexer.history.reverts import newest_reverts

MOST_HOTSPOTS = 500
MOST_COUPLINGS = 300
MOST_MODULE_COUPLINGS = 100
MOST_RENAMES = 2000
MOST_REVERTS = 500
MOST_BUG_PRONE = 200

Counts = Callable[[str], bool]
ReadRemains = Callable[[Sequence[str], Mapping[str, str]], Mapping[str, Remains]]


@dataclass(frozen=True, slots=True)
class Present:
    """The repository of today, which the history is told of.

    ``paths`` are its files with their complexity; ``modules`` the module of each path that has one; ``releases`` pairs
    of tag and commit; ``head`` the commit it stands at. Ages are counted from ``now``, by default that commit's time,
    and without a head the newest commit's.
    ``counts`` says which paths are the project's own work: others (lock files, changelogs, generated and vendored code)
    take part in no ranking. ``runs`` says which of them are code that is shipped: a fix changes some of it.
    ``remains`` tells what is left today of the lines of some commits, given the present names of former paths.
    """

    paths: Mapping[str, int]
    modules: Mapping[str, str] = field(default_factory=dict)
    releases: Sequence[tuple[str, str]] = ()
    head: str = ""
    now: int | None = None
    counts: Counts | None = None
    runs: Counts | None = None
    remains: ReadRemains | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """All that the log tells; ``files`` and ``logbook`` grow with the repository, ``history`` is bounded."""

    history: History
    files: tuple[PathHistory, ...]
    logbook: pa.Table


def tell(commits: pa.Table, ledger: Ledger, present: Present) -> Told:
    """Derive everything from the rows of a commits table, which may come in any order, and their ledger.

    Authors, modules and releases are complete; the other parts of the history are bounded.
    """
    now = _moment(ledger, present)
    renames = ledger.renames()
    lineage = lineage_of(renames, present.paths)
    every = ledger.touches(lineage, present.paths)
    counted = every.of_paths(counted_paths(every.paths, present.counts))
    product = counted.of_paths(counted_paths(counted.paths, present.runs))
    modules = counted.grouped(present.modules)
    fixes = fixes_in(ledger, product)
    reverts, reasons = _words(commits, ledger, lineage, now, present)
    releases = releases_of(ledger, present.releases)
    shares, entropy = shares_of(counted), entropy_of(counted, now)
    module_of = [present.modules.get(path, "") for path in counted.paths]
    all_shares = shares_of(every)
    history = History(
        commits=ledger.count,
        hotspots=hotspots(counted, present.paths, now, MOST_HOTSPOTS),
        couplings=couplings(counted, MOST_COUPLINGS),
        authors=authors_of(ledger),
        renames=tuple(telling(renames, lineage, present.paths, MOST_RENAMES)),
        reverts=reverts,
        reasons=reasons,
        releases=releases.found,
        release_notes=releases.notes,
        module_couplings=couplings(modules, MOST_MODULE_COUPLINGS),
        bug_prone=bug_prone(product, fixes, now, MOST_BUG_PRONE),
        reattempts=reattempts_of(ledger, counted, reverts),
        module_histories=module_histories(modules, fixes, now, module_of, shares, entropy),
        repository_history=repository_history(ledger, shares, entropy, present.head, now),
    )
    files = file_histories(every, all_shares, fixes, entropy_of(every, now), now)
    return Told(history, files, logbook_of(ledger, every, releases.versions))


def _moment(ledger: Ledger, present: Present) -> int:
    """Return the moment that ages are counted from."""
    if present.now is not None:
        return present.now
    number = ledger.number(present.head) if present.head else UNKNOWN
    return int(ledger.times[number]) if ledger.count else 0


def _words(
    commits: pa.Table, ledger: Ledger, lineage: Mapping[str, str], now: int, present: Present
) -> tuple[tuple[Revert, ...], tuple[Reason, ...]]:
    reverts = newest_reverts(from_batches(commits.filter(commits["reverts"]).to_batches()), MOST_REVERTS, ledger)
    remains = present.remains
    reasons = best_reasons(
        _candidates(commits),
        lineage,
        counted_paths(present.paths, present.runs),
        now,
        commits=ledger.count,
        subjects_with=ledger.subjects_with,
        reverts=reverts,
        remains=None if remains is None else lambda oids: remains(oids, lineage),
    )
    return reverts, reasons


def _candidates(commits: pa.Table) -> Iterator[Candidate]:
    """Yield what was found in the words of commits when they were first seen."""
    rows = commits.filter(pc.greater(pc.struct_field(commits["statement"], "weight"), 0.0))
    for commit, said in zip(from_batches(rows.to_batches()), rows["statement"].to_pylist(), strict=True):
        statement = Statement(**{**said, "kind": ReasonKind(said["kind"])})
        yield Candidate(statement.weight, commit.time, commit.oid, commit.subject, statement, code_paths(commit))
