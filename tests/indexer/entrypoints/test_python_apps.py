"""Apps of Python's web frameworks: how they are made, kept, handed to servers and managed."""

from __future__ import annotations

from tests.support.entry_points import found, names

FACTORY = "from flask import Flask\ndef create_app():\n    app = Flask(__name__)\n    return app\n"


def test_an_app_bears_the_name_that_a_server_is_told() -> None:
    """Directories above the import root are no part of it; a line that starts no server says nothing."""
    texts = {
        "src/__init__.py": "",
        "src/app/__init__.py": "",
        "src/app/main.py": "from fastapi import FastAPI\napp = FastAPI()\n",
    }
    assert names(texts, "http_app") == ["src.app.main:app"]
    served = {**texts, "Dockerfile": 'FROM python\nCMD ["uvicorn", "app.main:app", "--port", "80"]\n'}
    assert names(served, "http_app") == ["app.main:app"]
    copied = {**texts, "Dockerfile": "FROM python\nCOPY --chown=app.main:app . .\n"}
    assert names(copied, "http_app") == ["src.app.main:app"]


def test_an_app_that_its_package_hands_on_is_named_by_the_package() -> None:
    """If a server is told so; a package that does not hand it on gives it no name."""
    texts = {
        "shop/__init__.py": "from .core import *\n",
        "shop/core.py": "from flask import Flask\napp = Flask(__name__)\n",
        "Procfile": "web: gunicorn shop:app\n",
    }
    assert names(texts, "http_app") == ["shop:app"]
    assert names({**texts, "Procfile": ""}, "http_app") == ["shop.core:app"]
    assert names({**texts, "shop/__init__.py": ""}, "http_app") == ["shop.core:app"]


def test_an_app_of_a_class_made_of_the_frameworks_is_one_too() -> None:
    """The class may lie in another file; one that is made of something else makes no app."""
    texts = {
        "shop/__init__.py": "",
        "shop/base.py": "from flask import Flask\nclass ShopFlask(Flask):\n    pass\nclass Cart(dict):\n    pass\n",
        "shop/main.py": (
            "import flask\nfrom shop.base import Cart, ShopFlask\napp = ShopFlask(__name__)\ncart = Cart()\n"
        ),
    }
    assert names(texts, "http_app") == ["shop.main:app"]


def test_an_app_that_a_function_returns_at_once_makes_the_function_a_factory() -> None:
    """What a module makes with it is what a server is given."""
    texts = {
        "web/__init__.py": "",
        "web/build.py": "from starlette.applications import Starlette\ndef build():\n    return Starlette(routes=[])\n",
        "main.py": "from web.build import build\napp = build()\n",
    }
    assert names(texts, "http_app") == ["main:app", "web.build:build()"]


def test_an_app_made_for_its_context_is_not_served_where_another_is() -> None:
    """A script that imports data makes an app as well."""
    texts = {
        "shop/__init__.py": FACTORY,
        "wsgi.py": "from shop import create_app\napp = create_app()\n",
        "load.py": "from shop import create_app\napp = create_app()\nwith app.app_context():\n    pass\n",
    }
    assert names(texts, "http_app") == ["shop:create_app()", "wsgi:app"]
    alone = {path: text for path, text in texts.items() if path != "wsgi.py"}
    assert names(alone, "http_app") == ["load:app", "shop:create_app()"]


def test_flask_script_names_the_commands_of_its_managers() -> None:
    """Decorated functions and added commands count, below the managers they stand in."""
    manage = (
        "from flask_script import Manager, Server\nfrom shop import create_app\nmanager = Manager(create_app)\n"
        "users = Manager(usage='x')\nmanager.add_command('users', users)\nmanager.add_command('serve', Server())\n"
        "@manager.command\ndef seed(): ...\n@users.option('-n', '--name')\ndef add(name): ...\n"
    )
    assert names({"manage.py": manage}, "cli_command") == [
        "python manage.py seed",
        "python manage.py serve",
        "python manage.py users add",
    ]
    assert names({"manage.py": manage.replace("flask_script", "shop_script")}, "cli_command") == []


def test_a_blueprint_may_put_its_commands_beside_those_of_the_app() -> None:
    """The group is stated where the blueprint is registered, or where it is made."""
    commands = (
        "import click\nfrom flask import Blueprint\nbp = Blueprint('admin', __name__)\n"
        "@bp.cli.command('seed')\ndef seed(): ...\n"
    )
    register = "from shop.commands import bp\ndef register(app):\n    app.register_blueprint(bp, cli_group=None)\n"
    texts = {"shop/__init__.py": "", "shop/commands.py": commands}
    assert names(texts, "cli_command") == ["flask admin seed"]
    assert names({**texts, "shop/setup_app.py": register}, "cli_command") == ["flask seed"]


def test_a_package_below_src_needs_no_init_file() -> None:
    """A namespace package is named as it is imported."""
    texts = {
        "src/shop/web/__init__.py": "",
        "src/shop/web/main.py": "from fastapi import FastAPI\napp = FastAPI()\n",
    }
    assert [entry.name for entry in found(texts, "http_app")] == ["shop.web.main:app"]


def test_apps_of_aiohttp_are_those_of_modules_and_of_functions_that_make_one() -> None:
    """What an object makes for its own use is out of every server's reach, and other applications are none."""
    text = "from aiohttp import web\ndef make_app():\n    app = web.Application()\n    return app\n"
    assert names({"shop/__init__.py": "", "shop/server.py": text}, "http_app") == ["shop.server:make_app()"]
    inside = "from aiohttp import web\nclass Control:\n    def start(self):\n        app = web.Application()\n"
    assert names({"shop/__init__.py": "", "shop/control.py": inside}, "http_app") == []
    window = "from aiohttp import web\nfrom qt import gui\napp = gui.Application()\n"
    assert names({"shop/__init__.py": "", "shop/window.py": window}, "http_app") == []
