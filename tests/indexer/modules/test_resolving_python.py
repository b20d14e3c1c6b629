"""Python imports, over the layouts that real projects have."""

from __future__ import annotations

from indexer.modules.edges import resolve_imports
from indexer.tree import SourceTree
from tests.support.trees import tree_of

SRC = {
    "pyproject.toml": '[project]\nname = "shop"\n',
    "src/shop/__init__.py": "from shop.cart import Cart\n",
    "src/shop/cart.py": "class Cart: ...\n",
    "src/shop/pay/__init__.py": "",
    "src/shop/pay/card.py": "",
}


def targets(tree: SourceTree, source: str) -> dict[str, float]:
    """Return what a file imports, with confidences."""
    return {edge.target: edge.confidence for edge in resolve_imports(tree).imports if edge.source == source}


def test_src_layout_is_found_from_inside_and_from_tests() -> None:
    """A package below src resolves for itself and for the tests beside src."""
    tree = tree_of({**SRC, "tests/test_cart.py": "from shop.cart import Cart\nimport shop.pay.card\n"})
    assert targets(tree, "src/shop/__init__.py") == {"src/shop/cart.py": 1.0}
    assert set(targets(tree, "tests/test_cart.py")) == {"src/shop/cart.py", "src/shop/pay/card.py"}


def test_from_package_import_means_the_submodule_or_the_package() -> None:
    """A name that is a submodule is an edge to it; any other name is an edge to the package's face."""
    tree = tree_of({**SRC, "src/shop/main.py": "from shop import pay, Cart\nfrom shop.pay import card\n"})
    assert set(targets(tree, "src/shop/main.py")) == {
        "src/shop/pay/__init__.py",
        "src/shop/__init__.py",
        "src/shop/pay/card.py",
    }


def test_submodule_import_has_no_edge_to_the_packages_above_it() -> None:
    """Importing a.b.c is an edge to c alone."""
    tree = tree_of({**SRC, "src/shop/main.py": "import shop.pay.card\n"})
    assert set(targets(tree, "src/shop/main.py")) == {"src/shop/pay/card.py"}


def test_relative_imports_climb_by_their_dots() -> None:
    """One dot is the own package, two its parent; too many dots are missing."""
    source = "from . import card\nfrom ..cart import Cart\nfrom .. import cart\nfrom .....x import y\n"
    tree = tree_of({**SRC, "src/shop/pay/cash.py": source})
    assert targets(tree, "src/shop/pay/cash.py") == {"src/shop/pay/card.py": 1.0, "src/shop/cart.py": 1.0}
    assert resolve_imports(tree).unresolved["missing"] == 1


def test_star_import_means_the_module() -> None:
    """A star names no submodule."""
    tree = tree_of({**SRC, "src/shop/main.py": "from shop.pay import *\n"})
    assert set(targets(tree, "src/shop/main.py")) == {"src/shop/pay/__init__.py"}


def test_standard_library_external_and_missing_are_told_apart() -> None:
    """What has no target is counted under its reason."""
    source = "import os.path\nfrom json import loads\nimport requests\nfrom shop.nothing import x\nimport __main__\n"
    counts = resolve_imports(tree_of({**SRC, "src/shop/main.py": source})).unresolved
    assert counts == {"external": 1, "missing": 1, "standard_library": 3}


def test_script_finds_its_sibling_and_a_package_module_does_not() -> None:
    """Only a file that is started by its path has its own directory on the import path."""
    tree = tree_of(
        {
            "tools/run.py": "import helper\n",
            "tools/helper.py": "",
            "pkg/__init__.py": "",
            "pkg/a.py": "import pydantic\n",
            "pkg/pydantic.py": "",
            "pkg/sub/__init__.py": "",
            "pkg/sub/b.py": "import pydantic\n",
        }
    )
    assert set(targets(tree, "tools/run.py")) == {"tools/helper.py"}
    assert targets(tree, "pkg/a.py") == targets(tree, "pkg/sub/b.py") == {}
    assert resolve_imports(tree).unresolved == {"external": 2}


