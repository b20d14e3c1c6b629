"""Apps and routes of FastAPI, Flask and Starlette."""

from __future__ import annotations

from indexer.facts import Role
from tests.support.entry_points import found, names, only


def routes(texts: dict[str, str]) -> list[str]:
    """Return the routes of a tree."""
    return names(texts, "http_route")


def test_fastapi_app_and_routes_are_found_with_line_and_handler() -> None:
    """An app is named as a server is told of it; a route by method and path."""
    text = (
        'from fastapi import FastAPI\napp = FastAPI(title="Shop")\n\n@app.get("/users/{id}")\n'
        "async def read_user(id: int): ...\n"
    )
    texts = {"shop/__init__.py": "", "shop/main.py": text}
    assert only(texts, "http_app").name == "shop.main:app"
    route = only(texts, "http_route")
    assert (route.name, route.line, route.symbol, route.evidence) == (
        "GET /users/{id}",
        4,
        "read_user",
        '@app.get("/users/{id}")',
    )


def test_prefixes_of_fastapi_routers_compose_across_files_and_nestings() -> None:
    """The prefix of the router, of each include and of the file above make one path."""
    texts = {
        "app/__init__.py": "",
        "app/api/__init__.py": "from .users import router as users_router\n",
        "app/api/users.py": (
            'from fastapi import APIRouter\nrouter = APIRouter(prefix="/users", tags=["users"])\n'
            '@router.get("/{id}")\ndef one(id): ...\n@router.post("")\ndef add(): ...\n'
        ),
        "app/api/items.py": (
            'from fastapi import APIRouter\nrouter = APIRouter()\n@router.delete("/{id}")\ndef drop(id): ...\n'
        ),
        "app/api/v1.py": (
            "from fastapi import APIRouter\nfrom app.api import items\nfrom app.api import users_router\n"
            'v1 = APIRouter()\nv1.include_router(users_router)\nv1.include_router(items.router, prefix="/items")\n'
        ),
        "app/main.py": (
            "from fastapi import FastAPI\nfrom .api.v1 import v1 as api\napp = FastAPI()\n"
            'app.include_router(api, prefix="/api/v1")\n'
        ),
    }
    assert routes(texts) == ["DELETE /api/v1/items/{id}", "GET /api/v1/users/{id}", "POST /api/v1/users"]


def test_a_router_mounted_twice_answers_under_both_prefixes() -> None:
    """Each mount is a way in."""
    text = (
        'from fastapi import APIRouter, FastAPI\nr = APIRouter()\n@r.get("/x")\ndef x(): ...\n'
        'app = FastAPI()\napp.include_router(r, prefix="/v1")\napp.include_router(r, prefix="/v2")\n'
    )
    assert routes({"main.py": text}) == ["GET /v1/x", "GET /v2/x"]


def test_routers_that_include_each_other_end() -> None:
    """A circle of mounts is cut, and every route is still reported."""
    text = (
        'from fastapi import APIRouter\na = APIRouter(prefix="/a")\nb = APIRouter(prefix="/b")\n'
        'a.include_router(b)\nb.include_router(a)\n@a.get("/x")\ndef x(): ...\n'
    )
    assert len(routes({"main.py": text})) == 1


def test_flask_methods_give_one_route_each_and_get_is_the_default() -> None:
    """``methods=[...]`` lists the ways in."""
    text = (
        'from flask import Flask\napp = Flask(__name__)\n@app.route("/")\ndef index(): ...\n'
        '@app.route("/login", methods=["GET", "POST"])\ndef login(): ...\n@app.put("/u/<int:id>")\ndef put(id): ...\n'
    )
    assert routes({"app.py": text}) == ["GET /", "GET /login", "POST /login", "PUT /u/<int:id>"]


def test_blueprint_prefixes_compose_and_registering_replaces_them() -> None:
    """The prefix given at registration takes the place of the blueprint's own."""
    texts = {
        "app/__init__.py": (
            "from flask import Flask\n\ndef create_app():\n    app = Flask(__name__)\n    from . import auth, blog\n"
            "    app.register_blueprint(auth.bp)\n"
            '    app.register_blueprint(blog.bp, url_prefix="/posts")\n    return app\n'
        ),
        "app/auth.py": (
            'from flask import Blueprint\nbp = Blueprint("auth", __name__, url_prefix="/auth")\n'
            '@bp.route("/login")\ndef login(): ...\n'
        ),
        "app/blog.py": (
            'from flask import Blueprint\nbp = Blueprint("blog", __name__, url_prefix="/blog")\n'
            '@bp.route("/<int:id>/")\ndef show(id): ...\n'
        ),
    }
    assert routes(texts) == ["GET /auth/login", "GET /posts/<int:id>/"]
    assert only(texts, "http_app").name == "app:create_app()"


