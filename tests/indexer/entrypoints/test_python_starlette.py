"""Starlette's lists of routes, and how they lie under one another."""

from __future__ import annotations

from tests.support.entry_points import names


def routes(texts: dict[str, str]) -> list[str]:
    """Return the routes of a tree."""
    return names(texts, "http_route")


def test_a_list_of_another_file_lies_under_the_mount_that_takes_it() -> None:
    """Through an app or a router as well; a comment's apostrophe closes nothing."""
    texts = {
        "web/__init__.py": "",
        "web/auth.py": (
            "from starlette.routing import Route\nfrom web import views\n"
            "routes = [\n    # don't cache\n    Route('/login', views.login, methods=['POST']),\n]\n"
        ),
        "web/mock.py": "from starlette.routing import Route\nroutes = [Route('/user', None)]\n",
        "web/app.py": (
            "from starlette.applications import Starlette\nfrom starlette.routing import Mount, Route, Router\n"
            "from web.auth import routes as auth_routes\nfrom web.mock import routes as mock_routes\n"
            "routes = [\n    Route('/', None),\n    Mount('/auth', routes=auth_routes),\n]\n"
            "routes += [Mount('/mock', app=Router(routes=mock_routes))]\napp = Starlette(routes=routes)\n"
        ),
    }
    assert routes(texts) == ["GET /", "GET /mock/user", "POST /auth/login"]


def test_classes_made_of_a_route_are_routes_and_others_are_not() -> None:
    """The class of the endpoint says what it answers, in whatever file it stands."""
    texts = {
        "web/__init__.py": "",
        "web/routing.py": "from starlette.routing import Route\nclass LocaleRoute(Route): ...\n",
        "web/views.py": "class Home:\n    async def get(self): ...\n    async def post(self): ...\n",
        "web/app.py": (
            "from starlette.routing import WebSocketRoute\nfrom web import views\nfrom web.routing import LocaleRoute\n"
            "from web.maps import TrainRoute\ndef get_routes():\n"
            "    return [LocaleRoute('/home', views.Home), TrainRoute('/paris'), WebSocketRoute('/live', None)]\n"
        ),
        "web/maps.py": "class TrainRoute: ...\n",
    }
    assert routes(texts) == ["GET /home", "POST /home", "WS /live"]


def test_routes_inside_nested_mounts_lie_under_all_of_them() -> None:
    """Mounts may be written with their own lists."""
    text = (
        "from starlette.routing import Mount, Route\nroutes = [\n    Mount('/a', routes=[\n        Route('/b', None),\n"
        "        Mount('/c', routes=[\n            Route('/d', None),\n        ]),\n    ]),\n]\n"
    )
    assert routes({"app.py": text}) == ["GET /a/b", "GET /a/c/d"]
