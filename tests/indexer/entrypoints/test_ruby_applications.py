"""Sinatra's namespaces, Rake tasks that gems offer, and the finer points of Rails' routes."""

from __future__ import annotations

from indexer.facts import Role
from tests.support.entry_points import found, names


def routes(texts: dict[str, str]) -> list[str]:
    """Return the routes of a tree."""
    return names(texts, "http_route")


def test_sinatra_routes_lie_under_the_namespaces_around_them() -> None:
    """The one after a namespace's end does not; a path with parts computed in it is none."""
    text = (
        "require 'sinatra/namespace'\nclass App < Sinatra::Base\n  namespace '/wiki' do\n    get '/*' do\n"
        "      if x\n      end\n    end\n    namespace '/v1' do\n      post '/pages' do\n      end\n    end\n  end\n"
        "  get \"/#{page}\" do\n  end\n  get '/' do\n  end\nend\n"
    )
    assert routes({"app.rb": text}) == ["GET /", "GET /wiki/*", "POST /wiki/v1/pages"]


def test_a_loop_over_paths_routes_each_of_them() -> None:
    """Not what it routes under another name, nor a list that is no list of paths."""
    text = (
        "require 'sinatra'\n%w[/specs.gz\n   /latest.gz].each do |index|\n  get index do\n  end\nend\n"
        '["a", "b"].each do |name|\n  post "/run/#{name}" do\n  end\nend\n'
        "%w[/x /y].each do |path|\n  get other do\n  end\nend\n%w[x y].each do |word|\n  get word do\n  end\nend\n"
        "get '/' do\nend\n"
    )
    assert routes({"app.rb": text}) == ["GET /", "GET /latest.gz", "GET /specs.gz", "POST /run/a", "POST /run/b"]


def test_sinatra_applications_are_known_by_their_class_where_nothing_is_required() -> None:
    """Through a class of the repository; a controller of another kind has no routes."""
    texts = {
        "lib/base.rb": "class ApplicationController < Sinatra::Base\nend\n",
        "lib/pets.rb": "class PetsController < ApplicationController\n  get '/pets' do\n  end\nend\n",
        "lib/http.rb": "class Client < HTTP::Base\n  get '/elsewhere' do\n  end\nend\n",
    }
    assert routes(texts) == ["GET /pets"]


def test_tasks_that_a_gem_offers_serve_its_users() -> None:
    """Those of a Rakefile serve its developers."""
    tasks = "namespace :queue do\n  desc 'x'\n  task :work => [:setup] do\n  end\nend\n"
    texts = {"lib/queue/tasks.rb": tasks, "Rakefile": "desc 'y'\ntask :docs do\nend\n", "lib/other.rb": "task :x\n"}
    assert [(entry.name, entry.role) for entry in found(texts, "task")] == [
        ("rake queue:work", Role.PRODUCT),
        ("rake docs", Role.DEV),
    ]


def test_options_written_with_arrows_are_no_resources() -> None:
    """So they stood for twenty years."""
    text = (
        "Rails.application.routes.draw do\n  resources :logs, :only => [:index]\n"
        "  resources :keys, :pins, :except => :show, :only => [:create]\nend\n"
    )
    assert routes({"config/routes.rb": text}) == ["GET /logs", "POST /keys", "POST /pins"]


def test_a_path_may_be_nothing_or_begin_with_a_parameter() -> None:
    """``path: nil`` takes a namespace's part away; a colon in quotes is part of the path."""
    text = (
        "Rails.application.routes.draw do\n  resources :jobs, only: :index, path: ':status/jobs'\n"
        "  namespace :files, path: nil do\n    get '/u/*slug' => 'x#y'\n  end\nend\n"
    )
    assert routes({"config/routes.rb": text}) == ["GET /:status/jobs", "GET /u/*slug"]


def test_devise_opens_only_the_doors_that_it_is_left() -> None:
    """``only`` and ``skip`` name parts; a path of nothing leaves no second slash."""
    drawn = "Rails.application.routes.draw do\n  devise_for :users{}\nend\n"
    assert routes({"config/routes.rb": drawn.format(", path: '/', only: %i[sessions passwords]")}) == [
        "DELETE /sign_out",
        "POST /sign_in",
    ]
    assert routes({"config/routes.rb": drawn.format(", skip: [:sessions]")}) == ["POST /users"]
    assert routes({"config/routes.rb": drawn.format(", skip: :all")}) == []


def test_nested_resources_are_named_by_their_singular() -> None:
    """As Rails would say it."""
    text = (
        "Rails.application.routes.draw do\n  resources :people do\n    resources :statuses, only: :index\n  end\n"
        "  resources :media, only: [] do\n    get :play\n  end\nend\n"
    )
    found_routes = routes({"config/routes.rb": text})
    assert "GET /people/:person_id/statuses" in found_routes
    assert "GET /media/:medium_id/play" in found_routes


def test_a_class_routes_with_a_module_of_the_repository() -> None:
    """The module declares a route by its path and a block; a client's methods of these names take no block."""
    router = (
        "module Web\n  module Router\n    def get(path, &) = route(:get, path, &)\n\n"
        "    def post(path, &block)\n    end\n  end\nend\n"
    )
    app = 'class App\n  extend Router\n  get "/" do\n  end\n  post "/busy/:name" do\n  end\nend\n'
    assert routes({"lib/router.rb": router, "lib/app.rb": app}) == ["GET /", "POST /busy/:name"]
    client = router.replace(", &) = route(:get, path, &)", ") = call(path)").replace(", &block", ", options")
    assert routes({"lib/router.rb": client, "lib/app.rb": app}) == []
    assert routes({"lib/router.rb": router, "lib/app.rb": app.replace("extend Router", "")}) == []
