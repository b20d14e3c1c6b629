"""JavaScript and TypeScript imports: extensions, aliases, workspaces."""

from __future__ import annotations

import json

import pytest

from indexer.modules.edges import resolve_imports
from indexer.tree import SourceTree
from tests.support.trees import tree_of


def targets(tree: SourceTree, source: str) -> dict[str, float]:
    """Return what a file imports, with confidences."""
    return {edge.target: edge.confidence for edge in resolve_imports(tree).imports if edge.source == source}


def imports(*specifiers: str) -> str:
    """Return a file that imports each specifier."""
    return "".join(f'import x{number} from "{specifier}";\n' for number, specifier in enumerate(specifiers))


@pytest.mark.parametrize(
    ("specifier", "target"),
    [
        ("./a", "src/a.ts"),
        ("./a.js", "src/a.ts"),
        ("./view.jsx", "src/view.tsx"),
        ("./b", "src/b/index.tsx"),
        ("../root", "root.js"),
        ("./data.json", "src/data.json"),
        ("./m.mjs", "src/m.mts"),
        ("./types", "src/types.d.ts"),
        ("./lib", "src/lib/core/main.js"),
        ("./a?raw", "src/a.ts"),
        (".", "src/index.ts"),
    ],
)
def test_relative_specifier_finds_the_file(specifier: str, target: str) -> None:
    """Extensions and index files are tried as Node, bundlers and TypeScript do."""
    tree = tree_of(
        {
            "src/main.ts": imports(specifier),
            "src/index.ts": "",
            "src/a.ts": "",
            "src/view.tsx": "",
            "src/b/index.tsx": "",
            "root.js": "",
            "src/data.json": "{}",
            "src/m.mts": "",
            "src/types.d.ts": "",
            "src/lib/package.json": '{"main": "core/main"}',
            "src/lib/core/main.js": "",
        }
    )
    assert targets(tree, "src/main.ts") == {target: 1.0}


def test_require_and_reexport_and_dynamic_import_are_edges() -> None:
    """All forms of import count."""
    source = 'const a = require("./a");\nexport * from "./b";\nimport("./c");\n'
    tree = tree_of({"main.js": source, "a.js": "", "b.js": "", "c.js": ""})
    assert set(targets(tree, "main.js")) == {"a.js", "b.js", "c.js"}


def test_built_in_external_and_missing_are_told_apart() -> None:
    """What has no target is counted under its reason."""
    tree = tree_of({"a.js": imports("fs", "node:path", "fs/promises", "react", "@scope/pkg/deep", "./gone", "@/x")})
    assert resolve_imports(tree).unresolved == {
        "external": 2,
        "missing": 1,
        "standard_library": 3,
        "unsupported": 1,
    }


def test_paths_with_comments_trailing_commas_and_extends() -> None:
    """Aliases of a base configuration hold in a package that extends it."""
    tree = tree_of(
        {
            "tsconfig.base.json": """{
              // shared by all packages
              "compilerOptions": {
                "baseUrl": ".", /* the root */
                "paths": { "@ui/*": ["packages/ui/src/*"], "~config": ["config/index.ts"], "http://x": [],},
              },
            }""",
            "packages/app/tsconfig.json": '{"extends": "../../tsconfig.base.json"}',
            "packages/app/src/main.ts": imports("@ui/button", "~config", "packages/ui/src/button"),
            "packages/ui/src/button.tsx": "",
            "config/index.ts": "",
        }
    )
    assert targets(tree, "packages/app/src/main.ts") == {"packages/ui/src/button.tsx": 0.95, "config/index.ts": 0.95}
    assert resolve_imports(tree).unresolved == {}


def test_paths_without_base_are_relative_to_the_configuration_that_states_them() -> None:
    """TypeScript since 4.1 needs no baseUrl."""
    tree = tree_of(
        {
            "web/tsconfig.json": '{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}',
            "web/src/a.ts": imports("@/lib/util"),
            "web/src/lib/util.ts": "",
        }
    )
    assert set(targets(tree, "web/src/a.ts")) == {"web/src/lib/util.ts"}


def test_paths_behind_references_and_package_extends() -> None:
    """A solution file's references and a configuration inside a workspace package are followed."""
    tree = tree_of(
        {
            "package.json": '{"workspaces": ["packages/*"]}',
            "packages/config/package.json": '{"name": "@acme/config"}',
            "packages/config/base.json": '{"compilerOptions": {"strict": true}}',
            "packages/web/package.json": '{"name": "web"}',
            "packages/web/tsconfig.json": '{"references": [{"path": "./tsconfig.app.json"}]}',
            "packages/web/tsconfig.app.json": json.dumps(
                {"extends": "@acme/config/base.json", "compilerOptions": {"paths": {"#lib/*": ["./src/lib/*"]}}}
            ),
            "packages/web/src/a.ts": imports("#lib/x"),
            "packages/web/src/lib/x.ts": "",
        }
    )
    assert set(targets(tree, "packages/web/src/a.ts")) == {"packages/web/src/lib/x.ts"}


