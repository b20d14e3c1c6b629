"""Routes of Remix, SvelteKit, Astro and Nuxt, which are files in the places these look in."""

from __future__ import annotations

import json

import pytest

from indexer.entrypoints.javascript_placed import ecosystem
from tests.support.entry_points import found, names


def project(package: str, *paths: str, text: str = "export default {}\n", **more: str) -> dict[str, str]:
    """Return a tree that depends on a framework, with files that say next to nothing."""
    return {
        "package.json": json.dumps({"name": "web", "dependencies": {package: "1"}}),
        **dict.fromkeys(paths, text),
        **more,
    }


def routes(texts: dict[str, str]) -> list[str]:
    """Return the routes of a tree."""
    return names(texts, "http_route")


@pytest.mark.parametrize("package", ["@remix-run/dev", "@react-router/fs-routes"])
def test_dots_part_the_segments_of_flat_routes(package: str) -> None:
    """Parameters, the rest, what may be left out and escaped dots are read; what has no segment is a layout."""
    files = (
        "_index.tsx notes.tsx notes.$noteId.tsx notes._index.tsx notes.$noteId_.edit.tsx _auth.tsx _auth.login.tsx "
        "files.$.tsx ($lang).about.tsx sitemap[.]xml.ts users/route.tsx users/list.tsx style.css"
    ).split()
    assert routes(project(package, *(f"app/routes/{file}" for file in files))) == [
        "/",
        "/:lang?/about",
        "/files/*",
        "/login",
        "/notes",
        "/notes",
        "/notes/:noteId",
        "/notes/:noteId/edit",
        "/sitemap.xml",
        "/users",
    ]


def test_pages_and_servers_of_sveltekit_are_routes() -> None:
    """Groups are no part of an address; layouts, errors and the loading of a page are no routes."""
    texts = project(
        "@sveltejs/kit",
        "src/routes/+page.svelte",
        "src/routes/+layout.svelte",
        "src/routes/+error.svelte",
        "src/routes/(shop)/items/[id]/+page.svelte",
        "src/routes/(shop)/items/[id]/+page.server.js",
        "src/routes/(shop)/items/Card.svelte",
    )
    server = "export async function GET() {}\nexport const POST = () => {}\nexport const load = () => {}\n"
    texts["src/routes/api/items/+server.ts"] = server
    assert routes(texts) == ["/", "/items/[id]", "GET /api/items", "POST /api/items"]


def test_pages_and_endpoints_of_astro_are_routes() -> None:
    """An endpoint exports its methods, and the name of its file bears the extension of what it serves."""
    texts = project("astro", "src/pages/index.astro", "src/pages/blog/[slug].astro", "src/pages/_draft.astro")
    texts["src/pages/rss.xml.ts"] = "export const GET = () => {}\n"
    texts["src/pages/helper.ts"] = "export const format = () => {}\n"
    assert routes(texts) == ["/", "/blog/[slug]", "GET /rss.xml"]


def test_pages_and_handlers_of_nuxt_are_routes() -> None:
    """A handler answers the method at the end of its name, or any; middleware is none."""
    texts = project(
        "nuxt",
        "pages/index.vue",
        "app/pages/items/[id].vue",
        "server/api/items.get.ts",
        "server/api/items/[id].ts",
        "server/routes/feed.ts",
        "server/middleware/log.ts",
        "components/Item.vue",
    )
    assert routes(texts) == ["/", "/items/[id]", "ANY /api/items/[id]", "ANY /feed", "GET /api/items"]


def test_a_place_means_nothing_without_its_framework() -> None:
    """Neither in a project of another framework, nor in a package inside one."""
    paths = ("app/routes/notes.tsx", "src/routes/+page.svelte", "src/pages/index.astro", "pages/index.vue")
    assert routes(project("express", *paths)) == []
    inner = {"packages/ui/package.json": json.dumps({"name": "ui"}), "packages/ui/src/routes/+page.svelte": ""}
    assert routes(project("@sveltejs/kit", **inner)) == []


def test_what_a_generator_copies_is_an_example() -> None:
    """The routes of a template are none of the product."""
    texts = project("astro", **{"templates/blog/src/pages/index.astro": "", "templates/blog/package.json": "{}"})
    texts["templates/blog/package.json"] = json.dumps({"name": "blog", "dependencies": {"astro": "1"}})
    (entry,) = found(texts, "http_route")
    assert (entry.ecosystem, entry.role.value) == (ecosystem, "example")


def test_an_app_that_is_a_fixture_serves_the_tests() -> None:
    """Its routes are found, and none is the product's."""
    texts = {f"capture/fixture/{path}": text for path, text in project("nuxt", "app/pages/index.vue").items()}
    assert [(entry.name, entry.role.value) for entry in found(texts, "http_route")] == [("/", "test")]
