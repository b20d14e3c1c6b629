"""Facts of Java and C# files."""

from __future__ import annotations

from tests.support.parsing import definitions, facts_of, imports, registrations

JAVA = """
package shop.web;

import java.util.List;
import java.util.function.*;
import static shop.Prices.total;

/**
 * Orders over HTTP.
 *
 * @author Ada
 */
@RestController
@RequestMapping("/orders")
public class OrderController<T> extends Base {
    public static final int LIMIT = 3;
    private int count = 0;

    OrderController() {}

    /** Shows one. */
    @GetMapping(value = "/{id}", produces = "text/plain")
    public String show(@PathVariable long id) { return ""; }

    @Override
    public String toString() { return ""; }

    enum State { OPEN; boolean done() { return false; } }

    interface Store { void save(Order order); }

    record Line(int amount) {}

    public static void main(String[] args) {
        SpringApplication.run(OrderController.class, args);
    }
}
"""

CONTROLLER = """
using System.Linq;
using static System.Math;
using Json = System.Text.Json;
global using Shop.Models;

namespace Shop.Web
{
    /// <summary>
    /// Orders over <c>HTTP</c>.
    /// </summary>
    [ApiController, Route("orders")]
    public class OrdersController<T> : ControllerBase
    {
        private const int Limit = 3;
        public int Count { get; set; }

        public OrdersController() { }

        [HttpGet("{id}")]
        public async Task<Order> Show(int id) => await store.Find(id);

        static void Main(string[] args) { }

        delegate void Saved(Order order);
        enum State { Open }
        struct Line { }
        interface IStore { void Save(Order order); }
        record Total(int Amount);
    }
}
"""

PROGRAM = """
namespace Shop;

var builder = WebApplication.CreateBuilder(args);
var app = builder.Build();
app.MapGet("/orders", () => "none");
app.Run();
"""


def test_java_definitions() -> None:
    """Classes, records, enums, interfaces, members and constants have their dotted containers."""
    assert definitions(facts_of("java", JAVA)) == [
        ("class", "OrderController"),
        ("constant", "OrderController.LIMIT"),
        ("method", "OrderController.OrderController"),
        ("method", "OrderController.show"),
        ("method", "OrderController.toString"),
        ("enum", "OrderController.State"),
        ("method", "OrderController.State.done"),
        ("interface", "OrderController.Store"),
        ("method", "OrderController.Store.save"),
        ("class", "OrderController.Line"),
        ("method", "OrderController.main"),
    ]


def test_java_signatures_and_lines_start_below_annotations() -> None:
    """Annotations belong neither to a signature nor to the line of a definition; Javadoc does document it."""
    symbols = {one.name: one for one in facts_of("java", JAVA).symbols}
    assert symbols["show"].signature == "public String show(@PathVariable long id)"
    assert (symbols["show"].line, symbols["show"].doc) == (22, "Shows one.")
    assert facts_of("java", JAVA).symbols[0].signature == "public class OrderController<T> extends Base"
    assert facts_of("java", JAVA).symbols[0].doc == "Orders over HTTP."


def test_java_imports() -> None:
    """A wildcard takes all, a static import takes one name of a class."""
    assert imports(facts_of("java", JAVA)) == [
        ("import", "java.util.List", ()),
        ("import", "java.util.function", ("*",)),
        ("import", "shop.Prices", ("total",)),
    ]


def test_java_registrations() -> None:
    """Annotations and main are registrations; Override is not."""
    assert registrations(facts_of("java", JAVA)) == [
        ("decorator", "RestController", "", "OrderController"),
        ("decorator", "RequestMapping", '"/orders"', "OrderController"),
        ("decorator", "GetMapping", 'value = "/{id}", produces = "text/plain"', "OrderController.show"),
        ("main", "main", "String[] args", "OrderController.main"),
    ]


def test_csharp_definitions_do_not_repeat_the_namespace() -> None:
    """A class is named alike in a namespace with braces and below one with a semicolon."""
    assert definitions(facts_of("csharp", CONTROLLER)) == [
        ("namespace", "Shop.Web"),
        ("class", "OrdersController"),
        ("constant", "OrdersController.Limit"),
        ("property", "OrdersController.Count"),
        ("method", "OrdersController.OrdersController"),
        ("method", "OrdersController.Show"),
        ("method", "OrdersController.Main"),
        ("type", "OrdersController.Saved"),
        ("enum", "OrdersController.State"),
        ("struct", "OrdersController.Line"),
        ("interface", "OrdersController.IStore"),
        ("method", "OrdersController.IStore.Save"),
        ("class", "OrdersController.Total"),
    ]


def test_csharp_documentation_comes_without_xml() -> None:
    """Tags of documentation comments are taken out of the sentence."""
    (found,) = [one for one in facts_of("csharp", CONTROLLER).symbols if one.name == "OrdersController" and one.doc]
    assert (found.doc, found.signature) == (
        "Orders over HTTP.",
        "public class OrdersController<T> : ControllerBase",
    )


def test_csharp_usings() -> None:
    """Static, global and aliased usings give the namespace."""
    assert imports(facts_of("csharp", CONTROLLER)) == [
        ("using", "System.Linq", ()),
        ("using", "System.Math", ()),
        ("using", "System.Text.Json", ()),
        ("using", "Shop.Models", ()),
    ]


def test_csharp_registrations() -> None:
    """Each attribute of a list is one decorator; a static Main is a main."""
    assert registrations(facts_of("csharp", CONTROLLER)) == [
        ("decorator", "ApiController", "", "OrdersController"),
        ("decorator", "Route", '"orders"', "OrdersController"),
        ("decorator", "HttpGet", '"{id}"', "OrdersController.Show"),
        ("main", "Main", "string[] args", "OrdersController.Main"),
    ]


def test_top_level_statements_are_one_main() -> None:
    """A C# program without a class starts at its first statement; endpoints are calls."""
    assert registrations(facts_of("csharp", PROGRAM)) == [
        ("main", "main", "", ""),
        ("assignment", "WebApplication.CreateBuilder", "args", "builder"),
        ("assignment", "builder.Build", "", "app"),
        ("call", "app.MapGet", '"/orders", () => "none"', ""),
    ]