def test_longest_pattern_wins() -> None:
    """Of two patterns that match, the more exact one decides."""
    tree = tree_of(
        {
            "tsconfig.json": '{"compilerOptions": {"paths": {"@/*": ["./src/*"], "@/api/*": ["./server/*"]}}}',
            "a.ts": imports("@/api/users"),
            "src/api/users.ts": "",
            "server/users.ts": "",
        }
    )
    assert set(targets(tree, "a.ts")) == {"server/users.ts"}


def test_extends_in_a_circle_ends() -> None:
    """Two configurations that extend each other do not hang the resolver."""
    tree = tree_of(
        {"tsconfig.json": '{"extends": "./b.json"}', "b.json": '{"extends": "./tsconfig.json"}', "a.ts": imports("x")}
    )
    assert resolve_imports(tree).unresolved == {"external": 1}


def workspace(manager: dict[str, str], package: dict[str, object]) -> SourceTree:
    """Return a workspace of two packages, of which one imports the other by name."""
    return tree_of(
        {
            **manager,
            "packages/core/package.json": json.dumps({"name": "@acme/core", **package}),
            "packages/core/src/index.ts": "",
            "packages/core/src/deep/tool.ts": "",
            "packages/app/package.json": '{"name": "app"}',
            "packages/app/main.ts": imports("@acme/core", "@acme/core/deep/tool"),
        }
    )


NPM = {"package.json": '{"name": "root", "workspaces": ["packages/*"]}'}
YARN = {"package.json": '{"workspaces": {"packages": ["./packages/**"]}}'}
PNPM = {"package.json": '{"name": "root"}', "pnpm-workspace.yaml": "packages:\n  - 'packages/*'\n"}


@pytest.mark.parametrize("manager", [NPM, YARN, PNPM], ids=["npm", "yarn", "pnpm"])
@pytest.mark.parametrize(
    "package",
    [
        {},
        {"main": "dist/index.js"},
        {"main": "./src/index.ts"},
        {
            "exports": {
                ".": {"types": "./dist/index.d.ts", "import": "./dist/index.mjs"},
                "./*": {"import": "./dist/esm/*.js"},
            }
        },
        {"exports": {".": "./src/index.ts", "./deep/*": "./src/deep/*.ts"}},
    ],
    ids=["bare", "built main", "source main", "built exports", "source exports"],
)
def test_workspace_package_resolves_by_name(manager: dict[str, str], package: dict[str, object]) -> None:
    """A sibling package is its source file, whether its manifest names the source or what is built from it."""
    found = targets(workspace(manager, package), "packages/app/main.ts")
    assert set(found) == {"packages/core/src/index.ts", "packages/core/src/deep/tool.ts"}
    assert min(found.values()) > 0.8


def test_two_packages_of_one_name_are_ambiguous() -> None:
    """Without a workspace to choose, no edge is drawn."""
    tree = tree_of(
        {
            "a/package.json": '{"name": "core", "main": "i.js"}',
            "a/i.js": "",
            "b/package.json": '{"name": "core", "main": "i.js"}',
            "b/i.js": "",
            "main.js": imports("core"),
        }
    )
    assert resolve_imports(tree).unresolved == {"ambiguous": 1}


def test_fixture_package_is_no_target_for_its_name() -> None:
    """A package.json called react among the tests does not catch ``import "react"``."""
    tree = tree_of(
        {
            "tests/fixtures/react/package.json": '{"name": "react", "main": "i.js"}',
            "tests/fixtures/react/i.js": "",
            "a.js": imports("react"),
        }
    )
    assert resolve_imports(tree).unresolved == {"external": 1}


def test_private_imports_of_a_package() -> None:
    """``#name`` is looked up in the governing package.json."""
    tree = tree_of(
        {
            "package.json": '{"name": "x", "imports": {"#db": "./lib/db.js", "#util/*": "./lib/*.js"}}',
            "lib/db.js": "",
            "lib/text.js": "",
            "src/a.js": imports("#db", "#util/text", "#gone"),
        }
    )
    assert set(targets(tree, "src/a.js")) == {"lib/db.js", "lib/text.js"}
    assert resolve_imports(tree).unresolved == {"missing": 1}


def test_path_outside_the_repository_is_missing() -> None:
    """Too many dots lead nowhere."""
    assert resolve_imports(tree_of({"a.js": imports("../../x")})).unresolved == {"missing": 1}


def test_malformed_package_and_configuration_do_not_stop_anything() -> None:
    """A broken manifest reads as empty."""
    tree = tree_of({"package.json": "{", "tsconfig.json": "[1,", "a.ts": imports("./b"), "b.ts": ""})
    assert set(targets(tree, "a.ts")) == {"b.ts"}