def test_nested_blueprints_join_the_prefixes_of_all_levels() -> None:
    """A blueprint in a blueprint lies under both."""
    text = (
        "from flask import Flask, Blueprint\napp = Flask(__name__)\n"
        'outer = Blueprint("o", __name__, url_prefix="/outer")\n'
        'inner = Blueprint("i", __name__, url_prefix="/inner")\n@inner.get("/x")\ndef x(): ...\n'
        "outer.register_blueprint(inner)\napp.register_blueprint(outer)\n"
    )
    assert routes({"app.py": text}) == ["GET /outer/inner/x"]


def test_url_rules_take_the_methods_of_a_method_view() -> None:
    """A class-based view answers the methods it defines."""
    text = (
        "from flask import Flask\nfrom flask.views import MethodView\napp = Flask(__name__)\n"
        "class Users(MethodView):\n    def get(self): ...\n    def post(self): ...\n"
        'app.add_url_rule("/users", view_func=Users.as_view("users"))\n'
    )
    assert routes({"app.py": text}) == ["GET /users", "POST /users"]


def test_starlette_routes_stand_under_the_mounts_around_them() -> None:
    """``Mount`` in a list of routes prefixes those inside its own list only."""
    text = (
        "from starlette.applications import Starlette\nfrom starlette.routing import Mount, Route, WebSocketRoute\n"
        "app = Starlette(routes=[\n    Route('/', home),\n    Mount('/api', routes=[\n"
        "        Route('/users', users, methods=['POST']),\n"
        "        WebSocketRoute('/ws', socket),\n    ]),\n    Route('/after', after),\n])\n"
    )
    assert routes({"app.py": text}) == ["GET /", "GET /after", "POST /api/users", "WS /api/ws"]


def test_a_get_on_a_dictionary_or_a_client_is_no_route() -> None:
    """Words alone make no route: a value's ``get``, a client's request, a patch of a mock."""
    text = (
        "import requests\nfrom unittest import mock\nfrom fastapi import FastAPI\napp = FastAPI()\n"
        'value = {}.get("/key")\nrequests.get("/users")\napp.state.get("/x")\n'
        '@mock.patch("pkg.thing")\ndef f(): ...\n@cache.get("key")\ndef g(): ...\n'
    )
    assert routes({"app.py": text}) == []


def test_a_class_of_the_repository_named_flask_is_no_app() -> None:
    """The framework itself defines the class and starts nothing."""
    text = "from .base import Base\nclass Flask(Base): ...\ndef make():\n    app = Flask(__name__)\n    return app\n"
    assert found({"src/flask/app.py": text, "src/flask/__init__.py": ""}, "http_app") == []


def test_routes_of_tests_and_examples_keep_their_roles() -> None:
    """What a test registers is not how the product is reached."""
    text = 'from flask import Flask\napp = Flask(__name__)\n@app.get("/x")\ndef x(): ...\n'
    texts = {"tests/test_a.py": text, "examples/a/app.py": text, "docs/app.py": text}
    assert {entry.role for entry in found(texts)} == {Role.TEST, Role.EXAMPLE, Role.DOCS}


def test_a_path_that_is_computed_is_left_out() -> None:
    """Nothing is guessed: a path made at run time has no name to report."""
    text = (
        "from fastapi import FastAPI\napp = FastAPI()\n@app.get(PATH)\ndef a(): ...\n"
        '@app.get(f"/{x}/y")\ndef b(): ...\n'
    )
    assert routes({"app.py": text}) == []


def test_a_module_that_calls_the_factory_holds_an_app_too() -> None:
    """A server is pointed at ``autoapp:app``, though the app is made elsewhere; an unknown factory proves nothing."""
    texts = {
        "shop/__init__.py": "",
        "shop/app.py": "from flask import Flask\n\ndef create_app():\n    app = Flask(__name__)\n    return app\n",
        "autoapp.py": "from shop.app import create_app\napp = create_app()\n",
        "other.py": "from elsewhere import create_app\napp = create_app()\n",
    }
    assert names(texts, "http_app") == ["autoapp:app", "shop.app:create_app()"]


def test_what_is_copied_into_new_projects_is_no_route_of_this_one() -> None:
    """It lies among templates; a package of that name is code like any other."""
    text = "from flask import Flask\napp = Flask(__name__)\n@app.route('/x')\ndef x(): ...\n"
    texts = {"shop/__init__.py": "", "shop/templates/rest/app.py": text}
    assert names(texts, "http_route") == []
    assert names({**texts, "shop/templates/__init__.py": ""}, "http_route") == ["GET /x"]
    assert names({"shop/__init__.py": "", "shop/app.py": text}, "http_route") == ["GET /x"]
