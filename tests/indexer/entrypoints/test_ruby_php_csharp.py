"""Ruby, PHP and C#: routes, commands and programs."""

from __future__ import annotations

import json

from indexer.facts import Role
from tests.support.entry_points import found, names, only, product


def routes(texts: dict[str, str]) -> list[str]:
    """Return the routes of a tree."""
    return names(texts, "http_route")


RAILS = """\
Rails.application.routes.draw do
  root "home#index"
  # get "old", to: "x#y"
  namespace :api do
    resources :articles, param: :slug, except: [:edit, :new] do
      resource :favorite, only: [:create, :destroy]
      resources :comments, only: %i[index]
      get :feed, on: :collection
      member do
        post "publish"
      end
    end
  end
  scope "/admin" do
    get "/", to: "admin#index"
    get "stats", to: "stats#show"
    match "both", via: [:get, :post], to: "x#y"
  end
  mount Sidekiq::Web => "/sidekiq"
end
"""


def test_rails_resources_become_the_routes_of_their_actions() -> None:
    """Namespaces, nesting, members, collections and options decide the paths."""
    assert routes({"config/routes.rb": RAILS}) == [
        "/sidekiq",
        "DELETE /api/articles/:article_slug/favorite",
        "DELETE /api/articles/:slug",
        "GET /",
        "GET /admin",
        "GET /admin/both",
        "GET /admin/stats",
        "GET /api/articles",
        "GET /api/articles/:article_slug/comments",
        "GET /api/articles/:slug",
        "GET /api/articles/feed",
        "PATCH /api/articles/:slug",
        "POST /admin/both",
        "POST /api/articles",
        "POST /api/articles/:article_slug/favorite",
        "POST /api/articles/:slug/publish",
        "PUT /api/articles/:slug",
    ]


def test_an_api_only_rails_application_has_no_forms() -> None:
    """``new`` and ``edit`` are pages, which an API does not serve."""
    drawn = "Rails.application.routes.draw do\n  resources :tags\nend\n"
    with_forms = routes({"config/routes.rb": drawn})
    assert {"GET /tags/new", "GET /tags/:id/edit"} <= set(with_forms)
    assert not {"GET /tags/new", "GET /tags/:id/edit"} & set(
        routes({"config/routes.rb": drawn, "config/application.rb": "config.api_only = true\n"})
    )


def test_sinatra_routes_rack_apps_and_rake_tasks_are_found() -> None:
    """Each is what a person starts or asks for; tasks serve developers."""
    texts = {
        "app.rb": "require 'sinatra'\nget '/hi' do\n  'x'\nend\n",
        "plain.rb": "get '/no' do\nend\n",
        "config.ru": "require './app'\nrun Sinatra::Application\n",
        "Rakefile": (
            "task default: :test\nnamespace :db do\n  desc 'x'\n  task :seed => [:environment] do\n  end\nend\n"
        ),
    }
    assert routes(texts) == ["GET /hi"]
    assert (only(texts, "http_app").name, only(texts, "http_app").line) == ("config.ru", 2)
    assert {entry.name: entry.role for entry in found(texts, "task")} == {
        "rake default": Role.DEV,
        "rake db:seed": Role.DEV,
    }


def test_an_executable_of_a_gem_is_one_binary_and_no_script() -> None:
    """The gemspec declares what the file in its directory of executables is."""
    spec = "Gem::Specification.new do |spec|\n  spec.bindir = 'exe'\n  spec.executables = ['tool']\nend\n"
    texts = {"tool.gemspec": spec, "exe/tool": "#!/usr/bin/env ruby\nputs 1\n"}
    assert product(texts, executable=["exe/tool"]) == [("binary", "tool")]


