"""Images and the services made of them: Dockerfiles and compose files."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import yaml

from indexer.entrypoints import tiers
from indexer.entrypoints.base import Kind, developer_role, line_at, make_entry_point
from indexer.entrypoints.manifests import parse_yaml, yaml_get, yaml_items, yaml_text
from indexer.facts import EntryPoint, Role
from indexer.tree import SourceFile, SourceTree

ecosystem = "containers"

_DOCKERFILE: Final = re.compile(
    r"(?i)(?:dockerfile|containerfile)(?:[.\-_][\w.\-]+)?|[\w.\-]+\.(?:dockerfile|containerfile)"
)
_NO_DOCKERFILE: Final = re.compile(r"(?i).*\.(?:md|rst|txt|py|js|ts|go|sh|ya?ml|json|j2|tmpl|template|dockerignore)")
_COMPOSE: Final = re.compile(r"(?:docker-)?compose(?:[.\-_][\w.\-]+)?\.ya?ml")
_FOR_DEVELOPERS: Final = frozenset(
    "dev development devcontainer test tests ci e2e playwright lint debug delve local override build hot hotreload "
    "reload watch circleci travis jenkins buildkite drone".split()
)
_ASIDE: Final = frozenset({"extras", "contrib", "misc", "packaging", "utils"})
_INSTRUCTION: Final = re.compile(r"\s*([A-Za-z]+)\s+(.*)")
_TESTING: Final = re.compile(
    r"(?:^|[\s\[\]\"'/;])(?:tests?/|run_?tests?\b|pytest\b|(?:make|npm|yarn|cargo|go|rake|mvn) (?:run )?test\b)"
)
_SCRIPT: Final = re.compile(r"[\w./\-]+\.(?:sh|bash)\b")
_STAGE: Final = re.compile(r"(?i)(?:--\S+\s+)*(\S+)(?:\s+as\s+(\S+))?")


@dataclass(slots=True)
class _Stage:
    """One stage of a Dockerfile: what it builds on, and the line and text of what it starts."""

    base: str
    name: str
    line: int
    text: str
    entrypoint: tuple[int, str] | None = None
    command: tuple[int, str] | None = None


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the images and services of ``tree``."""
    dockerfiles = _dockerfiles(tree)
    compose_files = [file for name, files in tree.by_name.items() if _COMPOSE.fullmatch(name) for file in files]
    tree.preload([*dockerfiles, *compose_files])
    for file in dockerfiles:
        yield from _container(tree, file)
    told: set[tuple[str, str]] = set()
    for file in sorted(compose_files, key=lambda found: (_variant(found.name) != "", found.path)):
        yield from _services(tree, file, told)


def _dockerfiles(tree: SourceTree) -> list[SourceFile]:
    found = [file for name, files in tree.by_name.items() if _is_dockerfile(name) for file in files]
    return sorted(found, key=lambda file: file.path)


def _is_dockerfile(name: str) -> bool:
    return _DOCKERFILE.fullmatch(name) is not None and _NO_DOCKERFILE.fullmatch(name) is None


def _container(tree: SourceTree, file: SourceFile) -> Iterator[EntryPoint]:
    stages = _stages(tree.text(file))
    if not stages:
        return
    started = _started(stages)
    line, evidence = started or (stages[-1].line, stages[-1].text)
    confidence = tiers.DECLARED if started else tiers.CONVENTION
    yield make_entry_point(
        ecosystem,
        Kind.CONTAINER,
        file.path,
        file,
        line,
        confidence=confidence,
        evidence=evidence,
        role=developer_role(file) if started and _TESTING.search(evidence) else _container_role(file),
    )


def _container_role(file: SourceFile) -> Role:
    return developer_role(file) if file.path.partition("/")[0] in _ASIDE else _variant_role(file)


def _stages(text: str) -> list[_Stage]:
    stages: list[_Stage] = []
    for line, instruction in _instructions(text):
        match = _INSTRUCTION.match(instruction)
        keyword = match[1].upper() if match else ""
        if match and keyword == "FROM":
            stage = _STAGE.match(match[2])
            if stage:
                stages.append(_Stage(stage[1], stage[2] or "", line, instruction))
        elif stages and keyword == "ENTRYPOINT":
            stages[-1].entrypoint = (line, instruction)
        elif stages and keyword == "CMD":
            stages[-1].command = (line, instruction)
    return stages


