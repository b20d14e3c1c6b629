"""Routes of Django and its REST framework that routers, prefixes and nested lists make."""

from __future__ import annotations

from tests.support.entry_points import names

VIEWS = "from rest_framework import mixins, viewsets\nfrom rest_framework.decorators import action\n"


def routes(texts: dict[str, str]) -> list[str]:
    """Return the routes of a tree."""
    return names(texts, "http_route")


def routed(views: str, urls: str) -> list[str]:
    """Return the routes of an app with these views and, below the imports, these URLs."""
    imports = "from django.urls import include, path\nfrom rest_framework import routers\nfrom api import views\n"
    return routes({"api/__init__.py": "", "api/views.py": VIEWS + views, "api/urls.py": imports + urls})


def test_a_viewset_with_an_empty_prefix_lies_where_its_router_is_included() -> None:
    """There is one slash, not two; what only has actions has no route of its own."""
    views = (
        "class Tags(viewsets.ModelViewSet): ...\nclass Me(viewsets.GenericViewSet):\n    @action(detail=False)\n"
        "    def profile(self, request): ...\n"
    )
    urls = (
        "tags = routers.SimpleRouter()\ntags.register('', views.Tags)\nme = routers.SimpleRouter()\n"
        "me.register('', views.Me)\n"
        "urlpatterns = [path('tags/', include(tags.urls)), path('me/', include(me.urls))]\n"
    )
    assert routed(views, urls) == ["/me/profile/", "/tags/", "/tags/<pk>/"]


def test_a_viewset_answers_what_the_classes_it_is_made_of_do() -> None:
    """Bases of the repository are read with their lookups and actions."""
    views = (
        "class Base(mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet):\n"
        "    lookup_field = 'slug'\n    @action(detail=True)\n    def archive(self, request): ...\n"
        "class Pets(Base): ...\n"
    )
    urls = "router = routers.DefaultRouter()\nrouter.register('pets', views.Pets)\nurlpatterns = router.urls\n"
    assert routed(views, urls) == ["/pets/", "/pets/<slug>/", "/pets/<slug>/archive/"]


def test_a_router_of_the_repositorys_own_class_is_a_router() -> None:
    """So is one that takes over another's entries, and one nested below a resource."""
    views = "class Pets(viewsets.ModelViewSet): ...\nclass Toys(mixins.ListModelMixin, viewsets.ViewSet): ...\n"
    urls = (
        "class RouterWithMore(routers.DefaultRouter): ...\npets = RouterWithMore()\npets.register('pets', views.Pets)\n"
        "router = routers.SimpleRouter()\nrouter.registry.extend(pets.registry)\n"
        "toys = NestedSimpleRouter(pets, 'pets', lookup='pet')\ntoys.register('toys', views.Toys)\n"
        "urlpatterns = [path('api/', include(router.urls))]\n"
    )
    assert routed(views, urls) == ["/api/pets/", "/api/pets/<pet_pk>/toys/", "/api/pets/<pk>/"]


def test_patterns_are_found_wherever_they_are_handed_to_the_list() -> None:
    """Appended, in a tuple, or within ``i18n_patterns``; a comment's apostrophe closes nothing."""
    text = (
        "from django.conf.urls.i18n import i18n_patterns\nfrom django.urls import include, path\nfrom . import views\n"
        "extra = (path('x/', views.x),)\nurlpatterns = [\n    # don't move\n    path('a/', views.a),\n]\n"
        "urlpatterns += i18n_patterns(path('b/', views.b))\nurlpatterns.append(path('c/', include(extra)))\n"
    )
    assert routes({"urls.py": text}) == ["/a/", "/b/", "/c/x/"]


def test_a_prefix_that_is_a_constant_is_put_before_its_routes() -> None:
    """A template of constants is filled in, and a setting looked up; what is computed is left out."""
    texts = {
        "config/settings.py": "ADMIN_URL = 'secret/'\n",
        "config/urls.py": (
            "from django.conf import settings\nfrom django.urls import path\nfrom . import views\nprefix = 'v1/'\n"
            "urlpatterns = [path(f'{prefix}a/', views.a), path(settings.ADMIN_URL, views.admin), path(f(), views.c)]\n"
        ),
    }
    assert routes(texts) == ["/secret/", "/v1/a/"]


def test_urls_that_a_part_of_the_admin_site_adds_have_no_known_place() -> None:
    """They lie somewhere below the admin's own route."""
    text = (
        "from django.contrib import admin\nfrom django.urls import path\nclass Site(admin.AdminSite):\n"
        "    def get_urls(self):\n        return [path('tasks/', self.tasks)]\n"
    )
    assert routes({"shop/admin.py": text}) == []