def test_laravel_routes_lie_under_their_groups_and_files() -> None:
    """``routes/api.php`` is served under /api, and groups add their prefixes."""
    texts = {
        "routes/web.php": (
            "<?php\nRoute::get('/', fn () => 1);\nRoute::prefix('admin')->middleware('auth')->group(function () {\n"
            "    Route::post('/users', [U::class, 'add']);\n    Route::match(['get', 'put'], 'both', 'C@m');\n});\n"
            "Route::view('/about', 'about');\n"
        ),
        "routes/api.php": "<?php\nRoute::apiResource('photos', PhotoController::class);\n",
        "routes/console.php": "<?php\nArtisan::command('mail:send {user}', function () {});\n",
        "app/Console/Commands/Prune.php": "<?php\nclass Prune {\n    protected $signature = 'prune {--x}';\n}",
    }
    assert routes(texts) == [
        "DELETE /api/photos/{photo}",
        "GET /",
        "GET /about",
        "GET /admin/both",
        "GET /api/photos",
        "GET /api/photos/{photo}",
        "PATCH /api/photos/{photo}",
        "POST /admin/users",
        "POST /api/photos",
        "PUT /admin/both",
        "PUT /api/photos/{photo}",
    ]
    assert names(texts, "cli_command") == ["php artisan mail:send", "php artisan prune"]


def test_symfony_attributes_compose_with_class_and_configuration() -> None:
    """The prefix of all controllers, of the class and of the method make the path."""
    texts = {
        "config/routes.yaml": (
            "home:\n  path: /home\n  controller: X::y\ncontrollers:\n  resource: routing.controllers\n"
            "  prefix: /{_locale}\n"
        ),
        "src/Controller/Blog.php": (
            "<?php\nuse Symfony\\Component\\Routing\\Attribute\\Route;\n#[Route('/blog')]\nclass Blog {\n"
            "    #[Route('/{id}', name: 'show', methods: ['GET', 'POST'])]\n    public function show() {}\n}\n"
        ),
        "src/Controller/About.php": "<?php\n#[Route('/about')]\nclass About {\n    public function __invoke() {}\n}\n",
        "src/Command/Add.php": "<?php\n#[AsCommand(name: 'app:add', help: 'one, two')]\nclass Add {}\n",
    }
    assert routes(texts) == ["/home", "/{_locale}/about", "GET /{_locale}/blog/{id}", "POST /{_locale}/blog/{id}"]
    assert names(texts, "cli_command") == ["php bin/console app:add"]


def test_composer_declares_commands_and_the_front_controller_is_an_app() -> None:
    """The installed file is no script besides; development tools in bin serve developers."""
    texts = {
        "composer.json": json.dumps({"name": "a/b", "bin": ["bin/tool"]}),
        "bin/tool": "#!/usr/bin/env php\n<?php\n",
        "bin/phpunit": "#!/usr/bin/env php\n<?php\n",
        "public/index.php": "<?php\nrequire 'x';\n",
    }
    assert product(texts, executable=["bin/tool", "bin/phpunit"]) == [
        ("binary", "tool"),
        ("http_app", "public/index.php"),
    ]


def test_asp_net_controllers_replace_tokens_and_rooted_routes_stand_alone() -> None:
    """Class and method compose unless the method's route begins at the root."""
    text = (
        '[ApiController]\n[Route("api/[controller]")]\npublic class UsersController : ControllerBase {\n'
        '    [HttpGet("{id}")]\n    public void One(int id) {}\n    [HttpPost]\n    public void Add() {}\n'
        '    [HttpGet("/health")]\n    public void Health() {}\n}\n'
    )
    assert routes({"src/UsersController.cs": text}) == ["GET /api/Users/{id}", "GET /health", "POST /api/Users"]


def test_minimal_apis_group_and_a_program_is_named_by_its_project() -> None:
    """Top-level statements are the program's main; groups prefix their routes."""
    text = (
        "var builder = WebApplication.CreateBuilder(args);\nvar app = builder.Build();\n"
        'var api = app.MapGroup("/api");\n'
        'api.MapGet("/items/{id}", (int id) => id);\napp.MapPost("/login", Login);\napp.Run();\n'
    )
    texts = {"src/Shop/Shop.csproj": "<Project/>", "src/Shop/Program.cs": text}
    assert routes(texts) == ["GET /api/items/{id}", "POST /login"]
    assert [(entry.name, entry.line) for entry in found(texts, "main_function")] == [("Shop", 1)]
