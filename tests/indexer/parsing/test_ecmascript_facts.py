"""Facts of JavaScript, TypeScript and TSX files."""

from __future__ import annotations

import pytest

from tests.support.parsing import definitions, facts_of, imports, registrations

SERVER = """
/*!
 * Copyright(c) 2020 Someone
 */
'use strict';

/**
 * Serves the shop.
 */
const express = require('express');
const { Router, json: parse } = require('express');
const lazy = () => import('./lazy.js');
import shop, { basket as cart } from './shop.js';
import * as all from "./all";
import './side-effect.js';
export { pay } from './pay.js';
export * from './more.js';

const app = express();
const server = new http.Server(app);
const cache = new Map();

/**
 * Show a product.
 *
 * @param {string} id
 */
exports.show = function show(request, response) {
};

Basket.prototype.add = function (item) {};

class Basket extends Base {
  #secret() {}
  total = (items) => items.length;
}

export const LIMIT = 3, RATE = 0.2;
const local = 1;

app.use('/shop', shop);
app.use(parse());
app.route('/products')
  .get(list)
  .post(create);
app.listen(3000);
program.command('build <dir>');
export default function main() {}
"""

CONTROLLER = """
import type { Cat } from './cat';
import fs = require('fs');

/** Cats over HTTP. */
@Controller('cats')
export class CatsController {
  constructor(private readonly cats: CatsService) {}

  // Finds one.
  @Get(':id')
  @UseGuards(AuthGuard)
  async find(@Param('id') id: string): Promise<Cat> {
    return this.cats.find(id);
  }
}
export interface Options { port: number; start(now: boolean): void }
export type Name = string;
export enum Colour { Red }
export abstract class Shape { abstract area(): number }
namespace Outer.Inner { export function hidden() {} }
export const api = new Hono<Env>();
declare function ambient(a: string): void;
const bootstrapped = await NestFactory.create(AppModule);
"""


def test_javascript_definitions_include_arrows_and_assigned_functions() -> None:
    """Functions in variables, on exports, on prototypes and in class fields are definitions."""
    assert definitions(facts_of("javascript", SERVER)) == [
        ("function", "lazy"),
        ("function", "show"),
        ("method", "Basket.add"),
        ("class", "Basket"),
        ("method", "Basket.#secret"),
        ("method", "Basket.total"),
        ("constant", "LIMIT"),
        ("constant", "RATE"),
        ("function", "main"),
    ]


def test_javascript_signatures_have_no_body() -> None:
    """Neither braces nor arrows nor expressions of a body are left in a signature."""
    signatures = {one.name: one.signature for one in facts_of("javascript", SERVER).symbols}
    assert signatures["lazy"] == "const lazy = ()"
    assert signatures["show"] == "exports.show = function show(request, response)"
    assert signatures["Basket"] == "class Basket extends Base"
    assert signatures["LIMIT"] == "export const LIMIT = 3"


def test_jsdoc_gives_its_first_sentence() -> None:
    """The comment above a function documents it; tags are left out."""
    documentation = {one.name: one.doc for one in facts_of("javascript", SERVER).symbols}
    assert documentation["show"] == "Show a product."


def test_javascript_imports_of_every_form() -> None:
    """require, import, export-from and dynamic import are told apart, with the original names."""
    assert imports(facts_of("javascript", SERVER)) == [
        ("require", "express", ()),
        ("require", "express", ("Router", "json")),
        ("dynamic", "./lazy.js", ()),
        ("import", "./shop.js", ("default", "basket")),
        ("import", "./all", ("*",)),
        ("import", "./side-effect.js", ()),
        ("export", "./pay.js", ("pay",)),
        ("export", "./more.js", ("*",)),
    ]


