"""Where is it defined: exact names first, then other letter cases, other containers, beginnings of words."""

from __future__ import annotations

from typing import Any

import pytest

from indexer import Index
from indexer.facts import Role
from indexer.queries import find_definitions, symbols_below
from indexer.queries.names import Name, is_within, parse_name
from tests.conftest import GitRepository
from tests.support.refreshing import index_of, refreshed

FILES = {
    "shop/basket.py": (
        '"""The basket."""\n\n\nclass Basket:\n    """Holds goods."""\n\n    def add(self, good: str) -> None:\n'
        '        """Put a good in."""\n\n    def get_user_role(self): ...\n\n\ndef add(a, b): ...\n'
    ),
    "shop/cart.py": "class basket: ...\n\n\nclass Cart:\n    class Basket:\n        def add(self): ...\n",
    "tests/test_basket.py": "def add(): ...\n\n\nclass TestBasket: ...\n",
    "shop.go": "package shop\n\nfunc parseConfigFile() {}\nfunc parseConfig() {}\n",
}


@pytest.fixture
def index(repository: GitRepository) -> Index:
    """Index a small shop."""
    repository.commit(FILES)
    refreshed(repository.path)
    return index_of(repository.path)


def asked(index: Index, text: str, **options: Any) -> list[str]:
    """Return what is found, as ``match path:line``."""
    found = find_definitions(index, text, **options)
    return [f"{one.match} {one.symbol.path}:{one.symbol.line}" for one in found]


def test_product_comes_before_tests_and_the_outermost_first(index: Index) -> None:
    """A function, the methods by depth, and last what a test defines."""
    assert asked(index, "add") == [
        "exact shop/basket.py:13",
        "exact shop/basket.py:7",
        "exact shop/cart.py:6",
        "exact tests/test_basket.py:1",
    ]


def test_a_symbol_comes_whole(index: Index) -> None:
    """Kind, container, lines, signature, documentation and role are those of the facts."""
    symbol = find_definitions(index, "Basket.add")[0].symbol
    assert (symbol.kind, symbol.container, symbol.qualified) == ("method", "Basket", "Basket.add")
    assert (symbol.line, symbol.end_line) == (7, 8)
    assert symbol.signature == "def add(self, good: str) -> None"
    assert (symbol.doc, symbol.role) == ("Put a good in.", Role.PRODUCT)


@pytest.mark.parametrize("name", ["Basket.add", "Basket::add", "Basket#add", "Basket->add", " Basket.add() "])
def test_a_container_is_written_as_in_any_language(index: Index, name: str) -> None:
    """Dots, colons, a hash sign and an arrow join names; parentheses mean nothing."""
    assert asked(index, name) == ["exact shop/basket.py:7", "exact shop/cart.py:6"]


def test_the_longer_container_is_the_narrower(index: Index) -> None:
    """A container fits by its last parts, each of them whole."""
    assert asked(index, "Cart.Basket.add") == ["exact shop/cart.py:6"]
    assert asked(index, "asket.add") == [
        "name shop/basket.py:13",
        "name shop/basket.py:7",
        "name shop/cart.py:6",
        "name tests/test_basket.py:1",
    ]


def test_another_letter_case_comes_after_the_exact_one(index: Index) -> None:
    """Both are found, the exact one first, wherever it stands."""
    assert asked(index, "basket") == ["exact shop/cart.py:1", "case shop/basket.py:4", "case shop/cart.py:5"]


@pytest.mark.parametrize(
    ("letters", "name"),
    [
        ("getusr", ["get_user_role"]),
        ("getuer", []),
        ("getuser", ["get_user_role"]),
        ("gur", ["get_user_role"]),
        ("parseC", ["parseConfig", "parseConfigFile"]),
        ("pcf", ["parseConfigFile"]),
        ("p", []),
        (".*", []),
        ("(" * 300, []),
    ],
)
def test_beginnings_of_words_count_when_nothing_else_fits(index: Index, letters: str, name: list[str]) -> None:
    """Letters begin the words of a name in order; they are no pattern, and one letter is no question."""
    found = find_definitions(index, letters)
    assert [one.symbol.name for one in found] == name
    assert {str(one.match) for one in found} <= {"prefix"}


def test_kind_and_path_narrow_the_answer(index: Index) -> None:
    """Kinds are alternatives; a path is a file or all below a directory, and no mere beginning of a name."""
    assert asked(index, "add", kinds=["function"], path="shop") == ["exact shop/basket.py:13"]
    assert asked(index, "add", path="shop/cart.py") == ["exact shop/cart.py:6"]
    assert asked(index, "add", path="sho") == []
    assert [symbol.qualified for symbol in symbols_below(index, "shop/cart.py")] == [
        "basket",
        "Cart",
        "Cart.Basket",
        "Cart.Basket.add",
    ]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("a", Name("", "a")),
        ("a.b.c", Name("a.b", "c")),
        ("A\\B\\c", Name("A.B", "c")),
        ("$a", Name("", "a")),
        ("@a", Name("", "a")),
        ("..", Name("", "..")),
        ("", Name("", "")),
        ("operator+", Name("", "operator+")),
    ],
)
def test_names_are_read(text: str, name: Name) -> None:
    """The last part is the name; sigils belong to no name."""
    assert parse_name(text) == name


def test_within_a_container() -> None:
    """Containers are compared by whole parts from the end."""
    assert is_within("a.B", "B")
    assert is_within("a.B", "")
    assert not is_within("aB", "B")
