"""Facts of Ruby, PHP and shell files."""

from __future__ import annotations

from tests.support.parsing import definitions, facts_of, imports, registrations

RUBY = """
# frozen_string_literal: true

# Routes of the shop. All of them.
require "sinatra"
require_relative 'lib/shop'
autoload :Basket, "shop/basket"

module Shop
  class Orders::Line < Base
    LIMIT = 3

    # Whether it is paid.
    def paid?; true; end
    def self.build(amount)
      new(amount)
    end

    class << self
      def hidden; end
    end
  end
end

get "/orders", to: "orders#index"
namespace :api do
  resources :users, only: [:index]
end
task build: [:clean] do
end
mount Sidekiq::Web => "/sidekiq"
get path
def start; end
if __FILE__ == $0
  start()
end
"""

PHP = r"""
<?php
declare(strict_types=1);
/** Routes of the shop. */
namespace App\Http;

use App\Models\Order as O, App\Models\User;
use App\{Cart, Checkout as C};
use function App\helper;
require_once __DIR__ . '/bootstrap.php';
include 'views.php';
include $dynamic;

#[Route('/orders', name: 'orders')]
final class OrderController extends Controller
{
    public const LIMIT = 3;

    /** Shows one. */
    #[Get('/{id}')]
    public function show(int $id): string { return ''; }
}
interface Store {}
trait Logs {}
enum State: string { case Open = 'o'; }
function helper() {}

Route::get('/orders', [OrderController::class, 'show']);
$app->post('/pay', 'pay');
$list->get($key);
"""

SHELL = """
#!/usr/bin/env bash
# shellcheck disable=SC2034
#
# Deploys the shop. Carefully.
source "$HERE/lib.sh"
. ./env.sh

# Says it.
function say { echo "$1"; }
stop() {
    exit 1
}
main() { say hello; }

main "$@"
"""


def test_ruby_definitions() -> None:
    """Modules, classes with a path, methods of both kinds and constants are found; a top-level def is a function."""
    assert definitions(facts_of("ruby", RUBY)) == [
        ("module", "Shop"),
        ("class", "Shop.Orders.Line"),
        ("constant", "Shop.Orders.Line.LIMIT"),
        ("method", "Shop.Orders.Line.paid?"),
        ("method", "Shop.Orders.Line.build"),
        ("method", "Shop.Orders.Line.hidden"),
        ("function", "start"),
    ]


def test_ruby_comments() -> None:
    """The magic comment is no documentation; the comment above a method is."""
    facts = facts_of("ruby", RUBY)
    assert facts.doc == "Routes of the shop."
    assert [one.doc for one in facts.symbols if one.name == "paid?"] == ["Whether it is paid."]


def test_ruby_requires() -> None:
    """Relative requires keep their own form; autoload names the file."""
    assert imports(facts_of("ruby", RUBY)) == [
        ("require", "sinatra", ()),
        ("require_relative", "lib/shop", ()),
        ("require", "shop/basket", ()),
    ]


def test_ruby_registrations_need_a_literal() -> None:
    """Routes and tasks with literal arguments are found, a call with a variable is not."""
    assert registrations(facts_of("ruby", RUBY)) == [
        ("call", "get", '"/orders", to: "orders#index"', ""),
        ("call", "namespace", ":api", ""),
        ("call", "resources", ":users, only: [:index]", ""),
        ("call", "task", "build: [:clean]", ""),
        ("call", "mount", 'Sidekiq::Web => "/sidekiq"', ""),
        ("main_guard", "__main__", "start()", "start"),
    ]


def test_php_definitions() -> None:
    """Types, methods, constants and functions are found; the namespace is no container."""
    assert definitions(facts_of("php", PHP)) == [
        ("namespace", "App.Http"),
        ("class", "OrderController"),
        ("constant", "OrderController.LIMIT"),
        ("method", "OrderController.show"),
        ("interface", "Store"),
        ("trait", "Logs"),
        ("enum", "State"),
        ("function", "helper"),
    ]


def test_php_documentation() -> None:
    """A comment after the opening tag describes the file, one above an attribute the method below it."""
    facts = facts_of("php", PHP)
    assert facts.doc == "Routes of the shop."
    assert [(one.doc, one.signature) for one in facts.symbols if one.name == "show"] == [
        ("Shows one.", "public function show(int $id): string")
    ]


def test_php_imports() -> None:
    """Aliases give the original, groups share a prefix, the script's directory becomes a relative path."""
    assert imports(facts_of("php", PHP)) == [
        ("use", "App\\Models\\Order", ()),
        ("use", "App\\Models\\User", ()),
        ("use", "App", ("Cart", "Checkout")),
        ("use", "App\\helper", ()),
        ("include", "./bootstrap.php", ()),
        ("include", "views.php", ()),
    ]


def test_php_registrations() -> None:
    """Attributes, static routes and routes of an application are found; a plain getter is not."""
    assert registrations(facts_of("php", PHP)) == [
        ("decorator", "Route", "'/orders', name: 'orders'", "OrderController"),
        ("decorator", "Get", "'/{id}'", "OrderController.show"),
        ("call", "Route::get", "'/orders', [OrderController::class, 'show']", ""),
        ("call", "$app->post", "'/pay', 'pay'", ""),
    ]


def test_shell_functions_sources_and_main() -> None:
    """Both function syntaxes, both source commands and the call of main are found."""
    facts = facts_of("bash", SHELL)
    assert definitions(facts) == [("function", "say"), ("function", "stop"), ("function", "main")]
    assert imports(facts) == [("source", "$HERE/lib.sh", ()), ("source", "./env.sh", ())]
    assert registrations(facts) == [("main", "main", '"$@"', "main")]


def test_shell_documentation_skips_shebang_and_directives() -> None:
    """The first comment that speaks to people describes the script."""
    facts = facts_of("bash", SHELL)
    assert (facts.doc, facts.symbols[0].doc) == ("Deploys the shop.", "Says it.")
