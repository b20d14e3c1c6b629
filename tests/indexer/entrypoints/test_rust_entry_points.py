"""Rust programs, libraries and routes."""

from __future__ import annotations

import pytest

from indexer.facts import Role
from tests.support.entry_points import found, names, only, product

PACKAGE = '[package]\nname = "tool"\nversion = "1.0.0"\n'
MAIN = "//! Tool.\n\nfn main() {\n}\n"


def test_programs_and_library_lie_where_cargo_looks_for_them() -> None:
    """Defaults need no declaration."""
    texts = {
        "Cargo.toml": PACKAGE,
        "src/main.rs": MAIN,
        "src/lib.rs": "pub fn x() {}\n",
        "src/bin/extra.rs": MAIN,
        "src/bin/multi/main.rs": MAIN,
    }
    assert product(texts) == [("binary", "extra"), ("binary", "multi"), ("binary", "tool"), ("library_root", "tool")]
    assert next(entry.line for entry in found(texts) if entry.path == "src/main.rs") == 3


def test_a_declared_program_is_found_at_its_path_and_once() -> None:
    """``[[bin]]`` names the program; its main is not counted again under the package's name."""
    texts = {
        "Cargo.toml": PACKAGE
        + '[[bin]]\nname = "rg"\npath = "crates/core/main.rs"\n[[bin]]\nname = "t"\npath = "src/main.rs"\n',
        "crates/core/main.rs": MAIN,
        "src/main.rs": MAIN,
    }
    assert [(entry.name, entry.path, entry.confidence) for entry in found(texts, "binary")] == [
        ("rg", "crates/core/main.rs", 1.0),
        ("t", "src/main.rs", 1.0),
    ]


def test_members_of_a_workspace_are_packages_of_their_own() -> None:
    """The innermost manifest owns a file."""
    texts = {
        "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n',
        "crates/a/Cargo.toml": '[package]\nname = "a"\n',
        "crates/a/src/lib.rs": "//! A.\n",
        "crates/b/Cargo.toml": '[package]\nname = "b"\n[lib]\nname = "bee"\npath = "lib.rs"\n',
        "crates/b/lib.rs": "pub fn b() {}\n",
    }
    assert names(texts, "library_root") == ["a", "bee"]


def test_examples_and_tests_are_not_the_product() -> None:
    """What Cargo builds on the side keeps its role."""
    texts = {
        "Cargo.toml": PACKAGE,
        "examples/show.rs": MAIN,
        "tests/t.rs": MAIN,
        "build.rs": MAIN,
        "benches/b.rs": MAIN,
    }
    assert [(entry.name, entry.role) for entry in found(texts)] == [("show", Role.EXAMPLE)]


@pytest.mark.parametrize(
    "text",
    ["[package\n", '[package]\nname = "x"\n[[bin]]\n', "bin = 3\n[package]\n", "[package]\nname=1\n[lib]\npath=2\n"],
)
def test_a_malformed_manifest_keeps_its_trouble_to_itself(text: str) -> None:
    """Odd values yield nothing or a default, and a neighbour is read all the same."""
    texts = {"Cargo.toml": text, "other/Cargo.toml": '[package]\nname = "o"\n', "other/src/main.rs": MAIN}
    assert "o" in names(texts, "binary")


def test_attribute_routes_lie_under_the_scope_that_serves_them() -> None:
    """Scopes of actix and mounts of Rocket prefix the functions they name."""
    texts = {
        "src/actix.rs": (
            'use actix_web::{get, web};\n#[get("/hello/{name}")]\nasync fn hello() {}\n#[get("/free")]\n'
            "async fn free() {}\n"
            'fn conf(c: &mut web::ServiceConfig) { c.service(web::scope("/api").service(hello)); }\n'
        ),
        "src/rocket.rs": (
            'use rocket::{get, routes};\n#[post("/x", data = "<d>")]\nfn add() {}\n'
            'fn rocket() { rocket::build().mount("/v1", routes![add]); }\n'
        ),
    }
    assert names(texts, "http_route") == ["GET /api/hello/{name}", "GET /free", "POST /v1/x"]


def test_axum_routers_nest_through_the_functions_that_make_them() -> None:
    """One route answers several methods, and ``nest`` prefixes another function's routes."""
    text = (
        "use axum::{routing::{get, post}, Router};\nfn app() -> Router {\n    Router::new()\n"
        '        .route("/", get(root))\n'
        '        .nest("/api", api())\n}\nfn api() -> Router {\n'
        '    Router::new().route("/users", get(list).post(users::add))\n}\n'
    )
    texts = {"src/main.rs": text}
    assert names(texts, "http_route") == ["GET /", "GET /api/users", "POST /api/users"]
    assert {entry.symbol for entry in found(texts, "http_route")} == {"root", "list", "users.add"}


def test_an_attribute_of_another_library_is_no_route() -> None:
    """``get`` is a word of getters too."""
    text = 'use getset::Getters;\n#[derive(Getters)]\nstruct A {\n    #[get("/x")]\n    a: u8,\n}\n'
    assert found({"src/a.rs": text}) == []


def test_a_program_whose_file_is_not_tracked_is_found_at_the_manifest() -> None:
    """The declaration stands even where the code is generated."""
    entry = only({"Cargo.toml": PACKAGE + '[[bin]]\nname = "gone"\npath = "out/gone.rs"\n'}, "binary")
    assert (entry.name, entry.path, entry.line) == ("gone", "Cargo.toml", 5)


def test_clap_commands_are_variants_and_what_a_builder_adds() -> None:
    """Names are stated or in kebab case; a variant that leads to another enum is a group; comments hold no quotes."""
    text = (
        "use clap::{Args, Command, Parser, Subcommand};\n#[derive(Parser)]\nstruct Cli {\n    #[command(subcommand)]\n"
        "    command: Commands,\n}\n#[derive(Subcommand)]\nenum Commands {\n    /// Don't ask (really\n"
        "    DryRun { path: &'static str, force: bool },\n"
        '    #[command(name = "rm", about)]\n    Remove(RemoveArgs),\n'
        "    Remote(RemoteArgs),\n    #[command(external_subcommand)]\n    Other(Vec<String>),\n}\n"
        "#[derive(Args)]\nstruct RemoteArgs {\n    #[command(subcommand)]\n    command: RemoteCommands,\n}\n"
        "#[derive(Subcommand)]\nenum RemoteCommands {\n    Add,\n}\n"
        'fn build() { Command::new("tool").subcommand(Command::new("cache").about("x")); }\n'
    )
    texts = {"Cargo.toml": PACKAGE, "src/main.rs": f"{MAIN}{text}"}
    assert names(texts, "cli_command") == ["tool cache", "tool dry-run", "tool remote add", "tool rm"]
    assert next(entry.evidence for entry in found(texts) if entry.name == "tool rm") == "Remove(RemoveArgs),"
