"""Puts memtui's hooks into a directory of hooks, beside what is there, and takes them out again."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from memtui.hooks import HOOKS
from memtui.hooks.scripts import FORMER, hook_script, is_current, is_of_framework, is_ours

_LEGACY = ".legacy"
_MODE = 0o755


class State(StrEnum):
    """How a hook stands."""

    INSTALLED = "installed"
    OUTDATED = "outdated"
    """Ours, but it calls an interpreter or a program that is not this one."""
    BEHIND = "behind_framework"
    """Ours, called by the pre-commit framework, which was installed after it."""
    OTHER = "other"
    """Another program's, which does not call ours."""
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Hook:
    """A hook of a repository; ``former`` is whether ours calls the one that was there before it."""

    name: str
    state: State
    former: bool


@dataclass(frozen=True, slots=True)
class Slot:
    """Where one hook lies; ``shared`` when the directory serves other repositories, too."""

    directory: Path
    name: str
    shared: bool

    @property
    def path(self) -> Path:
        """What git runs."""
        return self.directory / self.name

    @property
    def former(self) -> Path:
        """What git ran before."""
        return self.directory / f"{self.name}{FORMER}"

    @property
    def legacy(self) -> Path:
        """Where the pre-commit framework keeps and calls what was there before it."""
        return self.directory / f"{self.name}{_LEGACY}"

    @property
    def ours(self) -> Path | None:
        """Our script, wherever it is called from."""
        if is_ours(self.path):
            return self.path
        return self.legacy if is_of_framework(self.path) and is_ours(self.legacy) else None


def slots(directory: Path, *, shared: bool = False) -> Iterator[Slot]:
    """Return the slot of each hook."""
    return (Slot(directory, name, shared) for name in HOOKS)


def state_of(slot: Slot, environment: Mapping[str, str]) -> Hook:
    """Return how a hook stands; changes nothing."""
    ours = slot.ours
    if ours is None:
        state = State.OTHER if _exists(slot.path) else State.ABSENT
    elif not is_current(ours.read_bytes(), _script(slot, environment)):
        state = State.OUTDATED
    else:
        state = State.INSTALLED if ours == slot.path else State.BEHIND
    return Hook(slot.name, state, ours is not None and _exists(slot.former))


def install(slot: Slot, environment: Mapping[str, str]) -> None:
    """Write our hook; one that is there is kept beside it and called by it. Raises OSError.

    At every moment there is a hook: the former one or ours.
    """
    slot.directory.mkdir(parents=True, exist_ok=True)
    ours = slot.ours
    if ours is None and _exists(slot.path):
        _keep(slot)
    _write(ours or slot.path, _script(slot, environment))


def uninstall(slot: Slot) -> None:
    """Take our hook out and put the former one back as it was. Raises OSError.

    Where another program took its place since, that program's hook stays, and so does what was kept.
    """
    ours = slot.ours
    if ours is None:
        return
    if not _exists(slot.former):
        ours.unlink()
    elif ours == slot.legacy and is_of_framework(slot.former):
        # The framework's own hook is in force again already.
        ours.unlink()
        slot.former.unlink()
    else:
        slot.former.replace(ours)


def _script(slot: Slot, environment: Mapping[str, str]) -> bytes:
    return os.fsencode(hook_script(slot.name, slot.former, environment, shared=slot.shared))


def _keep(slot: Slot) -> None:
    """Give the hook a second name; the first is taken by ours in one step."""
    if _exists(slot.former):
        # Of an installation that another program's hook has replaced: no longer called, but someone's work.
        slot.former.replace(_free_name(slot.former))
    try:
        os.link(slot.path, slot.former, follow_symlinks=False)
    except (OSError, NotImplementedError):
        # A file system without hard links.
        shutil.copy2(slot.path, slot.former, follow_symlinks=False)


def _free_name(path: Path) -> Path:
    number = 1
    while _exists(path.with_name(f"{path.name}.{number}")):
        number += 1
    return path.with_name(f"{path.name}.{number}")


def _write(path: Path, content: bytes) -> None:
    staged = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        staged.write_bytes(content)
        staged.chmod(_MODE)
        staged.replace(path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            staged.unlink()


def _exists(path: Path) -> bool:
    # A link whose target is gone is still someone's hook.
    return os.path.lexists(path)
