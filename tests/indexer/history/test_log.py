"""The log is read from real repositories exactly as git tells it."""

from __future__ import annotations

import io
import os
import subprocess
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.errors import GitFailedError
from indexer.facts import Change, Commit
from indexer.history import log as log_module
from indexer.history import parse_log, read_log
from indexer.history.log import without_boundary
from indexer.repository import find_repository
from tests.conftest import GitRepository


def read(repository: GitRepository, since: str = "") -> list[Commit]:
    """Read the whole log of a test repository."""
    return list(read_log(find_repository(repository.path), since))


def test_a_repository_without_commits_has_no_history(repository: GitRepository) -> None:
    """An unborn branch yields nothing and raises nothing."""
    assert read(repository) == []


def test_a_commit_is_read_whole(repository: GitRepository) -> None:
    """Every field of a commit is what git recorded."""
    first = repository.commit({"a.py": "x"}, "Begin", day=2)
    second = repository.commit({"a.py": "y", "b.py": "z"}, "Go on\n\nBecause it\nmust.\n", day=3)
    newest, oldest = read(repository)
    assert newest == Commit(
        oid=second,
        parents=(first,),
        time=1767441600,
        author="Ada Lovelace",
        email="ada@example.org",
        subject="Go on",
        body="Because it\nmust.",
        changes=(Change("M", "a.py"), Change("A", "b.py")),
    )
    assert oldest.parents == ()
    assert oldest.changes == (Change("A", "a.py"),)


def test_only_commits_after_a_known_one_are_read(repository: GitRepository) -> None:
    """``since`` leaves out what it reaches, and all of HEAD when it is HEAD."""
    first = repository.commit({"a": "1"}, day=2)
    second = repository.commit({"a": "2"}, day=3)
    third = repository.commit({"a": "3"}, day=4)
    assert [commit.oid for commit in read(repository, first)] == [third, second]
    assert read(repository, third) == []


def test_an_unknown_starting_point_is_an_error(repository: GitRepository) -> None:
    """A ``since`` that the object store lacks raises, so that the caller reads everything again."""
    repository.commit({"a": "1"})
    with pytest.raises(GitFailedError):
        read(repository, "f" * 40)


def test_merges_have_parents_and_no_changes(repository: GitRepository) -> None:
    """A merge and an octopus merge tell their parents; what they bring is told by the commits they merge."""
    repository.commit({"base": "1"}, day=2)
    for name in ("one", "two"):
        repository.git("checkout", "-q", "-b", name, "main")
        repository.commit({name: name}, f"Add {name}", day=3)
    repository.git("checkout", "-q", "main")
    repository.commit({"base": "2"}, day=4)
    repository.git("merge", "--no-ff", "-m", "Merge both", "one", "two")
    merge = next(commit for commit in read(repository) if commit.subject == "Merge both")
    assert len(merge.parents) == 3
    assert merge.changes == ()
    assert {change.path for commit in read(repository) for change in commit.changes} == {"base", "one", "two"}


STRANGE_NAMES = [
    "with space.py",
    "ümläut.py",
    "日本.py",
    "new\nline.py",
    "tab\t.py",
    ':100644 "quoted".py',
    "back\\slash.py",
]


@pytest.mark.parametrize("name", STRANGE_NAMES)
def test_any_name_survives_a_change_and_a_rename(repository: GitRepository, name: str) -> None:
    """Spaces, line feeds, quotes and other alphabets in paths come out as they went in."""
    repository.commit({name: "the same content\n"}, day=2)
    (repository.path / "moved").mkdir()
    (repository.path / name).rename(repository.path / "moved" / name)
    repository.commit(day=3)
    renamed, added = read(repository)
    assert added.changes == (Change("A", name),)
    assert renamed.changes == (Change("R", f"moved/{name}", name),)


def test_a_name_that_is_not_utf8_is_shown_by_its_bytes(repository: GitRepository) -> None:
    """Bytes that are no text become escapes, never surrogates that a database refuses."""
    try:
        (repository.path / os.fsdecode(b"caf\xe9.py")).write_text("x")
    except OSError:
        pytest.skip("this file system takes only UTF-8 names")
    repository.commit()
    assert read(repository)[0].changes == (Change("A", "caf\\xe9.py"),)


def commit_raw(repository: GitRepository, message: bytes, *configuration: str) -> None:
    """Commit a message of any bytes."""
    arguments = [word for setting in configuration for word in ("-c", setting)]
    command = [
        "git",
        *arguments,
        "commit",
        "-q",
        "--allow-empty",
        "--allow-empty-message",
        "--cleanup=verbatim",
        "-F",
        "-",
    ]
    subprocess.run(command, cwd=repository.path, input=message, check=True)


