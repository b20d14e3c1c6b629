"""Controllers of NestJS and of what is made in its manner: prefixes, versions and decorators of a project's own."""

from __future__ import annotations

from tests.support.entry_points import names

MAIN = (
    "import { NestFactory } from '@nestjs/core'\n"
    "async function bootstrap() {\n"
    "  const app = await NestFactory.create(AppModule)\n"
)
LISTEN = "  await app.listen(3000)\n}\n"


def controller(arguments: str = "'cats'", body: str = "  @Get(':id')\n  one() {}\n") -> str:
    """Return a file with one controller."""
    return (
        "import { Controller, Get, Version } from '@nestjs/common'\n"
        f"@Controller({arguments})\nexport class CatsController {{\n{body}}}\n"
    )


def routes(texts: dict[str, str]) -> list[str]:
    """Return the routes of a tree."""
    return names(texts, "http_route")


def test_versions_in_the_address_are_those_of_method_controller_or_app() -> None:
    """A neutral version shows none, and versions in a header are no part of the address."""
    main = MAIN + "  app.enableVersioning({ type: VersioningType.URI, defaultVersion: '3' })\n" + LISTEN
    body = (
        "  @Get('a')\n  a() {}\n  @Version('2')\n  @Get('b')\n"
        "  b() {}\n"
        "  @Version(VERSION_NEUTRAL)\n  @Get('c')\n  c() {}\n"
    )
    stated = controller("{ path: 'cats', version: '1' }", body)
    assert routes({"main.ts": main, "cats.ts": stated}) == ["GET /cats/c", "GET /v1/cats/a", "GET /v2/cats/b"]
    assert routes({"main.ts": main, "cats.ts": controller()}) == ["GET /v3/cats/:id"]
    header = main.replace("URI", "HEADER")
    assert routes({"main.ts": header, "cats.ts": stated}) == ["GET /cats/a", "GET /cats/b", "GET /cats/c"]


def test_the_global_prefix_is_looked_up_and_leaves_out_what_is_excluded() -> None:
    """A constant, or a setting with its default; what a comment says is no prefix."""
    texts = {"home.ts": controller("", "  @Get()\n  home() {}\n"), "cats.ts": controller()}
    constant = MAIN + "  const prefix = 'api'\n  app.setGlobalPrefix(prefix, { exclude: ['/'] })\n" + LISTEN
    assert routes({**texts, "main.ts": constant}) == ["GET /", "GET /api/cats/:id"]
    setting = MAIN + "  app.setGlobalPrefix(\n    config.getOrThrow('app.apiPrefix', { infer: true }),\n  )\n" + LISTEN
    config = "export default () => ({\n  apiPrefix: process.env.API_PREFIX || 'v',\n})\n"
    assert routes({**texts, "main.ts": setting, "config/app.config.ts": config}) == ["GET /v", "GET /v/cats/:id"]
    comment = MAIN + "  // app.setGlobalPrefix('/api')\n" + LISTEN
    assert routes({**texts, "main.ts": comment}) == ["GET /", "GET /cats/:id"]


def test_each_of_several_apps_has_its_own_prefix() -> None:
    """Controllers below an app's directory are its own; a library's lie under what all apps agree on."""
    main = MAIN + "  app.setGlobalPrefix('api')\n" + LISTEN
    texts = {
        "apps/api/src/main.ts": main,
        "apps/admin/src/main.ts": main.replace("'api'", "'admin'"),
        "apps/api/src/cats.ts": controller(),
        "apps/admin/src/dogs.ts": controller("'dogs'"),
        "libs/shared/src/birds.ts": controller("'birds'"),
    }
    assert routes(texts) == ["GET /admin/dogs/:id", "GET /api/cats/:id", "GET /birds/:id"]


def test_modules_are_registered_under_paths() -> None:
    """A tree of modules; a module without a path of its own lies at the one around it."""
    module = (
        "import { Module } from '@nestjs/common'\n"
        "@Module({ controllers: [CatsController] })\n"
        "export class CatsModule {}\n"
        ""
        ""
    )
    texts = {
        "app.module.ts": (
            "import { RouterModule } from '@nestjs/core'\n@Module({ imports: [RouterModule.register([\n"
            "  { path: 'admin', module: AdminModule, children: [{ path: '/pets', module: CatsModule }] },\n])] })\n"
            "export class AppModule {}\n"
        ),
        "cats.module.ts": module,
        "cats.ts": controller(),
    }
    assert routes(texts) == ["GET /admin/pets/cats/:id"]


