"""Facts of Go and Rust files."""

from __future__ import annotations

from tests.support.parsing import definitions, facts_of, imports, registrations

GO = """
// Copyright 2024 The Authors. All rights reserved.

//go:build linux

// Command shopd serves the shop. It needs a database.
package main

import "fmt"

import (
	_ "net/http/pprof"
	g "github.com/gin-gonic/gin"
	. "math"
)

// Limit is how many.
const Limit = 3

const (
	// Open is a state.
	Open = iota
	closed
)

var ErrFull, errHidden = errors.New("full"), errors.New("hidden")

type Stack[T any] struct{ items []T }

type (
	// Pusher pushes.
	Pusher interface{ Push(item int) error }
	Name   = string
)

// Push adds one item.
func (s *Stack[T]) Push(item T) error {
	return nil
}

func (n Named) String() string { return "" }

func main() {
	r := g.Default()
	api := r.Group("/api")
	api.GET("/users/:id", readUser)
	http.HandleFunc("/", index)
	root := &cobra.Command{Use: "shop", Short: "Sells"}
	root.AddCommand(&cobra.Command{Use: "buy"})
}
"""

RUST = """
//! Searches files. Fast.

#![allow(dead_code)]
use std::{fmt, io::{self, Read as R}, collections::*};
use crate::config::Config;
pub use self::inner::Thing;
mod walk;
extern crate serde;

/// The arguments.
#[derive(Debug, Parser)]
#[command(name = "rg")]
pub struct Args<T> { pattern: T }

impl<T> Args<T> {
    pub const MAX: usize = 3;

    /// Makes one.
    #[inline]
    pub fn new() -> Self { todo!() }
}

impl fmt::Display for config::Config { fn fmt(&self) {} }

pub trait Sink { fn write(&self); fn flush(&self) {} }

enum Mode { A }
union Bits { a: u8 }
macro_rules! shout { () => {} }
static COUNT: u8 = 2;
type Short = u8;

mod tests { fn helper() {} }

#[cfg(unix)]
fn twin() {}
#[cfg(windows)]
fn twin() {}

#[get("/users/<id>")]
fn user() {}

#[tokio::main]
async fn main() -> Result<(), Error> {
    let app = Router::new()
        .route("/", get(index))
        .nest("/api", api());
}
"""


def test_go_definitions_have_receivers_as_containers() -> None:
    """Pointer, value and generic receivers give the type; only exported values are kept."""
    assert definitions(facts_of("go", GO)) == [
        ("constant", "Limit"),
        ("constant", "Open"),
        ("variable", "ErrFull"),
        ("struct", "Stack"),
        ("interface", "Pusher"),
        ("method", "Pusher.Push"),
        ("type", "Name"),
        ("method", "Stack.Push"),
        ("method", "Named.String"),
        ("function", "main"),
    ]


def test_go_comments_document_declarations_also_inside_groups() -> None:
    """Comments above a name in a group belong to that name; the package comment describes the file."""
    facts = facts_of("go", GO)
    documentation = {(one.container, one.name): one.doc for one in facts.symbols}
    assert documentation["", "Open"] == "Open is a state."
    assert documentation["", "Pusher"] == "Pusher pushes."
    assert documentation["Stack", "Push"] == "Push adds one item."
    assert facts.doc == "Command shopd serves the shop."


def test_go_imports_keep_the_path() -> None:
    """Aliases and blanks do not matter, a dot import takes all names."""
    assert imports(facts_of("go", GO)) == [
        ("import", "fmt", ()),
        ("import", "net/http/pprof", ()),
        ("import", "github.com/gin-gonic/gin", ()),
        ("import", "math", ("*",)),
    ]


def test_go_registrations() -> None:
    """main, routers, groups, routes and cobra commands are found once each."""
    assert registrations(facts_of("go", GO)) == [
        ("main", "main", "main", "main"),
        ("assignment", "g.Default", "", "r"),
        ("assignment", "r.Group", '"/api"', "api"),
        ("call", "api.GET", '"/users/:id", readUser', ""),
        ("call", "http.HandleFunc", '"/", index', ""),
        ("assignment", "cobra.Command", 'Use: "shop", Short: "Sells"', "root"),
        ("call", "cobra.Command", 'Use: "buy"', ""),
    ]


def test_a_function_called_main_in_another_package_starts_nothing() -> None:
    """Only package main has a main."""
    assert registrations(facts_of("go", "package shop\n\nfunc main() {}\n")) == []


def test_rust_definitions_keep_twins_and_impl_types() -> None:
    """Functions under two cfgs both stay; methods carry the type of their impl."""
    assert definitions(facts_of("rust", RUST)) == [
        ("struct", "Args"),
        ("constant", "Args.MAX"),
        ("method", "Args.new"),
        ("method", "Config.fmt"),
        ("trait", "Sink"),
        ("method", "Sink.write"),
        ("method", "Sink.flush"),
        ("enum", "Mode"),
        ("struct", "Bits"),
        ("macro", "shout"),
        ("variable", "COUNT"),
        ("type", "Short"),
        ("module", "tests"),
        ("function", "tests.helper"),
        ("function", "twin"),
        ("function", "twin"),
        ("function", "user"),
        ("function", "main"),
    ]


def test_rust_documentation_is_found_above_attributes() -> None:
    """Attributes stand between a comment and what it documents."""
    facts = facts_of("rust", RUST)
    documentation = {one.name: one.doc for one in facts.symbols}
    assert (facts.doc, documentation["Args"], documentation["new"]) == (
        "Searches files.",
        "The arguments.",
        "Makes one.",
    )


def test_rust_uses_are_flattened_by_group() -> None:
    """Single paths stay whole; names of a group share its path; globs and self are kept."""
    uses = [item for item in imports(facts_of("rust", RUST)) if item[0] != "path"]
    assert sorted(uses) == [
        ("mod", "walk", ()),
        ("use", "crate::config::Config", ()),
        ("use", "self::inner::Thing", ()),
        ("use", "serde", ()),
        ("use", "std", ("fmt",)),
        ("use", "std::collections", ("*",)),
        ("use", "std::io", ("self", "Read")),
    ]


def test_rust_paths_in_code_are_found_once_without_their_last_word() -> None:
    """Calls, types, attributes and the tokens of macros hold paths; those of types in scope begin with a capital."""
    source = b"""#[kit::main]
fn f() -> crate::a::T { x::y::go(); x::y::stop(); m!("{}", super::b::n(), p.x::q); Vec::new() }
"""
    found = [item[:2] for item in imports(facts_of("rust", source))]
    assert found == [("path", "kit"), ("path", "crate::a"), ("path", "x::y"), ("path", "super::b"), ("path", "x")]


def test_rust_registrations() -> None:
    """Attribute macros, clap's derives, routes and main are registrations; inline and cfg are not."""
    assert registrations(facts_of("rust", RUST)) == [
        ("decorator", "derive", "Debug, Parser", "Args"),
        ("decorator", "command", 'name = "rg"', "Args"),
        ("decorator", "get", '"/users/<id>"', "user"),
        ("decorator", "tokio::main", "", "main"),
        ("main", "main", "", "main"),
        ("call", "Router::new().route", '"/", get(index)', ""),
        ("call", 'Router::new().route("/",get(index)).nest', '"/api", api()', ""),
    ]
