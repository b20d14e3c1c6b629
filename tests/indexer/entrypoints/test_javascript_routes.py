"""Routes of Express, Koa, Hono, Fastify, Nest and Next, and commands of Node programs."""

from __future__ import annotations

import json

from tests.support.entry_points import found, names, only


def routes(texts: dict[str, str]) -> list[str]:
    """Return the routes of a tree."""
    return names(texts, "http_route")


def test_express_routes_and_app_are_found() -> None:
    """Methods, chains on ``route`` and middleware before the handler make no difference."""
    text = (
        "const express = require('express')\nconst app = express()\napp.get('/users/:id', auth, users.show)\n"
        "app.route('/book').get(list).post((req, res) => res.end())\napp.all('/any', (req, res) => {})\n"
    )
    texts = {"src/server.js": text}
    assert routes(texts) == ["ALL /any", "GET /book", "GET /users/:id", "POST /book"]
    assert only(texts, "http_app").name == "src/server.js:app"
    show = next(entry for entry in found(texts) if "users" in entry.name)
    assert (show.line, show.symbol) == (3, "users.show")


def test_routers_of_other_files_lie_under_the_path_they_are_used_at() -> None:
    """``require`` and ``import`` lead to the router; prefixes compose over files."""
    texts = {
        "app.js": (
            "const express = require('express')\nconst app = express()\nconst api = require('./routes')\n"
            "app.use('/api', api)\napp.use('/raw', require('./routes/raw'))\n"
        ),
        "routes/index.js": (
            "const { Router } = require('express')\nconst users = require('./users')\nconst router = Router()\n"
            "router.use('/users', users)\nmodule.exports = router\n"
        ),
        "routes/users.js": (
            "const express = require('express')\nconst router = express.Router()\nrouter.get('/', all)\n"
            "router.delete('/:id', drop)\nmodule.exports = router\n"
        ),
        "routes/raw.js": "const router = require('express').Router()\nrouter.post('/x', x)\nmodule.exports = router\n",
    }
    assert routes(texts) == ["DELETE /api/users/:id", "GET /api/users", "POST /raw/x"]


def test_typescript_imports_with_js_extensions_are_followed() -> None:
    """ESM in TypeScript names the built file."""
    texts = {
        "src/index.ts": (
            "import express from 'express';\nimport { users as u } from './users.js';\n"
            "const app = express();\napp.use('/u', u);\n"
        ),
        "src/users.ts": (
            "import { Router } from 'express';\nexport const users = Router();\nusers.get('/:id', (req, res) => {});\n"
        ),
    }
    assert routes(texts) == ["GET /u/:id"]


def test_koa_hono_and_fastify_prefixes_are_stated_in_their_own_ways() -> None:
    """An option, a base path, ``route`` and ``register`` all mean a prefix."""
    texts = {
        "koa.js": (
            "const Koa = require('koa')\nconst Router = require('@koa/router')\nconst app = new Koa()\n"
            "const r = new Router({ prefix: '/k' })\nr.get('/a', h)\napp.use(r.routes())\n"
        ),
        "hono.ts": (
            "import { Hono } from 'hono'\nconst app = new Hono()\n"
            "const books = new Hono().basePath('/v1')\nbooks.get('/b', (c) => c.text('x'))\n"
            "app.route('/h', books)\n"
        ),
        "fastify.js": (
            "const fastify = require('fastify')()\n"
            "fastify.register(require('./plugin'), { prefix: '/f' })\n"
            "fastify.route({ method: ['GET', 'HEAD'], url: '/r', handler: h })\n"
        ),
        "plugin.js": "module.exports = async function (fastify, opts) {\n  fastify.get('/c', async () => 'x')\n}\n",
    }
    assert routes(texts) == ["GET /f/c", "GET /h/v1/b", "GET /k/a", "GET /r", "HEAD /r"]


def test_a_get_on_a_map_a_client_or_a_test_agent_is_no_route() -> None:
    """Without a router and a handler there is no route."""
    text = (
        "import axios from 'axios'\nconst m = new Map()\nm.get('/key')\nm.get('/key', fallback)\naxios.get('/users')\n"
        "api.get('/users', { params: {} })\nclient.post('/x', body)\napp.get('view engine')\ncache.delete('/x', cb)\n"
    )
    assert routes({"src/client.js": text}) == []
    test = "const request = require('supertest')\nrequest(app).get('/users').expect(200, done)\n"
    assert routes({"src/check.js": test}) == []


