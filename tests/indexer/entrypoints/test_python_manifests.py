"""What Python distributions declare."""

from __future__ import annotations

import pytest

from indexer.facts import Role
from tests.support.entry_points import found, names, only, product

PYPROJECT = """\
[project]
name = "shop"

[project.scripts]
shop = "shop.cli:main"
"shop-admin" = "shop.admin:run"

[project.gui-scripts]
shopper = "shop.window:show"

[project.entry-points."flask.commands"]
db = "shop.database:group"

[project.entry-points.pytest11]
shop-fixtures = "shop.testing"
"""


def test_scripts_of_pyproject_are_console_scripts_with_their_line_and_target() -> None:
    """A script is found under its name, at the line that declares it, with the object it starts."""
    scripts = {entry.name: entry for entry in found({"pyproject.toml": PYPROJECT}, "console_script")}
    assert set(scripts) == {"shop", "shop-admin", "shopper"}
    assert (scripts["shop"].line, scripts["shop"].symbol) == (5, "shop.cli:main")
    assert scripts["shop"].evidence == 'shop = "shop.cli:main"'
    assert scripts["shop-admin"].line == 6
    assert {entry.confidence for entry in scripts.values()} == {1.0}


def test_entry_point_groups_are_plugins_whose_evidence_names_the_group() -> None:
    """A plugin is listed by its own name; the group it hangs in stands in the evidence."""
    plugins = {entry.name: entry for entry in found({"pyproject.toml": PYPROJECT}, "plugin")}
    assert plugins["db"].evidence == 'flask.commands: db = "shop.database:group"'
    assert plugins["db"].line == 12
    assert plugins["shop-fixtures"].evidence.startswith("pytest11: ")


def test_poetry_scripts_are_read_as_text_and_as_table() -> None:
    """Poetry allows a reference inside a table."""
    text = '[tool.poetry.scripts]\nserve = "app.main:serve"\nwork = {reference = "app.work:run", type = "console"}\n'
    assert names({"pyproject.toml": text}, "console_script") == ["serve", "work"]


def test_setup_cfg_declares_scripts_and_plugins() -> None:
    """The multi-line values of setup.cfg are read, each entry at its own line."""
    text = (
        "[metadata]\nname = tool\n\n[options.entry_points]\nconsole_scripts =\n"
        "    tool = tool.cli:main\n    tool2=tool.cli:other\npytest11 =\n    tool = tool.plugin\n"
    )
    scripts = {entry.name: entry.line for entry in found({"setup.cfg": text, "tool/cli.py": ""}, "console_script")}
    assert scripts == {"tool": 6, "tool2": 7}
    assert only({"setup.cfg": text}, "plugin").line == 9


@pytest.mark.parametrize(
    "setup",
    [
        'setup(entry_points={"console_scripts": ["tool = tool.cli:main"]})',
        'entry_points = {"console_scripts": ("tool=tool.cli:main",)}\nsetup(entry_points=entry_points)',
        'setup(entry_points={"console_scripts": """\n    tool = tool.cli:main\n"""})',
        'setup(scripts=["bin/tool"])',
    ],
)
def test_setup_py_is_read_without_running_it(setup: str) -> None:
    """Literal entry points and script files of setup.py are product scripts, though setup.py serves developers."""
    entry = only(
        {"setup.py": f"from setuptools import setup\n{setup}\n", "tool/cli.py": "def main(): ..."}, "console_script"
    )
    assert (entry.name, entry.role) == ("tool", Role.PRODUCT)


def test_one_script_declared_in_two_files_is_reported_once() -> None:
    """setup.py beside pyproject.toml repeats what is declared already."""
    texts = {
        "pyproject.toml": '[project]\nname = "tool"\n[project.scripts]\ntool = "tool.cli:main"\n',
        "setup.py": 'from setuptools import setup\nsetup(entry_points={"console_scripts": ["tool = tool.cli:main"]})\n',
    }
    assert names(texts, "console_script") == ["tool"]


def test_scripts_of_a_package_under_tests_keep_the_role_of_tests() -> None:
    """A fixture's manifest is no part of the product."""
    entry = only({"tests/fixtures/pkg/pyproject.toml": '[project.scripts]\nx = "x:main"\n'}, "console_script")
    assert entry.role is Role.TEST


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("pyproject.toml", "[project.scripts\nbroken ="),
        ("pyproject.toml", "[project]\nscripts = 3\n"),
        ("pyproject.toml", "x = " + "[" * 5000),
        ("setup.cfg", "no section at all\n= ="),
        ("setup.py", "def broken(:\n"),
        ("setup.py", "x = " + "(" * 3000),
        ("setup.py", "\0"),
    ],
)
def test_a_malformed_manifest_keeps_its_trouble_to_itself(path: str, text: str) -> None:
    """A manifest that cannot be read yields nothing, and its neighbours are read all the same."""
    other = {"other/pyproject.toml": '[project.scripts]\nfine = "fine:main"\n'}
    assert names({path: text, **other}, "console_script") == ["fine"]


def test_the_package_that_gathers_public_names_is_a_library_root() -> None:
    """A package with its distribution's name that re-exports names is what others import."""
    texts = {
        "pyproject.toml": '[project]\nname = "My-Library"\n',
        "src/my_library/__init__.py": '"""Doc."""\nfrom .core import Thing\n',
        "src/my_library/core.py": "class Thing: ...\n",
    }
    assert product(texts) == [("library_root", "my_library")]


def test_a_package_that_gathers_nothing_is_no_library_root() -> None:
    """An application's package holds a version at most."""
    texts = {
        "pyproject.toml": '[project]\nname = "app"\n',
        "app/__init__.py": '__version__ = "1"\nfrom .version import __build__\n',
    }
    assert product(texts) == []


def test_the_section_of_pbr_declares_scripts_and_plugins_too() -> None:
    """Comments between the entries are none."""
    text = (
        "[metadata]\nname = tool\n[entry_points]\nconsole_scripts =\n    tool = tool.cli:main\n"
        "tool.plugins =\n    # tool/a.py\n    first = tool.a:A\n\n    second = tool.b:B\n"
    )
    assert [(entry.kind, entry.name, entry.line) for entry in found({"setup.cfg": text})] == [
        ("console_script", "tool", 5),
        ("plugin", "first", 8),
        ("plugin", "second", 10),
    ]


def test_a_package_may_gather_its_names_from_one_with_an_underscore() -> None:
    """And setup.py may keep the distribution's name in a constant."""
    setup = "from setuptools import setup\nNAME = 'shop'\nsetup(\n    name=NAME,\n)\n"
    texts = {"setup.py": setup, "shop/__init__.py": "from _shop.core import Cart\n", "_shop/__init__.py": ""}
    assert names(texts, "library_root") == ["shop"]
    assert names({**texts, "setup.py": setup.replace("'shop'", "'other'")}, "library_root") == []
