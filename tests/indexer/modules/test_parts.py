"""What tests, development and vendored code make beside the product."""

from __future__ import annotations

from indexer.facts import Role
from indexer.modules import map_modules
from tests.support.trees import tree_of

PRODUCT = {"src/shop/app.py": "x = 1\n" * 90}


def paths_of(texts: dict[str, str], role: Role) -> set[str]:
    """Return the paths of the modules of one role."""
    return {module.path for module in map_modules(tree_of(PRODUCT | texts)).modules if module.role is role}


def dotnet_tests(names: list[str]) -> dict[str, str]:
    """Return a project of tests for each name."""
    return {f"tests/{name}/{file}": "class A {}\n" for name in names for file in (f"{name}.csproj", "FirstTests.cs")}


def test_each_dotnet_project_of_tests_is_a_module() -> None:
    """It is an assembly of its own; a project further in is what some test works on."""
    files = dotnet_tests(["Shop.UnitTests", "Shop.EndToEnd"])
    files |= {"tests/Shop.UnitTests/data/App/App.csproj": "", "tests/Shop.UnitTests/data/App/Main.cs": "class B {}\n"}
    files |= {"tests/data/Sample.csproj": "", "tests/data/Sample.cs": "class C {}\n"}
    assert {"tests/Shop.UnitTests", "tests/Shop.EndToEnd"} <= paths_of(files, Role.TEST)
    assert not any("data" in path for path in paths_of(files, Role.TEST))


def test_projects_of_tests_that_no_one_knows_by_name_are_one_module() -> None:
    """Thirteen are too many."""
    names = [f"Part{number}.Tests" for number in range(13)]
    assert len(paths_of(dotnet_tests(names), Role.TEST)) == 1


def test_tests_that_the_root_names_apart_are_apart() -> None:
    """A second directory of some size beside the first is told; those beside the code are not."""
    files = {f"{home}/{name}.py": "x = 1\n" for home in ("tests", "e2e", "src/shop/tests") for name in "abcd"}
    assert paths_of(files, Role.TEST) == {"tests", "e2e"}


def test_what_tests_work_on_gives_them_no_name() -> None:
    """There may be more fixtures than tests."""
    files = {f"packages/load/fixtures/{name}.js": "x;\n" for name in "abcdefgh"} | {"packages/test/run.js": "x;\n"}
    assert paths_of(files, Role.TEST) == {"packages/test"}


def test_each_of_a_few_vendored_projects_is_a_module() -> None:
    """Where a repository keeps a handful of projects of others, its maintainers call them by name."""
    files = {f"deps/{name}/a.c": "int x;\n" for name in ("lua", "jemalloc")}
    assert paths_of(files, Role.VENDORED) == {"deps/lua", "deps/jemalloc"}


def test_what_a_package_manager_vendored_is_one_module() -> None:
    """No one knows it by name; nor what lies within the product, where a package or a page has its own."""
    many = {f"vendor/example.com/owner/p{number}/a.go": "package a\n" for number in range(13)}
    assert paths_of(many, Role.VENDORED) == {"vendor"}
    within = {f"src/shop/static/vendor/{name}/a.js": "x;\n" for name in ("jquery", "select2")}
    assert paths_of(within, Role.VENDORED) == {"src/shop/static/vendor"}


def test_a_script_for_a_build_service_is_no_module() -> None:
    """A hidden directory is one only where it is long; else what lies there is counted with the root."""
    script = {".github/actions/setup/run.sh": "true\n" * 9, ".github/release.py": "x = 1\n"}
    assert paths_of(script, Role.DEV) == {"."}
    assert paths_of({".github/release.py": "x = 1\n" * 300}, Role.DEV) == {".github"}
