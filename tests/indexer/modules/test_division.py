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


def test_each_package_of_a_go_repository_is_a_module_while_they_can_be_listed() -> None:
    """A directory with one short file is a package all the same; one that only holds others is none."""
    files = {
        "go.mod": "module example.com/shop\n",
        "main.go": go_file("main", 900),
        "ui/ui.go": go_file("ui", 900),
        "ui/colour/colour.go": go_file("colour", 5),
        "internal/exit/exit.go": go_file("exit", 2),
        "internal/store/sql/sql.go": go_file("sql", 60),
        "cmd/shop/main.go": go_file("main", 30),
    }
    assert module_paths(files) == {".", "ui", "ui/colour", "internal/exit", "internal/store/sql", "cmd/shop"}


def test_go_packages_that_are_too_many_are_told_by_their_size() -> None:
    """First the smallest stay with what lies above them; where even the others are too many, none is picked."""
    stubs = {f"pkg/stub{number}/a.go": go_file("a", 2) for number in range(60)}
    notable = {f"pkg/part{number}/a.go": go_file("a", 60) for number in range(20)}
    assert module_paths(stubs | notable) == {".", *(f"pkg/part{number}" for number in range(20))}
    many = {f"pkg/part{number}/a.go": go_file("a", 60) for number in range(100)}
    assert len(module_paths(stubs | many)) <= 61


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


def test_what_is_small_depends_on_the_whole() -> None:
    """A directory of one file of fifty lines is a module among some hundreds of lines, and none among thousands."""
    files = {f"app/{name}/{part}.js": "var x;\n" * 40 for name in ("models", "middleware") for part in "abc"}
    files |= {"app/routes/user.js": "var x;\n" * 50, "app/hooks/one.js": "var x;\n" * 5}
    assert module_paths(files) == {"app", "app/models", "app/middleware", "app/routes"}
    files |= {"app/views/all.js": "var x;\n" * 4000}
    assert "app/routes" not in module_paths(files)


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


def test_what_is_left_of_a_divided_directory_is_still_that_directory() -> None:
    """One small child that stays behind does not give its name to its parent."""
    files = {f"src/{name}/all.ts": "export const x = 1;\n" * 500 for name in ("pages", "views", "state")}
    files |= {f"src/common/{name}/{part}.ts": "export const x = 1;\n" * 90 for name in ("ui", "net") for part in "abc"}
    files |= {"src/common/errors/all.ts": "export const x = 1;\n" * 20}
    assert module_paths(files) >= {"src/common", "src/common/ui", "src/common/net"}
    assert "src/common/errors" not in module_paths(files)


def test_the_sources_of_a_package_are_the_package() -> None:
    """A crate with a page beside its ``src`` is not torn into two halves."""
    manifests = {f"crates/{name}/Cargo.toml": f'[package]\nname = "{name}"\n' for name in ("html", "core")}
    files = {f"crates/html/src/{name}.rs": "fn f() {}\n" * 400 for name in ("lib", "page", "hash")}
    files |= {"crates/html/src/theme/mod.rs": "fn f() {}\n" * 400, "crates/html/page/app.js": "var x;\n" * 400}
    files |= {"crates/core/src/lib.rs": "fn f() {}\n" * 400}
    paths = {path for path in module_paths(manifests | files) if not path.endswith(".rs")}
    assert paths == {"crates/html", "crates/html/src/theme", "crates/html/page", "crates/core"}


def test_texts_in_many_languages_are_one_module_and_crowd_nothing_out() -> None:
    """The code is divided as if they were not there, however many lines they have."""
    texts = {f"lang/{name}/auth.php": "<?php\n" * 900 for name in ("de", "en", "fr", "pt_BR", "zh-CN")}
    code = {f"app/{name}/{part}.php": "<?php\n" * 100 for name in ("Access", "Users") for part in "abc"}
    assert module_paths(texts | code) == {"lang", "app/Access", "app/Users"}


def test_a_script_of_the_shell_is_no_module() -> None:
    """Each is a program or a piece of one: the directory that holds them has the name."""
    files = {f"libexec/{name}.sh": "true\n" * 400 for name in ("build", "start", "stop", "list")}
    assert module_paths(files) == {"libexec"}