def test_a_declared_encoding_is_translated(repository: GitRepository) -> None:
    """A message recorded as ISO-8859-1 is read as the text it was."""
    commit_raw(repository, "Café\n\nDéjà vu.".encode("latin-1"), "i18n.commitEncoding=ISO-8859-1")
    assert (read(repository)[0].subject, read(repository)[0].body) == ("Café", "Déjà vu.")


def test_an_undeclared_encoding_is_replaced_not_fatal(repository: GitRepository) -> None:
    """Bytes that are no UTF-8 become replacement characters and the log goes on."""
    tree = repository.git("write-tree")
    person = b"Ren\xe9 <rene@example.org> 1767000000 +0000"
    content = b"tree %b\nauthor %b\ncommitter %b\n\nCaf\xe9 \xff\n" % (tree.encode(), person, person)
    command = ["git", "hash-object", "-t", "commit", "-w", "--stdin"]
    oid = (
        subprocess.run(command, cwd=repository.path, input=content, check=True, capture_output=True)
        .stdout.decode()
        .strip()
    )
    repository.git("update-ref", "HEAD", oid)
    repository.commit({"a": "1"}, "After")
    assert read(repository)[1].author == "Ren\ufffd"
    assert [commit.subject for commit in read(repository)] == ["After", "Caf\ufffd \ufffd"]


def test_an_empty_message_is_empty(repository: GitRepository) -> None:
    """A commit without a message has no subject and no body, and does not shift the fields of the next."""
    commit_raw(repository, b"")
    repository.commit({"a": "1"}, "After", day=3)
    newest, oldest = read(repository)
    assert (oldest.subject, oldest.body, oldest.changes) == ("", "", ())
    assert newest.changes == (Change("A", "a"),)


def test_a_message_that_imitates_raw_output_is_only_text(repository: GitRepository) -> None:
    """A body that looks like change records adds no change."""
    body = "Trick\n\n:100644 100644 " + "a" * 40 + " " + "b" * 40 + " M\tevil\n"
    repository.commit({"a": "1"}, body)
    assert read(repository)[0].changes == (Change("A", "a"),)


def test_names_go_through_the_mailmap(repository: GitRepository) -> None:
    """An author is the one the mailmap says."""
    repository.commit({".mailmap": "Augusta King <king@example.org> <ada@example.org>\n"})
    assert (read(repository)[0].author, read(repository)[0].email) == ("Augusta King", "king@example.org")


def test_a_users_settings_change_nothing(repository: GitRepository, sealed_environment: Path) -> None:
    """Settings for a person's own reading of logs leave ours as it is."""
    repository.commit({"lib/a": "same\n", "b": "1"}, day=2)
    repository.git("mv", "lib/a", "c")
    repository.commit({"b": "2"}, day=3)
    plain = read(repository)
    for setting in [
        ("log.showSignature", "true"),
        ("log.showRoot", "false"),
        ("log.follow", "true"),
        ("log.decorate", "full"),
        ("log.date", "relative"),
        ("diff.renames", "copies"),
        ("diff.relative", "true"),
        ("diff.noprefix", "true"),
        ("diff.external", "false"),
        ("diff.ignoreSubmodules", "all"),
        ("color.ui", "always"),
        ("core.quotePath", "true"),
        ("core.abbrev", "4"),
        ("format.pretty", "oneline"),
        ("i18n.logOutputEncoding", "UTF-16"),
    ]:
        repository.git("config", "--global", *setting)
    assert read(repository) == plain


def test_a_shallow_clone_ends_without_the_whole_tree_as_changes(
    repository: GitRepository, make_repository: Callable[..., GitRepository]
) -> None:
    """The commit at which history is cut brings no changes; those after it do."""
    repository.commit({"a": "1", "b": "1"}, day=2)
    repository.commit({"a": "2"}, day=3)
    repository.commit({"b": "2"}, day=4)
    clone = make_repository("clone")
    clone.git("fetch", "-q", "--depth=2", repository.path.as_uri(), "main")
    clone.git("reset", "-q", "--hard", "FETCH_HEAD")
    assert [commit.changes for commit in read(clone)] == [(Change("M", "b"),), ()]


