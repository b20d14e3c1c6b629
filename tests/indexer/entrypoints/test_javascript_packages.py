"""What a package.json declares."""

from __future__ import annotations

import json
from typing import Any

import pytest

from indexer.facts import Role
from tests.support.entry_points import found, names, only


def manifest(**fields: Any) -> str:
    """Return a package.json as npm writes it."""
    return json.dumps(fields, indent=2)


def test_bins_are_binaries_with_their_line_and_file() -> None:
    """A table of commands gives each by name."""
    text = manifest(name="@x/tool", version="1.0.0", bin={"tool": "./bin/tool.js", "tool-dev": "bin/dev.js"})
    bins = {entry.name: entry for entry in found({"package.json": text}, "binary")}
    assert {name: (entry.symbol, entry.line) for name, entry in bins.items()} == {
        "tool": ("bin/tool.js", 5),
        "tool-dev": ("bin/dev.js", 6),
    }


def test_a_single_bin_bears_the_name_of_the_package_without_its_scope() -> None:
    """The command is named after the package."""
    assert names({"package.json": manifest(name="@x/tool", bin="cli.js")}, "binary") == ["tool"]


def test_exports_give_one_entry_point_for_each_importable_path() -> None:
    """Subpaths are named below the package; its manifest is none of them; conditions are not counted."""
    text = manifest(
        name="lib",
        main="dist/index.js",
        exports={
            ".": {"import": "./dist/index.mjs", "require": "./dist/index.js"},
            "./sub": "./dist/sub.js",
            "./package.json": "./package.json",
        },
    )
    assert names({"package.json": text}, "package_export") == ["lib", "lib/sub"]


def test_conditions_without_subpaths_are_one_export() -> None:
    """``import`` and ``require`` are two forms of the same path."""
    text = manifest(name="lib", exports={"import": "./a.mjs", "require": "./a.cjs"})
    entry = only({"package.json": text}, "package_export")
    assert (entry.name, entry.symbol) == ("lib", "./a.mjs")


def test_main_and_module_are_one_export() -> None:
    """One import path is one way in, whatever the formats."""
    text = manifest(name="lib", main="lib/index.js", module="lib/index.mjs")
    assert names({"package.json": text}, "package_export") == ["lib"]


def test_an_index_file_is_the_export_of_a_package_that_states_none() -> None:
    """Node's default is a convention, and less sure."""
    entry = only({"package.json": manifest(name="express"), "index.js": "module.exports = 1\n"}, "package_export")
    assert (entry.name, entry.path, entry.confidence) == ("express", "index.js", 0.6)


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "app", "main": "index.js"},
        {"name": "app", "private": True, "main": "server.js"},
        {"private": True},
    ],
)
def test_an_application_exports_nothing(fields: dict[str, object]) -> None:
    """The main that ``npm init`` writes, and that of a private package, is imported by nobody."""
    assert found({"package.json": manifest(**fields), "server.js": "x()\n"}, "package_export") == []


def test_scripts_serve_developers_except_start() -> None:
    """Scripts are named as they are typed."""
    text = manifest(name="x", private=True, scripts={"start": "node .", "test": "vitest", "build": "tsc"})
    scripts = {entry.name: (entry.role, entry.line) for entry in found({"package.json": text}, "npm_script")}
    assert scripts == {
        "npm start": (Role.PRODUCT, 5),
        "npm test": (Role.DEV, 6),
        "npm run build": (Role.DEV, 7),
    }


def test_members_of_a_workspace_are_read_and_examples_keep_their_role() -> None:
    """Each package speaks for itself."""
    texts = {
        "package.json": manifest(private=True, workspaces=["packages/*"]),
        "packages/a/package.json": manifest(name="@x/a", main="dist/a.js"),
        "examples/e/package.json": manifest(name="e", bin="e.js", scripts={"start": "node e.js"}),
    }
    assert names(texts, "package_export") == ["@x/a"]
    assert {entry.role for entry in found(texts) if entry.path.startswith("examples/")} == {Role.EXAMPLE}


@pytest.mark.parametrize("text", ["{", "[1]", '{"bin": 3, "scripts": [], "exports": 1, "name": {}}', "[" * 100_000, ""])
def test_a_malformed_package_keeps_its_trouble_to_itself(text: str) -> None:
    """A manifest that cannot be read yields nothing, and its neighbours are read all the same."""
    texts = {"package.json": text, "other/package.json": manifest(name="o", bin="o.js")}
    assert [entry.name for entry in found(texts)] == ["o"]


def test_a_package_of_documentation_below_the_top_serves_no_product() -> None:
    """It is told by its name, or by what makes it; at the top such a site is the product itself."""
    site = manifest(
        name="site", private=True, scripts={"start": "docusaurus start"}, dependencies={"@docusaurus/core": "3"}
    )
    docs = manifest(name="docs", private=True, scripts={"start": "next start"}, dependencies={"next": "15"})
    page = "export default function Page() { return null }\n"
    texts = {
        "packages/docs/package.json": docs,
        "packages/docs/app/guide/page.tsx": page,
        "pages/site/package.json": site,
    }
    assert {entry.role for entry in found(texts) if entry.kind in {"npm_script", "http_route"}} == {Role.DOCS}
    assert only({"package.json": site}, "npm_script").role is Role.PRODUCT
    app = manifest(name="web", private=True, dependencies={"next": "15"})
    assert only({"web/package.json": app, "web/app/docs/page.tsx": page}, "http_route").role is Role.PRODUCT
