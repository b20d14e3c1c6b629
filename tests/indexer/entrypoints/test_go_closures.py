"""Routes of Go's routers whose groups are closures without a parameter: macaron, flamego and their like."""

from __future__ import annotations

from tests.support.entry_points import found, names

MACARON = 'package web\n\nimport "gopkg.in/macaron.v1"\n\n'


def test_groups_of_closures_nest_and_a_combination_has_a_route_for_each_method() -> None:
    """The router is the same inside and out; an empty path is the group's own."""
    text = (
        f'{MACARON}func run() {{\n\tm := macaron.Classic()\n\tm.Get("/", home)\n\tm.Group("/user", func() {{\n'
        '\t\tm.Combo("").Get(show).\n\t\t\tPost(bind(form{}), update)\n\t\tm.Group("/:id", func() {\n'
        '\t\t\tm.Delete("/keys", drop)\n\t\t\tm.Any("/*", other)\n\t\t}, admin)\n\t}, signedIn)\n'
        '\tm.Get("/about", about)\n}\n'
    )
    assert names({"go.mod": "module x.y/z\n", "web/web.go": text}, "http_route") == [
        "ALL /user/:id/*",
        "DELETE /user/:id/keys",
        "GET /",
        "GET /about",
        "GET /user",
        "POST /user",
    ]


def test_methods_may_stand_in_a_list_before_or_behind_the_path() -> None:
    """A list of words in capitals tells methods; a path never does."""
    text = (
        f'{MACARON}func run(m *macaron.Macaron) {{\n\tm.Group("/git", func() {{\n'
        '\t\tm.Route("/refs", "GET,OPTIONS", refs)\n\t\tm.Methods("PUT, PATCH", "/head", head)\n'
        '\t\tm.Route("/none", handler)\n\t})\n}\n'
    )
    assert names({"web/web.go": text}, "http_route") == [
        "GET /git/refs",
        "OPTIONS /git/refs",
        "PATCH /git/head",
        "PUT /git/head",
    ]


def test_a_closure_in_a_variable_has_its_routes_wherever_it_is_called_or_handed_to_a_group() -> None:
    """It is one of the router's and takes no parameter, so only its name tells where its routes lie."""
    text = (
        f'{MACARON}func run(m *macaron.Macaron) {{\n\thooks := func() {{\n\t\tm.Get("/hooks", list)\n\t}}\n'
        '\tm.Group("/org", func() {\n\t\thooks()\n\t})\n\tm.Group("/repo", hooks)\n}\n'
    )
    assert names({"web/web.go": text}, "http_route") == ["GET /org/hooks", "GET /repo/hooks"]


def test_functions_of_other_packages_lie_where_the_router_is_handed_to_them() -> None:
    """Two of one name are told apart by the package, also under another name."""
    web = (
        'package web\n\nimport (\n\t"gopkg.in/macaron.v1"\n\tapiv1 "x.y/z/route/api"\n\t"x.y/z/route/lfs"\n)\n\n'
        'func run(m *macaron.Macaron) {\n\tm.Group("/api", func() {\n\t\tapiv1.Register(m)\n\t})\n'
        '\tm.Group("/:repo", func() {\n\t\tlfs.Register(m.Router)\n\t})\n}\n'
    )
    api = 'package api\n\nfunc Register(m *macaron.Macaron) {\n\tm.Get("/users", users)\n}\n'
    lfs = (
        "package lfs\n\nfunc Register(r *macaron.Router) {\n"
        '\tr.Group("/objects", func() {\n\t\tr.Post("/batch", batch)\n\t})\n}\n'
    )
    texts = {"go.mod": "module x.y/z\n", "web/web.go": web, "route/api/api.go": api, "route/lfs/route.go": lfs}
    assert [(entry.name, entry.path) for entry in found(texts, "http_route")] == [
        ("GET /users".replace("/users", "/api/users"), "route/api/api.go"),
        ("POST /:repo/objects/batch", "route/lfs/route.go"),
    ]


def test_other_calls_in_such_a_file_are_no_routes() -> None:
    """A map, a header and a client have methods of these names; comments register nothing."""
    text = (
        f'{MACARON}func run(m *macaron.Macaron) {{\n\tm.Group("/x", func() {{\n\t\tm.Get("/a", a)\n'
        '\t\t// m.Get("/old", old)\n\t})\n\theader.Get("/no")\n\tclient.Post("/no", body)\n'
        '\tm.Get("key", value)\n\tm.Get("/alone")\n}\n'
    )
    assert names({"web/web.go": text}, "http_route") == ["GET /x/a"]


def test_groups_that_hand_a_router_to_their_closure_are_read_as_before() -> None:
    """There the name inside is another router's, as in chi and echo."""
    text = (
        'package main\nimport "github.com/go-chi/chi/v5"\nfunc main() {\n\tr := chi.NewRouter()\n'
        '\tr.Route("/a", func(r chi.Router) {\n\t\tr.Get("/b", b)\n\t})\n}\n'
    )
    assert names({"main.go": text}, "http_route") == ["GET /a/b"]


def test_a_router_made_in_a_chain_is_a_router() -> None:
    """What configures it hands it back; its routes lie where it is mounted."""
    web = (
        'package web\n\nimport (\n\t"net/http"\n\n\t"github.com/prometheus/common/route"\n)\n\nfunc run() {\n'
        '\tmux := http.NewServeMux()\n\tbase := "/api"\n\tv1 := route.New().\n\t\tWithInstrumentation(observe)\n'
        '\tv1.Get("/query", query)\n\tmux.Handle(base+"/v1/", http.StripPrefix(base+"/v1", v1))\n}\n'
    )
    assert names({"web/web.go": web}, "http_route") == ["GET /api/v1/query"]


def test_a_program_of_packages_for_tools_is_no_library() -> None:
    """A root of ``package main``, of tools for the build, or below ``internal`` is imported by nobody."""
    texts = {
        "go.mod": "module x.y/z\n",
        "generate.go": "package main\n\n//go:generate mockgen\n",
        "internal/tools/go.mod": "module x.y/z/internal/tools\n",
        "internal/tools/tools.go": "package tools\n",
        "build/go.mod": "module x.y/z/build\n",
        "build/tools.go": "//go:build tools\n\npackage build\n",
        "sdk/go.mod": "module x.y/z/sdk\n",
        "sdk/sdk.go": "package sdk\n",
    }
    assert names(texts, "library_root") == ["x.y/z/sdk"]


def test_an_app_named_like_its_program_in_other_letters_is_called_as_the_program() -> None:
    """``Gogs`` is what the app is titled, ``gogs`` what is typed; a name of its own stands."""
    text = (
        'package main\n\nimport "github.com/urfave/cli/v3"\n\nfunc main() {\n\tcmd := &cli.Command{\n'
        '\t\tName: "Shop",\n\t\tCommands: []*cli.Command{{Name: "serve", Action: serve}},\n\t}\n'
        "\tcmd.Run(ctx, os.Args)\n}\n"
    )
    assert names({"go.mod": "module x.y/shop\n", "main.go": text}, "cli_command") == ["shop serve"]
    assert names({"go.mod": "module x.y/other\n", "main.go": text}, "cli_command") == ["Shop serve"]
