"""Routes under prefixes that other files, functions and settings give them."""

from __future__ import annotations

from tests.support.entry_points import found, names

GO_MODULE = "module example.com/shop\n"
GIN = 'import "github.com/gin-gonic/gin"\n'


def test_go_routers_come_from_functions_and_go_on_to_methods() -> None:
    """The file between them need not import the framework."""
    texts = {
        "go.mod": GO_MODULE,
        "router/router.go": 'package router\nimport "github.com/labstack/echo/v4"\nfunc New() *echo.Echo { }\n',
        "main.go": (
            'package main\nimport "example.com/shop/router"\nimport "example.com/shop/handler"\n'
            'func main() {\n\tr := router.New()\n\tr.GET("/docs/*", docs)\n\tv1 := r.Group("/api")\n'
            "\th := handler.New()\n\th.Register(v1)\n}\n"
        ),
        "handler/routes.go": (
            'package handler\nimport "github.com/labstack/echo/v4"\n'
            "func (h *Handler) Register(v1 *echo.Group) {\n"
            '\tusers := v1.Group("/users")\n\tusers.POST("", h.SignUp)\n}\n'
        ),
    }
    assert names(texts, "http_route") == ["GET /docs/*", "POST /api/users"]


def test_go_functions_of_one_name_are_told_apart_by_their_package() -> None:
    """Each package registers its routes with a function of the same name."""
    routes = "package {0}\n" + GIN + 'func Register(r *gin.RouterGroup) {{\n\tr.GET("/{0}", list)\n}}\n'
    texts = {
        "go.mod": GO_MODULE,
        "users/routes.go": routes.format("users"),
        "orders/routes.go": routes.format("orders"),
        "main.go": (
            "package main\n" + GIN + "func main() {\n\tr := gin.Default()\n"
            '\tusers.Register(r.Group("/a"))\n\tb := r.Group("/b")\n\torders.Register(b)\n}\n'
        ),
    }
    assert names(texts, "http_route") == ["GET /a/users", "GET /b/orders"]


def test_gorilla_routes_state_their_methods_in_a_chain() -> None:
    """One route for each method, written out or by a constant, behind or before, on the same line or the next."""
    texts = {
        "main.go": (
            'package main\nimport "github.com/gorilla/mux"\nfunc main() {\n\tr := mux.NewRouter()\n'
            '\tr.HandleFunc("/a", a).Methods("GET", "POST")\n\tr.HandleFunc("/b", b).\n\t\tMethods(http.MethodDelete)\n'
            '\tr.HandleFunc("/c", c)\n\tr.Methods("PUT").Path("/d").HandlerFunc(d)\n'
            '\tapi := r.PathPrefix("/api").Subrouter()\n\tapi.Handle("", wrap(list, "")).Methods("GET")\n'
            '\tapi.PathPrefix("/files").Handler(files).Methods("PATCH")\n}\n'
        )
    }
    assert names(texts, "http_route") == [
        "/c",
        "DELETE /b",
        "GET /a",
        "GET /api",
        "PATCH /api/files",
        "POST /a",
        "PUT /d",
    ]


def test_gin_paths_without_a_slash_chained_groups_and_matches_are_routes() -> None:
    """``Match`` states its methods; an unknown object's ``GET`` of a word is a client's."""
    texts = {
        "main.go": (
            "package main\n" + GIN + "func main() {\n\tg := gin.New()\n"
            '\tg.GET("version", show)\n\tg.Group("/user").Use(auth).POST("", create)\n'
            '\tg.Match([]string{"GET", http.MethodHead}, "/health", health)\n\tcache.GET("token", fallback)\n}\n'
        )
    }
    assert names(texts, "http_route") == ["GET /health", "GET /version", "HEAD /health", "POST /user"]


