"""Facts of every tracked file: those known from any earlier tree are reused, the rest is parsed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from indexer.facts import FileFacts, Outcome
from indexer.parsing.encoding import SCHEMA, from_table, to_batch
from indexer.parsing.grammars import facts_key
from indexer.parsing.pool import ParseRequest, parse_blobs
from indexer.parsing.sniffing import SIZE_LIMIT
from indexer.refresh.languages import languages_of
from indexer.repository import Repository, TrackedFile, read_blobs
from indexer.storage.database import FACTS, Database

_READ = frozenset({Outcome.PARSED, Outcome.PARTIAL})
# Facts of other branches and of former contents are kept, since people come back to them, but the whole table is read
# at each refresh: beyond six trees' worth only the present one and the newest two are left.
_MOST_TREES = 6
_NEWEST_TREES = 2
_FEWEST_PRUNED = 20_000  # reading as many takes a tenth of a second
Pair = tuple[str, str]  # blob and language: equal content can be read as two languages


@dataclass(frozen=True, slots=True)
class Gathered:
    """Facts by path; ``parsed`` are the paths parsed in this refresh, ``fresh`` the rows to keep for the next.

    ``kept`` are those to keep of the rows known so far, None as long as there is room for all of them.
    """

    facts: Mapping[str, FileFacts]
    parsed: frozenset[str]
    fresh: pa.Table
    kept: pa.Table | None


def gather_facts(
    repository: Repository,
    files: Sequence[TrackedFile],
    known: pa.Table | None,
    on_progress: Callable[[int, int], None],
) -> Gathered:
    """Return the facts of all files; ``known`` is the table of facts so far, ``on_progress`` gets (done, total)."""
    languages = languages_of(repository, files)
    blobs = {file.path: file.blob for file in files}
    pairs = {path: (blobs[path], name) for path, name in languages.items() if not isinstance(name, Outcome)}
    wanted = frozenset(pairs.values())
    reused = _reusable(known, wanted)
    fresh = _parse(repository, sorted(wanted - reused.keys()), on_progress)
    parsed = {(facts.blob, facts.language): facts for facts in from_table(fresh)}
    found = {**reused, **parsed}
    return Gathered(
        facts={file.path: _facts_of(file, languages[file.path], found) for file in files},
        parsed=frozenset(path for path, pair in pairs.items() if pair in parsed and parsed[pair].outcome in _READ),
        fresh=fresh,
        kept=prune(known, wanted) if known is not None else None,
    )


def prune(known: pa.Table, wanted: frozenset[Pair]) -> pa.Table | None:
    """Return the rows worth keeping of a table of facts that has outgrown its repository, None if it has not."""
    if known.num_rows <= max(_FEWEST_PRUNED, _MOST_TREES * len(wanted)):
        return None
    # Rows lie in the order in which they were appended.
    newest = pc.greater_equal(pa.array(range(known.num_rows)), known.num_rows - _NEWEST_TREES * len(wanted))
    return known.filter(pc.or_(newest, _present(known, wanted)))


def store_facts(database: Database, gathered: Gathered) -> int:
    """Write what the next refresh can use again; return the version of the table."""
    if gathered.kept is None:
        return database.append(FACTS, gathered.fresh)
    return database.replace(FACTS, pa.concat_tables([gathered.kept.cast(SCHEMA), gathered.fresh]))


def _facts_of(file: TrackedFile, language: str | Outcome, found: Mapping[Pair, FileFacts]) -> FileFacts:
    if isinstance(language, Outcome):
        return FileFacts(file.blob, "", language)
    # What was asked for and did not come back could not be read from the object store.
    return found.get((file.blob, language)) or FileFacts(file.blob, language, Outcome.MISSING_OBJECT)


def _reusable(known: pa.Table | None, wanted: frozenset[Pair]) -> dict[Pair, FileFacts]:
    if known is None or not known.num_rows:
        return {}
    found = from_table(known.filter(_present(known, wanted)))
    rows = {(facts.blob, facts.language): facts for facts in found}
    return {pair: facts for pair, facts in rows.items() if pair in wanted}


def _present(known: pa.Table, wanted: frozenset[Pair]) -> pa.ChunkedArray:
    blobs = pa.array(sorted({blob for blob, _ in wanted}), pa.string())
    # Arrow has no look-up of pairs: each column is narrowed by itself, and whoever asks drops the other pairs.
    keys = pa.array(sorted({facts_key(language) for _, language in wanted}), pa.string())
    return pc.and_(pc.is_in(known["blob"], blobs), pc.is_in(known["key"], keys))


def _parse(repository: Repository, pairs: Sequence[Pair], on_progress: Callable[[int, int], None]) -> pa.Table:
    on_progress(0, len(pairs))
    too_large: list[FileFacts] = []
    requests = _requests(repository, pairs, too_large)
    batches = list(parse_blobs(requests, on_done=lambda done: on_progress(done, len(pairs)))) if pairs else []
    if too_large:
        batches.append(to_batch(too_large))
    table = pa.Table.from_batches(batches, schema=SCHEMA)
    # Workers finish in any order, and equal runs write equal tables.
    return table.sort_by([("blob", "ascending"), ("language", "ascending")])


def _requests(repository: Repository, pairs: Sequence[Pair], too_large: list[FileFacts]) -> Iterator[ParseRequest]:
    languages: dict[str, list[str]] = {}
    for blob, language in pairs:
        languages.setdefault(blob, []).append(language)
    for found in read_blobs(repository, list(languages), limit=SIZE_LIMIT):
        for language in languages[found.oid]:
            if found.content is None:
                too_large.append(FileFacts(found.oid, language, Outcome.TOO_LARGE))
            else:
                yield ParseRequest(found.oid, language, found.content)
