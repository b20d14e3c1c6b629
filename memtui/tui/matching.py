"""The fuzzy filter: words against title, kind, tags and body, quick enough to run while one types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from rapidfuzz import fuzz, process

from memtui.tui.query import Term, parsed
from memtui.tui.rows import Rows

# Small enough that a question that was replaced gives way before the next key.
_CHUNK = 20_000
# Three letters are like part of nearly everything.
_FUZZY_FROM = 4
_CUTOFF = 78
_IN_TITLE, _IN_HEADER, _IN_BODY = 300, 200, 60
# Columns of codes, which a person may write with hyphens.
_SPELT_OUT = {"kind", "attention"}


class Haystack:
    """What is searched of the memories, in lower case; the header is title, kind and tags in one."""

    def __init__(self, table: pa.Table) -> None:
        self.titles = pc.utf8_lower(table["title"])
        kinds = pc.replace_substring(table["kind"], "_", " ")
        tags = pc.binary_join(table["tags"], " ") if len(table) else pa.chunked_array([[]], pa.string())
        self.headers = pc.binary_join_element_wise(
            self.titles, kinds, pc.utf8_lower(tags), " ", null_handling="replace"
        )
        self.bodies = table["body"]
        self.table = table


def match(haystack: Haystack, query: str, rows: Rows, given_up: Callable[[], bool] = lambda: False) -> np.ndarray:
    """Return those of ``rows`` for which every condition of ``query`` holds, best first; ties keep their order.

    A word of four letters or more may be misspelt in the header; in the body it has to stand as it is.
    """
    wanted = np.asarray(rows, dtype=np.int64)
    scores = np.full(len(wanted), np.inf, dtype=np.float32)
    columns = _columns(haystack, wanted)
    for term in parsed(query):
        if given_up():
            return wanted[:0]
        if term.column:
            holds = _in_column(haystack.table[term.column], wanted, term)
            scores = np.where(holds != term.negated, scores, 0)
        elif term.exact:
            scores = np.where(_said(term.text, *columns) != term.negated, scores, 0)
        else:
            scores = np.minimum(scores, _word_scores(term.text, *columns, given_up))
    found = np.flatnonzero(scores > 0)
    return wanted[found[np.argsort(-scores[found], kind="stable")]]


def _columns(haystack: Haystack, wanted: np.ndarray) -> tuple[Any, Any, Any]:
    """Return titles, headers and bodies of the rows, without copying where all are wanted."""
    columns = (haystack.titles, haystack.headers, haystack.bodies)
    if len(wanted) == len(haystack.headers):
        return columns
    indices = pa.array(wanted)
    return columns[0].take(indices), columns[1].take(indices), columns[2].take(indices)


def _in_column(column: Any, wanted: np.ndarray, term: Term) -> np.ndarray:
    """Return where a value of the column begins with what was asked for; a list may have several."""
    values = column.take(pa.array(wanted))
    lists = pa.types.is_list(values.type) or pa.types.is_large_list(values.type)
    texts = pc.utf8_lower(pc.binary_join(values, "\n") if lists else values)
    asked = term.text.replace("-", "_") if term.column in _SPELT_OUT else term.text
    # Each value of a list begins a line, and so does the first.
    found = pc.match_substring(pc.binary_join_element_wise("\n", texts, "", null_handling="replace"), f"\n{asked}")
    return found.to_numpy(zero_copy_only=False)  # type: ignore[no-any-return]


def _said(phrase: str, _titles: Any, headers: Any, bodies: Any) -> np.ndarray:
    """Return where header or body hold a phrase as it stands."""
    in_body = pc.match_substring(bodies, phrase, ignore_case=True).to_numpy(zero_copy_only=False)
    return _holds(headers, phrase) | in_body  # type: ignore[no-any-return]


def _word_scores(word: str, titles: Any, headers: Any, bodies: Any, given_up: Callable[[], bool]) -> np.ndarray:
    """Return how well each row holds one word: 0 for not at all."""
    in_title = _holds(titles, word)
    in_header = _holds(headers, word)
    scores = np.where(in_title, _IN_TITLE, np.where(in_header, _IN_HEADER, 0)).astype(np.float32)
    starts = pc.starts_with(titles, word).to_numpy(zero_copy_only=False)
    scores += np.where(starts, 50, 0)
    rest = np.flatnonzero(scores == 0)
    if len(rest) and len(word) >= _FUZZY_FROM:
        scores[rest] = _fuzzy(word, headers.take(pa.array(rest)).to_pylist(), given_up)
    missing = np.flatnonzero(scores < _IN_BODY)
    if len(missing) and not given_up():
        found = pc.match_substring(bodies.take(pa.array(missing)), word, ignore_case=True)
        scores[missing] = np.where(found.to_numpy(zero_copy_only=False), _IN_BODY, scores[missing])
    return scores


def _holds(column: Any, word: str) -> np.ndarray:
    return pc.match_substring(column, word).to_numpy(zero_copy_only=False)  # type: ignore[no-any-return]


def _fuzzy(word: str, headers: list[str], given_up: Callable[[], bool]) -> np.ndarray:
    """Return the partial ratio of a word to each header, in chunks so that a stale question stops early."""
    parts = [np.zeros(0, dtype=np.float32)]
    for start in range(0, len(headers), _CHUNK):
        if given_up():
            parts.append(np.zeros(len(headers) - start, dtype=np.float32))
            break
        chunk = headers[start : start + _CHUNK]
        parts.append(process.cdist([word], chunk, scorer=fuzz.partial_ratio, score_cutoff=_CUTOFF, dtype=np.float32)[0])
    return np.concatenate(parts)