def test_axum_routers_in_variables_lie_where_they_are_nested_or_handed_out() -> None:
    """One that is only returned lies where its function does."""
    texts = {
        "Cargo.toml": '[package]\nname = "shop"\n',
        "src/main.rs": (
            "use axum::{routing::get, Router};\nmod admin;\nfn app() -> Router {\n    let users = Router::new()\n"
            '        .route("/:id", get(show));\n    let api = Router::new().nest("/u", users).route("/up", get(up));\n'
            '    Router::new().nest("/api", api).nest("/admin", admin::routes())\n}\n'
        ),
        "src/admin.rs": (
            "use axum::{routing::post, Router};\npub fn routes<'a>() -> Router {\n"
            '    let routes = Router::new().route("/reset", post(reset));\n    routes\n}\n'
        ),
    }
    assert names(texts, "http_route") == ["GET /api/u/:id", "GET /api/up", "POST /admin/reset"]


FASTAPI = "from fastapi import FastAPI\nfrom settings import load\n"


def test_a_prefix_that_only_the_settings_state_is_looked_up_there() -> None:
    """The object of the settings is made by a function; two values for the name leave the prefix unknown."""
    main = (
        FASTAPI + "def build():\n    settings = load()\n    app = FastAPI()\n"
        "    app.include_router(router, prefix=settings.api_prefix)\n    return app\n"
        "from fastapi import APIRouter\nrouter = APIRouter()\n@router.get('/x')\ndef x(): ...\n"
    )
    settings = "class Settings:\n    api_prefix: str = '/api'\ndef load(): return Settings()\n"
    assert names({"main.py": main, "settings.py": settings}, "http_route") == ["GET /api/x"]
    field = "class Settings:\n    api_prefix: str = Field('/v2', env='PREFIX')\ndef load(): return Settings()\n"
    assert names({"main.py": main, "settings.py": field}, "http_route") == ["GET /v2/x"]
    other = {"config/other.py": "class Other:\n    api_prefix = '/other'\n"}
    assert names({"main.py": main, "core/settings.py": settings, **other}, "http_route") == ["GET /x"]


def test_the_app_that_a_module_makes_with_its_own_factory_is_the_one_served() -> None:
    """A factory elsewhere is an app too: servers take either."""
    factory = FASTAPI + "def build():\n    app = FastAPI()\n    return app\n"
    assert names({"main.py": factory + "app = build()\n"}, "http_app") == ["main:app"]
    apart = {
        "shop/__init__.py": "",
        "shop/app.py": factory,
        "wsgi.py": "from shop.app import build\nserver = build(1)\n",
    }
    assert names(apart, "http_app") == ["shop.app:build()", "wsgi:server"]
    assert names({"main.py": factory, "other.py": "app = build()\n"}, "http_app") == ["main:build()"]


def test_a_module_of_the_package_that_makes_itself_an_app_is_not_what_is_served() -> None:
    """A worker inside the package does so too, beside the file that a server is given."""
    made = "from shop import create_app\napp = create_app()\n"
    factory = "from flask import Flask\ndef create_app():\n    app = Flask(__name__)\n    return app\n"
    texts = {"shop/__init__.py": factory, "shop/tasks.py": made}
    assert names({**texts, "wsgi.py": made}, "http_app") == ["shop:create_app()", "wsgi:app"]
    assert names(texts, "http_app") == ["shop.tasks:app", "shop:create_app()"]


def test_plugins_that_fastify_loads_lie_under_their_directories() -> None:
    """Below the directory that is loaded, an underscore makes a parameter; elsewhere no prefix is known."""
    plugin = "export default async function (fastify) {\n  fastify.get('/', async () => 1)\n}\n"
    texts = {
        "package.json": '{"dependencies": {"fastify": "5"}}',
        "src/app.js": (
            "import autoload from '@fastify/autoload'\nexport default async function (fastify) {\n"
            "  fastify.register(autoload, { dir: join(__dirname, 'routes'), options: { prefix: '/v1' } })\n}\n"
        ),
        "src/routes/home.js": plugin,
        "src/routes/tasks/_id/index.js": plugin,
        "src/other/index.js": plugin,
    }
    assert sorted((entry.path, entry.name) for entry in found(texts, "http_route")) == [
        ("src/other/index.js", "GET /"),
        ("src/routes/home.js", "GET /v1"),
        ("src/routes/tasks/_id/index.js", "GET /v1/tasks/:id"),
    ]


