"""The log in columns of numbers: what churn, coupling, ownership, entropy and releases are computed from."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import compress, groupby
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from indexer.facts import Rename

Numbers: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]
# Dates in commits are what anyone wrote there; beyond this, decay and sums would leave the range of their numbers.
TIME_LIMIT = 1 << 40
UNKNOWN = -1
_COLUMNS = ("oid", "parents", "time", "author", "email", "subject", "kind", "changes")


@dataclass(frozen=True, slots=True)
class Touches:
    """Each row says that commit number ``commit[row]`` changed ``paths[path[row]]``; no pair occurs twice.

    Rows are ordered by commit, then path; commits are numbered from the oldest on. ``times``, ``authors`` and ``sizes``
    have one entry for each commit: seconds, a number into ``names``, and how many paths it changed, counted or not.
    """

    paths: tuple[str, ...]
    names: tuple[str, ...]
    path: Numbers
    commit: Numbers
    times: Numbers
    authors: Numbers
    sizes: Numbers

    def grouped(self, group_of: Mapping[str, str]) -> Touches:
        """Return the same for groups of paths (modules, say); what is in no group is left out."""
        groups = tuple(sorted({group_of[path] for path in self.paths if path in group_of}))
        number_of = {group: number for number, group in enumerate(groups)}
        group = np.array([*(number_of.get(group_of.get(path, ""), UNKNOWN) for path in self.paths), UNKNOWN])[self.path]
        known = group != UNKNOWN
        rows = np.unique(self.commit[known] * (len(groups) + 1) + group[known])
        return replace(self, paths=groups, path=rows % (len(groups) + 1), commit=rows // (len(groups) + 1))

    def of_commits(self, chosen: Flags) -> Touches:
        """Return the same for the commits that are ``chosen``, which has an entry for each."""
        rows = chosen[self.commit]
        return replace(self, path=self.path[rows], commit=self.commit[rows])

    def of_paths(self, chosen: Collection[str]) -> Touches:
        """Return the same for those paths that are ``chosen``."""
        wanted = frozenset(chosen)
        kept: Flags = np.array([path in wanted for path in self.paths], dtype=np.bool_)
        rows = kept[self.path]
        # Numbers shift by what was left out before them, so that the order of the rows stays.
        return replace(
            self,
            paths=tuple(compress(self.paths, kept.tolist())),
            path=(np.cumsum(kept) - 1)[self.path[rows]],
            commit=self.commit[rows],
        )


@dataclass(frozen=True, slots=True)
class Ledger:
    """Every commit, numbered from the oldest on, equal times by id; the same whatever order they were read in.

    One entry for each commit: ``oids``, ``subjects``, ``kinds`` (``indexer.history.kinds``), ``times`` (seconds, from 0
    to ``TIME_LIMIT``), ``authors`` (numbers into ``names``), ``emails`` (numbers into ``addresses``), ``sizes``
    (changed paths). ``parents[parent_starts[n]:parent_starts[n + 1]]`` are the numbers of commit n's parents,
    ``UNKNOWN`` for those that a shallow clone lacks. One entry for each change: ``commit``, ``path`` and, for renames,
    ``old_path`` (numbers into ``paths``).
    """

    oids: pa.Array
    subjects: pa.Array
    kinds: pa.Array
    times: Numbers
    names: tuple[str, ...]
    authors: Numbers
    addresses: tuple[str, ...]
    emails: Numbers
    parents: Numbers
    parent_starts: Numbers
    sizes: Numbers
    paths: tuple[str, ...]
    commit: Numbers
    path: Numbers
    old_path: Numbers

    @property
    def count(self) -> int:
        """How many commits there are."""
        return len(self.times)

    @property
    def merges(self) -> Flags:
        """Which commits have several parents."""
        return np.diff(self.parent_starts) > 1

    def first_parents(self) -> Numbers:
        """Return the number of each commit's first parent, ``UNKNOWN`` for none and for one that is not here."""
        starts, ends = self.parent_starts[:-1], self.parent_starts[1:]
        # The entry behind the last is for those without parents.
        return np.where(starts < ends, np.append(self.parents, UNKNOWN)[starts], UNKNOWN)

    def of_kind(self, *kinds: str) -> Flags:
        """Which commits are of one of these kinds."""
        return as_numpy(pc.is_in(self.kinds, pa.array(kinds, pa.string()))).astype(np.bool_)

    def number(self, oid: str) -> int:
        """Return the number of a commit, ``UNKNOWN`` when it is not part of the history."""
        return int(pc.index(self.oids, oid).as_py())

    def numbers(self, oids: Iterable[str]) -> dict[str, int]:
        """Return the numbers of those commits that are part of the history."""
        ordered = sorted(set(oids))
        places = pc.index_in(pa.array(ordered, pa.string()), self.oids).to_pylist()
        return {oid: number for oid, number in zip(ordered, places, strict=True) if number is not None}

    def numbers_of_prefixes(self, prefixes: Iterable[str]) -> dict[str, int]:
        """Return, for each prefix with which one commit's id begins and no other's, the number of that commit."""
        found: dict[str, int] = {}
        for length, same in groupby(sorted(set(prefixes), key=lambda prefix: (len(prefix), prefix)), key=len):
            wanted = list(same)
            shortened = pc.utf8_slice_codeunits(self.oids, 0, length)
            places = as_numpy(pc.fill_null(pc.index_in(shortened, pa.array(wanted, pa.string())), UNKNOWN))
            numbers = np.flatnonzero(places != UNKNOWN)
            place, first, count = np.unique(places[numbers], return_index=True, return_counts=True)
            alone = count == 1
            rows = zip(place[alone].tolist(), numbers[first[alone]].tolist(), strict=True)
            found |= {wanted[one]: number for one, number in rows}
        return found

    def subjects_with(self, words: Collection[str]) -> list[tuple[int, str, str]]:
        """Return time, id and subject of each commit whose subject holds one of ``words``, in lower case, anywhere."""
        if not words:
            return []
        pattern = "|".join(map(re.escape, sorted(words)))
        rows = np.flatnonzero(as_numpy(pc.match_substring_regex(self.subjects, pattern, ignore_case=True)))
        oids, subjects = (column.take(pa.array(rows)).to_pylist() for column in (self.oids, self.subjects))
        return list(zip(self.times[rows].tolist(), oids, subjects, strict=True))

    def renames(self) -> list[Rename]:
        """Return every rename, oldest first."""
        rows = np.flatnonzero(self.old_path != UNKNOWN)
        commits = self.commit[rows]
        oids = self.oids.take(pa.array(commits)).to_pylist()
        columns = zip(
            self.old_path[rows].tolist(), self.path[rows].tolist(), oids, self.times[commits].tolist(), strict=True
        )
        return [Rename(self.paths[old], self.paths[new], oid, time) for old, new, oid, time in columns]

    def touches(self, lineage: Mapping[str, str], counted: Collection[str]) -> Touches:
        """Return the changes of ``counted`` paths, those of former names under the name of today.

        A rename is a change of the new path; lineage joins the old one to it.
        """
        paths = tuple(sorted(counted))
        number_of = {path: number for number, path in enumerate(paths)}
        today = [number_of.get(lineage.get(path, path), UNKNOWN) for path in self.paths]
        # The last entry is for no path at all: an index array of no paths could not be taken from otherwise.
        path = np.array([*today, UNKNOWN], dtype=np.int64)[self.path]
        rows = np.unique((self.commit * (len(paths) + 1) + path)[path >= 0])
        return Touches(
            paths=paths,
            names=self.names,
            path=rows % (len(paths) + 1),
            commit=rows // (len(paths) + 1),
            times=self.times,
            authors=self.authors,
            sizes=self.sizes,
        )


