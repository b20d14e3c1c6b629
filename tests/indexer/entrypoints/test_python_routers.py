"""Routers of Flask, Flask-RESTX and FastAPI that functions make, hand on and put together."""

from __future__ import annotations

from tests.support.entry_points import names

RESOURCE = (
    "from flask_restx import Namespace, Resource\nns = Namespace('pets', description='x')\n"
    "@ns.route('', '/all')\nclass Pets(Resource):\n    def get(self): ...\n    def post(self): ...\n"
)


def routes(texts: dict[str, str]) -> list[str]:
    """Return the routes of a tree."""
    return names(texts, "http_route")


def test_a_namespace_lies_under_its_name_or_the_path_it_is_added_with() -> None:
    """An API made on a blueprint lies where the blueprint does; each path of a resource is a way in."""
    api = (
        "from flask import Blueprint\nfrom flask_restx import Api\nfrom shop.pets import ns\n"
        "bp = Blueprint('api', __name__, url_prefix='/api')\napi = Api(bp, version='1')\napi.add_namespace(ns)\n"
    )
    texts = {"shop/__init__.py": "", "shop/pets.py": RESOURCE, "shop/api.py": api}
    assert routes(texts) == ["GET /api/pets", "GET /api/pets/all", "POST /api/pets", "POST /api/pets/all"]
    moved = {**texts, "shop/api.py": api.replace("(ns)", "(ns, '/animals')")}
    assert routes(moved)[:2] == ["GET /api/animals", "GET /api/animals/all"]


def test_an_api_may_be_put_on_a_blueprint_later() -> None:
    """``init_app`` says where it lies; a namespace that an API makes lies under it."""
    texts = {
        "shop/__init__.py": "",
        "shop/api.py": (
            "from flask_restx import Api, Resource\napi = Api(version='1')\nns = api.namespace('pets')\n"
            "@ns.route('/<int:id>')\nclass Pet(Resource):\n    def delete(self, id): ...\n"
        ),
        "shop/modules.py": (
            "from flask import Blueprint\nfrom shop.api import api\ndef init_app(app):\n"
            "    bp = Blueprint('api', __name__, url_prefix='/v1')\n    api.init_app(bp)\n"
            "    app.register_blueprint(bp)\n"
        ),
    }
    assert routes(texts) == ["DELETE /v1/pets/<int:id>"]


def test_a_blueprint_that_a_function_makes_lies_where_its_caller_registers_it() -> None:
    """It may be registered as it is made, or kept in a variable first; what the function returns is meant."""
    maker = (
        "from flask import Blueprint\ndef construct(store):\n    other = Blueprint('o', __name__)\n"
        "    bp = Blueprint('b', __name__)\n    @bp.route('/list')\n    def show(): ...\n    return bp\n"
    )
    main = (
        "from flask import Flask\nimport shop.backups as backups\nfrom shop.tags import construct as make\n"
        "app = Flask(__name__)\napp.register_blueprint(backups.construct(1), url_prefix='/backups')\n"
        "tags = make(2)\napp.register_blueprint(tags, url_prefix='/tags')\n"
    )
    texts = {"shop/__init__.py": "", "shop/backups.py": maker, "shop/tags.py": maker, "shop/main.py": main}
    assert routes(texts) == ["GET /backups/list", "GET /tags/list"]


def test_a_function_adds_to_the_router_that_it_is_handed() -> None:
    """Callers say which one; where they hand in several, no prefix is guessed."""
    texts = {
        "shop/__init__.py": "",
        "shop/feeds.py": "def add(router, store):\n    @router.get('/feed')\n    def feed(): ...\n",
        "shop/main.py": (
            "from fastapi import APIRouter, FastAPI\nfrom shop import feeds\napp = FastAPI()\n"
            "rss = APIRouter(prefix='/rss')\nfeeds.add(rss, 1)\napp.include_router(rss)\n"
        ),
    }
    assert routes(texts) == ["GET /rss/feed"]
    again = texts["shop/main.py"] + "atom = APIRouter(prefix='/atom')\nfeeds.add(atom, 2)\n"
    assert routes({**texts, "shop/main.py": again}) == ["GET /feed"]


def test_a_resource_of_another_file_answers_what_its_class_has_functions_for() -> None:
    """Every path that it is added with counts, though a module bears the class's name."""
    texts = {
        "shop/__init__.py": "",
        "shop/api/__init__.py": "from .Tags import Tags\n",
        "shop/api/Tags.py": (
            "from flask_restful import Resource\nclass Tags(Resource):\n"
            "    def get(self): ...\n    def put(self): ...\n"
        ),
        "shop/main.py": (
            "from flask_restful import Api\nfrom shop.api import Tags\napi = Api()\n"
            "api.add_resource(Tags, '/tag', '/tags', endpoint='t')\n"
        ),
    }
    assert routes(texts) == ["GET /tag", "GET /tags", "PUT /tag", "PUT /tags"]


def test_a_method_that_hands_paths_on_to_an_api_adds_resources() -> None:
    """A method that does something else adds none; methods of a resource may come from what it is made of."""
    api = (
        "from flask_restful import Api, Resource\nfrom shop.rules import scoped\nclass OwnApi(Api):\n"
        "    def add_org_resource(self, resource, *urls, **kwargs):\n        urls = [scoped(url) for url in urls]\n"
        "        return self.add_resource(resource, *urls, **kwargs)\n    def forget(self, resource, *urls): ...\n"
        "class Listed(Resource):\n    def get(self): ...\nclass Pets(Listed):\n    def post(self): ...\n"
        "api = OwnApi()\n"
        "api.add_org_resource(\n    Pets,\n    '/api/pets',\n    '/api/animals',\n    endpoint='p',\n)\n"
        "api.forget(Pets, '/api/gone')\n"
    )
    texts = {"shop/__init__.py": "", "shop/rules.py": "def scoped(rule): ...\n", "shop/api.py": api}
    assert routes(texts) == ["GET /api/animals", "GET /api/pets", "POST /api/animals", "POST /api/pets"]


def test_a_path_may_go_through_a_function_that_may_leave_it_as_it_is() -> None:
    """One that never does, or that belongs to a library, makes a path that nobody can tell."""
    rules = "def scoped(rule):\n    if MANY:\n        return '/<org>' + rule\n\n    return rule\n"
    web = (
        "from flask import Blueprint\nfrom shop.rules import scoped\nfrom library import other\n"
        "routes = Blueprint('r', __name__)\n@routes.route(scoped('/login'), methods=['GET'])\ndef login(): ...\n"
        "@routes.route(other('/gone'))\ndef gone(): ...\n"
    )
    texts = {"shop/__init__.py": "", "shop/rules.py": rules, "shop/web.py": web}
    assert routes(texts) == ["GET /login"]
    assert routes({**texts, "shop/rules.py": "def scoped(rule):\n    return '/x' + rule\n"}) == []


def test_aiohttp_routes_stand_in_lists() -> None:
    """Methods of a view are those of its class; the client's calls of the same names are no routes."""
    text = (
        "from aiohttp import ClientSession, web\nclass Item(web.View):\n    async def put(self): ...\n"
        "def make_app():\n    app = web.Application()\n"
        "    app.add_routes([web.post('/', handle), web.view('/item', Item)])\n"
        "    return app\nasync def fetch(client):\n    return [client.get('/x'), client.post('/y')]\n"
    )
    assert routes({"shop/__init__.py": "", "shop/web.py": text}) == ["POST /", "PUT /item"]
