"""Commands under the names of the programs, classes and builders that hold them; and programs that are none."""

from __future__ import annotations

from tests.support.entry_points import found, names

CLAP = '[package]\nname = "shop"\n[[bin]]\nname = "shop"\n[[bin]]\nname = "shop-admin"\n'


def test_clap_builders_nest_and_call_functions_of_other_files() -> None:
    """A command is found where it is made; the program is the one whose directory holds the builder."""
    texts = {
        "Cargo.toml": CLAP,
        "src/main.rs": "fn main() {}\n",
        "src/bin/shop-admin/main.rs": (
            'use clap::{Arg, Command as ClapCommand};\nmod add;\nfn main() {\n    ClapCommand::new("shop-admin")\n'
            '        .subcommand(ClapCommand::new("auth").subcommand(ClapCommand::new("login")).subcommand('
            'ClapCommand::new("logout")))\n        .subcommand(add::command())\n        .subcommand(unknown());\n}\n'
        ),
        "src/bin/shop-admin/add.rs": 'use super::*;\npub fn command() -> Command {\n    ClapCommand::new("add")\n}\n',
    }
    assert [(entry.name, entry.path, entry.line) for entry in found(texts, "cli_command")] == [
        ("shop-admin add", "src/bin/shop-admin/add.rs", 3),
        ("shop-admin auth login", "src/bin/shop-admin/main.rs", 5),
        ("shop-admin auth logout", "src/bin/shop-admin/main.rs", 5),
    ]


def test_thor_commands_bear_the_program_and_the_sub_commands_around_them() -> None:
    """``desc`` in a class that inherits from Thor describes one; in a Rakefile it does not."""
    texts = {
        "shop.gemspec": 'Gem::Specification.new do |s|\n  s.bindir = "exe"\n  s.executables = ["shop"]\nend\n',
        "exe/shop": "#!/usr/bin/env ruby\n",
        "lib/shop/cli.rb": (
            "module Shop\n  class CLI < Thor\n"
            '    desc "start [PORT]", "Starts it"\n    def start(port)\n      run\n    end\n\n'
            '    desc "cart SUBCOMMAND", "The cart"\n    subcommand "cart", Shop::Cart\n  end\nend\n'
        ),
        "lib/shop/cart.rb": (
            'module Shop\n  class Base < Thor\n  end\n  class Cart < Base\n    desc "add ITEM", "Adds"\n'
            "    def add(item)\n    end\n  end\nend\n"
        ),
        "Rakefile": 'desc "Release it"\ntask :release do\nend\n',
        "lib/shop/notes.rb": 'class Notes\n  desc "nothing", "is a command"\nend\n',
    }
    assert names(texts, "cli_command") == ["shop cart add", "shop start"]


def test_a_click_command_that_is_a_script_too_keeps_its_name_in_a_group() -> None:
    """``python -m kit compile`` is a way in beside the installed ``kit-compile``."""
    texts = {
        "pyproject.toml": '[project]\nname = "kit"\n[project.scripts]\nkit-compile = "kit.compile:cli"\n',
        "kit/__init__.py": "",
        "kit/compile.py": "import click\n@click.command(name='kit-compile')\ndef cli(): ...\n",
        "kit/__main__.py": (
            "import click\nfrom kit import compile\n@click.group()\ndef cli(): ...\n"
            "cli.add_command(compile.cli, 'compile')\nif __name__ == '__main__':\n    cli()\n"
        ),
    }
    assert names(texts, "cli_command") == ["python -m kit compile"]
    assert names(texts, "console_script") == ["kit-compile"]


def test_a_plugin_adds_commands_to_the_group_that_its_function_takes() -> None:
    """There must be just one group of that name in the program."""
    texts = {
        "pyproject.toml": '[project]\nname = "kit"\n[project.scripts]\nkit = "kit.cli:cli"\n',
        "kit/__init__.py": "",
        "kit/cli.py": "import click\n@click.group()\ndef cli(): ...\n@cli.command()\ndef run(): ...\n",
        "kit/plugin.py": (
            "import click\ndef register(cli):\n    @cli.group(name='cloud')\n    def cloud_(): ...\n"
            "    @cloud_.command()\n    def push(): ...\n"
        ),
    }
    assert names(texts, "cli_command") == ["kit cloud push", "kit run"]


def test_commands_of_a_flask_blueprint_bear_its_group_unless_it_has_none() -> None:
    """The group is the blueprint's name, another one, or with None the app's own commands."""
    blueprint = "from flask import Blueprint\nbp = Blueprint('admin', __name__{})\n@bp.cli.command()\ndef sync(): ...\n"
    assert names({"a.py": blueprint.format("")}, "cli_command") == ["flask admin sync"]
    assert names({"a.py": blueprint.format(", cli_group='jobs'")}, "cli_command") == ["flask jobs sync"]
    assert names({"a.py": blueprint.format(", cli_group=None")}, "cli_command") == ["flask sync"]


def test_the_file_that_requiring_a_gem_loads_is_its_library() -> None:
    """The name of the gem says which, with slashes or underscores for its dashes."""
    gem = {"shop-core.gemspec": 'Gem::Specification.new do |s|\n  s.name = "shop-core"\nend\n'}
    nested = found({**gem, "lib/shop/core.rb": "module Shop\nend\n"}, "library_root")
    assert [(entry.name, entry.path) for entry in nested] == [("shop-core", "lib/shop/core.rb")]
    assert found({**gem, "lib/other.rb": "module Shop\nend\n"}, "library_root") == []


def test_what_the_loader_of_a_library_calls_is_no_program() -> None:
    """``DllMain`` is called when a library is loaded."""
    assert found({"src/lib.c": "BOOL DllMain(HINSTANCE h, DWORD r, LPVOID p) { return 1; }\n"}, "binary") == []


def test_an_executable_of_tests_that_brings_no_main_of_its_own_serves_tests() -> None:
    """The main comes from the library of tests."""
    cmake = 'add_executable(shop "src/main.c")\nadd_executable(shop_tests "")\nadd_executable(contest "")\n'
    texts = {"CMakeLists.txt": cmake, "src/main.c": "int main(void) { return 0; }\n"}
    assert names(texts, "binary", role="test") == ["shop_tests"]
    assert names(texts, "binary", role="product") == ["contest", "shop"]