def test_main_guard_makes_a_packaged_file_a_script() -> None:
    """A file with a main guard may be started by its path; the guess is marked by its confidence."""
    tree = tree_of(
        {
            "pkg/__init__.py": "",
            "pkg/run.py": 'import helper\n\nif __name__ == "__main__":\n    helper.go()\n',
            "pkg/helper.py": "def go(): ...\n",
        }
    )
    assert targets(tree, "pkg/run.py") == {"pkg/helper.py": 0.6}


def test_sibling_named_like_the_standard_library_does_not_shadow_it() -> None:
    """A test helper called logging.py is not what ``import logging`` means."""
    tree = tree_of({"tests/logging.py": "", "tests/test_a.py": "import logging\n"})
    assert resolve_imports(tree).imports == ()


def test_directory_of_an_external_name_is_no_package() -> None:
    """A folder docker/ with a script in it does not make ``import docker`` internal."""
    tree = tree_of({"docker/entry.py": "", "app.py": "import docker\nfrom docker import errors\n"})
    assert resolve_imports(tree).unresolved == {"external": 2}


def test_namespace_package_resolves_to_its_modules() -> None:
    """Directories without __init__ still hold modules, relative imports included."""
    tree = tree_of(
        {
            "pyproject.toml": '[project]\nname = "x"\n',
            "src/acme/billing/invoice.py": "from acme.billing import tax\nfrom . import tax\nfrom .tax import rate\n",
            "src/acme/billing/tax.py": "rate = 1\n",
        }
    )
    assert set(targets(tree, "src/acme/billing/invoice.py")) == {"src/acme/billing/tax.py"}


def test_two_projects_with_the_same_package_name_resolve_each_to_its_own() -> None:
    """Services that are all called app do not import one another."""
    service = {"app/__init__.py": "", "app/db.py": "", "app/main.py": "from app.db import x\n"}
    files = {f"{name}/{path}": text for name in ("orders", "users") for path, text in service.items()}
    files |= {f"{name}/pyproject.toml": f'[project]\nname = "{name}"\n' for name in ("orders", "users")}
    tree = tree_of({**files, "users/tests/test_db.py": "from app.db import x\n"})
    assert set(targets(tree, "orders/app/main.py")) == {"orders/app/db.py"}
    assert set(targets(tree, "users/tests/test_db.py")) == {"users/app/db.py"}


def test_package_name_in_two_equally_near_projects_is_ambiguous() -> None:
    """A script beside two candidates is not given one of them."""
    files = {f"{name}/pyproject.toml": f'[project]\nname = "{name}"\n' for name in ("orders", "users")}
    files |= {f"{name}/app/__init__.py": "" for name in ("orders", "users")}
    tree = tree_of({**files, "scripts/run.py": "import app\n"})
    assert resolve_imports(tree).unresolved == {"ambiguous": 1}


def test_roots_from_manifests() -> None:
    """Setuptools, hatch, poetry, setup.cfg and setup.py each name their roots in their own way."""
    cases = {
        "setup.cfg": "[options]\npackage_dir =\n    = lib\n",
        "setup.py": 'from setuptools import setup\nsetup(name="x", package_dir={"": "lib"})\n',
        "pyproject.toml": '[tool.setuptools.packages.find]\nwhere = ["lib"]\n',
    }
    cases_by_tool = [
        *cases.items(),
        ("pyproject.toml", '[tool.hatch.build.targets.wheel]\npackages = ["lib/shop"]\n'),
        ("pyproject.toml", '[[tool.poetry.packages]]\ninclude = "shop"\nfrom = "lib"\n'),
        ("pyproject.toml", '[tool.setuptools.package-dir]\n"" = "lib"\n'),
    ]
    for manifest, text in cases_by_tool:
        tree = tree_of(
            {manifest: text, "lib/shop/__init__.py": "", "lib/shop/a.py": "", "tests/test_a.py": "import shop.a\n"}
        )
        assert targets(tree, "tests/test_a.py") == {"lib/shop/a.py": 0.95}, text


def test_renamed_package_directory() -> None:
    """A package whose directory has another name is found through package-dir."""
    tree = tree_of(
        {
            "pyproject.toml": '[tool.setuptools.package-dir]\nshop = "code"\n',
            "code/__init__.py": "",
            "code/cart.py": "",
            "run.py": "from shop.cart import Cart\nfrom shop import cart\n",
        }
    )
    assert set(targets(tree, "run.py")) == {"code/cart.py"}


