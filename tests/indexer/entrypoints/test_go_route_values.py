"""Routes of Go whose path, router or handler is not written where they are registered."""

from __future__ import annotations

from tests.support.entry_points import found, names

GIN = 'import "github.com/gin-gonic/gin"\n'
MUX = 'import (\n\t"net/http"\n\n\t"github.com/gorilla/mux"\n)\n'


def test_paths_are_put_together_of_constants_sums_and_functions() -> None:
    """What only the running program knows is left out; a verb of a form is filled in when it is known."""
    texts = {
        "go.mod": "module x.y/shop\n",
        "paths/paths.go": 'package paths\n\nconst Health = "/health"\n',
        "main.go": (
            'package main\n\nimport (\n\t"net/http"\n\t"path"\n\n\t"github.com/gorilla/mux"\n\t"x.y/shop/paths"\n)\n\n'
            'const base = "/api" // the root\n\nfunc main() {\n\tr := mux.NewRouter()\n\tprefix := flags.Prefix\n'
            '\tr.HandleFunc(paths.Health, health)\n\tr.HandleFunc(base+"/users", users).Methods("GET")\n'
            '\tr.HandleFunc(prefix+"/late", late)\n\tr.HandleFunc(prefixed("/version"), version)\n'
            '\tr.HandleFunc(fmt.Sprintf("%s/v1/%s", base, unknown), form)\n'
            '\tr.HandleFunc(path.Join("/x", base), joined)\n\tr.HandleFunc(unknown, lost)\n}\n'
        ),
    }
    assert names(texts, "http_route") == [
        "/api/v1/",
        "/health",
        "/late",
        "/version",
        "/x/api",
        "GET /api/users",
    ]


def test_a_method_may_stand_before_the_path() -> None:
    """``http.MethodGet`` is as plain as the text; other constants are no methods."""
    text = (
        'package main\nimport (\n\t"net/http"\n\t"github.com/julienschmidt/httprouter"\n)\nfunc main() {\n'
        '\tr := httprouter.New()\n\tr.HandlerFunc(http.MethodGet, "/v1/movies", list)\n'
        '\tr.Handle(http.MethodPost, "/v1/movies", create)\n\tr.Handle(http.StatusOK, "/x", create)\n}\n'
    )
    assert names({"main.go": text}, "http_route") == ["GET /v1/movies", "POST /v1/movies"]


def test_a_router_behind_a_stripped_prefix_is_mounted_and_no_route() -> None:
    """The outer pattern only leads there; a file server has nothing below it and is a route."""
    text = (
        'package main\nimport "net/http"\nfunc main() {\n\tmux := http.NewServeMux()\n\tapi := http.NewServeMux()\n'
        '\tapi.HandleFunc("GET /users", users)\n\tmux.Handle("/api/", http.StripPrefix("/api", api))\n'
        '\tmux.Handle("/static/", http.StripPrefix("/static/", http.FileServer(dir)))\n}\n'
    )
    assert names({"main.go": text}, "http_route") == ["/static/", "GET /api/users"]


def test_a_name_that_comes_to_mean_another_group_does_so_from_there_on() -> None:
    """Blocks of one function often use one name twice."""
    text = (
        f'package main\n{GIN}func main() {{\n\tr := gin.New()\n\tlists := r.Group("/lists")\n\t{{\n'
        '\t\titems := lists.Group(":id/items")\n\t\titems.POST("/", create)\n\t}\n'
        '\titems := r.Group("items")\n\titems.GET("/:id", get)\n\tmore(items)\n}\n'
        'func more(g *gin.RouterGroup) {\n\tg.PUT("/:id", put)\n}\n'
    )
    assert names({"main.go": text}, "http_route") == ["GET /items/:id", "POST /lists/:id/items/", "PUT /items/:id"]


def test_a_method_that_hands_its_path_to_a_router_registers_routes() -> None:
    """An application often wraps its router; a method of the same name that asks another server does not."""
    text = (
        f"package main\n{MUX}type App struct{{ Router *mux.Router }}\n"
        "func (a *App) Get(path string, f http.HandlerFunc) {\n"
        '\ta.Router.HandleFunc(path, f).Methods("GET")\n}\n'
        'func (a *App) routes() {\n\ta.Get("/users", list)\n}\n'
    )
    client = (
        f"package client\n{MUX}type Client struct{{}}\nfunc (c *Client) Get(path string, v any) error {{\n"
        '\treturn c.do("GET", c.base + path, v)\n}\nfunc (c *Client) Users() {\n\tc.Get("/remote", nil)\n}\n'
    )
    assert names({"main.go": text, "client/client.go": client}, "http_route") == ["GET /users"]


