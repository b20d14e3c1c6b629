"""Conditions for LanceDB, with values quoted in one place."""

from __future__ import annotations

from collections.abc import Iterable


def quoted(value: str) -> str:
    """Return a text as a literal; only the single quote has a meaning inside one."""
    # DataFusion, which reads these conditions, knows no escapes by a backslash.
    return "'" + value.replace("'", "''") + "'"


def equals(column: str, value: str) -> str:
    """Return the condition that a text column has a value."""
    return f"{column} = {quoted(value)}"


def one_of(column: str, values: Iterable[str]) -> str:
    """Return the condition that a text column has one of some values; false for none."""
    literals = ", ".join(quoted(value) for value in values)
    # An empty list in parentheses is a syntax error there.
    return f"{column} IN ({literals})" if literals else "false"
