"""The few questions that only git can answer in a hook; slower than reading files, so asked when they fail."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from memtui.hooks.places import Place

# Seconds; a hook that does not get its answer goes on without.
_PATIENCE = 0.4
_CALM = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "LC_ALL": "C",
}


def ask(place: Place, arguments: Sequence[str], variables: Mapping[str, str]) -> str:
    """Return git's answer, empty when it has none or takes too long."""
    import subprocess

    environment = {**os.environ, **_CALM, "GIT_DIR": place.git_directory, **variables}
    try:
        completed = subprocess.run(
            ["git", *arguments],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return completed.stdout.decode("ascii", "replace").strip() if completed.returncode == 0 else ""
