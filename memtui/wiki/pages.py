"""The wiki of a repository: four pages of Markdown, the same for the same generation to the last byte."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby

from indexer.facts import EntryPoint, Module, Role
from memtui.wiki.chronicle import history_page
from memtui.wiki.markdown import bullets, code, codes, counted, plain, section
from memtui.wiki.material import STARTS, Material
from memtui.wiki.mermaid import import_graph

MARKER = "<!-- Written by 'memtui wiki'. Changes made here are lost when it is written again. -->"
_STARTS = 30
_NAMES = 12
_IMPORTS = 12
_OF_A_KIND = 200
_CYCLES = 10


def wiki_pages(material: Material) -> dict[str, str]:
    """Return the pages by file name."""
    return {name: _finished(write(material)) for name, write in PAGES.items()}


def wiki_document(material: Material) -> str:
    """Return all pages as one document."""
    parts = [write(material) for write in PAGES.values()]
    return _finished([line for part in parts for line in ["", *part]][1:])


def _finished(lines: list[str]) -> str:
    return "\n".join([MARKER, "", *lines]) + "\n"


def overview_page(material: Material) -> list[str]:
    """Return what it is, how it is started, which files to read, and what the index could not read."""
    history = material.history
    counts = (
        f"{counted(material.files, 'file')}, {counted(material.symbols, 'symbol')}, "
        f"{counted(len(material.modules), 'module')}, {counted(history.commits, 'commit')}. "
        f"As of {material.origin}."
    )
    return [
        f"# {plain(material.name)}",
        *(["", plain(material.summary)] if material.summary else []),
        "",
        counts,
        *section("How it is started", bullets(map(_way_in, starts(material)), _STARTS)),
        *section("Files to read first", bullets(_key_files(material))),
        *section("Most important modules", bullets(map(_module_line, material.product), _NAMES)),
        *section("Coverage", _coverage(material)),
    ]


def starts(material: Material) -> list[EntryPoint]:
    """Return the product's entry points that start something, programs before scripts."""
    order = {kind: rank for rank, kind in enumerate(STARTS)}
    found = [one for one in material.entry_points if one.role is Role.PRODUCT and one.kind in order]
    return sorted(found, key=lambda one: (order[one.kind], -one.confidence, one.path, one.line, one.name))


def _way_in(entry_point: EntryPoint) -> str:
    symbol = f" starts {code(entry_point.symbol)}" if entry_point.symbol else ""
    kind = entry_point.kind.replace("_", " ")
    return f"{code(entry_point.name)} ({kind}){symbol}, {code(f'{entry_point.path}:{entry_point.line}')}"


def _key_files(material: Material) -> list[str]:
    return [
        f"{code(file.path)}, {counted(file.lines, 'line')}: {codes(file.symbols, _NAMES)}"
        for file in material.key_files
    ]


def _module_line(module: Module) -> str:
    return f"{code(module.path)}: {plain(module.summary)}" if module.summary else code(module.path)


def _coverage(material: Material) -> list[str]:
    outcomes = [f"{name.replace('_', ' ')}: {counted(count, 'file')}" for name, count in material.coverage.items()]
    unresolved = [
        f"{name.replace('_', ' ')}: {counted(count, 'import')}" for name, count in material.unresolved.items()
    ]
    return [*bullets(outcomes), *section("Imports that lead to no file here", bullets(unresolved), level=3)]


def modules_page(material: Material) -> list[str]:
    """Return the graph of imports, and every module with what it holds."""
    importers: dict[str, list[str]] = {}
    for module in material.modules:
        for path in module.imports:
            importers.setdefault(path, []).append(module.path)
    lines = ["# Modules", *section("What imports what", import_graph(material.product))]
    cycles = [" → ".join(code(path) for path in [*cycle, cycle[0]]) for cycle in material.cycles if cycle]
    lines += section("Modules that import one another", bullets(cycles, _CYCLES))
    for role, modules in groupby(sorted(material.modules, key=_role_first), key=lambda module: module.role):
        lines += ["", f"## {str(role).capitalize()}"]
        for module in modules:
            lines += section(code(module.path), _described(module, importers.get(module.path, [])), level=3)
    return lines


def _role_first(module: Module) -> tuple[int, float, str]:
    return list(Role).index(module.role), -module.importance, module.path


def _described(module: Module, importers: list[str]) -> list[str]:
    facts = [
        f"Summary: {plain(module.summary)}" if module.summary else "",
        f"{counted(module.files, 'file')}, {counted(module.lines, 'line')}, importance {module.importance:.1%}",
        f"Public: {codes(module.public, _NAMES)}" if module.public else "",
        f"Imports: {codes(module.imports, _IMPORTS)}" if module.imports else "",
        f"Imported by: {codes(importers, _IMPORTS)}" if importers else "",
    ]
    return bullets(fact for fact in facts if fact)


def entry_points_page(material: Material) -> list[str]:
    """Return every way in, by kind; the product's before others."""
    lines = ["# Entry points"]
    ordered = sorted(material.entry_points, key=lambda one: (one.kind, list(Role).index(one.role)))
    for kind, found in groupby(ordered, key=lambda one: one.kind):
        listed = [
            f"{code(one.name)}, {code(f'{one.path}:{one.line}')}"
            + (f", starts {code(one.symbol)}" if one.symbol else "")
            + ("" if one.role is Role.PRODUCT else f" ({one.role})")
            for one in found
        ]
        lines += section(kind.replace("_", " ").capitalize(), bullets(listed, _OF_A_KIND))
    return lines if len(lines) > 1 else [*lines, "", "None was found."]


PAGES: Mapping[str, Callable[[Material], list[str]]] = {
    "index.md": overview_page,
    "modules.md": modules_page,
    "entry-points.md": entry_points_page,
    "history.md": history_page,
}