def ledger_of(commits: pa.Table) -> Ledger:
    """Lay out the rows of a commits table (``indexer.history.arrow.SCHEMA``), which may come in any order."""
    rows = commits.select(_COLUMNS).sort_by([("time", "ascending"), ("oid", "ascending")]).combine_chunks()
    author, email = (_array(rows, name) for name in ("author", "email"))
    changes = _array(rows, "changes")
    parents = _array(rows, "parents")
    # Whom ``git shortlog -sn`` would name: the mailmap's name, or the address of the nameless.
    names, authors = numbered(pc.if_else(pc.equal(author, ""), email, author))
    addresses, emails = numbered(email)
    paths, path, old_path = _path_numbers(changes)
    oids = _array(rows, "oid")
    return Ledger(
        oids=oids,
        subjects=_array(rows, "subject"),
        kinds=_array(rows, "kind"),
        times=np.clip(as_numpy(_array(rows, "time")), 0, TIME_LIMIT),
        names=names,
        authors=authors,
        addresses=addresses,
        emails=emails,
        parents=as_numpy(pc.fill_null(pc.index_in(parents.flatten(), oids), UNKNOWN)),
        parent_starts=_starts(parents),
        sizes=as_numpy(changes.value_lengths()),
        paths=paths,
        # Wide numbers by name: on Windows numpy before 2 counts in 32 bits, which commits times paths overflow.
        commit=np.repeat(np.arange(rows.num_rows, dtype=np.int64), as_numpy(changes.value_lengths())),
        path=path,
        old_path=old_path,
    )


def counted_paths(paths: Collection[str], counts: Callable[[str], bool] | None) -> Collection[str]:
    """Return the paths that take part in rankings."""
    return paths if counts is None else [path for path in paths if counts(path)]


def _path_numbers(changes: pa.ListArray) -> tuple[tuple[str, ...], Numbers, Numbers]:
    """Return all paths sorted, the number of each change's path, and of its former path or ``UNKNOWN``."""
    status, path, old_path = changes.flatten().flatten()
    paths, numbers = numbered(pa.concat_arrays([path, old_path]))
    renamed = as_numpy(pc.equal(status, "R")).astype(np.bool_)
    return paths, numbers[: len(path)], np.where(renamed, numbers[len(path) :], UNKNOWN)


def numbered(texts: pa.Array) -> tuple[tuple[str, ...], Numbers]:
    """Return the different texts sorted, and each text's place among them: the same in every order of commits."""
    encoded = texts.dictionary_encode()
    order = pc.sort_indices(encoded.dictionary)
    ranks = np.zeros(len(order) + 1, dtype=np.int64)
    ranks[as_numpy(order)] = np.arange(len(order))
    return tuple(encoded.dictionary.take(order).to_pylist()), ranks[as_numpy(encoded.indices)]


def _array(table: pa.Table, name: str) -> pa.Array:
    column = table[name]
    return column.chunk(0) if column.num_chunks == 1 else pa.concat_arrays([pa.array([], column.type), *column.chunks])


def _starts(lists: pa.ListArray) -> Numbers:
    return np.concatenate([[0], np.cumsum(as_numpy(lists.value_lengths()))])


def as_numpy(values: pa.Array) -> Numbers:
    """Return a column of whole numbers, or of truths as 0 and 1."""
    return np.asarray(values.to_numpy(zero_copy_only=False)).astype(np.int64)