def test_stub_beside_a_module_is_not_preferred() -> None:
    """The module itself is the target; a stub alone stands for a compiled module."""
    tree = tree_of(
        {
            "pkg/__init__.py": "",
            "pkg/a.py": "",
            "pkg/a.pyi": "",
            "pkg/native.pyi": "",
            "pkg/b.py": "from . import a, native\n",
        }
    )
    assert set(targets(tree, "pkg/b.py")) == {"pkg/a.py", "pkg/native.pyi"}


def test_product_code_does_not_import_a_package_that_only_tests_hold() -> None:
    """A vendored fixture package with an external name is not its target."""
    tree = tree_of({"app.py": "import numpy\n", "tests/fixtures/numpy/__init__.py": ""})
    assert resolve_imports(tree).unresolved == {"external": 1}


def test_malformed_manifests_do_not_stop_anything() -> None:
    """A broken pyproject and a broken setup.cfg read as empty."""
    tree = tree_of({"pyproject.toml": "[[[", "setup.cfg": "no section\n", "a/__init__.py": "", "a/b.py": "import a\n"})
    assert set(targets(tree, "a/b.py")) == {"a/__init__.py"}


NAMESPACE = {
    "api/pyproject.toml": '[project]\nname = "acme-api"\n',
    "api/src/acme/trace/__init__.py": "",
    "api/src/acme/context/__init__.py": "",
    "sdk/pyproject.toml": '[project]\nname = "acme-sdk"\n',
    "sdk/src/acme/sdk/__init__.py": "",
    "rpc/pyproject.toml": '[project]\nname = "acme-rpc"\n',
    "rpc/src/acme/wire/grpc/__init__.py": "",
    "rpc/src/acme/wire/grpc/client/__init__.py": "",
}


def test_a_namespace_lies_in_several_distributions() -> None:
    """Each name is found in the one that has it, from wherever else in the namespace it is imported."""
    source = (
        "from acme import context, trace\nfrom acme.sdk import Sdk\nimport acme.wire.grpc.client\nimport acme.gone\n"
    )
    tree = tree_of({**NAMESPACE, "sdk/src/acme/sdk/run.py": source, "sdk/tests/test_run.py": source})
    expected = {
        "api/src/acme/context/__init__.py",
        "api/src/acme/trace/__init__.py",
        "sdk/src/acme/sdk/__init__.py",
        "rpc/src/acme/wire/grpc/client/__init__.py",
    }
    assert set(targets(tree, "sdk/src/acme/sdk/run.py")) == expected
    assert set(targets(tree, "sdk/tests/test_run.py")) == expected


def test_a_part_of_a_namespace_is_not_imported_by_its_last_name() -> None:
    """Below ``src`` the name of a package begins at ``src``: ``grpc`` alone is what was installed."""
    names = ("rpc/src/acme/wire/grpc/client/main.py", "rpc/src/acme/wire/grpc/__init__.py", "sdk/src/acme/sdk/run.py")
    tree = tree_of({**NAMESPACE, **dict.fromkeys(names, "import grpc\n")})
    assert [targets(tree, name) for name in names] == [{}, {}, {}]
    assert resolve_imports(tree).unresolved == {"external": 3}


def test_a_name_that_two_other_distributions_have_is_not_guessed() -> None:
    """Nor is one that only the tests of another have."""
    files = {
        **NAMESPACE,
        "fork/pyproject.toml": '[project]\nname = "acme-fork"\n',
        "fork/src/acme/trace/__init__.py": "",
        "fork/tests/helpers/data.py": "",
        "sdk/tests/helpers/more.py": "",
        "sdk/src/acme/sdk/run.py": "import acme.trace\n",
        "sdk/tests/test_run.py": "import tests.helpers.data\nimport tests.helpers.more\n",
    }
    tree = tree_of(files)
    assert targets(tree, "sdk/src/acme/sdk/run.py") == {}
    assert set(targets(tree, "sdk/tests/test_run.py")) == {"sdk/tests/helpers/more.py"}
