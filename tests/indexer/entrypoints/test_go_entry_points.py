"""Go programs, libraries, routes and cobra commands."""

from __future__ import annotations

from indexer.facts import Role
from tests.support.entry_points import found, names, only, product

MAIN = "package main\n\nfunc main() {\n}\n"
MODULE = "module github.com/acme/shop/v2\n\ngo 1.22\n"


def test_programs_are_named_by_directory_or_module() -> None:
    """``go install`` names a program by its directory, at the root by its module without the major version."""
    texts = {"go.mod": MODULE, "main.go": MAIN, "cmd/admin/main.go": MAIN, "cmd/admin/util.go": "package main\n"}
    assert product(texts) == [("binary", "admin"), ("binary", "shop")]
    assert only({"cmd/x/main.go": MAIN}, "binary").line == 3


def test_one_directory_is_one_program() -> None:
    """Files of other platforms define the same main once more."""
    texts = {"cmd/x/main.go": MAIN, "cmd/x/main_windows.go": MAIN}
    assert [(entry.name, entry.path) for entry in found(texts, "binary")] == [("x", "cmd/x/main.go")]


def test_a_generator_behind_a_build_tag_serves_developers() -> None:
    """``go run`` starts it, the product does not contain it."""
    entry = only({"go.mod": MODULE, "lib.go": "package shop\n", "gen.go": f"//go:build ignore\n\n{MAIN}"}, "script")
    assert (entry.name, entry.role) == ("go run gen.go", Role.DEV)


def test_a_main_in_another_package_is_no_program() -> None:
    """Only package main is started."""
    assert found({"x/main.go": "package x\n\nfunc main() {\n}\n"}, "binary") == []


def test_the_package_at_the_root_of_a_module_is_a_library() -> None:
    """It is imported by the module's path; tests beside it do not count."""
    texts = {"go.mod": "module github.com/acme/lib\n", "lib.go": "package lib\n", "lib_test.go": "package lib\n"}
    entry = only(texts, "library_root")
    assert (entry.name, entry.path, entry.evidence) == ("github.com/acme/lib", "lib.go", "package lib")
    assert found({"go.mod": "module github.com/acme/lib\n", "lib_test.go": "package lib\n"}) == []


def test_gin_groups_compose_and_reach_functions_they_are_handed_to() -> None:
    """A group's prefix goes along to the function that registers its routes."""
    texts = {
        "main.go": (
            'package main\nimport "github.com/gin-gonic/gin"\nfunc main() {\n\tr := gin.Default()\n'
            '\tr.GET("/ping", ping)\n'
            '\tv1 := r.Group("/v1")\n\t{\n\t\tadmin := v1.Group("/admin", auth)\n'
            '\t\tadmin.DELETE("/u/:id", drop)\n\t}\n\tusers.Register(v1)\n}\n'
        ),
        "users/users.go": (
            'package users\nimport "github.com/gin-gonic/gin"\nfunc Register(rg *gin.RouterGroup) {\n'
            '\tg := rg.Group("/users")\n\tg.GET("", list)\n\tg.POST("/:id", h.save)\n}\n'
        ),
    }
    assert names(texts, "http_route") == [
        "DELETE /v1/admin/u/:id",
        "GET /ping",
        "GET /v1/users",
        "POST /v1/users/:id",
    ]
    save = next(entry for entry in found(texts) if entry.name.startswith("POST"))
    assert (save.path, save.line, save.symbol) == ("users/users.go", 6, "h.save")


def test_chi_routes_nest_and_mounted_routers_follow() -> None:
    """``Route`` closures and ``Mount`` prefix what is inside."""
    text = (
        'package main\nimport "github.com/go-chi/chi/v5"\nfunc server() {\n\tr := chi.NewRouter()\n\tr.Get("/", home)\n'
        '\tr.Route("/articles", func(r chi.Router) {\n\t\tr.Get("/", list)\n\t\tr.Route("/{id}", func(r chi.Router) {\n'
        '\t\t\tr.Put("/", put)\n\t\t})\n\t})\n\tr.Mount("/admin", adminRouter())\n}\n'
        'func adminRouter() chi.Router {\n\tr := chi.NewRouter()\n\tr.Get("/stats", stats)\n\treturn r\n}\n'
    )
    assert names({"server.go": text}, "http_route") == [
        "GET /",
        "GET /admin/stats",
        "GET /articles",
        "PUT /articles/{id}",
    ]


def test_net_http_patterns_state_their_method_or_none() -> None:
    """A method before the path is Go 1.22's; gorilla states it afterwards."""
    text = (
        'package main\nimport (\n"net/http"\n"github.com/gorilla/mux"\n)\nfunc run() {\n'
        '\thttp.HandleFunc("/old", old)\n'
        '\thttp.HandleFunc("POST /items/{id}", func(w http.ResponseWriter, r *http.Request) {})\n'
        '\tr := mux.NewRouter()\n\ts := r.PathPrefix("/api").Subrouter()\n'
        '\ts.HandleFunc("/books", all).Methods("GET")\n}\n'
    )
    assert names({"server.go": text}, "http_route") == ["/old", "GET /api/books", "POST /items/{id}"]


def test_requests_of_a_client_and_routes_of_tests_are_not_the_product() -> None:
    """A client's ``Get`` has no handler; a test's router is a test's."""
    client = (
        'package x\nimport "net/http"\nfunc f() {\n\thttp.Get("/x")\n\tclient.Post("/x", body)\n\tc.Get("/y", &v)\n}\n'
    )
    test = 'package x\nimport "github.com/gin-gonic/gin"\nfunc TestX() {\n\tr := gin.New()\n\tr.GET("/x", h)\n}\n'
    assert product({"x/client.go": client, "x/x_test.go": test}) == []


def test_cobra_commands_bear_the_names_of_their_parents() -> None:
    """Commands compose over files and constructors; a group that only holds others is none."""
    texts = {
        "cmd/root.go": (
            'package cmd\nimport "github.com/spf13/cobra"\nvar rootCmd = &cobra.Command{\n\tUse: "shop",\n}\n'
        ),
        "cmd/db.go": (
            'package cmd\nimport "github.com/spf13/cobra"\nvar dbCmd = &cobra.Command{Use: "db"}\n'
            "func init() {\n\trootCmd.AddCommand(dbCmd)\n\tdbCmd.AddCommand(newMigrate())\n}\n"
            'func newMigrate() *cobra.Command {\n\tcmd := &cobra.Command{\n\t\tUse: "migrate [name]",\n'
            "\t\tRunE: run,\n\t}\n\treturn cmd\n}\n"
        ),
        "cmd/serve.go": (
            'package cmd\nimport "github.com/spf13/cobra"\nvar serveCmd = &cobra.Command{Use: "serve", Run: serve}\n'
            "func init() { rootCmd.AddCommand(serveCmd) }\n"
        ),
    }
    assert names(texts, "cli_command") == ["shop db migrate", "shop serve"]
