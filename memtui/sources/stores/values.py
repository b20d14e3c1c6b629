"""What passes between the stores that agents already have and memtui: surroundings, entries, changes. No I/O."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from memtui.memory import Anchor, Level, Link

if TYPE_CHECKING:
    from memtui.sources.stores.documents import Document


class Grain(StrEnum):
    """How a file is divided into entries: at the grain at which a person would decide."""

    FILE = "file"
    SECTIONS = "sections"
    PREFERENCES = "preferences"
    RULES = "rules"
    RECORDS = "records"


class Form(StrEnum):
    """How an entry is written, which decides how a changed one is written."""

    FILE = "file"
    SECTION = "section"
    PASSAGE = "passage"
    BULLET = "bullet"
    PREFERENCE = "preference"
    RULE = "rule"
    RECORD = "record"


class Loading(StrEnum):
    """When an agent reads a file: in every session, when it thinks it needs it, or never."""

    ALWAYS = "always"
    ON_DEMAND = "on_demand"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where someone stands: a home directory, and the work tree of a repository or None.

    ``main`` is the work tree that owns the git directory, which linked worktrees share; ``files`` are the paths in
    ``root`` that git tracks or would track, of those names that a store asks for.
    """

    home: Path
    root: Path | None = None
    main: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Location:
    """One file of a store. ``name`` is what a link keeps: relative to the repository, or beginning with ``~/``.

    No link may lead out of ``base``; ``level`` says whom its entries are for; ``kind`` is what its entries are unless
    their words say otherwise; ``title_key`` is the key of the frontmatter that holds the title, if one does;
    ``imported`` says that another file of the store names it, so that it may be another store's own.
    """

    store: str
    path: Path
    base: Path
    name: str
    level: Level
    grain: Grain = Grain.SECTIONS
    loading: Loading = Loading.ALWAYS
    kind: str = ""
    title_key: str = ""
    imported: bool = False


@dataclass(frozen=True, slots=True)
class Wording:
    """What a person wrote: one line, and Markdown."""

    title: str
    body: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that a store says: characters ``start`` to ``end`` of the text of the file at ``location``.

    ``name`` tells it apart within the file and outlives a change of its text as far as the format allows; ``line``
    counts from 1; ``section`` are the headings around it; ``digest`` is of its text as it stands there.
    """

    location: Location
    form: Form
    name: str
    start: int
    end: int
    line: int
    wording: Wording
    digest: str
    section: tuple[str, ...] = ()
    kind: str = ""
    tags: tuple[str, ...] = ()
    anchors: tuple[Anchor, ...] = ()

    @property
    def link(self) -> Link:
        """What a memory keeps of where it lies."""
        return Link(self.location.store, self.location.name, self.name, self.digest)


@dataclass(frozen=True, slots=True)
class Notice:
    """Something about a file that a person should know: ``rule`` names what, ``detail`` is the data of it."""

    rule: str
    store: str
    path: str
    line: int = 0
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file holds; ``document`` is None when it could not be read, and a notice says why."""

    location: Location
    document: Document | None
    entries: tuple[Entry, ...] = ()
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class FileEdit:
    """What a file becomes: ``after`` is None when it goes."""

    location: Location
    before: bytes
    after: bytes | None


@dataclass(frozen=True, slots=True)
class Change:
    """What writing one entry back would do, with the link that its memory has afterwards; without edits, nothing.

    ``title_kept`` is false when the format has no place for the title that a person gave.
    """

    edits: tuple[FileEdit, ...]
    link: Link = field(default_factory=Link)
    title_kept: bool = True


class ForeignStore(Protocol):
    """A place where an agent keeps what it should know."""

    @property
    def name(self) -> str:
        """What the command line and links call it."""

    @property
    def title(self) -> str:
        """What people call it."""

    @property
    def writable(self) -> bool:
        """Whether its format allows a change of one entry."""

    def discover(self, here: Surroundings) -> Iterable[Location]:
        """Return the files of this store that exist here, in the order in which its program reads them."""

    def read(self, location: Location) -> Reading:
        """Return what a file holds; what cannot be read becomes a notice, never an error."""

    def write_back(self, entry: Entry, wording: Wording | None) -> Change:
        """Return what would write an entry anew, or take it out when there is no wording; writes nothing.

        Raises WriteBackError when the file has changed since it was read, or cannot hold the wording.
        """


def digest_of(text: str) -> str:
    """Return what changes whenever a text does, but for line ends and white space around it."""
    # A checkout may turn line ends around, and that is no change of what is said.
    plain = "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").strip().split("\n"))
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()[:32]
