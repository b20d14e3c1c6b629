"""The programs that manage a repository's hooks themselves, and what to write into their files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from memtui.hooks import HOOKS
from memtui.hooks.scripts import is_of_framework

_LEFTHOOK = tuple(f"{dot}lefthook.{ending}" for dot in ("", ".") for ending in ("yml", "yaml", "toml", "json", "jsonc"))
_PROGRAM = b"memtui-hook"


@dataclass(frozen=True, slots=True)
class Framework:
    """A manager of hooks: its name, the file that configures it, and the lines to add there."""

    name: str
    file: str
    lines: tuple[str, ...]


def frameworks_of(work_tree: Path, directory: Path) -> tuple[Framework, ...]:
    """Return the managers whose traces are in a work tree or in the directory of hooks."""
    found = []
    if (work_tree / ".pre-commit-config.yaml").exists() or any(is_of_framework(directory / name) for name in HOOKS):
        found.append(Framework("pre-commit", ".pre-commit-config.yaml", (*_pre_commit(),)))
    if (work_tree / ".husky").is_dir():
        found.append(Framework("husky", ".husky/HOOK", _HUSKY))
    configured = [name for name in _LEFTHOOK if (work_tree / name).exists()]
    if configured:
        found.append(Framework("lefthook", configured[0], (*_lefthook(),)))
    return tuple(found)


def callers_in(work_tree: Path) -> tuple[str, ...]:
    """Return the files of managers, relative to a work tree, that call memtui."""
    names = (".pre-commit-config.yaml", *(f".husky/{name}" for name in HOOKS), *_LEFTHOOK)
    return tuple(name for name in names if _calls_memtui(work_tree / name))


def _calls_memtui(path: Path) -> bool:
    try:
        return _PROGRAM in path.read_bytes()
    except OSError:
        return False


_HUSKY = tuple(f'.husky/{name}: command -v memtui-hook >/dev/null && memtui-hook {name} "$@" || :' for name in HOOKS)


def _pre_commit() -> list[str]:
    lines = ["- repo: local", "  hooks:"]
    for name in HOOKS:
        lines += [
            f"  - id: memtui-{name}",
            f"    name: memtui ({name})",
            f"    entry: memtui-hook {name}",
            "    language: system",
            "    pass_filenames: false",
            "    require_serial: true",
            "    always_run: true",
            f"    stages: [{name}]",
        ]
        # What it prints is shown only so.
        lines += ["    verbose: true"] if name == "pre-commit" else []
    return lines


def _lefthook() -> list[str]:
    return [
        line
        for name in HOOKS
        for line in (f"{name}:", "  commands:", "    memtui:", f"      run: memtui-hook {name} || true")
    ]
