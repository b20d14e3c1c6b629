"""What continuous integration starts: GitHub Actions workflows and the pipelines of other services."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from typing import Final

import yaml

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, developer_role, line_at, make_entry_point
from indexer.entrypoints.manifests import parse_yaml, yaml_items, yaml_text
from indexer.facts import EntryPoint
from indexer.tree import SourceFile, SourceTree

ecosystem = "ci"

_WORKFLOW: Final = re.compile(r"\.github/workflows/[^/]+\.ya?ml")
_PIPELINES: Final = {
    ".gitlab-ci.yml": "GitLab CI",
    ".circleci/config.yml": "CircleCI",
    ".travis.yml": "Travis CI",
    ".cirrus.yml": "Cirrus CI",
    ".drone.yml": "Drone",
    ".woodpecker.yml": "Woodpecker",
    "Jenkinsfile": "Jenkins",
    "azure-pipelines.yml": "Azure Pipelines",
    "bitbucket-pipelines.yml": "Bitbucket Pipelines",
    "appveyor.yml": "AppVeyor",
    ".appveyor.yml": "AppVeyor",
}


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the workflows and pipelines of ``tree``."""
    workflows = [file for file in tree if _WORKFLOW.fullmatch(file.path)]
    tree.preload(workflows)
    for file in workflows:
        yield from _workflow(tree, file)
    for path, name in _PIPELINES.items():
        if (file_found := tree.get(path)) is not None:
            yield _pipeline(tree, file_found, name)


def _workflow(tree: SourceTree, file: SourceFile) -> Iterator[EntryPoint]:
    text = tree.text(file)
    keys = {key: (line, value) for key, line, value in yaml_items(parse_yaml(text))}
    if "jobs" not in keys:
        return
    line, triggers = keys.get("on", (keys["jobs"][0], None))
    named = yaml_text(keys["name"][1]) if "name" in keys else ""
    events = _events(triggers)
    yield make_entry_point(
        "github_actions",
        Kind.CI_WORKFLOW,
        named or posixpath.splitext(file.name)[0],
        file,
        line,
        confidence=tiers.DECLARED,
        evidence=f"on: {events}" if events else line_at(text, line),
        role=developer_role(file),
    )


def _events(triggers: yaml.Node | None) -> str:
    if isinstance(triggers, yaml.MappingNode):
        return ", ".join(key for key, _, _ in yaml_items(triggers))
    return ", ".join(yaml_text(triggers).split())


def _pipeline(tree: SourceTree, file: SourceFile, name: str) -> EntryPoint:
    lines = (line.strip() for line in tree.text(file).splitlines())
    first = next((line for line in lines if line and not line.startswith(("#", "//"))), file.path)
    return make_entry_point(
        ecosystem,
        Kind.CI_WORKFLOW,
        name,
        file,
        1,
        confidence=tiers.DECLARED,
        evidence=first,
        role=developer_role(file),
    )
