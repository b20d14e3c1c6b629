"""What the tests of the command line pass around: a command's outcome, and the types of their fixtures."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What stdout says as JSON, which must be ASCII."""
        assert self.out.isascii()
        return json.loads(self.out)

    @property
    def lines(self) -> list[str]:
        """The lines of stdout."""
        return self.out.splitlines()


Run = Callable[..., Outcome]
Add = Callable[..., str]
Propose = Callable[..., list[str]]
