"""Python files that can be started: ``__main__`` modules and main guards."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, developer_role, files_in, make_entry_point
from indexer.entrypoints.python_manifests import declarations
from indexer.entrypoints.python_modules import PythonModules
from indexer.entrypoints.script_roles import checks, script_role, source_role
from indexer.facts import EntryPoint, Registration, Role
from indexer.tree import SourceFile, SourceTree

ecosystem = "python"

MAIN_MODULE: Final = "__main__.py"

_MANY_GUARDS: Final = 8
_STARTS: Final = re.compile(
    r"\b_?(?:async_?)?main\w*\(|\b(?:cli|app|entry_?point|start\w*|serve\w*|launch\w*)\(|\b_?run\w*\("
    r"|parse_arg(?:ument)?s|Fire\(|execute_from_command_line|\bSystemExit\b|sys\.exit\(|\bsys\.argv\b"
)
_CHECKS_ITSELF: Final = re.compile(
    r"\b(?:unittest|pytest|doctest|absltest|tf\.test|jtu)\b|\brun_(?:module_suite|tests?)\b|_test\b"
)


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the Python files of ``tree`` that can be started."""
    modules = PythonModules(tree)
    declared = _started_by_scripts(modules)
    plugins = _plugin_directories(modules)
    for file in files_in(tree, "python"):
        guard = _guard(file)
        if file.name == MAIN_MODULE:
            yield _main_module(modules, file, guard)
        elif guard is not None and file.path not in declared and file.name != "__init__.py":
            yield _guarded(modules, file, guard, is_plugin=file.directory in plugins)


def _started_by_scripts(modules: PythonModules) -> frozenset[str]:
    """Return the files that an installed script starts: their guard is a second door to the same room."""
    scripts = (declaration for declaration in declarations(modules.tree) if declaration.is_script)
    found = (modules.find(script.module, script.file.path) for script in scripts)
    return frozenset(file.path for file in found if file is not None)


def _plugin_directories(modules: PythonModules) -> frozenset[str]:
    """Return the packages full of files with guards in a repository that installs scripts.

    Something else loads them one by one, and people start the scripts.
    """
    if not any(declaration.is_script for declaration in declarations(modules.tree)):
        return frozenset()
    files = files_in(modules.tree, "python")
    counts = Counter(file.directory for file in files if _guard(file) is not None and modules.in_package(file))
    return frozenset(directory for directory, count in counts.items() if count >= _MANY_GUARDS)


def _guard(file: SourceFile) -> Registration | None:
    return next((found for found in file.facts.registrations if found.form == "main_guard"), None)


def _main_module(modules: PythonModules, file: SourceFile, guard: Registration | None) -> EntryPoint:
    lines = [
        (number, line) for number, line in enumerate(modules.tree.text(file).splitlines(), start=1) if line.strip()
    ]
    line, evidence = (guard.line, guard.text) if guard else lines[-1] if lines else (1, file.path)
    module = modules.name_of(file.path)
    return make_entry_point(
        ecosystem,
        Kind.MODULE_MAIN,
        f"python -m {module}" if module else "python .",
        file,
        line,
        confidence=tiers.LANGUAGE_MAIN,
        evidence=evidence,
        symbol=f"{module}.__main__" if module else "__main__",
    )


def _guarded(modules: PythonModules, file: SourceFile, guard: Registration, *, is_plugin: bool) -> EntryPoint:
    packaged = modules.in_package(file)
    starts = _starts_something(guard) and not is_plugin
    module = modules.name_of(file.path)
    return make_entry_point(
        ecosystem,
        Kind.MODULE_MAIN if packaged else Kind.SCRIPT,
        f"python -m {module}" if packaged else f"python {file.path}",
        file,
        guard.line,
        confidence=tiers.LANGUAGE_MAIN if starts else tiers.CONVENTION,
        evidence=guard.text,
        symbol=guard.target or module,
        role=_role(file, packaged=packaged, starts=starts),
    )


def _role(file: SourceFile, *, packaged: bool, starts: bool) -> Role:
    if (packaged and (not starts or file.name.startswith("_"))) or checks(file):
        return developer_role(file)
    return source_role(file) if packaged or not _lies_with_scripts(file) else script_role(file)


def _lies_with_scripts(file: SourceFile) -> bool:
    return posixpath.basename(file.directory) in {"scripts", "script", "tools", "tasks", "bin"}


def _starts_something(guard: Registration) -> bool:
    """Tell a program from a module that shows or checks itself, of which its authors make use."""
    return _STARTS.search(guard.arguments) is not None and _CHECKS_ITSELF.search(guard.arguments) is None
