"""Facts of Python files."""

from __future__ import annotations

from indexer.facts import Import, Outcome, Registration, Symbol
from tests.support.parsing import definitions, facts_of, imports, registrations

SERVICE = '''
#!/usr/bin/env python3
# Copyright 2024 Example Ltd. All rights reserved.
"""Serve users over HTTP. Nothing else lives here."""
from __future__ import annotations

import os, numpy.linalg as linalg
from . import models
from ..storage.engine import (
    connect as open_engine,
    Session,
)
from helpers import *

MAX_USERS = 100
_PRIVATE_TABLE = {
    "a": 1,
}
not_a_constant = 3
app = FastAPI(title="users")
type Identifier = int | str


@app.get(
    "/users/{id}",
    tags=["users"],
)
@limited
async def read_user(id: int) -> User:
    """Read one user, e.g. Ada.

    More text.
    """
    def helper(x): return x
    return helper(id)


class Repository(Base):
    # Opens the engine.
    def open(self):
        self.engine = Engine("x")

    class Meta:
        @property
        def name(self) -> str:
            return ""


urlpatterns = [
    path("users/", read_user, name="users"),
    re_path(r"^x/$", include("x.urls")),
]
app.include_router(users.router, prefix="/v1")

if __name__ == "__main__":
    sys.exit(read_user(1))
'''


def test_python_definitions_carry_kind_and_container() -> None:
    """Nested classes, methods, local functions, constants and type aliases are told apart."""
    assert definitions(facts_of("python", SERVICE)) == [
        ("constant", "MAX_USERS"),
        ("constant", "_PRIVATE_TABLE"),
        ("type", "Identifier"),
        ("function", "read_user"),
        ("function", "read_user.helper"),
        ("class", "Repository"),
        ("method", "Repository.open"),
        ("class", "Repository.Meta"),
        ("method", "Repository.Meta.name"),
    ]


def test_a_python_function_is_described_whole() -> None:
    """Lines count from the ``def``, the signature has no colon, the docstring ends after its first sentence."""
    (function,) = [one for one in facts_of("python", SERVICE).symbols if one.name == "read_user"]
    assert function == Symbol(
        "function", "read_user", "", 28, 34, "async def read_user(id: int) -> User", "Read one user, e.g. Ada."
    )


def test_a_comment_above_documents_what_has_no_docstring() -> None:
    """A comment right above a method is its documentation."""
    (method,) = [one for one in facts_of("python", SERVICE).symbols if one.name == "open"]
    assert method.doc == "Opens the engine."


def test_python_imports_keep_levels_and_original_names() -> None:
    """Aliases give the original names; leading dots are counted, not kept."""
    found = facts_of("python", SERVICE).imports
    assert found == (
        Import("from", "__future__", ("annotations",), 0, 4),
        Import("import", "os", (), 0, 6),
        Import("import", "numpy.linalg", (), 0, 6),
        Import("from", "", ("models",), 1, 7),
        Import("from", "storage.engine", ("connect", "Session"), 2, 8),
        Import("from", "helpers", ("*",), 0, 12),
    )


def test_python_registrations_name_what_they_register() -> None:
    """Decorators, factories, routers, URL lists and the main guard are registrations with their targets."""
    assert registrations(facts_of("python", SERVICE)) == [
        ("assignment", "FastAPI", 'title="users"', "app"),
        ("decorator", "app.get", '"/users/{id}", tags=["users"],', "read_user"),
        ("decorator", "limited", "", "read_user"),
        ("assignment", "Engine", '"x"', "self.engine"),
        ("decorator", "property", "", "Repository.Meta.name"),
        ("call", "path", '"users/", read_user, name="users"', ""),
        ("call", "re_path", 'r"^x/$", include("x.urls")', ""),
        ("call", "app.include_router", 'users.router, prefix="/v1"', ""),
        ("main_guard", "__main__", "sys.exit(read_user(1))", "read_user"),
    ]


def test_a_registration_shows_its_line() -> None:
    """The text of a registration is the line it stands on."""
    found = facts_of("python", SERVICE).registrations[0]
    expected = Registration("assignment", "FastAPI", 'title="users"', "app", 19, 'app = FastAPI(title="users")')
    assert found == expected


def test_the_module_docstring_is_found_below_shebang_and_licence() -> None:
    """Comments before the docstring do not hide it."""
    facts = facts_of("python", SERVICE)
    assert (facts.outcome, facts.doc, facts.lines) == (Outcome.PARSED, "Serve users over HTTP.", 55)


def test_factories_and_sub_parsers_are_assignments() -> None:
    """Blueprints, routers, Typer apps and sub-commands are known by the call on the right."""
    facts = facts_of(
        "python",
        """
        bp = Blueprint("shop", __name__, url_prefix="/shop")
        cli = typer.Typer()
        def main():
            add = commands.add_parser("add", help="x")
            commands.add_parser("list")
            total = count(3)
        """,
    )
    assert registrations(facts) == [
        ("assignment", "Blueprint", '"shop", __name__, url_prefix="/shop"', "bp"),
        ("assignment", "typer.Typer", "", "cli"),
        ("assignment", "commands.add_parser", '"add", help="x"', "add"),
        ("call", "commands.add_parser", '"list"', ""),
    ]


def test_a_chain_of_dots_alone_is_a_relative_import_without_module() -> None:
    """``from ... import x`` has an empty module and level three."""
    (found,) = facts_of("python", "from ... import x as y\n").imports
    assert (found.module, found.names, found.level) == ("", ("x",), 3)


def test_imports_inside_functions_and_guards_count() -> None:
    """Imports are found at every depth."""
    source = "try:\n    import tomllib\nexcept ImportError:\n    import tomli as tomllib\ndef f():\n    import json\n"
    assert [module for _, module, _ in imports(facts_of("python", source))] == ["tomllib", "tomli", "json"]


def test_comments_and_continuations_inside_an_import_are_no_names() -> None:
    """Names are told from comments, parentheses and backslashes between them; a keyword inside a name is none."""
    source = "from important import (\n    a,  # not, these\n    b as c,\n)\n"
    source += "import x.imports, \\\n    y as z\nfrom .import w\n"
    found = [(one.module, one.names, one.level) for one in facts_of("python", source).imports]
    assert found == [("important", ("a", "b"), 0), ("x.imports", (), 0), ("y", (), 0), ("", ("w",), 1)]
