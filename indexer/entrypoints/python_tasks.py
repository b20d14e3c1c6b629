"""Work that a queue, a scheduler or a task runner starts: Celery and its kin, invoke, nox."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import literal, parse_arguments
from indexer.entrypoints.base import Kind, developer_role, files_in, make_entry_point
from indexer.entrypoints.python_modules import PythonModules
from indexer.facts import EntryPoint, Registration
from indexer.tree import SourceFile, SourceTree

ecosystem = "python"

_QUEUES: Final = frozenset(
    "celery dramatiq huey taskiq procrastinate rq django_rq flask_rq2 streaq saq apscheduler".split()
)
_QUEUE_WORDS: Final = frozenset(
    {"task", "shared_task", "periodic_task", "actor", "job", "db_task", "db_periodic_task", "scheduled_job"}
)


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the tasks of ``tree``."""
    modules = PythonModules(tree)
    for file in files_in(tree, "python"):
        for item in file.facts.registrations:
            if item.form == "decorator":
                yield from _task(modules, file, item)


def _task(modules: PythonModules, file: SourceFile, item: Registration) -> Iterator[EntryPoint]:
    word = item.callee.rpartition(".")[2]
    if word in _QUEUE_WORDS and _is_queue(modules, file, item.callee):
        name = literal(parse_arguments(item.arguments).keywords.get("name", ""))
        yield _entry(file, item, name or f"{modules.name_of(file.path)}.{item.target}")
    elif word == "task" and _imports(file, frozenset({"invoke"})):
        yield _entry(file, item, f"invoke {item.target.replace('_', '-')}", for_developers=True)
    elif item.callee in {"nox.session", "session"} and _imports(file, frozenset({"nox"})):
        name = literal(parse_arguments(item.arguments).keywords.get("name", "")) or item.target
        yield _entry(file, item, f"nox -s {name}", for_developers=True)


def _is_queue(modules: PythonModules, file: SourceFile, callee: str) -> bool:
    """Tell whether a decorator is a queue's: its owner is an app of one, or a module that knows one makes it."""
    owner, _, word = callee.rpartition(".")
    if word == "shared_task" or _imports(file, _QUEUES) or "celery" in owner.lower():
        return True
    return any(_imports(there, _QUEUES) for there, _ in modules.follow(file, owner or word))


def _imports(file: SourceFile, libraries: frozenset[str]) -> bool:
    return any(imported.module.split(".")[0] in libraries for imported in file.facts.imports)


def _entry(file: SourceFile, item: Registration, name: str, *, for_developers: bool = False) -> EntryPoint:
    return make_entry_point(
        ecosystem,
        Kind.TASK,
        name,
        file,
        item.line,
        confidence=tiers.REGISTERED,
        evidence=item.text,
        symbol=item.target,
        role=developer_role(file) if for_developers else None,
    )
