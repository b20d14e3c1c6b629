"""Values in conditions are values, whatever they look like."""

from __future__ import annotations

import lancedb
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.store.filters import equals, one_of, quoted

HOSTILE = ["'", '"', "\\", ";", "%", "_", "''", "\\'", "x' OR '1'='1", "'; DROP TABLE t; --", "`a`", "$1", "?", "{x}"]
HOSTILE += ["\n", "\t", "ü", "🧪", "", " ", "%s", "/* */", "E'\\x'", "$$x$$"]

texts = st.lists(st.sampled_from([*HOSTILE, "a", "B"]), max_size=4).map("".join)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> object:
    """Make a real table with every hostile value in a row of its own."""
    database = lancedb.connect(tmp_path_factory.mktemp("filters"))
    return database.create_table("t", pa.table({"text": HOSTILE}))


@pytest.mark.parametrize("value", HOSTILE)
def test_a_value_finds_itself_alone(table: object, value: str) -> None:
    """No character of a value acts on the condition."""
    found = table.search().where(equals("text", value)).to_arrow()["text"].to_pylist()  # type: ignore[attr-defined]
    assert found == [value]


@settings(deadline=None, max_examples=60)
@given(values=st.lists(texts, max_size=5))
def test_a_list_of_values_finds_exactly_those(table: object, values: list[str]) -> None:
    """Any texts, also none, in a list select the rows that are among them."""
    found = table.search().where(one_of("text", values)).to_arrow()["text"].to_pylist()  # type: ignore[attr-defined]
    assert sorted(found) == sorted(value for value in HOSTILE if value in values)


def test_the_quote_is_doubled() -> None:
    """The one character with a meaning is written twice."""
    assert quoted("it's") == "'it''s'"
