"""Commands of click, typer, argparse and Flask's own command line."""

from __future__ import annotations

from tests.support.entry_points import found, names, product

SCRIPT = '[project]\nname = "shop"\n[project.scripts]\nshop = "shop.cli:{}"\n'


def commands(texts: dict[str, str]) -> list[str]:
    """Return the commands of a tree."""
    return names(texts, "cli_command")


def test_click_commands_bear_the_names_of_program_and_groups() -> None:
    """Nested groups and a console script that points at the root give full names; groups are no commands."""
    text = (
        "import click\n\n@click.group()\ndef cli(): ...\n\n@cli.group('db')\ndef database(): ...\n\n"
        "@database.command()\ndef drop_all(): ...\n\n@cli.command(name='run')\ndef run_command(): ...\n\n"
        "@click.command('extra')\ndef extra(): ...\ncli.add_command(extra)\n"
    )
    texts = {"pyproject.toml": SCRIPT.format("cli"), "shop/__init__.py": "", "shop/cli.py": text}
    assert commands(texts) == ["shop db drop-all", "shop extra", "shop run"]


def test_the_function_that_a_script_starts_is_no_second_entry_point() -> None:
    """A one-command program has one way in, its script."""
    text = "import click\n@click.command()\ndef main(): ...\n"
    texts = {"pyproject.toml": SCRIPT.format("main"), "shop/__init__.py": "", "shop/cli.py": text}
    assert product(texts) == [("console_script", "shop")]


def test_commands_in_other_files_find_their_group_through_imports() -> None:
    """A command hangs on an imported group, and a group is imported to be added."""
    texts = {
        "pyproject.toml": SCRIPT.format("main"),
        "shop/__init__.py": "",
        "shop/cli.py": (
            "from shop.root import cli\nfrom shop.jobs import jobs as job_group\n"
            "cli.add_command(job_group)\ndef main():\n    cli()\n"
        ),
        "shop/root.py": "import click\n@click.group()\ndef cli(): ...\n",
        "shop/jobs.py": "import click\n@click.group('jobs')\ndef jobs(): ...\n@jobs.command()\ndef list(): ...\n",
        "shop/more.py": "from .root import cli\n@cli.command('more')\ndef more(): ...\n",
    }
    assert commands(texts) == ["shop jobs list", "shop more"]


def test_commands_added_in_a_group_class_belong_to_its_instance() -> None:
    """``self.add_command`` in a class adds to the variable that holds an instance."""
    text = (
        "import click\nclass Tools(click.Group):\n    def __init__(self):\n        super().__init__()\n"
        "        self.add_command(run)\n@click.command('run')\ndef run(): ...\ncli = Tools()\ndef main(): cli()\n"
    )
    texts = {"pyproject.toml": SCRIPT.format("main"), "shop/__init__.py": "", "shop/cli.py": text}
    assert commands(texts) == ["shop run"]


def test_typer_apps_nest_and_a_lone_command_is_the_program() -> None:
    """``add_typer`` names the level; a typer app with one command and no callback is started without naming it."""
    nested = (
        "import typer\napp = typer.Typer()\nusers = typer.Typer()\napp.add_typer(users, name='users')\n"
        "@users.command()\ndef add_one(): ...\n@app.command('ls')\ndef list_all(): ...\n"
    )
    texts = {"pyproject.toml": SCRIPT.format("app"), "shop/__init__.py": "", "shop/cli.py": nested}
    assert commands(texts) == ["shop ls", "shop users add-one"]
    lone = "import typer\napp = typer.Typer()\n@app.command()\ndef main(): ...\n"
    assert commands({**texts, "shop/cli.py": lone}) == []


def test_argparse_commands_nest_below_the_program() -> None:
    """``add_parser`` on the parsers of a parser gives commands of commands; a reused variable loses none."""
    text = (
        "import argparse\ndef main():\n    parser = argparse.ArgumentParser()\n    sub = parser.add_subparsers()\n"
        "    p = sub.add_parser('run', help='x')\n    p = sub.add_parser('stop')\n    db = sub.add_parser('db')\n"
        "    inner = db.add_subparsers()\n    inner.add_parser('up')\n"
    )
    texts = {"pyproject.toml": SCRIPT.format("main"), "shop/__init__.py": "", "shop/cli.py": text}
    assert commands(texts) == ["shop db up", "shop run", "shop stop"]


