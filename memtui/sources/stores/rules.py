"""The command rules of Codex: calls of ``prefix_rule`` in Starlark. They are read as text and never run."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memtui.memory import Kind
from memtui.sources.stores.values import Entry, Form, Location, Wording, digest_of

_CALL = re.compile(r"^prefix_rule\(", re.MULTILINE)
_PATTERN = re.compile(r"pattern\s*=\s*(?P<value>\[.*?\])\s*(?:,|\))", re.DOTALL)
_DECISION = re.compile(r"""decision\s*=\s*["'](?P<value>\w+)["']""")
_STRING = re.compile(r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'""")
_WORDS = {"allow": "Run without asking", "prompt": "Ask before running", "forbidden": "Never run"}


def rule_entries(text: str, location: Location) -> Iterator[Entry]:
    """Return one entry for each rule that stands whole at the beginning of a line."""
    for match in _CALL.finditer(text):
        end = _end_of_call(text, match.end())
        if end < 0:
            continue
        raw = text[match.start() : end]
        digest = digest_of(raw)
        line = text.count("\n", 0, match.start()) + 1
        wording = Wording(_title(raw), raw.replace("\r\n", "\n"))
        yield Entry(
            location,
            Form.RULE,
            f"prefix_rule {digest[:8]}",
            match.start(),
            end,
            line,
            wording,
            digest,
            kind=Kind.PREFERENCE,
        )


def _end_of_call(text: str, start: int) -> int:
    """Return where the bracket that was opened before ``start`` is closed, -1 if it is not."""
    depth, position = 1, start
    while position < len(text) and depth:
        string = _STRING.match(text, position)
        if string:
            position = string.end()
            continue
        if text[position] == "#":
            position = text.find("\n", position)
            if position < 0:
                return -1
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        position += 1
    return position if not depth else -1


def _title(raw: str) -> str:
    pattern, decision = _PATTERN.search(raw), _DECISION.search(raw)
    command = " ".join(word[1:-1] for word in _STRING.findall(pattern["value"])) if pattern else "?"
    return f"{_WORDS.get(decision['value'] if decision else 'allow', 'Rule for')}: {command}"
