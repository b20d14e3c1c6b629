"""What a Python distribution declares: console scripts, plugins, and the package it is imported by."""

from __future__ import annotations

import ast
import configparser
import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, files_named, line_at, line_of, make_entry_point
from indexer.entrypoints.manifests import parse_toml, strings_of, table_at, toml_line
from indexer.entrypoints.python_modules import PythonModules
from indexer.facts import EntryPoint, Role
from indexer.tree import SourceFile, SourceTree

ecosystem = "python"

SCRIPT_GROUPS: Final = frozenset({"console_scripts", "gui_scripts"})
_PYPROJECT_SCRIPTS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("console_scripts", ("project", "scripts")),
    ("gui_scripts", ("project", "gui-scripts")),
    ("console_scripts", ("tool", "poetry", "scripts")),
)
_PYPROJECT_GROUPS: Final[tuple[tuple[str, ...], ...]] = (("project", "entry-points"), ("tool", "poetry", "plugins"))
# The second is that of pbr.
_SETUP_CFG_SECTIONS: Final = ("options.entry_points", "entry_points")
_ENTRY: Final = re.compile(r"\s*([\w.\-]+)\s*=\s*([\w.]+(?:\s*:\s*[\w.]+)?)")


@dataclass(frozen=True, slots=True)
class Declaration:
    """An entry point as a distribution declares it: ``target`` is ``module:object``."""

    file: SourceFile
    group: str
    name: str
    target: str
    line: int

    @property
    def is_script(self) -> bool:
        """Whether installing the distribution puts it on the PATH."""
        return self.group in SCRIPT_GROUPS

    @property
    def module(self) -> str:
        """The dotted module it lies in."""
        return self.target.partition(":")[0].strip()

    @property
    def object(self) -> str:
        """The dotted name inside the module, without the extras that it wants installed."""
        return self.target.partition(":")[2].partition("[")[0].strip()


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find what the distributions of ``tree`` declare."""
    modules = PythonModules(tree)
    for declaration in declarations(tree):
        yield _declared(modules, declaration)
    yield from _library_roots(tree)


def declarations(tree: SourceTree) -> list[Declaration]:
    """Return everything that pyproject.toml, setup.cfg and setup.py files declare."""
    readers = {"pyproject.toml": _from_pyproject, "setup.cfg": _from_setup_cfg, "setup.py": _from_setup_py}
    found: dict[tuple[str, str, str], Declaration] = {}
    for file in files_named(tree, *readers):
        for declaration in readers[file.name](tree, file):
            found.setdefault((file.directory, declaration.group, declaration.name), declaration)
    return list(found.values())


def _declared(modules: PythonModules, declaration: Declaration) -> EntryPoint:
    file = declaration.file
    evidence = line_at(modules.tree.text(file), declaration.line)
    return make_entry_point(
        ecosystem,
        Kind.CONSOLE_SCRIPT if declaration.is_script else Kind.PLUGIN,
        declaration.name,
        file,
        declaration.line,
        confidence=tiers.DECLARED,
        evidence=evidence if declaration.is_script else f"{declaration.group}: {evidence}",
        symbol=re.sub(r"\s+", "", declaration.target),
        role=_role(modules, declaration),
    )


def _role(modules: PythonModules, declaration: Declaration) -> Role:
    """Return the role of what is started: setup.py serves developers, what it installs need not."""
    file = declaration.file
    if file.role is not Role.DEV:
        return file.role
    started = modules.find(declaration.module, file.path)
    if started is None or (started.role is Role.DEV and not file.directory):
        return file.role if file.directory else Role.PRODUCT
    return started.role


def _from_pyproject(tree: SourceTree, file: SourceFile) -> Iterator[Declaration]:
    text = tree.text(file)
    document = parse_toml(text)
    for group, keys in _PYPROJECT_SCRIPTS:
        yield from _from_table(text, document, file, group, keys)
    for keys in _PYPROJECT_GROUPS:
        for group in table_at(document, *keys):
            yield from _from_table(text, document, file, group, (*keys, group))


def _from_table(
    text: str, document: dict[str, Any], file: SourceFile, group: str, keys: tuple[str, ...]
) -> Iterator[Declaration]:
    for name, value in table_at(document, *keys).items():
        if target := _poetry_target(value):
            yield Declaration(file, group, name, target, toml_line(text, keys, name))


def _poetry_target(value: Any) -> str:
    if isinstance(value, dict):
        value = value.get("reference") or value.get("callable")
    return value if isinstance(value, str) else ""


def _from_setup_cfg(tree: SourceTree, file: SourceFile) -> Iterator[Declaration]:
    text = tree.text(file)
    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string(text)
    except (configparser.Error, ValueError):
        return
    for section in _SETUP_CFG_SECTIONS:
        header = line_of(text, rf"^\[{re.escape(section)}\]")
        for group, block in parser.items(section) if parser.has_section(section) else ():
            start = line_of(text, rf"(?i)^\s*{re.escape(group)}\s*=", after=header)
            yield from _from_block(file, group, block.splitlines(), text, start)


def _from_block(file: SourceFile, group: str, entries: Iterable[str], text: str, after: int) -> Iterator[Declaration]:
    for entry in entries:
        if match := _ENTRY.match(entry):
            line = line_of(text, rf"(?<![\w.\-]){re.escape(match[1])}\s*=\s*{re.escape(match[2])}", after=after)
            yield Declaration(file, group, match[1], match[2], line or max(after, 1))


def _from_setup_py(tree: SourceTree, file: SourceFile) -> Iterator[Declaration]:
    text = tree.text(file)
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in nodes:
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield from _from_block(file, key.value, _texts(value), text, key.lineno - 1)
        elif isinstance(node, ast.keyword) and node.arg == "scripts":
            for script in _texts(node.value):
                name = posixpath.basename(script)
                yield Declaration(file, "console_scripts", name, script, node.value.lineno)


def _texts(node: ast.expr) -> list[str]:
    elements = node.elts if isinstance(node, ast.List | ast.Tuple) else [node]
    values = [element.value for element in elements if isinstance(element, ast.Constant)]
    return [line for value in values if isinstance(value, str) for line in value.splitlines()]


def _library_roots(tree: SourceTree) -> Iterator[EntryPoint]:
    """Find packages that bear their distribution's name and gather its public names in one place."""
    for file in files_named(tree, "pyproject.toml", "setup.cfg", "setup.py"):
        name = re.sub(r"[-_.]+", "_", _project_name(tree, file)).lower()
        for package in _packages(tree, file.directory, name) if name else ():
            if _reexports(package):
                yield make_entry_point(
                    ecosystem,
                    Kind.LIBRARY_ROOT,
                    posixpath.basename(package.directory),
                    package,
                    1,
                    confidence=tiers.CONVENTION,
                    evidence=line_at(tree.text(package), 1) or package.path,
                    symbol=posixpath.basename(package.directory),
                )


