"""The cases that other memory managers failed: each names a test that exists, or says why it does not arise."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GROUPS = {
    "A": [*range(1, 24)],
    "B": [*range(24, 33)],
    "C": [*range(33, 40)],
    "D": [*range(40, 49)],
    "E": [*range(49, 57), "56a", "56b", "56c", "56d"],
    "F": [*range(57, 63)],
    "G": [*range(63, 68)],
}
NAMES = {f"{group}{number}" for group, numbers in GROUPS.items() for number in numbers}
CASES = tomllib.loads((Path(__file__).parent / "cases.toml").read_text(encoding="utf-8"))["case"]


@cache
def names_in(path: str) -> frozenset[str]:
    """Return the names of the tests in a file."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(it.name for it in tree.body if isinstance(it, ast.FunctionDef | ast.AsyncFunctionDef))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_a_case_names_a_test_that_exists(case: dict[str, str]) -> None:
    """Its number is one of its group, and its test can be run; without one, a reason is given."""
    assert set(case) <= {"case", "test", "why_not"}
    assert case["case"] in NAMES
    if "test" in case:
        path, _, name = case["test"].partition("::")
        assert name in names_in(path), case["test"]
    else:
        assert case["why_not"].endswith(".")


def test_every_case_is_there() -> None:
    """None is passed over."""
    assert {case["case"] for case in CASES} == NAMES
