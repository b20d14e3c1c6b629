"""What a text may mean by its words: paths, lines in them, and names of code, told from prose by their form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]*://\S+", re.IGNORECASE)
_QUOTED = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_FENCE = re.compile(r"^[ \t]*(```|~~~).*?^[ \t]*\1[ \t]*$", re.DOTALL | re.MULTILINE)
# Twice: in scripts without spaces a path is followed by letters, and some paths are written in such letters.
_WORDS = (
    re.compile(r"[^\s`'\"“”‘’«»()<>\[\]{},;|*=!?、。，；：（）「」]+"),
    re.compile(r"[A-Za-z0-9_.@+/\\~-]+(?:::?[A-Za-z0-9_.]+)*"),
)
_TRAILING = ".,:;!?"
_PLACE = re.compile(r"^(?P<path>.+?)(?:(?:::|[:#])(?P<rest>[^:#].*))?$")
_LINES = re.compile(r"^L?(\d{1,7})(?:(?:[:,-]|-L)\d{1,7})*$")
_NAME = re.compile(r"^[^\W\d]\w*(?:(?:\.|::|#|->)[^\W\d]\w*)*(?:\(\))?$")
_MOST_TEXT = 20_000


@dataclass(frozen=True, slots=True)
class Mention:
    """A word of a text: ``quoted`` if it stands in backticks, where a plain word may be a name, too."""

    text: str
    quoted: bool

    @property
    def place(self) -> tuple[str, int, str]:
        """The word as a path, with the line and the symbol that it names there, 0 and empty without."""
        found = _PLACE.match(self.text)
        if not found:
            return "", 0, ""
        path, rest = found["path"].replace("\\", "/"), found["rest"] or ""
        path = path.removeprefix("./").removeprefix("/")
        lines = _LINES.match(rest)
        return path, int(lines[1]) if lines else 0, "" if lines else rest.replace("::", ".").removesuffix("()")

    @property
    def name(self) -> str:
        """The word as a dotted name of code, empty for what is none."""
        if not _NAME.match(self.text):
            return ""
        return re.sub(r"::|#|->", ".", self.text.removesuffix("()"))

    @property
    def is_told_by_its_form(self) -> bool:
        """Whether no word of a language is written like this name: joined, qualified, capitalised within, or called."""
        bare = self.text.removesuffix("()")
        if bare != self.text or re.search(r"\.|::|#|->", bare):
            return True
        return "_" in bare.strip("_") or re.search(r"[a-z0-9][A-Z]", bare) is not None


def mentions_in(text: str) -> list[Mention]:
    """Return the words of a text that may name code, each once, those in backticks first."""
    return list(dict.fromkeys(_found(text[:_MOST_TEXT])))


def _found(text: str) -> Iterator[Mention]:
    text = _ADDRESS.sub(" ", text)
    prose = _FENCE.sub(" ", text)
    for match in _QUOTED.finditer(prose):
        yield from _words(match[2], quoted=True)
    # Code that is quoted at length names a lot that the text is not about, but its paths are meant.
    yield from _words(_QUOTED.sub(" ", prose), quoted=False)
    for match in _FENCE.finditer(text):
        yield from (mention for mention in _words(match[0], quoted=False) if "/" in mention.text)


def _words(text: str, *, quoted: bool) -> Iterator[Mention]:
    if quoted and text.strip() and not text.strip().count(" "):
        yield Mention(text.strip(), quoted)
    for pattern in _WORDS:
        for match in pattern.finditer(text):
            word = match[0].rstrip(_TRAILING)
            called = text.startswith("()", match.start() + len(word))
            if word:
                yield Mention(f"{word}()" if called else word, quoted)
