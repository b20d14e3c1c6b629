"""Routes of Symfony, Laravel and Slim where comments, annotations and nested groups stand between."""

from __future__ import annotations

from tests.support.entry_points import names

LARAVEL = {"composer.json": '{"require": {"laravel/framework": "^12"}}', "artisan": "#!/usr/bin/env php\n"}


def routes(texts: dict[str, str]) -> list[str]:
    """Return the routes of a tree."""
    return names(texts, "http_route")


def test_annotations_route_what_they_document() -> None:
    """Under the path of their class; what is commented out, or stands in a file without routing, is none."""
    controller = (
        '<?php\nuse Symfony\\Component\\Routing\\Annotation\\Route;\n/**\n * @Route("/shop")\n */\n'
        "class Shop extends AbstractController\n{\n    /**\n     * Lists.\n     *\n"
        '     * @Route("/list", name="l", methods={"GET", "POST"})\n     */\n    #[IsGranted("X")]\n'
        '    public function list() {}\n\n    /**\n     * @Route("/gone")\n     */\n'
        "    /* public function gone() {} */\n}\n"
    )
    assert routes({"src/Controller/Shop.php": controller}) == ["GET /shop/list", "POST /shop/list"]
    assert routes({"src/Shop.php": controller.replace("Annotation\\Route", "Annotation\\Way")}) == []


def test_routing_files_name_controllers_in_either_way() -> None:
    """Old applications keep them in ``app/config``; a path that nothing answers is no route."""
    routing = (
        "home:\n    path: /{page}\n    methods: GET\n    defaults:\n        _controller: 'Home::index'\n"
        "settings:\n    path: /settings\n    methods: [GET, POST]\n    controller: 'S::x'\n"
        "check:\n    path: /check\n    methods: POST\nempty:\n    path: /empty\n"
    )
    assert routes({"app/config/routing.yml": routing}) == [
        "GET /settings",
        "GET /{page}",
        "POST /check",
        "POST /settings",
    ]


def test_a_route_without_a_path_is_at_the_path_of_its_class() -> None:
    """A class may also give nothing but a name to its routes; a path that is computed is not guessed."""
    controller = (
        "<?php\n#[Route(path: '/tags', name: 'tags_')]\nclass Tags\n{\n"
        "    #[Route(methods: ['GET'], name: 'all')]\n    public function all() {}\n\n"
        "    #[Route(self::FIND)]\n    public function find() {}\n}\n"
    )
    assert routes({"src/Tags.php": controller}) == ["GET /tags"]
    assert routes({"src/Tags.php": controller.replace("path: '/tags', ", "")}) == ["GET /"]


def test_controllers_have_the_prefix_of_the_nearest_imported_place() -> None:
    """Whether it is given as a path or with its namespace; what is imported without a prefix has none."""
    routing = (
        "pages:\n    resource: ../src/Controller/\n    type: attribute\n    prefix: /{_locale}\n"
        "api:\n    resource:\n        path: ../src/API\n        namespace: App\\API\n    prefix: /api\n"
        "hooks:\n    resource: ../src/Controller/Hooks/\n    type: attribute\n"
        "auth:\n    resource: '@AuthBundle/Controller/'\n    type: annotation\n    prefix: /auth\n"
    )
    controller = "<?php\nclass C\n{\n    #[Route('/x')]\n    public function x() {}\n}\n"
    places = {"src/Controller/A.php": "/{_locale}/x", "src/API/B.php": "/api/x", "src/Controller/Hooks/C.php": "/x"}
    for path, route in {**places, "lib/D.php": "/auth/x"}.items():
        assert routes({"config/routes.yaml": routing, path: controller}) == [route]


def test_groups_may_hold_parameters_and_comments_may_hold_apostrophes() -> None:
    """Neither ends a group too early or too late."""
    web = (
        "<?php\nRoute::prefix('vaults')->group(function () {\n    // the user's own\n"
        "    Route::middleware('can:view,vault')->prefix('{vault}')->group(function () {\n"
        "        Route::get('feed', F::class);\n    });\n});\nRoute::get('settings', S::class); # it's outside\n"
    )
    assert routes({**LARAVEL, "routes/web.php": web}) == ["GET /settings", "GET /vaults/{vault}/feed"]


def test_names_of_methods_are_the_same_in_any_case() -> None:
    """PHP calls them by either; a resource's parameter is its singular."""
    api = "<?php\nRoute::ApiResource('media', M::class)->only('show');\nRoute::GET('ping', P::class);\n"
    assert routes({**LARAVEL, "routes/api.php": api}) == ["GET /api/media/{medium}", "GET /api/ping"]


def test_slim_binds_a_groups_function_to_the_app() -> None:
    """Outside of one ``$this`` is any object, as in a container's definition."""
    text = (
        "<?php\nuse Slim\\App;\n$app->group('/api', function () {\n    $jwt = $this->getContainer()->get('jwt');\n"
        "    $this->get('/users', Users::class . ':all')->add($jwt);\n});\n$this->get('/nothing', $options);\n"
    )
    assert routes({"src/routes.php": text}) == ["GET /api/users"]


def test_named_arguments_may_be_aligned() -> None:
    """Blanks before the colon change nothing about what Laravel loads, and where."""
    bootstrap = (
        "<?php\nreturn Application::configure()->withRouting(\n    web     : __DIR__ . '/../routes/web.php',\n"
        "    api     : __DIR__ . '/../routes/v1.php',\n    health  : '/up',\n)->create();\n"
    )
    route = "<?php\nRoute::get('x', [X::class, 'show']);\n"
    texts = {**LARAVEL, "bootstrap/app.php": bootstrap, "routes/web.php": route, "routes/v1.php": route}
    assert routes(texts) == ["GET /api/x", "GET /up", "GET /x"]
