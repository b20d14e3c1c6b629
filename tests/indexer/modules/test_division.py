"""Which directories and files of the product become modules of their own, language by language."""

from __future__ import annotations

import pytest

from indexer.modules import map_modules
from tests.support.trees import tree_of


def module_paths(texts: dict[str, str]) -> set[str]:
    """Return the paths of the modules of a repository of ``texts``."""
    return {module.path for module in map_modules(tree_of(texts)).modules}


def go_file(package: str, lines: int) -> str:
    """Return Go source of about so many lines."""
    return f"package {package}\n" + "".join(f"func F{number}() {{}}\n" for number in range(lines))


def python_file(lines: int) -> str:
    """Return Python source of so many lines."""
    return "".join(f"x{number} = {number}\n" for number in range(lines))


@pytest.mark.parametrize(
    ("extension", "line", "stands_alone"),
    [
        ("py", "x = 1\n", True),
        ("rs", "fn f() {}\n", True),
        ("c", "int f(void);\n", True),
        ("js", "export const x = 1;\n", True),
        ("go", "func F() {}\n", False),
        ("java", "class A {}\n", False),
        ("cs", "class A {}\n", False),
        ("php", "function f() {}\n", False),
    ],
)
def test_a_file_is_a_module_only_where_its_language_calls_it_one(
    extension: str, line: str, *, stands_alone: bool
) -> None:
    """In Go, Java, C# and PHP the unit is the package or the namespace, however long its files."""
    files = {f"src/shop/{name}.{extension}": line * 600 for name in ("cart", "order", "price", "stock")}
    paths = module_paths(files)
    assert ("src/shop/cart." + extension in paths) is stands_alone
    assert stands_alone or "src/shop" in paths


def test_a_small_directory_of_a_large_repository_is_not_divided_into_files() -> None:
    """Only a directory that is itself long is, not one that lies in a long repository."""
    files = {f"src/order/{name}.py": python_file(200) for name in ("a", "b", "c", "d")}
    files |= {f"src/{name}/all.py": python_file(500) for name in ("cart", "price")}
    assert module_paths(files) >= {"src/order", "src/cart", "src/price"}
    assert not any(path.startswith("src/order/") for path in module_paths(files))


def test_a_small_go_package_is_a_module() -> None:
    """A directory with one short file is a package all the same; a stub is not worth a module."""
    files = {
        "main.go": go_file("main", 900),
        "ui/ui.go": go_file("ui", 900),
        "utils/utils.go": go_file("utils", 60),
        "version/version.go": go_file("version", 2),
    }
    assert module_paths({"go.mod": "module example.com/shop\n", **files}) == {".", "ui", "utils"}


def test_a_small_python_directory_stays_with_its_parent() -> None:
    """Elsewhere a directory of one short file is no module."""
    files = {
        "shop/__init__.py": "",
        "shop/app.py": python_file(900),
        "shop/ui/view.py": python_file(900),
        "shop/utils/text.py": python_file(60),
    }
    assert "shop/ui" in module_paths(files)
    assert "shop/utils" not in module_paths(files)


def test_a_repository_of_few_modules_is_divided_where_a_notable_part_can_be() -> None:
    """Controllers and models are told apart although the app is no third of the code; a small part stays whole."""
    files = {f"app/{part}/{name}.rb": "x = 1\n" * 40 for part in ("controllers", "models") for name in ("a", "b", "c")}
    files |= {f"config/{part}/{name}.rb": "x = 1\n" * 150 for part in ("initializers", "rules") for name in ("a", "b")}
    files |= {f"db/{name}.rb": "x = 1\n" * 200 for name in ("a", "b")}
    files |= {f"bin/{part}/{name}.rb": "x = 1\n" * 5 for part in ("start", "stop") for name in ("a", "b", "c")}
    paths = module_paths(files)
    assert {"app/controllers", "app/models"} <= paths
    assert "bin" in paths
    assert not any(path.startswith("bin/") for path in paths)


def test_a_directory_with_an_image_of_its_own_is_a_module_however_small() -> None:
    """It is a service; one that only starts something by a shell script is not."""
    files = {
        "vote/Dockerfile": "FROM python\n",
        "vote/app.py": python_file(20),
        "worker/main.py": python_file(900),
        "worker/more.py": python_file(900),
        "start.py": "import worker\n",
        "docker/Dockerfile": "FROM scratch\n",
        "docker/start.sh": "exec worker\n",
    }
    assert "vote" in module_paths(files)
    assert "docker" not in module_paths(files)


def test_a_fixture_named_like_a_build_is_part_of_the_tests() -> None:
    """What lies in ``dist`` below tests was put there for them."""
    files = {
        "lib/index.js": "export const x = 1;\n",
        "test/index.js": "x;\n",
        "test/fixtures/dist/built.js": "x;\n",
    }
    assert module_paths(files) == {"lib", "test"}
