"""The module map as a whole: division, names, summaries, public symbols, links."""

from __future__ import annotations

import math
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.facts import FileFacts, Module, Outcome, Role
from indexer.modules import ModuleMap, map_modules
from indexer.modules.parts import is_code
from indexer.modules.roles import role_of
from indexer.tree import SourceFile, SourceTree
from tests.support.trees import tree_of


def body(lines: int) -> str:
    """Return Python source of so many lines."""
    return "".join(f"x{number} = {number}\n" for number in range(lines))


def by_path(found: ModuleMap) -> dict[str, Module]:
    """Return the modules by path."""
    return {module.path: module for module in found.modules}


FLAT = {
    "pyproject.toml": '[project]\nname = "Shop"\ndescription = "Sells things over the counter."\n',
    "src/shop/__init__.py": "from .app import App as App\nfrom .cart import Cart\n",
    "src/shop/app.py": f'"""The application object."""\nfrom .cart import Cart\n\nclass App: ...\n{body(700)}',
    "src/shop/cart.py": f"class Cart:\n    def add(self): ...\n\nclass _Hidden: ...\n{body(400)}",
    "src/shop/cli.py": f"from .app import App\ndef main_command(): ...\n{body(300)}",
    "src/shop/tiny.py": "def helper(): ...\n",
    "src/shop/typing.py": body(20),
    "tests/test_app.py": "from shop.app import App\n",
    "tests/unit/test_cart.py": "import shop.cart\n",
    "docs/conf.py": "project = 1\n",
    "examples/one/main.py": "import shop\n",
    "setup.py": "from setuptools import setup\nsetup()\n",
}


def test_flat_package_gives_its_important_files_as_modules() -> None:
    """Large files stand alone, the rest stays with the package, and each other role is one module."""
    modules = by_path(map_modules(tree_of(FLAT)))
    assert set(modules) == {
        "src/shop",
        "src/shop/app.py",
        "src/shop/cart.py",
        "src/shop/cli.py",
        "tests",
        "docs",
        "examples",
        ".",
    }
    assert modules["src/shop"].files == 3
    assert modules["tests"].files == 2
    assert modules["."].role is Role.DEV


def test_names_are_what_the_language_calls_the_module() -> None:
    """A Python module is known by its dotted name."""
    modules = by_path(map_modules(tree_of(FLAT)))
    assert modules["src/shop/app.py"].name == "shop.app"
    assert modules["src/shop"].name == "shop"
    assert modules["tests"].name == "tests"
    assert modules["src/shop"].ecosystem == "python"


def test_summary_is_what_the_authors_wrote() -> None:
    """Docstring first, then the manifest for the package itself, then the names defined."""
    modules = by_path(map_modules(tree_of(FLAT)))
    assert modules["src/shop/app.py"].summary == "The application object."
    assert modules["src/shop"].summary == "Sells things over the counter."
    assert modules["src/shop/cart.py"].summary == "Defines Cart"
    assert modules["tests"].summary == "Tests in tests (2 files)"


def test_a_package_is_named_where_most_of_it_lies() -> None:
    """A directory of one script higher up does not take the name and the README of the whole."""
    java = {f"src/main/java/com/acme/shop/{name}.java": "class A {}\n" * 90 for name in "abc"}
    files = {**java, "sql/tables.sql": "", "pom.xml": "<artifactId>shop</artifactId>", "README.md": "Sells all things."}
    modules = by_path(map_modules(tree_of(files)))
    assert (modules["src/main/java/com/acme/shop"].name, modules["sql"].name) == ("shop", "sql")
    assert modules["src/main/java/com/acme/shop"].summary == "Sells all things."


def test_a_go_package_keeps_its_own_name() -> None:
    """The module's name is that of the package beside ``go.mod``, if there is any."""
    files = {
        "go.mod": "module example.com/shop\n",
        "internal/cart/cart.go": "package cart\n",
        "README.md": "Sells it all.",
    }
    module = by_path(map_modules(tree_of(files)))["internal/cart"]
    assert module.name == "cart"
    assert module.summary != "Sells it all."


def test_public_symbols_follow_the_face_of_the_package() -> None:
    """What the face takes from elsewhere comes first; underscores are private."""
    modules = by_path(map_modules(tree_of(FLAT)))
    assert set(modules["src/shop"].public[:2]) == {"App", "Cart"}
    assert modules["src/shop/cart.py"].public == ("Cart",)


