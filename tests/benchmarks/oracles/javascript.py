"""JavaScript and TypeScript against dependency-cruiser, by file.

It takes one ``tsconfig.json`` a run, so the files are cruised in groups, each under the nearest configuration above
it. The packages of a workspace, as pnpm lists them, are linked under ``node_modules`` of a temporary clone as an
install would do; nothing else is installed, and nothing is built.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from indexer.modules.resolution import ancestors
from indexer.modules.resolvers import resolvers_for
from indexer.tree import SourceTree
from tests.benchmarks.oracles.comparison import Comparison, Edge
from tests.benchmarks.oracles.trees import attempt, our_edges, read_files, run, tracked_files

TOOLS: Final = ("dependency-cruiser@17", "typescript@5", "pnpm@10")
_EXTENSIONS = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")
_CONDITIONS = ("source", "import", "require", "node", "default", "types")
_BROKEN = re.compile(r"^\.\.\. in (.*)$", re.MULTILINE)
Specifiers = dict[str, set[str]]


def install_tools(directory: Path) -> Path:
    """Install dependency-cruiser and pnpm into ``directory`` unless they are there; return their programs' place."""
    programs = directory / "node_modules" / ".bin"
    if not (programs / "depcruise").exists() or not (programs / "pnpm").exists():
        directory.mkdir(parents=True, exist_ok=True)
        run(["npm", "install", "--prefix", str(directory), "--no-audit", "--no-fund", *TOOLS], directory)
    return programs


def compare_javascript(root: Path, programs: Path) -> Comparison:
    """Compare the edges from every JavaScript and TypeScript file to any tracked file."""
    with tempfile.TemporaryDirectory() as temporary:
        clone = (Path(temporary) / root.name).resolve()
        names = tracked_files(root)
        for name in names:
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / name, clone / name)
        tree = read_files(root, names)
        _link_members(clone, tree, programs)
        oracle, unresolved, cruised = _cruise(clone, tree, programs)
    ours = {edge for edge in our_edges(tree) if edge[0] in cruised}
    undecided = {edge for edge in ours - oracle if _undecided(tree, edge, unresolved)}
    return Comparison(root.name, "javascript", frozenset(oracle), frozenset(ours - undecided), frozenset(undecided))


def _undecided(tree: SourceTree, edge: Edge, unresolved: Specifiers) -> bool:
    """Whether our edge comes from a specifier that the oracle found no file for."""
    file = tree.get(edge[0])
    statements = file.facts.imports if file else ()
    resolver = resolvers_for(tree)[file.facts.language] if file else None
    return any(
        edge[1] in dict(resolver.resolve(file, statement).targets)
        for statement in statements
        if file and resolver and statement.module in unresolved.get(edge[0], ())
    )


def _link_members(clone: Path, tree: SourceTree, programs: Path) -> None:
    """Link each package of the workspace under its name."""
    for name, directory in _members(clone, tree, programs):
        link = clone / "node_modules" / name
        link.parent.mkdir(parents=True, exist_ok=True)
        if not link.exists():
            link.symlink_to(directory, target_is_directory=True)


def _members(clone: Path, tree: SourceTree, programs: Path) -> Iterable[tuple[str, Path]]:
    manifest = tree.get("package.json")
    if manifest is None:
        return []
    document = json.loads(tree.text(manifest))
    # Which version of which program a repository wants to be installed with says nothing about its imports.
    bare = {key: value for key, value in document.items() if key not in {"engines", "packageManager", "devEngines"}}
    (clone / "package.json").write_text(json.dumps(bare), encoding="utf-8")
    workspaces = document.get("workspaces", [])
    patterns = workspaces.get("packages", []) if isinstance(workspaces, dict) else workspaces
    if "pnpm-workspace.yaml" not in tree:
        (clone / "pnpm-workspace.yaml").write_text(json.dumps({"packages": patterns or ["."]}), encoding="utf-8")
    listed = json.loads(run([str(programs / "pnpm"), "m", "ls", "--depth", "-1", "--json"], clone))
    return [(member["name"], Path(member["path"])) for member in listed if member.get("name")]