def test_decorators_of_the_project_stand_for_those_they_apply() -> None:
    """The arguments of the use take the place of the parameters, or their defaults do."""
    texts = {
        "decorators.ts": (
            "import { applyDecorators, Controller, Get } from '@nestjs/common'\n"
            "export function Api(name: string, secured = true) {\n"
            "  const all = [Tags(name), Controller(name)]\n  return applyDecorators(...all)\n}\n"
            "export const Read = (path = 'all') => applyDecorators(Get(path), Documented())\n"
        ),
        "cats.ts": (
            "import { Api, Read } from './decorators'\n@Api('cats', false)\nexport class CatsController {\n"
            "  @Read()\n  all() {}\n  @Read(':id')\n  // the one\n  one() {}\n}\n"
        ),
    }
    assert routes(texts) == ["GET /cats/:id", "GET /cats/all"]


def test_an_app_made_for_its_services_alone_is_none() -> None:
    """A seeder makes the app and closes it; type arguments change nothing about one that serves."""
    seed = MAIN + "  await app.get(Seeder).run()\n  await app.close()\n}\n"
    serving = MAIN.replace("create(", "create<NestExpressApplication>(") + LISTEN
    assert names({"seed.ts": seed, "main.ts": serving}, "http_app") == ["main.ts:app"]


def test_controllers_of_other_libraries_are_found_by_their_decorators() -> None:
    """routing-controllers under the server's prefix, Inversify, tsoa; a class without a controller is none."""
    texts = {
        "server.ts": (
            "import { createExpressServer } from 'routing-controllers'\n"
            "const app = createExpressServer({\n  routePrefix: '/api',\n  controllers: all,\n})\n"
        ),
        "pets.ts": (
            "import { Get, JsonController, Param, Post } from 'routing-controllers'\n@Authorized()\n"
            "@JsonController('/pets')\nexport class Pets {\n  @Get('/:id')\n  one(@Param('id') id) {}\n"
            "  @Post()\n  @OnUndefined(404)\n  add() {}\n}\nclass Body {\n  @Get('/none')\n  none() {}\n}\n"
        ),
    }
    assert routes(texts) == ["GET /api/pets/:id", "POST /api/pets"]
    assert names(texts, "http_app") == ["server.ts:app"]
    inversify = (
        "import { controller, httpGet } from 'inversify-express-utils'\n"
        "@controller('/a')\n"
        ""
        ""
        "class A {\n  @httpGet('/b')\n  b() {}\n}\n"
    )
    assert routes({"a.ts": inversify}) == ["GET /a/b"]
    tsoa = (
        "import { Get, Route } from 'tsoa'\n"
        "@Route('users')\n"
        ""
        "export class U extends Controller {\n"
        "  @Get('{id}')\n  one() {}\n}\n"
    )
    assert routes({"u.ts": tsoa}) == ["GET /users/{id}"]


def test_route_handlers_of_next_may_be_handed_on() -> None:
    """In braces, from another file, under another name, or taken out of an object; constants are handlers too."""
    package = {"package.json": '{"dependencies": {"next": "15"}}'}
    texts = {
        "app/api/a/route.ts": "export { GET, POST } from '@/auth'\n",
        "app/api/b/route.ts": "const handler = h()\nexport { handler as PUT, handler as other }\n",
        "app/api/c/route.ts": "export const { GET } = handlers\n",
        "app/api/d/route.ts": "export const DELETE = auth(async (req) => {})\n// export { GET }\n",
    }
    assert routes({**package, **texts}) == ["DELETE /api/d", "GET /api/a", "GET /api/c", "POST /api/a", "PUT /api/b"]


def test_an_app_inside_the_directory_of_another_keeps_its_prefix_to_itself() -> None:
    """Both set one, with exceptions of their own."""
    outer = MAIN + "  app.setGlobalPrefix('api', { exclude: ['robots.txt'] })\n" + LISTEN
    inner = MAIN + "  app.setGlobalPrefix('live', { exclude: ['/'] })\n" + LISTEN
    texts = {
        "src/live/live.controller.ts": controller("'stats'"),
        "src/live/main.ts": inner,
        "src/main.ts": outer,
        "src/root.controller.ts": controller("", "  @Get()\n  root() {}\n  @Get('robots.txt')\n  robots() {}\n"),
    }
    assert routes(texts) == ["GET /api", "GET /live/stats/:id", "GET /robots.txt"]
