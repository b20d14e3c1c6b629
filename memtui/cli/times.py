"""Times as people type them: so long ago, from now on, or a date."""

from __future__ import annotations

import argparse
import re
import time
from datetime import UTC, datetime

SECOND = 1_000_000  # in microseconds, as the store counts
_UNITS = {"h": 3_600, "d": 86_400, "w": 7 * 86_400, "m": 30 * 86_400, "y": 365 * 86_400}
_SPAN = re.compile(r"([0-9]{1,5})([hdwmy])")
_LONGEST = 200 * 365 * 86_400 * SECOND


def now() -> int:
    """Return the present time in microseconds, UTC."""
    return time.time_ns() // 1_000


def span(text: str) -> int:
    """Return how long ``36h``, ``30d``, ``2w``, ``6m`` or ``1y`` is, in microseconds; raise ArgumentTypeError."""
    found = _SPAN.fullmatch(text.strip().lower())
    length = int(found.group(1)) * _UNITS[found.group(2)] * SECOND if found else _LONGEST + 1
    if length > _LONGEST:
        raise argparse.ArgumentTypeError(f"'{text}' is no length of time; write it as 36h, 30d, 2w, 6m or 1y")
    return length


def moment_to_come(text: str) -> int:
    """Return when ``+7d`` or ``2026-09-01`` is, in microseconds, UTC; raise ArgumentTypeError unless it is to come."""
    if text.startswith("+") and (length := span(text[1:])):
        return now() + length
    try:
        date = datetime.fromisoformat(text)
        # A date without a zone is one of the person's own calendar.
        moment = int((date if date.tzinfo else date.astimezone()).timestamp()) * SECOND
    except (ValueError, OverflowError, OSError) as error:
        raise argparse.ArgumentTypeError(f"'{text}' is no date; write it as 2026-09-01 or +7d") from error
    if not now() < moment < now() + _LONGEST:
        raise argparse.ArgumentTypeError(f"'{text}' is not to come; give a later date, or +7d")
    return moment


def age(microseconds: int, *, at: int) -> str:
    """Return how long before ``at`` a time was, in its largest unit: ``3 d``, ``5 h``, ``under 1 h``."""
    seconds = max(0, at - microseconds) // SECOND
    for unit in ("y", "d", "h"):
        if seconds >= _UNITS[unit]:
            return f"{seconds // _UNITS[unit]:,} {unit}"
    return "under 1 h"


def day(microseconds: int) -> str:
    """Return the date of a time, in UTC."""
    return datetime.fromtimestamp(microseconds // SECOND, UTC).date().isoformat()
