"""One memory for each module that matters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from indexer.facts import Module, Role
from memtui.memory import Anchor, Draft, Evidence, Kind, Scope
from memtui.sources.indexed.writing import code, listed, paragraphs, shortened

_MOST = 60
_NAMES = 12
_LEFT_OUT = frozenset({Role.VENDORED, Role.GENERATED})


def module_drafts(modules: Sequence[Module], scope: Scope) -> list[Draft]:
    """Return the drafts for the most important modules of the product, and for where tests, docs and tools are."""
    importers = _importers(modules)
    kept = [module for module in modules if module.role not in _LEFT_OUT]
    return [_draft(module, importers.get(module.path, ()), scope) for module in kept[:_MOST]]


def _importers(modules: Sequence[Module]) -> Mapping[str, Sequence[str]]:
    importers: dict[str, list[str]] = {}
    for module in modules:
        for imported in module.imports:
            importers.setdefault(imported, []).append(module.path)
    return importers


def _draft(module: Module, importers: Sequence[str], scope: Scope) -> Draft:
    summary = module.summary.rstrip(".")
    files = "one file" if module.files == 1 else f"{module.files} files"
    place = "The root of the repository" if module.path == "." else f"{code(module.path)}"
    return Draft(
        kind=Kind.MODULE,
        title=shortened(f"{module.name}: {summary}" if summary else module.name),
        body=paragraphs(
            f"{module.summary}" if summary else "",
            f"{place} holds {files}" + ("." if module.role is Role.PRODUCT else f" ({module.role})."),
            f"Defines {listed(module.public, _NAMES)}." if module.public else "",
            f"Imports {listed(module.imports, _NAMES)}." if module.imports else "",
            f"Imported by {listed(importers, _NAMES)}." if importers else "",
        ),
        scope=scope,
        tags=tuple(sorted({module.ecosystem, str(module.role)} - {""})),
        anchors=(Anchor(module.path),),
        evidence=(Evidence("file", module.path, 0, module.summary),) if summary else (),
        key=f"module:{module.path}",
        fact=True,
    )
