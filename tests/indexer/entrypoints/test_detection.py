"""What holds for entry points of every ecosystem: order, folding, names, evidence, and the reading of arguments."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.entrypoints import DETECTORS, detect_entry_points
from indexer.entrypoints.arguments import dotted, literal, literals, parse_arguments, split_top_level
from indexer.entrypoints.base import EVIDENCE_LENGTH, Kind
from indexer.entrypoints.folding import fold
from indexer.entrypoints.routing import join_route
from indexer.facts import EntryPoint, Role
from tests.support.trees import tree_of

MIXED: dict[str, str | bytes] = {
    "pyproject.toml": '[project]\nname = "shop"\n[project.scripts]\nshop = "shop.cli:cli"\n',
    "shop/__init__.py": "",
    "shop/cli.py": "import click\n@click.group()\ndef cli(): ...\n@cli.command()\ndef run(): ...\n",
    "shop/web.py": "from fastapi import FastAPI\napp = FastAPI()\n@app.get('/x')\ndef x(): ...\n",
    "tests/test_web.py": "from fastapi import FastAPI\napp = FastAPI()\n@app.get('/t')\ndef t(): ...\n",
    "Makefile": "test:\n\tx\n",
    "package.json": '{"name": "shop", "private": true, "scripts": {"start": "x"}}',
    "cmd/x/main.go": "package main\nfunc main() {}\n",
    "src/main.c": "int main(void) { return 0; }\n",
    "Dockerfile": "FROM x\nCMD y\n",
    ".github/workflows/ci.yml": "on: push\njobs: {}\n",
    "broken.py": b"\xff\xfe\x00def (",
    "empty.py": b"",
}
TREE_OF_ONE_ORDER = detect_entry_points(tree_of(MIXED))


@given(st.permutations(list(MIXED)))
def test_the_order_of_files_and_of_detectors_changes_nothing(order: list[str]) -> None:
    """Any order of the same files gives the same tuple."""
    assert detect_entry_points(tree_of({path: MIXED[path] for path in order})) == TREE_OF_ONE_ORDER


@given(st.permutations(list(TREE_OF_ONE_ORDER)))
def test_folding_does_not_depend_on_who_came_first(found: list[EntryPoint]) -> None:
    """Folding twice, in any order, changes nothing."""
    assert fold([*found, *found]) == TREE_OF_ONE_ORDER


def test_the_product_comes_first_and_the_surest_before_the_less_sure() -> None:
    """The order is role, then confidence, then kind and name."""
    keys = [(list(Role).index(entry.role), -entry.confidence, entry.kind, entry.name) for entry in TREE_OF_ONE_ORDER]
    assert keys == sorted(keys)
    assert TREE_OF_ONE_ORDER[0].role is Role.PRODUCT
    assert {entry.role for entry in TREE_OF_ONE_ORDER} == {Role.PRODUCT, Role.DEV, Role.TEST}


def test_every_kind_is_one_of_the_settled_ones_and_every_line_is_real() -> None:
    """Consumers rely on kinds, lines and confidences within their bounds."""
    for entry in TREE_OF_ONE_ORDER:
        assert entry.kind in set(Kind)
        assert type(entry.kind) is str
        assert entry.line >= 1
        assert 0.6 <= entry.confidence <= 1.0
        assert entry.name


def test_of_two_sightings_of_one_script_the_surer_stays() -> None:
    """A file is one script, whoever saw it."""
    unsure = EntryPoint("script", "x.sh", "x.sh", 1, "", "shell", Role.PRODUCT, 0.6, "")
    sure = EntryPoint("script", "python x.sh", "x.sh", 3, "", "python", Role.PRODUCT, 0.95, "")
    assert fold([unsure, sure]) == (sure,)


def test_two_apps_of_one_file_may_answer_the_same_path() -> None:
    """Routes of one name at two lines are two."""
    text = (
        "from fastapi import FastAPI\na = FastAPI()\nb = FastAPI()\n@a.get('/')\ndef x(): ...\n"
        "@b.get('/')\ndef y(): ...\n"
    )
    assert [entry.line for entry in detect_entry_points(tree_of({"m.py": text})) if entry.kind == "http_route"] == [
        4,
        6,
    ]


def test_evidence_is_one_short_line() -> None:
    """However long the source line, the quote is bounded and without line breaks."""
    text = f"from fastapi import FastAPI\napp = FastAPI()\n@app.get('/x', description='{'y' * 900}')\ndef x(): ...\n"
    (route,) = [entry for entry in detect_entry_points(tree_of({"m.py": text})) if entry.kind == "http_route"]
    assert len(route.evidence) <= EVIDENCE_LENGTH
    assert "\n" not in route.evidence


def test_an_empty_tree_has_no_entry_points() -> None:
    """Nothing comes of nothing."""
    assert detect_entry_points(tree_of({})) == ()


def test_every_detector_names_its_ecosystem() -> None:
    """The seam that a new detector fills."""
    assert all(detector.ecosystem for detector in DETECTORS)


@given(st.text(alphabet="abc,()[]{}\"'`\\ =:\n", max_size=40))
def test_reading_arguments_never_fails_and_loses_no_letter(text: str) -> None:
    """Whatever is cut off or unbalanced, splitting ends and keeps all but separators and spaces."""
    parts = split_top_level(text)
    letters = [character for character in text if character in "abc"]
    assert [character for part in parts for character in part if character in "abc"] == letters
    parse_arguments(text)
    literals(text)
    dotted(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("'/x'", "/x"),
        ('"a\\"b"', 'a"b'),
        ('r"^x$"', "^x$"),
        ("`/y`", "/y"),
        ('f"/x"', "/x"),
        ('f"/{x}"', None),
        ("`/${x}`", None),
        ("'a' + 'b'", None),
        ("name", None),
        ("", None),
    ],
)
def test_a_literal_says_what_it_says_and_nothing_computed(text: str, expected: str | None) -> None:
    """Only text that is known before the program runs counts."""
    assert literal(text) == expected


def test_arguments_are_split_outside_quotes_and_brackets() -> None:
    """Commas and equals signs inside values do not count."""
    arguments = parse_arguments('"/a,b", lambda x=1: (x, 2), methods=["GET", "POST"], prefix = "/p=q"')
    assert arguments.positional == ('"/a,b"', "lambda x=1: (x, 2)")
    assert arguments.keywords == {"methods": '["GET", "POST"]', "prefix": '"/p=q"'}


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (("/api", "/users"), "/api/users"),
        (("/api/", "/users/"), "/api/users/"),
        (("", "/users"), "/users"),
        (("/api", ""), "/api"),
        (("/api", "/"), "/api/"),
        (("api", "x"), "/api/x"),
        (("", ""), ""),
    ],
)
def test_routes_are_joined_with_one_slash(parts: tuple[str, ...], expected: str) -> None:
    """A trailing slash is the last part's to decide."""
    assert join_route(*parts) == expected
