"""Django: URLs, server interfaces, management commands; and task queues."""

from __future__ import annotations

from indexer.facts import Role
from tests.support.entry_points import found, names, only

ROOT = (
    "from django.contrib import admin\nfrom django.urls import include, path, re_path\nfrom . import views\n"
    "urlpatterns = [\n    path('admin/', admin.site.urls),\n    path('', views.home, name='home'),\n"
    "    path('shop/', include('shop.urls')),\n    re_path(r'^old/(?P<year>[0-9]{4})/$', views.Old.as_view()),\n]\n"
)


def routes(texts: dict[str, str]) -> list[str]:
    """Return the routes of a tree."""
    return names(texts, "http_route")


def test_included_urls_lie_under_the_route_that_includes_them() -> None:
    """The whole path is composed; the including pattern itself is no route."""
    texts = {
        "site/__init__.py": "",
        "site/urls.py": ROOT,
        "shop/__init__.py": "",
        "shop/urls.py": (
            "from django.urls import path\nfrom shop import views\nurlpatterns = [path('<int:pk>/', views.detail)]\n"
        ),
    }
    assert routes(texts) == ["/", "/admin/", "/old/<year>/", "/shop/<int:pk>/"]
    detail = next(entry for entry in found(texts) if entry.name.startswith("/shop"))
    assert (detail.path, detail.line, detail.symbol) == ("shop/urls.py", 3, "views.detail")


def test_lists_of_the_same_file_and_inline_lists_are_included_too() -> None:
    """``include`` takes the name of a list, or a list itself."""
    text = (
        "from django.urls import include, path\nfrom . import views\n"
        "extra = [\n    path('reports/', views.reports),\n]\n"
        "urlpatterns = [\n    path('credit/', include(extra)),\n"
        "    path('api/', include([\n        path('a/', views.a),\n        path('b/', views.b),\n    ])),\n]\n"
    )
    assert routes({"urls.py": text}) == ["/api/a/", "/api/b/", "/credit/reports/"]


def test_viewsets_are_routed_by_the_router_that_is_included() -> None:
    """Django REST framework's routers make a route of each registration."""
    text = (
        "from django.urls import include, path\nfrom rest_framework.routers import DefaultRouter\n"
        "from . import views\nrouter = DefaultRouter()\nrouter.register(r'users', views.UserViewSet)\n"
        "urlpatterns = [path('api/', include(router.urls))]\n"
    )
    assert routes({"urls.py": text}) == ["/api/users/"]


def test_a_path_of_another_library_is_no_route() -> None:
    """``path`` is a word of many libraries."""
    text = "from pathlib import Path as path\nFILES = [path('a/'), path('b/')]\n"
    assert found({"files.py": text}) == []


def test_interfaces_and_commands_are_found_by_what_they_hold() -> None:
    """Objects for wsgi and asgi are apps; a command needs its class."""
    texts = {
        "site/__init__.py": "",
        "site/wsgi.py": "from django.core.wsgi import get_wsgi_application\napplication = get_wsgi_application()\n",
        "shop/management/commands/restock.py": "from django.core.management import base\nclass Command(base.X): ...\n",
        "shop/management/commands/_base.py": "class Command: ...\n",
        "shop/management/commands/helper.py": "def x(): ...\n",
    }
    assert only(texts, "http_app").name == "site.wsgi:application"
    assert names(texts, "cli_command") == ["python manage.py restock"]


def test_celery_tasks_bear_their_registered_names() -> None:
    """A stated name wins over module and function."""
    texts = {
        "work/__init__.py": "",
        "work/celery.py": "from celery import Celery\napp = Celery('work')\n",
        "work/tasks.py": (
            "from celery import shared_task\nfrom work.celery import app\n@shared_task\ndef add(): ...\n"
            "@app.task(bind=True, name='mail.send')\ndef send(self): ...\n"
        ),
        "work/other.py": "from .celery import app\n@app.task\ndef more(): ...\n",
    }
    assert names(texts, "task") == ["mail.send", "work.other.more", "work.tasks.add"]


def test_tasks_of_developers_have_the_role_of_developers() -> None:
    """Task runners serve those who work on the product."""
    texts = {
        "tasks.py": "from invoke import task\n@task\ndef build_docs(c): ...\n",
        "noxfile.py": "import nox\n@nox.session(python='3.12')\ndef tests(session): ...\n",
    }
    assert [(entry.name, entry.role) for entry in found(texts)] == [
        ("invoke build-docs", Role.DEV),
        ("nox -s tests", Role.DEV),
    ]


def test_a_task_of_an_unknown_library_is_no_task() -> None:
    """A decorator named ``task`` alone proves nothing."""
    assert found({"a.py": "from board import project\n@project.task\ndef x(): ...\n"}) == []
