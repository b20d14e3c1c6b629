"""The table of symbols: every definition of the generation, listable without LanceDB."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from indexer.facts import FileFacts, Outcome, Role, Symbol
from indexer.refresh.derivation import symbol_table
from indexer.storage.database import Database
from indexer.storage.tables import RECORDS, SNAPSHOT_ONLY
from indexer.tree import SourceFile
from tests.conftest import GitRepository
from tests.support.refreshing import index_of, refreshed

FILES = {
    "b.py": "class B:\n    def m(self):\n        def inner(): ...\n\n\ndef f(): ...\n",
    "a.go": "package a\n\n// F does it.\nfunc F() {}\n",
    "tests/test_b.py": "def test_b(): ...\n",
    "notes.txt": "def nothing(): ...\n",
}


def test_every_definition_is_listed_by_path_and_line(repository: GitRepository) -> None:
    """Rows are ordered, carry the role of their file, and are as many as the files say."""
    repository.commit(FILES)
    report = refreshed(repository.path)
    index = index_of(repository.path)
    symbols = index.symbols()
    assert [(one.path, one.line, one.qualified) for one in symbols] == [
        ("a.go", 4, "F"),
        ("b.py", 1, "B"),
        ("b.py", 2, "B.m"),
        ("b.py", 3, "B.m.inner"),
        ("b.py", 6, "f"),
        ("tests/test_b.py", 1, "test_b"),
    ]
    assert symbols[0].doc == "F does it."
    assert [str(one.role) for one in symbols[-2:]] == ["product", "test"]
    assert len(symbols) == report.symbols == sum(file.symbols for file in index.files())


def test_rows_of_a_file_are_ordered_by_line() -> None:
    """Facts stand in the order of their first bytes, which annotations may put before their lines."""
    symbols = tuple(Symbol("function", f"f{line}", "", line, line, f"f{line}", "") for line in (3, 1, 2))
    facts = FileFacts("0", "python", Outcome.PARSED, symbols=symbols)
    table = symbol_table([SourceFile(path, "0", "100644", Role.PRODUCT, facts) for path in ("a.py", "b.py")])
    assert table["name"].to_pylist() == ["f1", "f2", "f3"] * 2
    assert table["path"].to_pylist() == ["a.py"] * 3 + ["b.py"] * 3


def test_a_second_path_of_one_blob_has_its_own_rows(repository: GitRepository) -> None:
    """Equal content at two paths is parsed once and listed twice; a deleted path leaves no rows."""
    repository.commit({"a.py": "def f(): ...\n", "b.py": "def f(): ...\n"})
    refreshed(repository.path)
    assert [one.path for one in index_of(repository.path).symbols()] == ["a.py", "b.py"]
    (repository.path / "a.py").unlink()
    repository.commit()
    refreshed(repository.path)
    assert [one.path for one in index_of(repository.path).symbols()] == ["b.py"]


def test_symbols_and_what_stories_read_are_snapshots_alone(repository: GitRepository) -> None:
    """The facts and commits in the database hold them already; all other derived tables are there too."""
    repository.commit(FILES)
    refreshed(repository.path)
    index = index_of(repository.path)
    assert {"symbols", "logbook", "file_histories"} <= SNAPSHOT_ONLY
    assert set(index.state.versions) >= set(RECORDS) - SNAPSHOT_ONLY
    assert not SNAPSHOT_ONLY & set(index.state.versions)
    assert Database(index._directory).read("symbols") is None


def test_incremental_symbols_equal_a_full_rebuild(repository: GitRepository) -> None:
    """After an edit the table is the one that a rebuild gives, to the last row."""
    repository.commit(FILES)
    refreshed(repository.path)
    repository.commit({"b.py": "def other(): ...\n", "c.py": FILES["b.py"]})
    refreshed(repository.path)
    table = index_of(repository.path).table("symbols")
    refreshed(repository.path, full=True)
    assert index_of(repository.path).table("symbols") == table
    assert isinstance(table, pa.Table)
    assert pc.unique(table["path"]).to_pylist() == ["a.go", "b.py", "c.py", "tests/test_b.py"]
