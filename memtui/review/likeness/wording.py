"""A text as what it claims: clauses of stems, each affirmed or denied."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from sys import intern
from typing import Any

# A memory states its matter at its beginning; what a page says further on is compared as a whole only.
_MOST_CLAUSES = 12
_MOST_CHARACTERS = 6_000
_SHORTEST_STEM = 3
_REJECTED_AT_MOST = 3  # words after "instead of"

_WORD = re.compile(r"[\w$@#%<>][\w.+/:<>@#=-]*", re.UNICODE)
_END = re.compile(r"[.!?;:\n]+(?=\s|$)|,(?=\s)|\s[-–—]\s|[()\[\]]")
_CONTRACTION = re.compile(
    r"\b(do|does|did|is|are|was|were|should|must|wo|ca|could|would|has|have|need)n['’]t\b", re.IGNORECASE
)
_NUMBER = re.compile(r"v?\d[\d.,_]*(?:[a-z%]{1,3})?")
_SPLIT = re.compile(r"[-]")


@dataclass(frozen=True, slots=True)
class Clause:
    """One claim: ``words`` in their order, ``stems`` of those that mean something, whether they are denied.

    ``rejected`` are stems that the clause turns down while it affirms the rest: ``uv instead of pip``.
    """

    words: tuple[str, ...]
    stems: frozenset[str]
    numbers: frozenset[str]
    denied: bool
    rejected: frozenset[str]


@dataclass(frozen=True, slots=True)
class Statement:
    """A text: its clauses, and the stems and numbers of the whole of it, and the stems that it denies."""

    clauses: tuple[Clause, ...]
    stems: frozenset[str]
    numbers: frozenset[str]
    denied: frozenset[str]

    @property
    def signature(self) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
        """Return what is equal for texts that say the same in the same words."""
        return (self.stems, self.numbers, self.denied)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of ``words.toml``, as their stems where stems are compared."""

    silent: frozenset[str]
    weak: frozenset[str]
    negations: frozenset[str]
    contrasts: Mapping[str, tuple[tuple[str, ...], ...]]
    silent_stems: frozenset[str]
    ends: frozenset[str]
    breaks: frozenset[str]
    axes: Mapping[str, int]
    positional: frozenset[str]
    exclusive: frozenset[tuple[str, ...]]
    of_one_kind: frozenset[tuple[str, ...]]
    orders: frozenset[str]
    links: frozenset[str]


@cache
def lexicon() -> Lexicon:
    """Return the words that come with this package."""
    data = _data()
    return Lexicon(
        silent=frozenset(data["silent"].split()),
        weak=frozenset(map(stem, data["weak"].split())),
        negations=frozenset(data["negations"]),
        contrasts=_by_first_word(data["contrasts"]),
        silent_stems=frozenset(map(stem, data["silent"].split())),
        ends=frozenset(data["ends"]),
        breaks=frozenset(data["breaks"]),
        axes={stem(word): axis for axis, words in enumerate(data["axes"]) for word in words},
        positional=frozenset(map(stem, data["positional"])),
        exclusive=frozenset(tuple(phrase.split()) for phrase in data["exclusive"]),
        of_one_kind=frozenset(tuple(phrase.split()) for phrase in data["of_one_kind"]),
        orders=frozenset(data["orders"]),
        links=frozenset(data["links"]),
    )


def _by_first_word(phrases: Iterable[str]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return the phrases as words, the longest first, by the word that each begins with."""
    found: dict[str, tuple[tuple[str, ...], ...]] = {}
    for phrase in sorted((tuple(it.split()) for it in phrases), key=len, reverse=True):
        found[phrase[0]] = (*found.get(phrase[0], ()), phrase)
    return found


@cache
def irregular() -> Mapping[str, str]:
    """Return the forms that no ending tells, by their verb."""
    return dict(_data()["irregular"])


@cache
def _data() -> Mapping[str, Any]:
    import tomllib

    return tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))


def statement(title: str, body: str = "") -> Statement:
    """Return what a text claims; a body that begins with the title says it once."""
    text = body if _plain(body).startswith(_plain(title)) else f"{title}\n{body}"
    clauses = tuple(_clauses(text))
    stems = frozenset(stem for clause in clauses for stem in clause.stems)
    numbers = frozenset(number for clause in clauses for number in clause.numbers)
    denied = frozenset(stem for clause in clauses for stem in (clause.stems if clause.denied else clause.rejected))
    return Statement(clauses[:_MOST_CLAUSES], stems, numbers, denied)


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Return a word without the commonest English endings, so that ``committed`` and ``commits`` are one."""
    word = irregular().get(word, word)
    if not word.isalpha() or len(word) <= _SHORTEST_STEM:
        return word
    for ending, put in (("ies", "y"), ("ied", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", "")):
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM - 1 and not word.endswith("ss"):
            word = word[: -len(ending)] + put
            break
    if len(word) > _SHORTEST_STEM and word[-1] == word[-2] and word[-1] not in "ls":
        word = word[:-1]
    return word[:-1] if word.endswith("e") and len(word) > _SHORTEST_STEM else word


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".")


def _clauses(text: str) -> Iterator[Clause]:
    text = _CONTRACTION.sub(lambda match: f"{match[1]} not", text.casefold()).replace("no longer", "not")
    words_of = lexicon()
    for part in _END.split(text[:_MOST_CHARACTERS]):
        words: list[str] = []
        for word in map(_trimmed, _WORD.findall(part)):
            if word in words_of.breaks:
                yield from _clause(words)
                words = []
            elif word:
                words += [it for it in _SPLIT.split(word) if it] if word.replace("-", "").isalpha() else [word]
        yield from _clause(words)


def _trimmed(word: str) -> str:
    # Interned, since a store of many memories holds most words a thousand times.
    return intern(word.strip(".:/=<>-'’\""))


def _clause(words: list[str]) -> Iterator[Clause]:
    """Return the clause that some words make, if any of them means something."""
    words_of = lexicon()
    kept, rejected = _contrasted(words)
    denied = any(word in words_of.negations for word in kept)
    spoken = tuple(word for word in kept if word not in words_of.negations)
    numbers = frozenset(word for word in spoken if _NUMBER.fullmatch(word))
    stems = frozenset(stem(word) for word in spoken if word not in words_of.silent and word not in numbers)
    if stems or numbers or rejected:
        yield Clause(spoken, stems | rejected, numbers, denied, frozenset() if denied else rejected)


def _contrasted(words: list[str]) -> tuple[list[str], frozenset[str]]:
    """Part the words that a contrast such as ``instead of`` turns down from the others."""
    words_of = lexicon()
    kept: list[str] = []
    rejected: set[str] = set()
    index = 0
    while index < len(words):
        phrases = words_of.contrasts.get(words[index], ())
        phrase = next((it for it in phrases if tuple(words[index : index + len(it)]) == it), None)
        # At its beginning or after a verb, "not" denies the whole clause; after a comma only what follows.
        if phrase is None or (phrase == ("not",) and index > 0) or (phrase == ("over",) and index == 0):
            kept.append(words[index])
            index += 1
            continue
        index += len(phrase)
        begin = index
        while index < len(words) and index - begin < _REJECTED_AT_MOST and words[index] not in words_of.ends:
            rejected.add(stem(words[index]))
            index += 1
    return kept, frozenset(rejected - words_of.silent_stems)
