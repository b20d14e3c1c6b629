"""Files of agents for tests: written into a home or a repository, found, read and written back."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from indexer.errors import NotARepositoryError
from indexer.repository import Repository, find_repository
from memtui.memory import USER_SCOPE, Level, Scope
from memtui.sources.stores.catalogue import STORES, discover, store_named
from memtui.sources.stores.importing import Ground, Import, bring_in, read_all
from memtui.sources.stores.surroundings import surroundings
from memtui.sources.stores.values import Change, Entry, ForeignStore, Location, Reading, Surroundings, Wording
from memtui.store import Store

SCOPE = Scope("repo", "a" * 40)


def write_files(directory: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files below a directory, text without any change of its line ends."""
    for name, content in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def around(home: Path, repository: Path | None = None, **environment: str) -> Surroundings:
    """Return what the stores see from a repository."""
    found = find_repository(repository) if repository is not None else None
    return surroundings(home, found, environment)


def store(name: str) -> ForeignStore:
    """Return a store that must exist."""
    found = store_named(name)
    assert found is not None, [it.name for it in STORES]
    return found


def repository_of(here: Surroundings) -> Repository | None:
    """Return the repository that the stores see, if it is one."""
    try:
        return find_repository(here.root) if here.root else None
    except NotARepositoryError:
        return None


def found_names(name: str, here: Surroundings) -> list[str]:
    """Return the names of the files that a store has here."""
    return [location.name for it in discover(here, [name]) for location in it.locations]


def readings(name: str, here: Surroundings) -> list[Reading]:
    """Return what the files of a store hold here."""
    return [reading for it in discover(here, [name]) for reading in read_all(it)]


def entries(name: str, here: Surroundings) -> dict[str, Entry]:
    """Return the entries of a store here by their titles."""
    return {entry.wording.title: entry for reading in readings(name, here) for entry in reading.entries}


def bodies(name: str, here: Surroundings) -> dict[str, str]:
    """Return the texts of the entries of a store here by their titles."""
    return {title: entry.wording.body for title, entry in entries(name, here).items()}


def bring(memories: Store, name: str, here: Surroundings, scope: Scope = SCOPE) -> Import:
    """Import a store as the repository with this scope does."""
    (found,) = discover(here, [name])
    ground = Ground({Level.USER: USER_SCOPE, Level.REPO: scope}, scope, repository_of(here))
    return bring_in(memories, found, read_all(found), ground)


def file_at(path: Path, **settings: object) -> Location:
    """Return a file as a location of plain Markdown."""
    values: dict[str, object] = {"store": "markdown", "base": path.parent, "name": path.name, "level": Level.REPO}
    return Location(path=path, **{**values, **settings})  # type: ignore[arg-type]


def read_file(path: Path, **settings: object) -> Reading:
    """Read one file as its store does."""
    location = file_at(path, **settings)
    return store(location.store).read(location)


def rewrite(path: Path, entry: Entry, title: str | None, body: str | None) -> Change:
    """Write an entry of a file with another title or body, or without both take it out, and return the change."""
    gone = title is None and body is None
    wording = Wording(entry.wording.title if title is None else title, entry.wording.body if body is None else body)
    change = store(entry.location.store).write_back(entry, None if gone else wording)
    for edit in change.edits:
        if edit.after is None:
            edit.location.path.unlink()
        else:
            edit.location.path.write_bytes(edit.after)
    return change


__all__ = ["SCOPE", "USER_SCOPE"]
