"""Contents of objects, also from damaged and partial object stores."""

from __future__ import annotations

from pathlib import Path

import pytest

from indexer.repository import Blob, find_repository, open_blobs, read_blobs
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


def test_one_process_answers_as_often_as_it_is_asked(
    repository: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many at once, some twice, none, one that is absent and one that is too large."""
    files = {f"{number}": f"content {number}\n" for number in range(200)} | {"big": "x" * 5000}
    repository.commit(files)
    oids = {name: repository.git("rev-parse", f"HEAD:{name}") for name in files}
    monkeypatch.setattr("indexer.repository.blobs.read_blobs", None)
    with open_blobs(find_repository(repository.path), limit=100) as read:
        assert read([]) == {}
        assert read([oids["7"], "0" * 40, oids["7"], oids["big"]]) == {oids["7"]: b"content 7\n", oids["big"]: b""}
        assert read(list(oids.values())) == {
            oid: b"" if name == "big" else files[name].encode() for name, oid in oids.items()
        }


def test_after_a_damaged_object_the_rest_is_still_answered(repository: GitRepository) -> None:
    """Git ends at it, and both what was asked with it and what is asked later come from new processes."""
    repository.commit({name: f"content {name}\n" for name in "abc"})
    oids = {name: repository.git("rev-parse", f"HEAD:{name}") for name in "abc"}
    damaged = object_path(repository, oids["b"])
    damaged.chmod(0o644)
    damaged.write_bytes(b"not zlib")
    with open_blobs(find_repository(repository.path), limit=100) as read:
        assert read([oids[name] for name in "abc"]) == {oids[name]: f"content {name}\n".encode() for name in "ac"}
        assert read([oids["c"]]) == {oids["c"]: b"content c\n"}