def _flatten(clone: Path, configurations: Iterable[str], programs: Path) -> dict[str, Path]:
    """Write what the TypeScript compiler reads from each configuration as one without ``extends``.

    dependency-cruiser follows path aliases only where a base directory is set, which the compiler does not ask for:
    where none is, an empty directory serves, from which no bare import can be found.
    """
    places = {name: str(clone / name) for name in configurations if name}
    environment = os.environ | {"NODE_PATH": str(programs.parent)}
    script = str(Path(__file__).with_name("tsconfig_paths.cjs"))
    answers = json.loads(run(["node", script, *places.values()], clone, environment))
    nothing = clone / ".oracle" / "empty"
    nothing.mkdir(parents=True)
    (clone / ".oracle" / "none.ts").touch()
    flat: dict[str, Path] = {}
    for number, (name, place) in enumerate(sorted(places.items())):
        answer = answers[place]
        options = {"baseUrl": answer.get("baseUrl") or str(nothing), "paths": answer["paths"]}
        flat[name] = clone / ".oracle" / f"{number}.json"
        flat[name].write_text(json.dumps({"compilerOptions": options, "files": ["none.ts"]}), encoding="utf-8")
    return flat


def _cruise(clone: Path, tree: SourceTree, programs: Path) -> tuple[set[Edge], Specifiers, set[str]]:
    """Return the oracle's edges, the specifiers it could not resolve by file, and the files it looked at."""
    edges: set[Edge] = set()
    unresolved: Specifiers = defaultdict(set)
    cruised: set[str] = set()
    groups = _groups(tree)
    flat = _flatten(clone, groups, programs)
    for configuration, names in sorted(groups.items()):
        wanted = set(names)
        for module in _cruise_group(clone, flat.get(configuration), names, programs):
            source = module["source"]
            if source in wanted:
                cruised.add(source)
                for dependency in module["dependencies"]:
                    if dependency["couldNotResolve"]:
                        unresolved[source].add(dependency["module"])
                    elif dependency["resolved"] in tree and dependency["resolved"] != source:
                        edges.add((source, dependency["resolved"]))
    return edges, unresolved, cruised


def _groups(tree: SourceTree) -> dict[str, list[str]]:
    configured = {file.directory: file.path for file in tree.by_name.get("tsconfig.json", ())}
    groups: dict[str, list[str]] = defaultdict(list)
    for file in tree:
        if file.name.endswith(_EXTENSIONS):
            nearest = next((configured[at] for at in ancestors(file.directory) if at in configured), "")
            groups[nearest].append(file.path)
    return groups


def _cruise_group(clone: Path, configuration: Path | None, names: list[str], programs: Path) -> list[dict[str, Any]]:
    options: dict[str, Any] = {
        "doNotFollow": {"path": "."},
        "tsPreCompilationDeps": True,
        "enhancedResolveOptions": {"exportsFields": ["exports"], "conditionNames": _conditions(clone)},
    }
    if configuration:
        options["tsConfig"] = {"fileName": str(configuration)}
    settings = clone / ".oracle.json"
    settings.write_text(json.dumps({"options": options}), encoding="utf-8")
    command = [str(programs / "depcruise"), "--config", str(settings), "--output-type", "json"]
    while names:
        outcome = attempt([*command, *names], clone)
        if outcome.stdout:
            modules: list[dict[str, Any]] = json.loads(outcome.stdout)["modules"]
            return modules
        # It gives up at the first file with an error of syntax that it cannot bear, as fixtures of parsers have.
        broken = set(_BROKEN.findall(outcome.stderr)).intersection(names)
        if not broken:
            sys.exit(f"depcruise failed in {clone}: {outcome.stderr}")
        names = [name for name in names if name not in broken]
    return []


def _conditions(clone: Path) -> list[str]:
    """Return the export conditions of the repository's own configurations, then the usual ones."""
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in sorted(clone.glob("tsconfig*.json"))]
    written = [found for text in texts for found in re.findall(r'"customConditions"\s*:\s*\[([^\]]*)\]', text)]
    return [*(name for text in written for name in re.findall(r'"([^"]+)"', text)), *_CONDITIONS]
