"""What is known of one file: what it is for, what became of it, and what it defines, imports and registers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    """What became of a tracked file; everything but ``PARSED`` and ``PARTIAL`` is a reason for having no symbols."""

    PARSED = "parsed"
    PARTIAL = "partial"  # parsed, with syntax errors in it
    NO_GRAMMAR = "no_grammar"
    EMPTY = "empty"
    BINARY = "binary"
    TOO_LARGE = "too_large"
    LONG_LINES = "long_lines"  # minified or generated: no one reads it
    LFS_POINTER = "lfs_pointer"
    SYMLINK = "symlink"
    SUBMODULE = "submodule"
    MISSING_OBJECT = "missing_object"  # partial clone or damaged object store
    TIMEOUT = "timeout"
    CRASHED = "crashed"


class Role(StrEnum):
    """Whom a file serves."""

    PRODUCT = "product"
    DEV = "dev"
    TEST = "test"
    EXAMPLE = "example"
    DOCS = "docs"
    VENDORED = "vendored"
    GENERATED = "generated"


@dataclass(frozen=True, slots=True)
class Symbol:
    """A definition: ``line`` and ``end_line`` count from 1, ``container`` is the dotted name around it or empty."""

    kind: str
    name: str
    container: str
    line: int
    end_line: int
    signature: str
    doc: str


@dataclass(frozen=True, slots=True)
class Import:
    """An import as written: ``module`` is the text between quotes or after the keyword.

    ``names`` are the names taken from it (``*`` for all); ``level`` counts the leading dots of a relative Python
    import and is 0 elsewhere; ``form`` is the keyword: ``import``, ``from``, ``require``, ``export``, ``dynamic``,
    ``use``, ``mod``, ``include``, ``using``, ``source``; ``path`` is a Rust path used in place, without ``use``.
    """

    form: str
    module: str
    names: tuple[str, ...]
    level: int
    line: int


@dataclass(frozen=True, slots=True)
class Registration:
    """A place where code hands something to whatever starts it: the raw material of entry points.

    ``form`` is ``decorator`` (Python ``@app.get("/")``, Java and C# annotations, TypeScript decorators), ``call``
    (``app.get("/", handler)``, ``path("x", view)``), ``assignment`` (``app = FastAPI()``), ``main_guard``
    (``if __name__ == "__main__"``) or ``main`` (a function the language itself starts). ``callee`` is the dotted
    callee as written (``app.get``, ``RequestMapping``), ``arguments`` the raw text between its parentheses (at most
    400 characters), ``target`` the dotted symbol it registers or the name assigned to, ``text`` the first line.
    """

    form: str
    callee: str
    arguments: str
    target: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class FileFacts:
    """All that one blob says, whatever path it lies at; ``complexity`` is the sum of indentation levels."""

    blob: str
    language: str
    outcome: Outcome
    lines: int = 0
    complexity: int = 0
    doc: str = ""
    symbols: tuple[Symbol, ...] = ()
    imports: tuple[Import, ...] = ()
    registrations: tuple[Registration, ...] = ()
