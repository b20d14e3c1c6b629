"""Contents of objects, also from damaged and partial object stores."""

from __future__ import annotations

from pathlib import Path

from indexer.repository import Blob, find_repository, read_blobs
from tests.conftest import GitRepository


def object_path(repository: GitRepository, oid: str) -> Path:
    """Return where a loose object lies."""
    return repository.path / ".git/objects" / oid[:2] / oid[2:]


def test_contents_come_in_the_order_asked_byte_for_byte(repository: GitRepository) -> None:
    """Binary content, an empty file and a file without a final newline arrive unchanged."""
    repository.commit({"a": b"\0\xff\n", "b": b"", "c": b"no newline"})
    oids = [repository.git("rev-parse", f"HEAD:{name}") for name in "cab"]
    blobs = list(read_blobs(find_repository(repository.path), oids))
    assert [blob.content for blob in blobs] == [b"no newline", b"\0\xff\n", b""]
    assert [blob.oid for blob in blobs] == oids


def test_content_over_the_limit_is_told_by_its_size_only(repository: GitRepository) -> None:
    """A blob over the limit is passed over, and the ones behind it are read."""
    repository.commit({"big": b"x" * 5000, "small": b"y"})
    big, small = (repository.git("rev-parse", f"HEAD:{name}") for name in ("big", "small"))
    blobs = list(read_blobs(find_repository(repository.path), [big, small], limit=100))
    assert blobs == [Blob(big, 5000, None), Blob(small, 1, b"y")]


def test_missing_and_damaged_objects_cost_only_themselves(repository: GitRepository) -> None:
    """The object after a damaged one is still read, though git ends at the damaged one."""
    repository.commit({name: f"content {name}\n" for name in "abcd"})
    oids = {name: repository.git("rev-parse", f"HEAD:{name}") for name in "abcd"}
    object_path(repository, oids["a"]).unlink()
    damaged = object_path(repository, oids["c"])
    damaged.chmod(0o644)
    damaged.write_bytes(b"not zlib")
    blobs = list(read_blobs(find_repository(repository.path), list(oids.values())))
    assert [blob.content for blob in blobs] == [b"content b\n", b"content d\n"]


def test_a_partial_clone_is_read_without_fetching(repository: GitRepository, tmp_path: Path) -> None:
    """Blobs that the clone lacks are left out, though their origin could be asked for them."""
    repository.commit({"a": "one\n", "b": "two\n"})
    repository.git("config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "partial"
    repository.git("clone", "--no-checkout", "--filter=blob:none", f"file://{repository.path}", str(clone))
    partial = find_repository(clone)
    assert partial.partial
    oids = [repository.git("rev-parse", f"HEAD:{name}") for name in "ab"]
    assert list(read_blobs(partial, oids)) == []
    assert GitRepository(clone).git("rev-list", "--objects", "--missing=print", "HEAD").count("?") == 2


def test_an_object_that_is_no_blob_is_left_out(repository: GitRepository) -> None:
    """A commit's id asked for by mistake gives nothing."""
    head = repository.commit({"a": "one\n"})
    assert list(read_blobs(find_repository(repository.path), [head])) == []
