"""Makes the pictures in this directory: the three screens, dark and light, from a real index of this repository.

``python screenshots/make.py [REPOSITORY]`` clones the repository (this one, unless another is named) into a temporary
directory, lets the app index it there, and saves what it shows.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SIZE = (120, 36)
THEMES = {"dark": "textual-dark", "light": "textual-light"}
# What is pressed on each screen before the picture is taken.
SCENES = {
    "inbox": ("1", "j", "space", "j", "space", "j"),
    "memories": ("2", "j", "j", "j"),
    "repo": ("3", "j", "j", "j"),
}
_PATIENCE = 600

sys.path.insert(0, str(ROOT))


def clone(source: Path, target: Path) -> Path:
    """Clone a repository with its whole history, so that the index of the original is left alone."""
    subprocess.run(["git", "clone", "--quiet", "--no-local", str(source), str(target)], check=True)
    return target


async def photograph(repository: Path, theme: str, name: str) -> None:
    """Run the app and save each of its screens."""
    from memtui.configuration import Configuration
    from memtui.tui.app import MemtuiApp
    from memtui.tui.local_backend import LocalBackend

    app = MemtuiApp(LocalBackend(repository), Configuration(theme=theme))
    async with app.run_test(size=SIZE, notifications=False) as pilot:
        library = app.library
        for _ in range(_PATIENCE * 10):
            index = library.index
            if library.store == "ready" and index and index.indexed and not index.behind and not library.progress:
                break
            await pilot.pause(0.1)
        for scene, keys in SCENES.items():
            for key in keys:
                await pilot.press(key)
                while scene == "repo" and library.facts is None:
                    await pilot.pause(0.1)
            await pilot.pause(0.2)
            picture = app.export_screenshot(title=f"memtui — {library.workspace.name if library.workspace else ''}")
            (ROOT / "screenshots" / f"{scene}-{name}.svg").write_text(picture, encoding="utf-8")


def main() -> int:
    """Make every picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repository", type=Path, nargs="?", default=ROOT)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        os.environ["MEMTUI_HOME"] = str(Path(name) / "home")
        repository = arguments.repository.resolve()
        # A checkout may lie in a directory of any name, and the pictures show the directory's.
        target = clone(repository, Path(name) / ("memtui" if repository == ROOT else repository.name))
        for short, theme in THEMES.items():
            asyncio.run(photograph(target, theme, short))
    return 0


if __name__ == "__main__":
    sys.exit(main())