def test_methods_of_one_name_are_told_apart_by_the_type_of_their_owner() -> None:
    """Handlers of one package tend to have the same method for their routes."""
    texts = {
        "main.go": (
            'package main\nimport (\n\t"github.com/gin-gonic/gin"\n\t"x.y/handlers"\n)\nfunc main() {\n'
            "\tr := gin.New()\n"
            "\tusers := handlers.NewUserHandler(db)\n\tposts, err := handlers.NewPostHandler(db)\n"
            '\tv1 := r.Group("/v1")\n'
            '\tusers.Register(v1.Group("/users"))\n\tposts.Register(v1)\n}\n'
        ),
        "handlers/user.go": (
            f"package handlers\n{GIN}func (h *UserHandler) Register(g *gin.RouterGroup) {{\n"
            f'\tg.GET("/:id", h.get)\n}}\n'
        ),
        "handlers/post.go": (
            f"package handlers\n{GIN}func (h *PostHandler) Register(g *gin.RouterGroup) {{\n"
            f'\tg.GET("/posts", h.get)\n}}\n'
        ),
    }
    assert names(texts, "http_route") == ["GET /v1/posts", "GET /v1/users/:id"]


def test_routers_made_by_methods_of_one_name_are_mounted_by_field_and_package() -> None:
    """``a.Accounts.router()`` is that of the field's type, ``api.Router()`` that of the package that made it."""
    chi = 'import "github.com/go-chi/chi/v5"\n'
    texts = {
        "main.go": (
            f"package main\n{chi}func main() {{\n\tr := chi.NewRouter()\n\tadminAPI, err := admin.New()\n"
            '\tappAPI := app.New()\n\tr.Mount("/admin", adminAPI.Router())\n\tr.Mount("/app", appAPI.Router())\n}\n'
        ),
        "admin/api.go": (
            f"package admin\n{chi}type API struct {{\n\tAccounts *AccountResource\n\tUsers *UserResource\n}}\n"
            "func (a *API) Router() *chi.Mux {\n\tr := chi.NewRouter()\n"
            '\tr.Mount("/accounts", a.Accounts.router())\n\tr.Mount("/users", a.Users.router())\n\treturn r\n}\n'
        ),
        "admin/accounts.go": (
            f"package admin\n{chi}func (rs *AccountResource) router() *chi.Mux {{\n\tr := chi.NewRouter()\n"
            f'\tr.Get("/", a)\n'
            "\treturn r\n}\n"
        ),
        "admin/users.go": (
            f"package admin\n{chi}func (rs *UserResource) router() *chi.Mux {{\n\tr := chi.NewRouter()\n"
            f'\tr.Get("/{{id}}", a)\n'
            "\treturn r\n}\n"
        ),
        "app/api.go": (
            f"package app\n{chi}func (a *API) Router() *chi.Mux {{\n\tr := chi.NewRouter()\n"
            f'\tr.Get("/home", a)\n\treturn r\n}}\n'
        ),
    }
    assert names(texts, "http_route") == ["GET /admin/accounts", "GET /admin/users/{id}", "GET /app/home"]


def test_a_path_without_a_handler_is_a_route_only_of_a_known_router() -> None:
    """It is answered by what the group uses; an unknown object's method of that name may be anything."""
    text = f'package main\n{GIN}func main() {{\n\tr := gin.New()\n\tr.OPTIONS("/*any")\n\tlog.GET("/never")\n}}\n'
    assert names({"main.go": text}, "http_route") == ["OPTIONS /*any"]


def test_what_clients_and_caches_get_is_no_route() -> None:
    """A literal in brackets, or a sum of texts, is also how others call methods of these names."""
    text = (
        'package main\nimport "net/http"\nfunc main() {\n\thttp.Get(base + "/users")\n\tcache.Get(key("/x"), value)\n'
        '\tclient.Post(url("/y"), "json", body)\n\thandler := swagger.Handler(\n'
        '\t\tswagger.URL("/doc.json"), // the file\n\t)\n}\n'
    )
    assert found({"main.go": text}, "http_route") == []