def test_modules_import_modules_strongest_first_and_cycles_are_marked() -> None:
    """Edges between files add up to edges between modules; tests are in no one's way."""
    found = map_modules(tree_of(FLAT))
    modules = by_path(found)
    assert modules["src/shop/cli.py"].imports == ("src/shop/app.py",)
    assert set(modules["src/shop"].imports) == {"src/shop/app.py", "src/shop/cart.py"}
    assert set(modules["tests"].imports) == {"src/shop/app.py", "src/shop/cart.py"}
    assert found.cycles == ()
    circular = map_modules(tree_of({**FLAT, "src/shop/cart.py": f"from . import cli\n{body(400)}"}))
    assert circular.cycles == (("src/shop/app.py", "src/shop/cart.py", "src/shop/cli.py"),)


def test_importance_counts_product_code_alone() -> None:
    """Importance sums to one, and tests have none of it."""
    modules = map_modules(tree_of(FLAT)).modules
    assert math.isclose(sum(module.importance for module in modules), 1.0)
    assert [module.importance for module in modules] == sorted((m.importance for m in modules), reverse=True)
    assert all(module.importance == 0 for module in modules if module.role is not Role.PRODUCT)


def test_key_files_are_product_files_that_others_rest_on() -> None:
    """A file with substance that is imported comes before its importers; tests are no key files."""
    keys = map_modules(tree_of(FLAT)).key_files
    assert keys[0] in {"src/shop/cart.py", "src/shop/app.py"}
    assert not any(path.startswith(("tests/", "examples/")) for path in keys)


def test_package_is_split_by_its_directories_and_small_ones_stay() -> None:
    """Directories of some size become modules; one with a single short file stays with its parent."""
    modules = by_path(
        map_modules(
            tree_of(
                {
                    "web/__init__.py": body(300),
                    "web/db/__init__.py": body(400),
                    "web/db/sql.py": body(400),
                    "web/views/__init__.py": body(500),
                    "web/views/admin/__init__.py": body(30),
                    "web/util/__init__.py": body(10),
                }
            )
        )
    )
    assert set(modules) == {"web", "web/db", "web/views"}
    assert modules["web"].files == 2
    assert modules["web/views"].files == 2


def test_workspace_members_are_modules_with_their_manifests_name_and_description() -> None:
    """Manifests come before directories, however small the package."""
    modules = by_path(
        map_modules(
            tree_of(
                {
                    "package.json": '{"name": "root", "workspaces": ["packages/*"]}',
                    "packages/core/package.json": '{"name": "@acme/core", "description": "The heart of it all"}',
                    "packages/core/src/index.ts": "export const a = 1;\n",
                    "packages/core/src/deep/x.ts": "export const b = 1;\n",
                    "packages/cli/package.json": '{"name": "@acme/cli"}',
                    "packages/cli/README.md": "# cli\n\nRuns **everything** from a terminal. And more.\n",
                    "packages/cli/main.ts": 'import { a } from "@acme/core";\n',
                }
            )
        )
    )
    assert set(modules) == {"packages/core", "packages/cli"}
    assert modules["packages/core"].name == "@acme/core"
    assert modules["packages/core"].summary == "The heart of it all"
    assert modules["packages/cli"].summary == "Runs everything from a terminal."
    assert modules["packages/cli"].imports == ("packages/core",)


def test_vendored_projects_are_one_module_each() -> None:
    """Each project below a vendored directory is named; their insides are not divided."""
    modules = by_path(
        map_modules(
            tree_of(
                {
                    "src/main.c": "int main(void) { return 0; }\n",
                    "deps/lua/src/lua.c": "int a;\n",
                    "deps/lua/etc/x.c": "int a;\n",
                    "deps/zlib/z.c": "int b;\n",
                    "vendor/github.com/o/lib/a.go": "package a\n",
                    "vendor/github.com/o/lib/deep/b.go": "package b\n",
                    "node_modules/@s/p/i.js": "1;\n",
                }
            )
        )
    )
    vendored = {path for path, module in modules.items() if module.role is Role.VENDORED}
    assert vendored == {"deps/lua", "deps/zlib", "vendor/github.com/o/lib", "node_modules/@s/p"}