EXPRESS = "const express = require('express');\nconst router = express.Router();\n"


def test_express_routers_in_a_list_lie_under_the_paths_beside_them() -> None:
    """The fields may be named as they like and stand in either order."""
    texts = {
        "app.js": "const express = require('express');\nconst app = express();\napp.use('/v1', require('./routes'));\n",
        "routes/index.js": (
            EXPRESS + "const users = require('./users');\nconst docs = require('./docs');\n"
            "const first = [{ path: '/users', handler: users }];\nconst more = [{ handler: docs, path: '/docs' }];\n"
            "[...first, ...more].forEach((entry) => { router.use(entry.path, entry.handler); });\n"
            "module.exports = router;\n"
        ),
        "routes/users.js": (
            EXPRESS + "router\n  .route('/:id')\n  .get(auth('a'), show)\n  .put(auth('b'), validate(x), change)\n"
            "  .delete(auth('c'), validate(y), remove);\nmodule.exports = router;\n"
        ),
        "routes/docs.js": EXPRESS + "router.get('/', serve);\nmodule.exports = router;\n",
    }
    assert names(texts, "http_route") == [
        "DELETE /v1/users/:id",
        "GET /v1/docs",
        "GET /v1/users/:id",
        "PUT /v1/users/:id",
    ]


def test_express_routers_are_handed_to_functions_under_a_configured_prefix() -> None:
    """The prefix is a setting in another file, a constant of this one, or a template of either."""
    texts = {
        "src/config/index.ts": "export default { port: 1, api: { version: 2, prefix: '/api' } };\n",
        "src/app.ts": (
            "import express from 'express';\nimport config from '@/config';\nimport routes from './routes';\n"
            "const BASE = '/base';\nconst app = express();\napp.use(config.api.prefix, routes());\n"
            "app.get(`/up`, up);\napp.use(`${BASE}/old`, routes());\n"
        ),
        "src/routes/index.ts": (
            "import { Router } from 'express';\nimport users from './users';\n"
            "export default () => {\n  const app = Router();\n  users(app);\n"
            "  require('./teams')(app);\n  return app;\n};\n"
        ),
        "src/routes/users.ts": (
            "import { Router } from 'express';\nconst route = Router();\nexport default (app: Router) => {\n"
            "  app.use('/users', route);\n  route.get('/me', (req, res) => res.json(1));\n};\n"
        ),
        "src/routes/teams.ts": (
            "import { Router } from 'express';\nmodule.exports = (app: Router) => {\n"
            "  app.get('/teams', (req, res) => res.json(1));\n};\n"
        ),
    }
    assert names(texts, "http_route") == [
        "GET /api/teams",
        "GET /api/users/me",
        "GET /base/old/teams",
        "GET /base/old/users/me",
        "GET /up",
    ]


def test_slim_and_lumen_routes_lie_under_their_groups() -> None:
    """Slim's groups begin with a path, Lumen's with an array; another library's ``get`` is no route."""
    slim = (
        "<?php\nuse Slim\\App;\nreturn function (App $app) {\n    $app->get('/', Home::class);\n"
        "    $app->group('/users', function ($group) {\n        $group->get('', All::class);\n"
        "        $group->map(['PUT', 'PATCH'], '/{id}', Change::class);\n    });\n};\n"
    )
    assert names({"app/routes.php": slim}, "http_route") == [
        "GET /",
        "GET /users",
        "PATCH /users/{id}",
        "PUT /users/{id}",
    ]
    lumen = (
        "<?php\n$router->group(['prefix' => 'v1', 'middleware' => 'auth'], function () use ($router) {\n"
        "    $router->post('/items', 'ItemController@store');\n});\n"
    )
    manifest = {"composer.json": '{"require": {"laravel/lumen-framework": "^10"}}'}
    assert names({"routes/web.php": lumen, **manifest}, "http_route") == ["POST /v1/items"]
    assert names({"src/client.php": "<?php\n$app->get('/x', $options);\n"}, "http_route") == []


