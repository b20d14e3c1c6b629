"""Sub-commands that clap derives, and the routes of warp."""

from __future__ import annotations

import pytest

from tests.support.entry_points import found, names

CLAP = '[package]\nname = "tool"\n\n[dependencies]\nclap = "4"\n'
MAIN = "fn main() {\n}\n"


def test_a_parser_may_be_the_enum_of_commands_itself() -> None:
    """Its variants are the commands; a type of values with the same shape is none."""
    text = (
        "use clap::{Parser, Subcommand, ValueEnum};\n#[derive(Debug, Parser)]\n#[clap(about, version)]\n"
        "pub enum Cmd {\n"
        "    Add(Add),\n    Import(Import),\n    Edit(Edit),\n    HTTPServe,\n}\n"
        "#[derive(Debug, Parser)]\npub struct Add {\n    pub paths: Vec<PathBuf>, // what's added\n}\n"
        "#[derive(Debug, Parser)]\npub struct Import {\n    #[clap(subcommand)]\n    pub from: ImportFrom,\n}\n"
        '#[derive(Subcommand)]\npub enum ImportFrom {\n    Autojump,\n    #[clap(name = "z.lua")]\n    ZLua,\n}\n'
        "#[derive(Debug, Parser)]\npub struct Edit {\n    #[clap(subcommand)]\n    pub cmd: Option<EditCommand>,\n}\n"
        "#[derive(Subcommand)]\npub enum EditCommand {\n    Delete { path: String },\n}\n"
        "#[derive(Parser, ValueEnum)]\npub enum Shell {\n    Bash,\n    Zsh,\n}\n"
    )
    texts = {"Cargo.toml": CLAP, "src/main.rs": MAIN, "src/cmd.rs": text}
    assert names(texts, "cli_command") == [
        "tool add",
        "tool edit",
        "tool edit delete",
        "tool http-serve",
        "tool import autojump",
        "tool import z.lua",
    ]


def test_types_of_one_name_are_told_apart_by_the_module_in_their_path() -> None:
    """``info::Input`` and ``add::Input`` are two; what is inside one says nothing of the other."""
    texts = {
        "Cargo.toml": CLAP,
        "src/main.rs": (
            "use clap::Subcommand;\nmod add;\nmod info;\n#[derive(Subcommand)]\nenum Command {\n    Add(add::Input),\n"
            "    Info(info::Input),\n}\nfn main() {}\n"
        ),
        "src/add.rs": "use clap::Args;\n#[derive(Args)]\npub struct Input {\n    path: String,\n}\n",
        "src/info.rs": (
            "use clap::{Args, Subcommand};\n#[derive(Args)]\npub struct Input {\n    #[command(subcommand)]\n"
            "    info: Info,\n}\n"
            '#[derive(Subcommand)]\n#[command(rename_all = "snake_case")]\nenum Info {\n    ConfigPath,\n}\n'
        ),
    }
    assert names(texts, "cli_command") == ["tool add", "tool info config_path"]


def test_flattened_commands_stand_in_the_place_of_what_carries_them() -> None:
    """A variant that is flattened is no command, its enum's variants are."""
    text = (
        "use clap::{Parser, Subcommand};\n#[derive(Parser)]\nstruct Cli {\n    #[command(subcommand)]\n"
        "    command: Commands,\n}\n"
        "#[derive(Subcommand)]\nenum Commands {\n    #[command(flatten)]\n    Shared(Shared),\n    Run,\n"
        "    Remote {\n        #[command(subcommand)]\n        action: Action,\n    },\n}\n"
        "#[derive(Subcommand)]\nenum Shared {\n    Login,\n}\n#[derive(Subcommand)]\nenum Action {\n    Prune,\n}\n"
    )
    texts = {"Cargo.toml": CLAP, "src/main.rs": f"{text}{MAIN}"}
    assert names(texts, "cli_command") == ["tool login", "tool remote prune", "tool run"]


def test_a_command_bears_the_program_that_its_file_is_part_of() -> None:
    """The file of a program, its directory below ``src/bin``, or the name that the parser states."""
    text = "use clap::Subcommand;\n#[derive(Subcommand)]\nenum Command {\n    Go,\n}\n"
    stated = (
        'use clap::{Parser, Subcommand};\n#[derive(Parser)]\n#[command(name = "three")]\nstruct Cli {\n'
        f"    #[command(subcommand)]\n    command: Command,\n}}\n{text.partition(';')[2]}"
    )
    manifest = (
        f'{CLAP}[[bin]]\nname = "one"\npath = "src/bin/cli.rs"\n[[bin]]\nname = "two"\npath = "src/bin/b/main.rs"\n'
    )
    texts = {
        "Cargo.toml": f'{manifest}[[bin]]\nname = "three"\npath = "src/three.rs"\n',
        "src/bin/cli.rs": f"{text}{MAIN}",
        "src/bin/b/main.rs": MAIN,
        "src/bin/b/args.rs": text,
        "src/three.rs": MAIN,
        "src/three_args.rs": stated,
    }
    assert names(texts, "cli_command") == ["one go", "three go", "two go"]


