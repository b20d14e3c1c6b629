"""Which files and symbols to read first."""

from __future__ import annotations

from indexer.facts import Role
from indexer.queries import rank_files, rank_symbols
from indexer.storage.tables import SymbolRecord
from tests.conftest import GitRepository
from tests.support.refreshing import index_of, refreshed


def symbol(name: str, kind: str = "function", line: int = 1, length: int = 1, **fields: str) -> SymbolRecord:
    """Make a symbol."""
    return SymbolRecord(
        "a.py",
        kind,
        name,
        fields.get("container", ""),
        line,
        line + length,
        fields.get("signature", name),
        "",
        Role.PRODUCT,
    )


def test_files_that_others_rest_on_come_first(repository: GitRepository) -> None:
    """Product files by what imports them, then tests; vendored ones and those without symbols not at all."""
    repository.commit(
        {
            "p/__init__.py": "",
            "p/core.py": "def core():\n    return 1\n\n\n# The end.\n",
            "p/edge.py": "from p.core import core\n\n\ndef edge(): ...\n",
            "p/data.py": "x = {}\n",
            "tests/test_core.py": "from p.core import core\n\n\ndef test_core(): ...\n",
            "vendor/lib.py": "def lib(): ...\n",
        }
    )
    refreshed(repository.path)
    ranked = [file.path for file in rank_files(index_of(repository.path))]
    assert ranked == ["p/core.py", "p/edge.py", "tests/test_core.py"]


def test_telling_symbols_are_kept_apart_from_the_rest() -> None:
    """Types, functions, members by length; private ones, values and what lies in functions tell little."""
    symbols = [
        symbol("LIMIT", "constant"),
        symbol("_hidden", length=90),
        symbol("short", line=5),
        symbol("long", line=9, length=30),
        symbol("inner", line=10, container="long"),
        symbol("Type", "class", line=50),
        symbol("method", "method", line=51, container="Type"),
        symbol("local", signature="static int local(void)", line=60),
    ]
    telling, rest = rank_symbols(symbols)
    assert [one.name for one in telling] == ["Type", "long", "short", "method"]
    assert {one.name for one in rest} == {"LIMIT", "_hidden", "inner", "local"}
    assert [one.name for one in rank_symbols(symbols, {"short"})[0]] == ["short", "Type", "long", "method"]


def test_one_line_that_defines_a_name_twice_counts_once() -> None:
    """A struct and its typedef on one line are one thing to read, the weightier one."""
    telling, rest = rank_symbols([symbol("Node", "type"), symbol("Node", "struct")])
    assert [(one.name, one.kind) for one in [*telling, *rest]] == [("Node", "struct")]