def test_test_files_beside_code_belong_to_its_module_and_are_not_counted() -> None:
    """Go keeps tests in the package: the file is in the module, its lines and imports are not."""
    found = map_modules(
        tree_of(
            {
                "go.mod": "module m.io/shop\n",
                "cart/cart.go": "// Package cart holds what is to be bought.\npackage cart\n\nfunc Add() {}\n",
                "cart/cart_test.go": 'package cart\n\nimport "m.io/shop/pay"\n',
                "pay/pay.go": "package pay\n\nfunc hidden() {}\n",
                "main.go": 'package main\n\nimport "m.io/shop/cart"\n\nfunc main() {}\n',
            },
            name="shop",
        )
    )
    assert found.module_of["cart/cart_test.go"] == found.module_of["cart/cart.go"]
    assert sum(module.files for module in found.modules) == 3
    assert "pay/pay.go" not in {edge.target for edge in found.imports if edge.source == "cart/cart.go"}


def test_go_package_shares_its_importance_among_its_files() -> None:
    """The representative stands for the package only while edges are drawn."""
    found = map_modules(
        tree_of(
            {
                "go.mod": "module m.io/x\n",
                "main.go": 'package main\n\nimport "m.io/x/api"\n\nfunc main() {}\n',
                "api/doc.go": "// Package api is the interface.\npackage api\n",
                "api/users.go": "package api\n\nfunc List() {}\n\nfunc Get() {}\n\nfunc Put() {}\n",
            }
        )
    )
    assert found.key_files[0] == "api/users.go"


def test_header_and_source_of_one_name_are_one_module() -> None:
    """In a flat C directory a unit is the pair, under the path of the longer file."""
    files = {f"src/unit{number}.c": f"void f{number}(void) {{}}\n" * 200 for number in range(6)}
    headers = {f"src/unit{number}.h": f"void f{number}(void);\n" for number in range(6)}
    found = map_modules(tree_of({**files, **headers}))
    assert found.module_of["src/unit1.h"] == "src/unit1.c"
    assert by_path(found)["src/unit1.c"].files == 2


def test_repository_of_tests_alone_still_has_a_map() -> None:
    """Without product code the rest is ranked, and nothing divides by zero."""
    found = map_modules(tree_of({"tests/test_a.py": "import tests.b\n", "tests/b.py": "x = 1\n"}))
    assert [module.path for module in found.modules] == ["tests"]
    assert found.modules[0].importance == 1.0


def test_tree_without_code_has_no_modules() -> None:
    """An empty tree, and one of texts alone, give an empty map."""
    for files in ({}, {"README.md": "# Hello\n", "data.csv": "1,2\n"}):
        found = map_modules(tree_of(files))
        assert (found.modules, found.imports, found.module_of, found.key_files) == ((), (), {}, ())


def test_map_does_not_depend_on_the_order_of_files() -> None:
    """Two runs over the same files in another order are equal."""
    items = list(FLAT.items())
    random.Random(7).shuffle(items)
    assert map_modules(tree_of(dict(items))) == map_modules(tree_of(FLAT))


DIRECTORIES = "src lib app core web tests docs examples vendor deps scripts node_modules generated packages internal"
FILES = (
    "main.py util.py __init__.py index.ts a.test.ts a.go a_test.go x.c x.h lib.rs A.java api.pb.go n.md x.kt pom.xml"
)
PATHS = st.builds(
    lambda directories, name: "/".join([*directories, name]),
    st.lists(st.sampled_from(DIRECTORIES.split()), max_size=5),
    st.sampled_from(FILES.split()),
)


def synthetic(path: str, lines: int) -> SourceFile:
    """Return a file of a language that its extension tells, without content."""
    extension = path.rpartition(".")[2]
    language = {"py": "python", "ts": "typescript", "go": "go", "c": "c", "h": "c", "rs": "rust", "java": "java"}
    facts = FileFacts(path, language.get(extension, ""), Outcome.PARSED, lines=lines)
    return SourceFile(path, path, "100644", role_of(path), facts)


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(PATHS, st.integers(1, 6000), max_size=40))
def test_every_code_file_lies_in_exactly_one_module(sizes: dict[str, int]) -> None:
    """Whatever the layout: module_of covers the code, names existing modules, and no path is used twice."""
    files = [synthetic(path, lines) for path, lines in sizes.items()]
    found = map_modules(SourceTree(files, lambda blobs: dict.fromkeys(blobs, b""), "project"))
    paths = [module.path for module in found.modules]
    assert set(found.module_of) == {file.path for file in files if is_code(file)}
    assert set(found.module_of.values()) == set(paths)
    assert len(paths) == len(set(paths))
    assert len([module for module in found.modules if module.role is Role.PRODUCT]) <= 60
    assert all(len(module.summary) <= 160 and module.summary and module.name for module in found.modules)
    assert not found.modules or math.isclose(sum(module.importance for module in found.modules), 1.0)
