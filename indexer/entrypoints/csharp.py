"""C#: programs, and the tools that projects install."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, files_in, line_at, make_entry_point
from indexer.entrypoints.csharp_projects import Project, Projects, projects_of
from indexer.entrypoints.script_roles import source_role
from indexer.facts import EntryPoint, Role
from indexer.tree import SourceFile, SourceTree

ecosystem = "csharp"


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the programs of the C# projects in ``tree``."""
    projects = projects_of(tree)
    for file in files_in(tree, "csharp"):
        yield from _mains(file, projects)
    for project in projects.found.values():
        if project.tool:
            yield make_entry_point(
                ecosystem,
                Kind.BINARY,
                project.tool,
                project.file,
                project.tool_line,
                confidence=tiers.DECLARED,
                evidence=line_at(tree.text(project.file), project.tool_line),
            )


def _mains(file: SourceFile, projects: Projects) -> Iterator[EntryPoint]:
    main = next((item for item in file.facts.registrations if item.form == "main"), None)
    if main is None:
        return
    project = projects.around(file)
    yield make_entry_point(
        ecosystem,
        Kind.MAIN_FUNCTION,
        (project.name if project else "") or main.target.rpartition(".")[0] or file.name.removesuffix(".cs"),
        file,
        main.line,
        confidence=tiers.LANGUAGE_MAIN,
        evidence=main.text,
        symbol=main.target,
        role=_role(file, project),
    )


def _role(file: SourceFile, project: Project | None) -> Role:
    role = source_role(file)
    return project.role if role is Role.PRODUCT and project is not None else role