def test_a_clone_without_blobs_is_read_without_fetching(
    repository: GitRepository, make_repository: Callable[..., GitRepository]
) -> None:
    """Renames are paired from the records alone, so a partial clone lacks nothing for them."""
    repository.git("config", "uploadpack.allowFilter", "true")
    repository.commit({"a.py": "content\n" * 9}, day=2)
    repository.git("mv", "a.py", "b.py")
    repository.commit(day=3)
    clone = make_repository("clone")
    clone.git("remote", "add", "origin", repository.path.as_uri())
    clone.git("fetch", "-q", "--filter=blob:none", "origin", "main")
    clone.git("update-ref", "HEAD", "FETCH_HEAD")
    repository.path.rename(repository.path.with_name("gone"))
    assert read(clone)[0].changes == (Change("R", "b.py", "a.py"),)


def test_sha256_repositories_are_read(make_repository: Callable[..., GitRepository]) -> None:
    """Longer object ids and another empty blob change nothing else."""
    repository = make_repository("long", "--object-format=sha256")
    repository.commit({"a": "same\n", "empty": ""}, day=2)
    repository.git("mv", "a", "b")
    repository.git("mv", "empty", "void")
    repository.commit(day=3)
    newest = read(repository)[0]
    assert len(newest.oid) == 64
    assert set(newest.changes) == {Change("R", "b", "a"), Change("D", "empty"), Change("A", "void")}


def test_submodules_and_type_changes_are_changes(repository: GitRepository) -> None:
    """A link that becomes a file is a type change, a submodule's path a path like others."""
    (repository.path / "link").symlink_to("target")
    head = repository.commit(day=2)
    (repository.path / "link").unlink()
    repository.git("update-index", "--add", "--cacheinfo", f"160000,{head},part")
    repository.write({"link": "text"})
    repository.git("add", "link")
    repository.git("commit", "-q", "-m", "Change kinds")
    assert set(read(repository)[0].changes) == {Change("T", "link"), Change("A", "part")}


def test_reading_can_end_early(repository: GitRepository) -> None:
    """Whoever stops after the first commit leaves no process and no error behind."""
    for day in range(2, 6):
        repository.commit({"a": str(day)}, f"Day {day}", day=day)
    commits = read_log(find_repository(repository.path))
    assert isinstance(commits, Generator)
    assert next(commits).subject == "Day 5"
    commits.close()


def test_the_boundary_keeps_everything_but_changes() -> None:
    """A commit in the boundary loses its changes, others pass untouched."""
    commit = Commit("a", (), 1, "n", "e", "s", "b", (Change("A", "x"),))
    (cut,) = without_boundary([commit], {"a"})
    (whole,) = without_boundary([commit], {"b"})
    assert (cut.oid, cut.subject, cut.changes, whole) == ("a", "s", (), commit)


def test_output_cut_short_ends_the_log() -> None:
    """A stream that ends inside a commit's header gives the commits before it."""
    whole = encode([("1" * 40, "", "7", "n", "e", "s", "b", [])])
    assert [commit.oid for commit in parse_log(io.BytesIO(whole + b"2" * 40 + b"\0parent\0"))] == ["1" * 40]


oids = st.text("0123456789abcdef", min_size=40, max_size=40)
texts = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=30)
paths = texts.filter(bool)
entries = st.lists(
    st.tuples(
        oids,
        st.lists(oids, max_size=3).map(" ".join),
        st.integers(0, 1 << 40).map(str),
        texts,
        texts,
        texts,
        texts,
        st.lists(st.tuples(st.sampled_from("AMT"), paths), max_size=4, unique_by=lambda change: change[1]),
    ),
    max_size=5,
)


def encode(commits: list[tuple[str, str, str, str, str, str, str, list[tuple[str, str]]]]) -> bytes:
    """Write commits as ``git log --raw -z`` does in our format."""
    written = bytearray()
    for *header, changes in commits:
        written += b"".join(field.encode() + b"\0" for field in header) + b"\0"
        for number, (status, path) in enumerate(changes):
            record = f":100644 100644 {number:040x} {number + 1:040x} {status}"
            written += (b"" if number else b"\n") + record.encode() + b"\0" + path.encode() + b"\0"
    return bytes(written)


@settings(deadline=None)
@given(commits=entries, chunk=st.integers(1, 64))
def test_what_is_written_is_read_back_whatever_the_chunks(commits: list[Any], chunk: int) -> None:
    """Any text in any field and path survives, wherever the stream is cut into chunks."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(log_module, "CHUNK", chunk)
        found = list(parse_log(io.BytesIO(encode(commits))))
    expected = [
        (
            oid,
            tuple(parents.split()),
            int(time),
            author,
            email,
            subject,
            body.strip(),
            tuple(Change(*change) for change in changes),
        )
        for oid, parents, time, author, email, subject, body, changes in commits
    ]
    assert [(c.oid, c.parents, c.time, c.author, c.email, c.subject, c.body, c.changes) for c in found] == expected
