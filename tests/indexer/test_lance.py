"""LanceDB is imported without what it never uses here, and all of it is there when it is asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

CLIENT = "lance_namespace_urllib3_client"


def output_of(program: str) -> str:
    """Return what a program prints in a fresh interpreter."""
    return subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.strip()


def test_the_functions_of_the_client_are_not_read() -> None:
    """Its classes are enough for LanceDB."""
    program = f"import sys, indexer.lance; print([name for name in sys.modules if name.startswith('{CLIENT}.api.')])"
    assert output_of(program) == "[]"


@pytest.mark.parametrize("first", ["import indexer.lance", f"import {CLIENT}, indexer.lance", "import lancedb"])
def test_whoever_asks_for_something_of_the_client_gets_it(first: str) -> None:
    """The package runs then; its classes check what they are given."""
    program = f"""
{first}
import {CLIENT}
from {CLIENT} import DataApi
from {CLIENT}.models import ListTablesRequest

print(DataApi.__name__, {CLIENT}.ApiClient.__name__, ListTablesRequest(id=["a"]).id, hasattr({CLIENT}, "nothing"))
try:
    ListTablesRequest(id=1)
except ValueError as error:
    print(type(error).__name__)
"""
    assert output_of(program).splitlines() == ["DataApi ApiClient ['a'] False", "ValidationError"]
