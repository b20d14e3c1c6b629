"""Routers of JavaScript in classes, functions, lists and other files, and the names that lead to them."""

from __future__ import annotations

import json

from tests.support.entry_points import names

EXPRESS = "import express, { Router } from 'express'\n"
USERS = "import { Router } from 'express'\nconst users = Router()\nusers.get('/:id', show)\nexport default users\n"


def routes(texts: dict[str, str]) -> list[str]:
    """Return the routes of a tree."""
    return names(texts, "http_route")


def test_a_router_in_a_field_of_a_class_lies_under_the_path_that_the_class_states() -> None:
    """The app runs over a list of objects that only their caller knows."""
    texts = {
        "src/app.ts": (
            "import express from 'express'\nexport class App {\n  public app: express.Application\n"
            "  constructor(routes: Route[]) {\n    this.app = express()\n"
            "    routes.forEach(route => {\n      this.app.use('/api', route.router)\n    })\n  }\n}\n"
        ),
        "src/users.route.ts": (
            "import { Router } from 'express'\nexport class UsersRoute {\n  public path = '/users'\n"
            "  public router = Router()\n  constructor() {\n"
            "    this.router.get(`${this.path}`, this.users.all)\n"
            "    this.router.put(`${this.path}/:id`, this.users.update)\n  }\n}\n"
        ),
    }
    assert routes(texts) == ["GET /api/users", "PUT /api/users/:id"]
    assert names(texts, "http_app") == ["src/app.ts:app"]


def test_a_router_of_an_object_or_a_class_is_mounted_where_it_is_used() -> None:
    """``new Users().router``, and a variable that holds such an object."""
    users = (
        "import { Router } from 'express'\nexport class Users {\n  router = Router()\n  constructor() {\n"
        "    this.router.get('/all', this.all)\n  }\n}\n"
    )
    head = EXPRESS + "import { Users } from './users'\nconst app = express()\n"
    assert routes({"users.ts": users, "app.ts": head + "app.use('/u', new Users().router)\n"}) == ["GET /u/all"]
    held = head + "const users = new Users()\napp.use('/v', users.router)\n"
    assert routes({"users.ts": users, "app.ts": held}) == ["GET /v/all"]


def test_routers_that_functions_of_the_repository_make_are_routers() -> None:
    """A function that returns a new router, and one that returns what another made; only the whole is an app."""
    texts = {
        "lib/create.ts": (
            "import { Hono } from 'hono'\nexport function createRouter() {\n  return new Hono({ strict: false })\n}\n"
            "export default function createApp() {\n  const app = createRouter()\n  app.use(log())\n  return app\n}\n"
        ),
        "app.ts": (
            "import createApp from './lib/create'\nimport tasks from './tasks'\nimport index from './home'\n"
            "const app = createApp()\nconst all = [index, tasks] as const\n"
            "all.forEach((route) => {\n  app.route('/api', route)\n})\nexport default app\n"
        ),
        "tasks.ts": (
            "import { createRouter } from './lib/create'\nconst router = createRouter()\n  .get('/tasks', list)\n"
            "  .delete('/tasks/:id', drop)\nexport default router\n"
        ),
        "home.ts": (
            "import { createRouter } from './lib/create'\nconst router = createRouter()\n"
            "router.get('/', (c) => c.text(''))\nexport default router\n"
        ),
    }
    assert routes(texts) == ["DELETE /api/tasks/:id", "GET /api", "GET /api/tasks"]
    assert names(texts, "http_app") == ["app.ts:app"]


def test_a_base_path_and_functions_that_hand_a_router_back_are_followed() -> None:
    """The chain behind the new router gives the base path; what is put on it in the same call lies under it."""
    texts = {
        "tsconfig.json": '{"compilerOptions": {"baseUrl": "./", "paths": {"@/api/*": ["./src/*"]}, /* x */}}',
        "src/constants.ts": "export const BASE_PATH = '/api' as const\n",
        "src/create-router.ts": (
            "import { OpenAPIHono } from '@hono/zod-openapi'\n"
            "export default function createRouter() {\n  return new OpenAPIHono<Env>({})\n}\n"
        ),
        "src/create-app.ts": (
            "import createRouter from '@/api/create-router'\nimport { BASE_PATH } from './constants'\n"
            "import { auth } from '@hono/auth'\nexport default function createApp() {\n"
            "  const app = createRouter()\n    .use('*', (c, next) => next())\n    .basePath(BASE_PATH) as App\n"
            "  return app\n}\n"
        ),
        "src/routes.ts": (
            "import users from './users'\nexport function registerRoutes(app: App) {\n"
            "  return app.route('/', users)\n}\n"
        ),
        "src/users.ts": (
            "import createRouter from '@/api/create-router'\n"
            "const router = createRouter().get('/users', list)\nexport default router\n"
        ),
        "src/app.ts": (
            "import createApp from '@/api/create-app'\nimport { registerRoutes } from './routes'\n"
            "const app = registerRoutes(createApp())\nexport default app\n"
        ),
    }
    assert routes(texts) == ["GET /api/users"]


