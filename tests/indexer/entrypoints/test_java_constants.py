"""Paths of Java's routes that are written as constants, and routes of frameworks beside Spring and JAX-RS."""

from __future__ import annotations

from indexer.facts import Role
from tests.support.entry_points import names, only

SPRING = "package a;\nimport org.springframework.web.bind.annotation.*;\n"


def test_a_constant_of_the_class_is_what_it_is_set_to() -> None:
    """Sums and arrays are put together; braces belong to a path."""
    text = (
        f"{SPRING}@RestController\npublic class Users {{\n"
        '    private static final String BASE = "/users";\n    static final String ONE = BASE + "/{id}/**";\n'
        "    @GetMapping(ONE)\n    public void one() {}\n"
        '    @PostMapping(path = { BASE, "/people" })\n    public void add() {}\n}\n'
    )
    assert names({"src/main/java/a/Users.java": text}, "http_route") == [
        "GET /users/{id}/**",
        "POST /people",
        "POST /users",
    ]


def test_a_constant_of_another_class_is_found_by_the_name_of_the_class() -> None:
    """Qualified or imported statically; of two classes of one name the one beside is meant, else none."""
    text = (
        "package a;\nimport static b.Paths.ITEMS;\nimport org.springframework.web.bind.annotation.*;\n"
        "@RestController\n@RequestMapping(Paths.ROOT)\npublic class Shop {\n"
        "    @GetMapping(ITEMS)\n    public void items() {}\n"
        "    @GetMapping(Elsewhere.UNKNOWN)\n    public void unknown() {}\n}\n"
    )
    paths = 'package b;\npublic interface Paths {\n    String ROOT = "/shop";\n    String ITEMS = "/items";\n}\n'
    texts = {"src/main/java/a/Shop.java": text, "src/main/java/b/Paths.java": paths}
    assert names(texts, "http_route") == ["GET /shop", "GET /shop/items"]


def test_a_slash_at_the_end_makes_no_other_resource() -> None:
    """JAX-RS takes both; where there is nothing but the slash it is the root."""
    text = (
        'package a;\nimport jakarta.ws.rs.*;\n@Path("/fruits")\npublic class Fruits {\n'
        '    @GET\n    @Path("/")\n    public void list() {}\n}\n'
    )
    assert names({"src/main/java/a/Fruits.java": text}, "http_route") == ["GET /fruits"]
    root = text.replace('@Path("/fruits")\n', '@Path("/")\n')
    assert names({"src/main/java/a/Fruits.java": root}, "http_route") == ["GET /"]


def test_reactive_routes_state_their_methods_and_handlers_of_failures_are_none() -> None:
    """``@Route`` means this only where the file imports it from Quarkus."""
    text = (
        "package a;\nimport io.quarkus.vertx.web.Route;\nimport io.quarkus.vertx.web.RouteBase;\n"
        '@RouteBase(path = "/fruits")\npublic class Fruits {\n'
        '    @Route(methods = Route.HttpMethod.GET, path = "/:id")\n    public void one() {}\n'
        '    @Route(path = "any")\n    public void any() {}\n'
        '    @Route(path = "/*", type = FAILURE)\n    public void failed() {}\n}\n'
    )
    assert names({"src/main/java/a/Fruits.java": text}, "http_route") == ["/fruits/any", "GET /fruits/:id"]
    other = text.replace("io.quarkus.vertx.web", "com.vaadin.flow.router")
    assert names({"src/main/java/a/Fruits.java": other}, "http_route") == []


def test_a_main_beside_the_product_serves_its_developers() -> None:
    """As with the programs of other languages."""
    text = "public class Hello {\n    public static void main(String[] args) {\n    }\n}\n"
    assert only({"util/Hello.java": text}, "main_function").role is Role.DEV
    assert only({"app/src/main/java/Hello.java": text}, "main_function").role is Role.PRODUCT
