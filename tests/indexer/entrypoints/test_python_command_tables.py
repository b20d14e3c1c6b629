"""Commands that Python programs look up: in tables of classes, and among the modules of a package."""

from __future__ import annotations

from indexer.entrypoints.python_command_tables import detect
from tests.support.trees import tree_of

SCRIPTS = '[project]\nname = "shop"\n[project.scripts]\nshop = "shop.main:main"\nshop3 = "shop.main:main"\n'
TABLE = (
    "from shop.base import ListCommand\n"
    "COMMANDS: dict[str, Info] = {\n    'install': Info('shop.install', 'InstallCommand'),\n    # None of it.\n"
    "    'list-all': ListCommand,\n    'show': commands.ShowCommand(),\n}\n"
)


def commands(texts: dict[str, str]) -> list[str]:
    """Return the commands of the program ``shop`` whose package is ``texts``."""
    package = {f"shop/{path}": text for path, text in {"__init__.py": "", "main.py": "", **texts}.items()}
    return sorted(entry.name for entry in detect(tree_of({"pyproject.toml": SCRIPTS, **package})))


def test_a_table_of_command_classes_names_the_commands() -> None:
    """They bear the program's shortest name, where it has another one beside it."""
    assert commands({"table.py": TABLE}) == ["shop install", "shop list-all", "shop show"]


def test_a_table_of_anything_else_names_none() -> None:
    """Nor does one that holds a single other value, one with another name, or one inside a function."""
    assert commands({"table.py": TABLE.replace("ListCommand", "list_all")}) == []
    assert commands({"table.py": TABLE.replace("COMMANDS", "HANDLERS")}) == []
    assert commands({"table.py": TABLE.replace("COMMANDS", "def f():\n    COMMANDS")}) == []


def test_the_modules_of_a_package_that_is_walked_are_commands() -> None:
    """Each has a class ``Command`` made of a base of the repository; a module without one is none."""
    texts = {
        "main.py": "from pkgutil import iter_modules\nload(iter_modules, 'shop.commands')\n",
        "commands/__init__.py": "class ShopCommand: ...\n",
        "commands/crawl.py": "from shop.commands import ShopCommand\nclass Command(ShopCommand): ...\n",
        "commands/fetch.py": "from shop.commands import ShopCommand\nclass Command(ShopCommand): ...\n",
        "commands/view.py": "from shop.commands import fetch\nclass Command(fetch.Command): ...\n",
        "commands/helpers.py": "class Command: ...\n",
    }
    assert commands(texts) == ["shop crawl", "shop fetch", "shop view"]
    assert commands({**texts, "main.py": "load('shop.commands')\n"}) == []
