"""Verdicts reached before: a file that changes at every commit is not read again for each look at its anchors."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memtui.anchors.states import State
from memtui.memory import Anchor

NAME = "verdicts.json"
_FORMAT = 1
_MOST_BYTES = 32 << 20


@dataclass(frozen=True, slots=True)
class Verdict:
    """How an anchor's code stands to one content at its path; ``GONE`` says no more than that it is not in there."""

    state: State
    share: float = 0.0
    matters: bool = False


class Verdicts:
    """Verdicts by what they follow from, an anchor and a content, so that none of them can ever be out of date."""

    def __init__(self, rules: str = "", before: Mapping[str, Verdict] | None = None) -> None:
        self.rules = rules
        self._before = dict(before or {})
        self._used: dict[str, Verdict] = {}

    def of(self, anchor: Anchor, blob: str) -> Verdict | None:
        """Return the verdict about an anchor and a content, None if there is none yet."""
        key = _key(anchor, blob)
        found = self._used.get(key) or self._before.get(key)
        if found is not None:
            self._used[key] = found
        return found

    def note(self, anchor: Anchor, blob: str, verdict: Verdict) -> None:
        """Keep a verdict, unless a content that is missing today may be there tomorrow."""
        if verdict.state is not State.UNKNOWN:
            self._used[_key(anchor, blob)] = verdict

    @property
    def used(self) -> Mapping[str, Verdict]:
        """Those asked for or reached; others are about contents that no anchor meets any more."""
        return self._used


def read_verdicts(directory: Path, rules: str) -> Verdicts:
    """Return the verdicts kept in a directory, none if they were reached by other ``rules`` or cannot be read."""
    path = directory / NAME
    try:
        document = json.loads(path.read_bytes()) if path.stat().st_size <= _MOST_BYTES else {}
        if (document["format"], document["rules"]) != (_FORMAT, rules):
            return Verdicts(rules)
        found = {key: Verdict(State(state), share, matters) for key, (state, share, matters) in document["of"].items()}
    # They can all be reached again.
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Verdicts(rules)
    return Verdicts(rules, found)


def render_verdicts(verdicts: Verdicts) -> str:
    """Return the used verdicts as the text that ``read_verdicts`` reads."""
    rows = {key: [str(one.state), one.share, one.matters] for key, one in sorted(verdicts.used.items())}
    return json.dumps({"format": _FORMAT, "rules": verdicts.rules, "of": rows})


def _key(anchor: Anchor, blob: str) -> str:
    parts = (anchor.path, anchor.symbol, anchor.blob, anchor.digest, blob)
    return hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