def _instructions(text: str) -> Iterator[tuple[int, str]]:
    """Yield each instruction on one line, with the line it begins at."""
    begun, parts = 0, [""]
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if stripped.startswith("#") or (not stripped and not begun):
            continue
        begun = begun or number
        parts.append(stripped.removesuffix("\\").strip())
        if not stripped.endswith("\\"):
            yield begun, " ".join(parts).strip()
            begun, parts = 0, [""]
    if begun:
        yield begun, " ".join(parts).strip()


def started_scripts(tree: SourceTree) -> Mapping[str, Role]:
    """Return the scripts that the images of ``tree`` start, by ENTRYPOINT and CMD, with the role of the image."""
    dockerfiles = _dockerfiles(tree)
    tree.preload(dockerfiles)
    found: dict[str, Role] = {}
    for dockerfile in dockerfiles:
        for _, text in filter(None, [_started(_stages(tree.text(dockerfile)))]):
            for path in (path for name in _SCRIPT.findall(text) for path in _meant(tree, dockerfile, name)):
                role = _container_role(dockerfile)
                found[path] = role if role is Role.PRODUCT else found.get(path, role)
    return found


def _meant(tree: SourceTree, dockerfile: SourceFile, name: str) -> list[str]:
    """Return the scripts below a Dockerfile that bear a name, else the only one of the tree."""
    paths = [file.path for file in tree.by_name.get(posixpath.basename(name), ())]
    near = [path for path in paths if not dockerfile.directory or path.startswith(f"{dockerfile.directory}/")]
    return near or (paths if len(paths) == 1 else [])


def _started(stages: list[_Stage]) -> tuple[int, str] | None:
    """Return what the last stage starts, or else the stage it builds on."""
    by_name = {stage.name.lower(): stage for stage in stages if stage.name}
    stage = stages[-1] if stages else None
    for _ in stages:
        if stage is None:
            break
        if found := stage.entrypoint or stage.command:
            return found
        stage = by_name.get(stage.base.lower())
    return None


def _services(tree: SourceTree, file: SourceFile, told: set[tuple[str, str]]) -> Iterator[EntryPoint]:
    """Yield the services of a file; one that only overrides a service told before is left out."""
    text = tree.text(file)
    for name, line, service in yaml_items(yaml_get(parse_yaml(text), "services")):
        if (file.directory, name) in told:
            continue
        told.add((file.directory, name))
        yield make_entry_point(
            ecosystem,
            Kind.COMPOSE_SERVICE,
            name,
            file,
            line,
            confidence=tiers.DECLARED,
            evidence=f"{line_at(text, line)} {_service_summary(service)}",
            role=_service_role(tree, file, service),
        )


def _service_role(tree: SourceTree, file: SourceFile, service: yaml.Node) -> Role:
    """Return the role of a service: that of its Dockerfile when this one serves developers."""
    build = yaml_get(service, "build")
    context = yaml_text(yaml_get(build, "context")) or yaml_text(build)
    dockerfile = yaml_text(yaml_get(build, "dockerfile")) or "Dockerfile"
    found = tree.get(posixpath.normpath(posixpath.join(file.directory, context, dockerfile))) if context else None
    role = _variant_role(file)
    return role if found is None or role is not Role.PRODUCT else _container_role(found)


def _variant(name: str) -> str:
    """Return what stands beside the usual name: ``dev`` of ``Dockerfile.dev`` and ``compose.dev.yml``."""
    return re.sub(r"(?i)(?:docker-)?compose|dockerfile|containerfile|\.ya?ml$", "", name).strip(".-_")


def _variant_role(file: SourceFile) -> Role:
    words = set(re.split(r"[-_.]+|(?<=[a-z])(?=[A-Z])", _variant(file.name)))
    words = {word.lower() for word in words}
    return developer_role(file) if words & _FOR_DEVELOPERS else file.role


def _service_summary(service: yaml.Node) -> str:
    parts = ((key, yaml_get(service, key)) for key in ("image", "build", "command"))
    return ", ".join(f"{key}: {told}" for key, value in parts if (told := _told(value)))


def _told(value: yaml.Node | None) -> str:
    return yaml_text(value) or yaml_text(yaml_get(value, "context"))