def test_javascript_registrations() -> None:
    """Applications, routes, chains of routes and the default export are found; plain containers are not."""
    assert registrations(facts_of("javascript", SERVER)) == [
        ("assignment", "express", "", "app"),
        ("assignment", "http.Server", "app", "server"),
        ("call", "app.use", "'/shop', shop", ""),
        ("call", "app.use", "parse()", ""),
        ("call", "app.route", "'/products'", ""),
        ("call", "app.route('/products').get", "list", ""),
        ("call", "app.route('/products').get(list).post", "create", ""),
        ("call", "app.listen", "3000", ""),
        ("call", "program.command", "'build <dir>'", ""),
        ("assignment", "export default", "", "main"),
    ]


def test_a_link_of_a_chain_stands_on_its_own_line() -> None:
    """Each call of a chain over several lines has the line of its own name."""
    facts = facts_of("javascript", SERVER)
    lines = [one.text for one in facts.registrations if one.callee.endswith((".get", ".post"))]
    assert lines == [".get(list)", ".post(create);"]


def test_the_opening_comment_after_a_licence_describes_the_file() -> None:
    """Licence and 'use strict' are passed over."""
    assert facts_of("javascript", SERVER).doc == "Serves the shop."


@pytest.mark.parametrize("language", ["typescript", "tsx"])
def test_typescript_definitions(language: str) -> None:
    """Interfaces, aliases, enums, namespaces, abstract members and signatures are definitions."""
    assert definitions(facts_of(language, CONTROLLER)) == [
        ("class", "CatsController"),
        ("method", "CatsController.constructor"),
        ("method", "CatsController.find"),
        ("interface", "Options"),
        ("method", "Options.start"),
        ("type", "Name"),
        ("enum", "Colour"),
        ("class", "Shape"),
        ("method", "Shape.area"),
        ("namespace", "Outer.Inner"),
        ("function", "Outer.Inner.hidden"),
        ("constant", "api"),
        ("function", "ambient"),
    ]


@pytest.mark.parametrize("language", ["typescript", "tsx"])
def test_typescript_decorators_sit_on_classes_and_methods(language: str) -> None:
    """Every decorator of a stack names the class or method below it."""
    assert registrations(facts_of(language, CONTROLLER)) == [
        ("decorator", "Controller", "'cats'", "CatsController"),
        ("decorator", "Get", "':id'", "CatsController.find"),
        ("decorator", "UseGuards", "AuthGuard", "CatsController.find"),
        ("assignment", "Hono", "", "api"),
        ("assignment", "NestFactory.create", "AppModule", "bootstrapped"),
    ]


def test_comments_above_decorators_document_the_decorated() -> None:
    """Decorators between a comment and its method or class do not part them."""
    documentation = {one.name: one.doc for one in facts_of("typescript", CONTROLLER).symbols}
    assert (documentation["CatsController"], documentation["find"]) == ("Cats over HTTP.", "Finds one.")


def test_typescript_imports() -> None:
    """Type imports and ``import x = require()`` are imports."""
    assert imports(facts_of("typescript", CONTROLLER)) == [("import", "./cat", ("Cat",)), ("import", "fs", ())]


def test_jsx_parses_in_tsx() -> None:
    """Components written with markup are functions like any other."""
    facts = facts_of("tsx", "export const Button = ({ label }: Props) => <button>{label}</button>;\n")
    assert (facts.outcome, definitions(facts)) == ("parsed", [("function", "Button")])


def test_dynamic_imports_of_computed_names_are_left_out() -> None:
    """A template with a hole in it names no module."""
    assert imports(facts_of("javascript", "import(`./pages/${name}.js`); import(`./fixed.js`);")) == [
        ("dynamic", "./fixed.js", ())
    ]


def test_an_anonymous_default_export_is_a_registration() -> None:
    """A default export without a name keeps the start of its text."""
    (found,) = facts_of("javascript", "export default async (request) => new Response('x');\n").registrations
    assert (found.form, found.callee, found.target) == ("assignment", "export default", "")
    assert found.arguments == "async (request) => new Response('x')"
