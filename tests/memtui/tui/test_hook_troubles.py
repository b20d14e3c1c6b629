"""The status line says that hooks fail, since no one is there to see them fail."""

from __future__ import annotations

from pathlib import Path

from memtui.hooks import log
from memtui.tui.app import MemtuiApp
from memtui.tui.local_backend import LocalBackend
from tests.conftest import GitRepository
from tests.support.hooks import common_of, files, found
from tests.support.screens import text_of, wait_ready, wait_until


async def test_troubles_of_hooks_stand_in_the_status_line_until_they_are_over(repository: GitRepository) -> None:
    """They are shown with the command that has the words, and go when the index has been brought up to date."""
    repository.commit(files("first"))
    common = common_of(repository)
    found(repository).index_directory.mkdir()
    app = MemtuiApp(LocalBackend(Path(repository.path)))
    async with app.run_test(size=(160, 36)) as pilot:
        await wait_ready(pilot)
        await wait_until(pilot, lambda: app.library.index is not None and not app.library.index.behind)
        assert "hooks failed" not in text_of(app)
        log.write(common, log.TROUBLE, "post-commit: no room")
        app.poller.look_at_index()
        await wait_until(pilot, lambda: "hooks failed: see memtui doctor" in text_of(app))
        repository.commit(files("second"))
        app.poller.look_at_index()
        await wait_until(pilot, lambda: log.troubles(common) == [])
        await wait_until(pilot, lambda: "hooks failed" not in text_of(app))
