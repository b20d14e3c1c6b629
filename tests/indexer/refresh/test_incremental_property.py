"""After any sequence of git operations, a refresh leaves what a full rebuild of the same tree would."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import GitRepository
from tests.support.git_operations import CONTENTS, OPERATIONS, Driver, Step
from tests.support.refreshing import refreshed, tables_of

STEPS = st.builds(Step, st.sampled_from(OPERATIONS), st.integers(0, 11), st.integers(0, 11))


def rebuilt(repository: Path, directory: Path) -> Path:
    """Copy a repository without its index, under the same name, and index it from nothing."""
    copy = directory / "rebuilt" / repository.name
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(repository, copy, symlinks=True, ignore=shutil.ignore_patterns("memtui"))
    refreshed(copy)
    return copy


@settings(
    max_examples=10,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(steps=st.lists(STEPS, min_size=2, max_size=4))
def test_a_refresh_after_each_step_equals_a_full_rebuild_table_by_table(
    steps: list[Step], sealed_environment: Path
) -> None:
    """Edits, renames, branches, merges, rebases, stashes and partial staging leave no ghosts and lose nothing."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        (directory / "project").mkdir()
        repository = GitRepository(directory / "project")
        repository.git("init")
        repository.commit({"one.py": CONTENTS[0], "two.py": "def two(): ...\n", "README.md": "# Project\n"})
        refreshed(repository.path)
        driver = Driver(repository)
        for step in steps:
            driver.take(step)
            refreshed(repository.path)
            assert tables_of(repository.path) == tables_of(rebuilt(repository.path, directory)), step
