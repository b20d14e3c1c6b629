"""Routes of actix's resources, and functions with a route attribute in workspaces of several servers."""

from __future__ import annotations

import pytest

from tests.support.entry_points import found, names

HEAD = "use actix_web::{web, App, HttpServer};\n\n"


@pytest.mark.parametrize(
    ("service", "routes"),
    [
        ('web::resource("/login").route(web::post().to(login))', ["POST /login"]),
        (
            'web::resource("/users")\n  .wrap(auth())\n  .route(web::get().to(list))\n  .route(web::post().to(add))',
            ["GET /users", "POST /users"],
        ),
        ('web::resource("/any").to(any)', ["/any"]),
        ('web::resource("/closure").to(|| async { "(hello)" })', ["/closure"]),
        ('web::resource("/short").get(show).delete(drop)', ["DELETE /short", "GET /short"]),
        ('web::resource("/guarded").app_data(limit).guard(json())', []),
        ('web::scope("/api").service(web::resource("/{id}").route(web::get().to(one)))', ["GET /api/{id}"]),
        ('web::scope("/api").service(web::resource("").route(web::get().to(all)))', ["GET /api"]),
    ],
)
def test_a_resource_has_a_route_for_each_method_that_is_put_on_it(service: str, routes: list[str]) -> None:
    """Only what answers makes a route; without a method any is answered."""
    text = f"{HEAD}fn main() {{\n    App::new().service({service})\n}}\n"
    assert names({"src/main.rs": text}, "http_route") == routes


def test_a_resource_tells_its_handler_and_its_line() -> None:
    """A closure has no name."""
    service = 'web::resource("/x").route(web::get().to(api::show))'
    text = f"{HEAD}fn main() {{\n    App::new()\n        .service({service})\n}}\n"
    (entry,) = found({"src/main.rs": text}, "http_route")
    assert (entry.name, entry.line, entry.symbol) == ("GET /x", 5, "api.show")


def test_what_is_compiled_for_tests_only_is_no_route_of_the_product() -> None:
    """A test makes an app of its own, in the same file."""
    text = (
        f'{HEAD}fn main() {{\n    App::new().route("/a", web::get().to(a)).route("/b", web::to(b))\n}}\n\n'
        '#[cfg(test)]\nmod tests {\n    fn t() {\n        App::new().route("/t", web::get().to(a))\n'
        '            .service(web::resource("/u").to(a))\n    }\n}\n'
    )
    assert names({"src/main.rs": text}, "http_route") == ["/b", "GET /a"]


def test_functions_of_one_name_are_served_as_their_own_package_does() -> None:
    """What another package of the workspace mounts under a prefix is another function."""
    served = '{head}#[get("/hello")]\nasync fn hello() {{}}\n\nfn main() {{\n    App::new(){services}\n}}\n'
    texts = {
        "a/Cargo.toml": '[package]\nname = "a"\n',
        "a/src/main.rs": served.format(head=HEAD, services='.service(web::scope("/api").service(hello))'),
        "b/Cargo.toml": '[package]\nname = "b"\n',
        "b/src/main.rs": served.format(head=HEAD, services=".service(hello)"),
    }
    assert [(entry.path, entry.name) for entry in found(texts, "http_route")] == [
        ("a/src/main.rs", "GET /api/hello"),
        ("b/src/main.rs", "GET /hello"),
    ]


def test_packages_kept_back_beside_a_published_one_serve_its_developers() -> None:
    """Where the root is published, ``publish = false`` tells a tool; of a library, and in other workspaces, nothing."""
    main = "fn main() {\n}\n"
    texts = {
        "Cargo.toml": '[package]\nname = "tool"\n[workspace]\nmembers = ["crates/*"]\n',
        "src/main.rs": main,
        "crates/book/Cargo.toml": '[package]\nname = "book"\npublish = false\n',
        "crates/book/src/main.rs": main,
        "crates/core/Cargo.toml": '[package]\nname = "core"\n',
        "crates/core/src/lib.rs": "pub fn f() {}\n",
        "crates/data/Cargo.toml": '[package]\nname = "data"\npublish = false\n',
        "crates/data/src/lib.rs": "pub fn g() {}\n",
    }
    roles = {entry.name: entry.role.value for entry in found(texts)}
    assert roles == {"tool": "product", "book": "dev", "core": "product", "data": "product"}
    alone = {**texts, "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n'}
    assert {entry.name: entry.role.value for entry in found(alone)}["book"] == "product"