def test_described_routes_stand_where_their_path_is_written() -> None:
    """A description among the arguments, one of this file and one of another; none that nobody registers."""
    texts = {
        "routes.ts": (
            "import { createRoute } from '@hono/zod-openapi'\n"
            "export const list = createRoute({ tags: ['t'], path: '/tasks', method: 'get', responses: {} })\n"
            "export const idle = createRoute({ path: '/idle', method: 'get' })\n"
        ),
        "index.ts": (
            "import { OpenAPIHono, createRoute } from '@hono/zod-openapi'\nimport * as routes from './routes'\n"
            "const one = createRoute({ method: 'delete', path: '/tasks/{id}' })\nconst app = new OpenAPIHono()\n"
            "const api = new OpenAPIHono()\n  .openapi(routes.list, all)\n  .openapi(one, drop)\n"
            "  .openapi(createRoute({\n    method: 'post',\n    path: '/tasks',\n  }), create)\n"
            "app.route('/v1', api)\napp.doc('/doc', { openapi: '3.0.0' })\n"
        ),
    }
    assert routes(texts) == ["DELETE /v1/tasks/{id}", "GET /doc", "GET /v1/tasks", "POST /v1/tasks"]


def test_a_router_mounted_under_another_is_no_app() -> None:
    """Hono has one class for both, and Express apps may lie in one another."""
    text = (
        "import { Hono } from 'hono'\nconst books = new Hono()\nbooks.get('/', list)\n"
        "const app = new Hono()\napp.route('/books', books)\n"
    )
    assert names({"app.ts": text}, "http_app") == ["app.ts:app"]


def test_a_class_that_extends_koa_is_an_app_where_one_is_made() -> None:
    """The class itself serves nothing."""
    texts = {
        "app.js": "const Koa = require('koa')\nclass App extends Koa {\n}\nmodule.exports = App\n",
        "index.js": "const App = require('./app')\nconst app = new App()\napp.on('error', log)\napp.listen(80)\n",
    }
    assert names(texts, "http_app") == ["index.js:app"]


def test_exports_under_other_names_and_through_other_files_lead_to_the_router() -> None:
    """An object of routers, a file that hands on another as a whole, and names given on the way."""
    app = "const express = require('express')\nconst routes = require('./routes')\nconst app = express()\n"
    texts = {
        "server.js": app + "app.use('/v2', routes.api)\n",
        "routes/index.js": "module.exports = require('./routes')\n",
        "routes/routes.js": (
            "const { Router } = require('express')\nconst apiRouter = Router()\napiRouter.get('/up', up)\n"
            "const other = Router()\nmodule.exports = {\n  api: apiRouter,\n  other: other,\n}\n"
        ),
    }
    assert routes(texts) == ["GET /v2/up"]
    barrel = {
        "users.ts": USERS,
        "routers/index.ts": "export { default as usersRouter } from '../users'\n",
        "app.ts": EXPRESS
        + "import { usersRouter } from './routers'\nconst app = express()\napp.use('/u', usersRouter)\n",
    }
    assert routes(barrel) == ["GET /u/:id"]


def test_aliases_of_configurations_manifests_and_workspaces_name_files() -> None:
    """``paths`` with comments around them, ``imports``, and the name of another package."""
    app = EXPRESS + "import users from 'USERS'\nconst app = express()\napp.use('/u', users)\n"
    paths = '{\n// "~/*": ["./none/*"]\n"compilerOptions": {"paths": {"~/*": ["./src/*"]},},\n}'
    assert routes({"tsconfig.json": paths, "src/users.ts": USERS, "src/app.ts": app.replace("USERS", "~/users")}) == [
        "GET /u/:id"
    ]
    private = {"package.json": json.dumps({"imports": {"#routes/*": "./src/*.js"}})}
    assert routes({**private, "src/users.ts": USERS, "app.ts": app.replace("USERS", "#routes/users")}) == ["GET /u/:id"]
    workspace = {
        "packages/users/package.json": json.dumps({"name": "@shop/users", "exports": {".": "./dist/index.js"}}),
        "packages/users/src/index.ts": USERS,
        "apps/api/app.ts": app.replace("USERS", "@shop/users"),
    }
    assert routes(workspace) == ["GET /u/:id"]


def test_prefixes_come_from_settings_and_examples_of_an_environment() -> None:
    """A default beside the variable, the variable's value in an example; two values leave the path unknown."""
    app = EXPRESS + "import { env } from './env'\nconst app = express()\napp.get(env.app.prefix, (req, res) => {})\n"
    default = "export const env = {\n  app: {\n    prefix: process.env.PREFIX || '/base',\n  },\n}\n"
    assert routes({"app.ts": app, "env.ts": default}) == ["GET /base"]
    asked = "export const env = {\n  app: {\n    prefix: read('PREFIX'),\n  },\n}\n"
    assert routes({"app.ts": app, "env.ts": asked, ".env.example": "PREFIX=/api # all\n"}) == ["GET /api"]
    two = {".env.example": "PREFIX=/api\n", ".env.sample": "PREFIX=/other\n"}
    assert routes({"app.ts": app, "env.ts": asked, **two}) == []