LARAVEL = {"composer.json": '{"require": {"laravel/framework": "^12"}}'}


def test_laravel_resources_have_the_actions_that_are_left_to_them() -> None:
    """Options, chained calls and the kind of resource narrow them; a dot nests one below another."""
    web = (
        "<?php\nuse Illuminate\\Support\\Facades\\Route;\n"
        "Route::resource('photos', P::class, ['only' => ['index', 'store']]);\n"
        "Route::apiResource('tags', T::class)->except(['destroy', 'update', 'store']);\n"
        "Route::resource('posts.comments', C::class)->only('show');\n"
    )
    assert names({**LARAVEL, "routes/web.php": web}, "http_route") == [
        "GET /photos",
        "GET /posts/{post}/comments/{comment}",
        "GET /tags",
        "GET /tags/{tag}",
        "POST /photos",
    ]


def test_laravel_files_of_routes_lie_where_they_are_loaded() -> None:
    """A provider's group, a file required inside one, and the stated prefix of the API; ``api`` is the usual one."""
    route = "<?php\nuse Illuminate\\Support\\Facades\\Route;\nRoute::get('x', fn () => 1);\n"
    provider = (
        "<?php\nuse Illuminate\\Support\\Facades\\Route;\n"
        "Route::prefix('admin')->middleware('web')\n    ->group(base_path('routes/admin.php'));\n"
    )
    nested = (
        "<?php\nuse Illuminate\\Support\\Facades\\Route;\n"
        "Route::prefix('shop')->group(function () {\n    require __DIR__.'/cart.php';\n});\n"
    )
    texts = {
        **LARAVEL,
        "app/Providers/RouteServiceProvider.php": provider,
        "routes/admin.php": route,
        "routes/web.php": nested,
        "routes/cart.php": route,
        "routes/api.php": route,
    }
    assert names(texts, "http_route") == ["GET /admin/x", "GET /api/x", "GET /shop/x"]
    bootstrap = "<?php\nreturn app()->withRouting(\n    api: __DIR__.'/../routes/api.php',\n    apiPrefix: 'v2',\n);\n"
    assert names({**LARAVEL, "routes/api.php": route, "bootstrap/app.php": bootstrap}, "http_route") == ["GET /v2/x"]


def test_the_console_of_a_php_framework_is_a_script_without_the_executable_bit() -> None:
    """It is called through ``php`` then; without the first line that says so it is no program."""
    assert names({**LARAVEL, "artisan": "#!/usr/bin/env php\n<?php\n"}, "script") == ["artisan"]
    assert names({**LARAVEL, "artisan": "notes\n"}, "script") == []


def test_viewsets_answer_for_the_collection_its_items_and_their_actions() -> None:
    """The class says which of them, and the router whether a slash ends them."""
    urls = (
        "from django.urls import include, path\nfrom rest_framework.routers import DefaultRouter\nfrom views import *\n"
        "from views import ArticleViewSet, LogViewSet\nrouter = DefaultRouter({})\n"
        "router.register('articles', ArticleViewSet)\nrouter.register('logs', LogViewSet)\n"
        "urlpatterns = [path('api/', include(router.urls))]\n"
    )
    views = (
        "from rest_framework import mixins, viewsets\nfrom rest_framework.decorators import action\n"
        "class ArticleViewSet(viewsets.ModelViewSet):\n    lookup_field = 'slug'\n"
        "    @action(detail=True, methods=['post'])\n    def publish(self, request, slug): ...\n"
        "    @action(detail=False, url_path='most-read')\n    def popular(self, request): ...\n"
        "class LogViewSet(mixins.ListModelMixin, viewsets.GenericViewSet):\n    pass\n"
    )
    assert names({"urls.py": urls.format(""), "views.py": views}, "http_route") == [
        "/api/articles/",
        "/api/articles/<slug>/",
        "/api/articles/<slug>/publish/",
        "/api/articles/most-read/",
        "/api/logs/",
    ]
    bare = names({"urls.py": urls.format("trailing_slash=False"), "views.py": views}, "http_route")
    assert "/api/articles/<slug>" in bare