def test_the_name_that_users_call_counts_where_it_is_stated() -> None:
    """A plugin of Cargo is called through it."""
    text = (
        'use clap::Parser;\n#[derive(Parser)]\n#[command(bin_name = "cargo")]\nenum Command {\n'
        "    SetVersion(Args),\n}\n"
    )
    texts = {"Cargo.toml": CLAP, "src/main.rs": f"{text}{MAIN}"}
    assert names(texts, "cli_command") == ["cargo set-version"]


def test_a_library_of_a_workspace_takes_its_arguments_for_the_only_program() -> None:
    """The crate that parses is not always the one that is built."""
    text = "use clap::Subcommand;\n#[derive(Subcommand)]\npub enum Command {\n    Go,\n}\n"
    texts = {
        "Cargo.toml": '[workspace]\nmembers = ["*"]\n',
        "cli/Cargo.toml": CLAP.replace("tool", "tool-cli"),
        "cli/src/lib.rs": text,
        "bin/Cargo.toml": CLAP,
        "bin/src/main.rs": MAIN,
    }
    assert names(texts, "cli_command") == ["tool go"]


def test_filters_of_warp_are_routes_with_their_method_and_path() -> None:
    """Parts stand in any order; a filter that only prepares something, or has no path, is no route."""
    text = (
        'use warp::{self, Filter};\nfn list(db: Db) -> impl Filter {\n    warp::path("customers")\n'
        "        .and(warp::get())\n        .and(with_db(db))\n        .and_then(handlers::list)\n}\n"
        'fn one() -> impl Filter {\n    warp::put().and(warp::path!("customers" / u32)).map(reply)\n}\n'
        "fn file() -> impl Filter {\n"
        '    warp::path("files").and(warp::path::param::<String>()).and(warp::path::tail()).map(x)\n}\n'
        "fn with_db(db: Db) -> impl Filter {\n    warp::any().map(move || db.clone())\n}\n"
        'fn part() -> impl Filter {\n    warp::path("unfinished").and(warp::get())\n}\n'
    )
    texts = {"Cargo.toml": CLAP, "src/routes.rs": text}
    assert names(texts, "http_route") == ["/files/{String}/*", "GET /customers", "PUT /customers/{u32}"]


def test_an_attribute_may_state_several_methods() -> None:
    """There is one in actix for what more than one method answers."""
    text = (
        'use actix_web::{route, web};\n#[route("/{file}", method = "GET", method = "HEAD")]\nasync fn serve() {}\n'
        "pub fn routes(cfg: &mut web::ServiceConfig) {\n    cfg.service(serve);\n}\n"
    )
    assert names({"Cargo.toml": CLAP, "src/server.rs": text}, "http_route") == ["GET /{file}", "HEAD /{file}"]


def test_nested_routers_are_found_by_the_type_or_the_variable_that_makes_them() -> None:
    """``UsersRouter::routes()`` is that type's, and a variable keeps what a function returned."""
    router = (
        'impl {0} {{\n    pub fn routes() -> Router {{\n        Router::new().route("/{1}", get(list))\n    }}\n}}\n'
    )
    texts = {
        "Cargo.toml": CLAP,
        "src/main.rs": (
            "use axum::Router;\nfn app() -> Router {\n    let tags = tags::routes(state.clone())\n"
            "        .layer(auth);\n"
            '    Router::new()\n        .nest("/api", Users::routes())\n        .nest("/v2", Posts::routes())\n'
            '        .nest("/t", tags)\n}\n'
        ),
        "src/users.rs": f"use axum::{{routing::get, Router}};\n{router.format('Users', 'users')}",
        "src/posts.rs": f"use axum::{{routing::get, Router}};\n{router.format('Posts', 'posts')}",
        "src/tags.rs": (
            "use axum::{routing::get, Router};\npub fn routes(s: State) -> Router {\n"
            '    Router::new().route("/tags", get(list))\n}\n'
        ),
    }
    assert names(texts, "http_route") == ["GET /api/users", "GET /t/tags", "GET /v2/posts"]


@pytest.mark.parametrize(
    "text", ["#[derive(Subcommand)]\nenum A {", "#[derive(Parser)]\nstruct A { #[command(subcommand)] a: A }"]
)
def test_unfinished_and_circular_types_end_in_an_answer(text: str) -> None:
    """What is being typed, or leads to itself, is no reason to fail."""
    assert found({"Cargo.toml": CLAP, "src/main.rs": f"use clap::Parser;\n{text}\n"}, "cli_command") == []
