"""Facts as Arrow rows."""

from __future__ import annotations

import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.facts import FileFacts, Import, Outcome, Registration, Symbol
from indexer.parsing.encoding import SCHEMA, from_table, to_batch
from indexer.parsing.grammars import facts_key
from indexer.parsing.languages import LANGUAGES
from indexer.parsing.worker import deserialise, serialise

TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=12)
NUMBER = st.integers(min_value=0, max_value=2**31 - 1)
SYMBOLS = st.builds(Symbol, TEXT, TEXT, TEXT, NUMBER, NUMBER, TEXT, TEXT)
IMPORTS = st.builds(Import, TEXT, TEXT, st.lists(TEXT, max_size=3).map(tuple), NUMBER, NUMBER)
REGISTRATIONS = st.builds(Registration, TEXT, TEXT, TEXT, TEXT, NUMBER, TEXT)
FACTS = st.builds(
    FileFacts,
    TEXT,
    st.sampled_from(["", "unknown", *sorted(LANGUAGES)]),
    st.sampled_from(Outcome),
    NUMBER,
    st.integers(min_value=0, max_value=2**40),
    TEXT,
    st.lists(SYMBOLS, max_size=4).map(tuple),
    st.lists(IMPORTS, max_size=4).map(tuple),
    st.lists(REGISTRATIONS, max_size=4).map(tuple),
)


@settings(max_examples=40, deadline=None)
@given(facts=st.lists(FACTS, max_size=6), size=st.integers(min_value=1, max_value=3))
def test_decoding_gives_back_what_was_encoded(facts: list[FileFacts], size: int) -> None:
    """Any facts survive Arrow, its IPC stream, and a table of several batches."""
    batches = [to_batch(facts[start : start + size]) for start in range(0, len(facts), size)]
    table = pa.Table.from_batches([deserialise(serialise(batch)) for batch in batches], schema=SCHEMA)
    assert from_table(table) == facts


@settings(max_examples=40, deadline=None)
@given(facts=st.lists(FACTS, min_size=2, max_size=6), data=st.data())
def test_any_selection_of_rows_decodes_to_the_same_selection(facts: list[FileFacts], data: st.DataObject) -> None:
    """Slices and reordered rows keep each row's own symbols, imports and registrations."""
    table = pa.Table.from_batches([to_batch(facts)])
    order = data.draw(st.permutations(range(len(facts))))
    start = data.draw(st.integers(min_value=0, max_value=len(facts)))
    assert from_table(table.take(pa.array(order))) == [facts[row] for row in order]
    assert from_table(table.slice(start)) == facts[start:]


@settings(max_examples=40, deadline=None)
@given(facts=st.lists(FACTS, max_size=4))
def test_symbols_can_be_left_out(facts: list[FileFacts]) -> None:
    """Without symbols all else is the same."""
    expected = [
        FileFacts(
            one.blob, one.language, one.outcome, one.lines, one.complexity, one.doc, (), one.imports, one.registrations
        )
        for one in facts
    ]
    assert from_table(pa.Table.from_batches([to_batch(facts)]), symbols=False) == expected


def test_each_row_says_which_extractor_made_it() -> None:
    """The key column is the key of the row's language."""
    facts = [FileFacts("a", name, Outcome.PARSED) for name in ["python", "go", ""]]
    assert to_batch(facts)["key"].to_pylist() == [facts_key("python"), facts_key("go"), facts_key("")]


def test_no_facts_make_an_empty_batch() -> None:
    """An empty batch has the schema and no rows."""
    batch = to_batch([])
    assert (batch.num_rows, batch.schema) == (0, SCHEMA)