def test_nest_controllers_prefix_the_routes_of_their_methods() -> None:
    """Class, method and the app's global prefix compose."""
    texts = {
        "src/main.ts": (
            "import { NestFactory } from '@nestjs/core';\nasync function boot() {\n"
            "  const app = await NestFactory.create(AppModule);\n  app.setGlobalPrefix('api');\n}\n"
        ),
        "src/cats.controller.ts": (
            "import { Controller, Get, Post } from '@nestjs/common';\n@Controller('cats')\n"
            "export class CatsController {\n"
            "  @Get(':id')\n  one() {}\n  @Post()\n  add() {}\n}\n"
        ),
    }
    assert routes(texts) == ["GET /api/cats/:id", "POST /api/cats"]


def test_next_pages_and_handlers_are_routes_by_their_place() -> None:
    """Groups and slots take no part in the address; special files are no pages."""
    texts = {
        "web/package.json": json.dumps({"name": "web", "private": True, "dependencies": {"next": "15"}}),
        "web/app/page.tsx": "export default function Page() { return null }\n",
        "web/app/(shop)/items/[id]/page.tsx": "export default function Page() { return null }\n",
        "web/app/api/items/route.ts": "export async function GET() {}\nexport const POST = async () => {}\n",
        "web/pages/_app.tsx": "export default function App() { return null }\n",
        "web/pages/about/index.tsx": "export default function About() { return null }\n",
        "other/app/page.tsx": "export default function Page() { return null }\n",
    }
    assert routes(texts) == ["/", "/about", "/items/[id]", "GET /api/items", "POST /api/items"]


def test_commands_of_commander_bear_the_name_of_the_installed_program() -> None:
    """Arguments are left out of the name; a command kept in a variable is a group."""
    texts = {
        "package.json": json.dumps({"name": "deployer", "bin": {"deploy": "cli.js"}}),
        "cli.js": (
            "const { program } = require('commander')\nprogram.command('push <env> [tag]').action(() => {})\n"
            "const remote = program.command('remote')\nremote.command('add <name>').action(() => {})\n"
        ),
    }
    assert names(texts, "cli_command") == ["deploy push", "deploy remote add"]


def test_an_app_that_is_exported_where_it_is_made_is_found() -> None:
    """Two assignments in one statement make one app."""
    text = "var express = require('../..')\nvar app = module.exports = express()\napp.get('/', (req, res) => {})\n"
    texts = {"server.js": text}
    assert (only(texts, "http_app").name, only(texts, "http_app").line) == ("server.js:app", 2)
    assert routes(texts) == ["GET /"]


def test_a_page_that_is_shown_in_place_of_another_has_no_address_of_its_own() -> None:
    """An intercepting route lies beside the page that it stands for; a group is none."""
    page = "export default function Page() { return null }\n"
    texts = {
        "package.json": json.dumps({"name": "web", "private": True, "dependencies": {"next": "15"}}),
        "app/photos/[id]/page.tsx": page,
        "app/@modal/(.)photos/[id]/page.tsx": page,
        "app/feed/(..)photos/[id]/page.tsx": page,
        "app/(shop)/items/page.tsx": page,
    }
    assert routes(texts) == ["/items", "/photos/[id]"]


def test_calls_of_an_imported_client_are_no_routes_whatever_they_send() -> None:
    """A router may bear the name of a client when it is handed in, or when its file knows the framework."""
    client = "import api from '@/lib/api'\nexport const save = (page) => api.post('/pages', page)\n"
    assert routes({"src/pages.ts": client, "src/app.js": "const app = require('express')()\n"}) == []
    handed = "module.exports = (api) => {\n  api.post('/pages', save)\n}\n"
    assert routes({"src/pages.js": handed}) == ["POST /pages"]


def test_a_frameworks_own_package_has_no_routes_but_in_its_examples() -> None:
    """What it registers inside itself is its machinery."""
    text = "const router = require('find-my-way')()\nrouter.all('/', handle)\n"
    texts = {
        "package.json": json.dumps({"name": "fastify", "main": "fastify.js"}),
        "lib/missing.js": text,
        "examples/app.js": "const app = require('express')()\napp.get('/', show)\n",
    }
    assert routes(texts) == ["GET /"]
    assert routes({**texts, "package.json": json.dumps({"name": "shop"})}) == ["ALL /", "GET /"]
