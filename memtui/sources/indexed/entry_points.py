"""One memory for each way a project is started, one for each group of routes, commands or targets."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from indexer.facts import EntryPoint, Role
from memtui.memory import Anchor, Draft, Evidence, Kind, Scope
from memtui.sources.indexed.writing import bullets, code, listed, paragraphs, shortened

_KEPT_ROLES = frozenset({Role.PRODUCT, Role.DEV})
_CROWD = 15  # more of one kind than this are told by directory instead of one by one, or by file
_SHELF = 3  # more libraries than this are one workspace, told together
_SHOWN = 40
_QUOTED = 3
_SURE = 0.8  # below this tier a convention spoke, not a declaration

# What one entry point is called, and what several are.
_NOUNS: Mapping[str, tuple[str, str]] = {
    "console_script": ("console script", "console scripts"),
    "binary": ("program", "programs"),
    "main_function": ("main function", "main functions"),
    "module_main": ("runnable module", "runnable modules"),
    "http_app": ("web application", "web applications"),
    "http_route": ("HTTP route", "HTTP routes"),
    "cli_command": ("command", "commands"),
    "task": ("task", "tasks"),
    "plugin": ("plugin hook", "plugin hooks"),
    "package_export": ("package export", "package exports"),
    "npm_script": ("npm script", "npm scripts"),
    "container": ("container", "containers"),
    "compose_service": ("compose service", "compose services"),
    "make_target": ("make target", "make targets"),
    "ci_workflow": ("CI workflow", "CI workflows"),
    "script": ("script", "scripts"),
    "library_root": ("library", "libraries"),
}
_ONE_BY_ONE = frozenset(
    {"console_script", "binary", "main_function", "module_main", "http_app", "container", "library_root"}
)
_BY_DIRECTORY = frozenset({"script", "ci_workflow"})


@dataclass(frozen=True, slots=True)
class _Group:
    kind: str
    place: str
    members: Sequence[EntryPoint]


def entry_point_drafts(entry_points: Iterable[EntryPoint], scope: Scope) -> list[Draft]:
    """Return the drafts for what starts the product or serves its development."""
    kept = [entry for entry in entry_points if entry.role in _KEPT_ROLES]
    return [_draft(group, scope) for group in _groups(kept)]


def _groups(entry_points: Sequence[EntryPoint]) -> list[_Group]:
    kinds = Counter(entry.kind for entry in entry_points)
    files = Counter(kind for kind, _ in {(entry.kind, entry.path) for entry in entry_points})
    groups: dict[tuple[str, str], list[EntryPoint]] = {}
    for entry in entry_points:
        groups.setdefault((entry.kind, _place(entry, kinds, files)), []).append(entry)
    return [_Group(kind, place, members) for (kind, place), members in sorted(groups.items())]


def _place(entry: EntryPoint, kinds: Counter[str], files: Counter[str]) -> str:
    directory = posixpath.dirname(entry.path) or "."
    if entry.kind == "library_root" and kinds[entry.kind] > _SHELF:
        return ""
    if entry.kind in _ONE_BY_ONE:
        return f"{entry.path}#{entry.name}" if kinds[entry.kind] <= _CROWD else directory
    if entry.kind in _BY_DIRECTORY:
        return directory
    return entry.path if files[entry.kind] <= _CROWD else directory


def _draft(group: _Group, scope: Scope) -> Draft:
    single = group.kind in _ONE_BY_ONE and len(group.members) == 1
    first = group.members[0]
    return Draft(
        kind=Kind.ENTRY_POINT,
        title=shortened(_title(group, single=single)),
        body=_story(first) if single else _list(group),
        scope=scope,
        tags=tuple(sorted({group.kind, first.ecosystem})),
        anchors=tuple(Anchor(path) for path in sorted({entry.path for entry in group.members})[:_SHOWN]),
        evidence=tuple(Evidence("file", entry.path, entry.line, entry.evidence) for entry in group.members[:_QUOTED]),
        key=f"entry_point:{group.kind}:{group.place}",
        fact=True,
    )


def _title(group: _Group, *, single: bool) -> str:
    singular, plural = _NOUNS.get(group.kind, (group.kind, group.kind))
    if single:
        return f"{code(group.members[0].name)} ({singular})"
    names = listed([entry.name for entry in group.members], 4)
    noun = singular if len(group.members) == 1 else f"{len(group.members)} {plural}"
    place = {"": "", ".": " in the root"}.get(group.place, f" in {group.place}")
    return f"{noun}{place}: {names}"


def _story(entry: EntryPoint) -> str:
    starts = f"Starts {code(entry.symbol)}." if entry.symbol else ""
    sure = "" if entry.confidence >= _SURE else f"Inferred, confidence {entry.confidence:.0%}."
    return paragraphs(f"{code(entry.name)} is declared at {code(f'{entry.path}:{entry.line}')}.", starts, sure)


def _list(group: _Group) -> str:
    lines = [_line(entry) for entry in group.members]
    return bullets(lines, _SHOWN, code(f"memtui entrypoints --kind {group.kind}"))


def _line(entry: EntryPoint) -> str:
    starts = f" → {code(entry.symbol)}" if entry.symbol and entry.symbol != entry.name else ""
    return f"{code(entry.name)}{starts} at {entry.path}:{entry.line}"