def _project_name(tree: SourceTree, file: SourceFile) -> str:
    text = tree.text(file)
    if file.name == "pyproject.toml":
        document = parse_toml(text)
        names = (table_at(document, "project"), table_at(document, "tool", "poetry"))
        return next((found for table in names for found in strings_of(table.get("name"))), "")
    match = re.search(r"(?m)^\s*name\s*=\s*([\"']?)([\w.\-]+)\1\s*,?\s*$", text)
    if match is None:
        return ""
    constant = re.search(rf"(?m)^{re.escape(match[2])}\s*=\s*[\"']([\w.\-]+)[\"']", text) if not match[1] else None
    return constant[1] if constant else match[2]


def _packages(tree: SourceTree, directory: str, name: str) -> Iterator[SourceFile]:
    for root in (directory, posixpath.join(directory, "src")):
        for init in tree.by_name.get("__init__.py", ()):
            parent, package = posixpath.split(init.directory)
            if parent == root and package.lower() == name:
                yield init


def _reexports(package: SourceFile) -> bool:
    own = posixpath.basename(package.directory)
    # A package may keep its insides in another one that bears the same name with an underscore.
    inner = [imp for imp in package.facts.imports if imp.level or imp.module.split(".")[0] in {own, f"_{own}"}]
    names = {name for imported in inner for name in imported.names}
    return any(not name.startswith("_") for name in names)
