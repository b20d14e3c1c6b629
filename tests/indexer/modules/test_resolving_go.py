"""Go imports: module paths, workspaces, replacements, representatives."""

from __future__ import annotations

import pytest

from indexer.modules.edges import resolve_imports
from indexer.tree import SourceTree
from tests.support.trees import tree_of


def targets(tree: SourceTree, source: str) -> dict[str, float]:
    """Return what a file imports, with confidences."""
    return {edge.target: edge.confidence for edge in resolve_imports(tree).imports if edge.source == source}


def program(*paths: str) -> str:
    """Return a main package that imports each path."""
    return "package main\n\nimport (\n" + "".join(f'\t"{path}"\n' for path in paths) + ")\n"


def test_package_is_its_directory_below_the_module_path() -> None:
    """The module's path is cut off, and what remains is a directory."""
    tree = tree_of(
        {
            "go.mod": "module example.com/shop/v2\n\ngo 1.22\n",
            "main.go": program("example.com/shop/v2/cart", "fmt", "net/http", "github.com/pkg/errors"),
            "cart/cart.go": "package cart\n",
        }
    )
    assert targets(tree, "main.go") == {"cart/cart.go": 1.0}
    assert resolve_imports(tree).unresolved == {"external": 1, "standard_library": 2}


@pytest.mark.parametrize(
    ("files", "representative"),
    [
        (("a.go", "cart.go", "doc.go"), "cart.go"),
        (("a.go", "doc.go", "z.go"), "doc.go"),
        (("b.go", "a.go"), "a.go"),
        (("a_test.go", "b.go"), "b.go"),
    ],
)
def test_one_file_represents_a_package(files: tuple[str, ...], representative: str) -> None:
    """The file named like the package comes first, then doc.go, then the first in order; never a test."""
    tree = tree_of(
        {
            "go.mod": "module m.io/x\n",
            "main.go": program("m.io/x/cart"),
            **{f"cart/{name}": "package cart\n" for name in files},
        }
    )
    assert set(targets(tree, "main.go")) == {f"cart/{representative}"}


def test_internal_path_without_files_is_missing() -> None:
    """Generated code that is not tracked is counted, not guessed."""
    tree = tree_of({"go.mod": "module m.io/x\n", "main.go": program("m.io/x/gen/api")})
    assert resolve_imports(tree).unresolved == {"missing": 1}


def test_modules_of_a_workspace_find_each_other() -> None:
    """The longest module path that fits decides."""
    tree = tree_of(
        {
            "go.work": "go 1.22\nuse (\n\t./api\n\t./api/client\n)\n",
            "api/go.mod": "module m.io/api\n",
            "api/api.go": "package api\n",
            "api/client/go.mod": "module m.io/api/client\n",
            "api/client/client.go": "package client\n",
            "api/client/rest/rest.go": "package rest\n",
            "cmd/go.mod": "module m.io/cmd\n",
            "cmd/main.go": program("m.io/api", "m.io/api/client", "m.io/api/client/rest"),
        }
    )
    assert targets(tree, "cmd/main.go") == {
        "api/api.go": 0.95,
        "api/client/client.go": 0.95,
        "api/client/rest/rest.go": 0.95,
    }


@pytest.mark.parametrize(
    "directive", ["replace github.com/o/lib => ./lib", "replace (\n\tgithub.com/o/lib v1.2.0 => ./lib // local\n)"]
)
def test_replacement_by_a_local_directory(directive: str) -> None:
    """A replaced module lies where its replacement says."""
    tree = tree_of(
        {
            "go.mod": f"module m.io/x\n\n{directive}\n",
            "main.go": program("github.com/o/lib/text"),
            "lib/text/text.go": "package text\n",
        }
    )
    assert set(targets(tree, "main.go")) == {"lib/text/text.go"}


def test_vendored_package_is_found_below_vendor() -> None:
    """What is vendored is in the repository."""
    tree = tree_of(
        {
            "go.mod": "module m.io/x\n",
            "main.go": program("github.com/pkg/errors"),
            "vendor/github.com/pkg/errors/errors.go": "package errors\n",
        }
    )
    assert set(targets(tree, "main.go")) == {"vendor/github.com/pkg/errors/errors.go"}


def test_module_path_that_only_begins_alike_is_external() -> None:
    """m.io/xy is not below m.io/x."""
    tree = tree_of({"go.mod": "module m.io/x\n", "main.go": program("m.io/xy/z")})
    assert resolve_imports(tree).unresolved == {"external": 1}


def test_a_module_may_be_declared_under_another_name() -> None:
    """``go -modfile=vendor.mod`` serves repositories that want to be no module to others; ``go.mod`` goes before it."""
    files = {
        "vendor.mod": "module example.com/cli\n",
        "main.go": program("example.com/cli/command"),
        "command/command.go": "package command\n",
    }
    assert targets(tree_of(files), "main.go") == {"command/command.go": 1.0}
    assert targets(tree_of({**files, "go.mod": "module example.com/other\n"}), "main.go") == {}