def test_commands_of_a_flask_app_are_started_through_flask() -> None:
    """``app.cli`` and ``bp.cli`` hang below ``flask``, a blueprint's under its name."""
    text = (
        "import click\nfrom flask import Blueprint, Flask\nfrom flask.cli import AppGroup\napp = Flask(__name__)\n"
        "bp = Blueprint('shop', __name__)\ngroup = AppGroup('user')\n@app.cli.command('init-db')\ndef init(): ...\n"
        "@bp.cli.command()\ndef stock(): ...\n@group.command('create')\ndef create(): ...\napp.cli.add_command(group)\n"
    )
    assert commands({"app.py": text}) == ["flask init-db", "flask shop stock", "flask user create"]


def test_commands_without_a_program_are_named_alone() -> None:
    """Where nothing tells the program's name, none is invented."""
    text = "import typer\napp = typer.Typer()\n@app.command()\ndef one(): ...\n@app.command()\ndef two(): ...\n"
    assert commands({"tool/cli.py": text}) == ["one", "two"]


def test_a_program_without_a_script_is_named_by_its_main_module() -> None:
    """``python -m pkg`` is how the group is reached."""
    texts = {
        "pkg/__init__.py": "",
        "pkg/__main__.py": "from pkg.cli import app\napp()\n",
        "pkg/cli.py": (
            "import typer\napp = typer.Typer()\n@app.command()\ndef one(): ...\n@app.command()\ndef two(): ...\n"
        ),
    }
    assert commands(texts) == ["python -m pkg one", "python -m pkg two"]


def test_commands_of_a_chat_bot_are_no_commands_of_a_program() -> None:
    """The same words serve other frameworks."""
    text = (
        "from discord.ext import commands\nbot = commands.Bot()\n@bot.command()\n"
        "async def ping(ctx): ...\n@commands.command()\nasync def x(ctx): ...\n"
    )
    assert found({"bot.py": text}, "cli_command") == []


def test_a_command_that_the_script_reaches_by_way_of_another_name_is_the_program() -> None:
    """A function that calls it, or a package that hands it on, is as good as its own name; extras do not matter."""
    text = "import click\n@click.command()\ndef main(): ...\ndef patched_main():\n    prepare()\n    main()\n"
    wrapped = {"pyproject.toml": SCRIPT.format("patched_main [d]"), "shop/__init__.py": "", "shop/cli.py": text}
    assert commands(wrapped) == []
    handed_on = {
        "pyproject.toml": SCRIPT.format("main").replace("shop.cli:", "shop:"),
        "shop/__init__.py": "from shop.cli import main\n",
        "shop/cli.py": text,
    }
    assert commands(handed_on) == []


def test_commands_of_a_group_that_a_script_starts_bear_the_name_of_the_script() -> None:
    """With what other libraries give it by name; a script that starts another group lends its name to none."""
    cli = (
        "import click\nfrom flask.cli import AppGroup, FlaskGroup, run_command\nusers = AppGroup()\n"
        "@users.command(name='grant_admin')\ndef grant(): ...\n@click.group(cls=FlaskGroup)\ndef manager(): ...\n"
        "manager.add_command(users, 'users')\nmanager.add_command(run_command, 'runserver')\n"
        "@manager.command()\ndef version(): ...\n"
    )
    guard = "from shop.cli import manager\nif __name__ == '__main__':\n    manager()\n"
    texts = {"shop/__init__.py": "", "shop/cli.py": cli, "manage.py": guard}
    expected = ["users grant_admin", "runserver", "version"]
    assert commands(texts) == sorted(f"python manage.py {name}" for name in expected)
    assert "python manage.py version" not in commands({**texts, "manage.py": guard.replace("    manager()", "    x()")})