def test_comments_are_neither_routes_nor_part_of_a_chain() -> None:
    """Documentation stands between the links of a chain, and old code in comments."""
    text = (
        "const express = require('express')\nconst router = express.Router()\n// const app = express()\n"
        "router\n  .route('/')\n  /** GET /api/users (all). */\n  .get(list)\n  // POST it's new\n  .post(create)\n"
    )
    assert routes({"users.js": text}) == ["GET /", "POST /"]
    assert names({"users.js": text}, "http_app") == []


def test_a_handler_that_a_call_makes_is_one_on_a_known_router_only() -> None:
    """A client's ``api.get`` with a call for its options is none."""
    app = "import { App } from '@tinyhttp/app'\nconst app = new App()\napp.post('/:name', wrap(create))\n"
    assert routes({"app.ts": app}) == ["POST /:name"]
    assert names({"app.ts": app}, "http_app") == ["app.ts:app"]
    client = "import { api } from './http'\nexport const all = () => api.get('/users', withToken())\n"
    assert routes({"app.ts": app, "client.ts": client}) == ["POST /:name"]


def test_the_autoloader_of_fastify_is_told_what_to_prefix() -> None:
    """A prefix of the plugin's own, none for directories, and nothing beside an index."""
    plugin = (
        "export default async function (fastify) {\n  fastify.route({ method: 'GET', path: '/x', handler: h })\n}\n"
    )
    load = (
        "import AutoLoad from '@fastify/autoload'\n"
        "import { join } from 'desm'\n"
        ""
        ""
        "export default async function (fastify) {\n"
    )
    texts = {
        "app.js": f"{load}  fastify.register(AutoLoad, {{\n    dir: join(import.meta.url, 'routes')\n  }})\n}}\n",
        "routes/admin.js": "export const autoPrefix = '/_app'\n" + plugin,
        "routes/go/index.js": plugin,
        "routes/go/helper.js": plugin.replace("/x", "/helper"),
    }
    assert routes({**texts}) == ["GET /_app/x", "GET /go/x", "GET /helper"]
    flat = texts["app.js"].replace("'routes')", "'routes'),\n    dirNameRoutePrefix: false")
    assert "GET /x" in routes({**texts, "app.js": flat})


def test_the_files_of_a_directory_are_mounted_by_the_loop_that_reads_it() -> None:
    """``readdirSync`` lists them, ``require`` with a computed name loads each."""
    texts = {
        "server.js": (
            "const { readdirSync } = require('fs')\nconst express = require('express')\nconst app = express()\n"
            "readdirSync('./routes').map((r) => app.use('/api', require('./routes/' + r)))\n"
        ),
        "routes/auth.js": (
            "const router = require('express').Router()\nrouter.post('/login', login)\nmodule.exports = router\n"
        ),
    }
    assert routes(texts) == ["POST /api/login"]


def test_what_a_generator_copies_serves_no_product() -> None:
    """The templates right below a package do not; a directory of that name among the sources is like any other."""
    route = "const router = require('express').Router()\nrouter.get('/x', x)\nmodule.exports = router\n"
    texts = {"package.json": "{}", "templates/js/users.js": route, "src/templates/users.js": route}
    assert names(texts, "http_route", role="product") == ["GET /x"]
    assert names(texts, "http_route", role="example") == ["GET /x"]
    inner = {
        "package.json": "{}",
        "template/package.json": '{"name": "x", "main": "index.js"}',
        "template/index.js": "",
    }
    assert names(inner, "package_export", role="product") == []


def test_koas_mounting_puts_an_app_under_a_path_or_under_none() -> None:
    """What else is called the same mounts nothing."""
    head = "const Koa = require('koa')\nconst Router = require('koa-router')\nconst router = new Router()\n"
    app = head + "const app = new Koa()\nrouter.get('/{0}', {0})\napp.use(router.routes())\nmodule.exports = app\n"
    texts = {
        "api.js": app.format("items"),
        "site.js": app.format("home"),
        "web.js": (
            "const mount = require('koa-mount')\nconst api = require('./api')\nconst site = require('./site')\n"
            "const Koa = require('koa')\nconst app = new Koa()\napp.use(mount('/api', api))\napp.use(mount(site))\n"
        ),
    }
    assert names(texts, "http_route") == ["GET /api/items", "GET /home"]
    other = texts["web.js"].replace("koa-mount", "./mount")
    assert names({**texts, "web.js": other, "mount.js": ""}, "http_route") == ["GET /home", "GET /items"]
