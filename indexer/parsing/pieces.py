"""One file as pieces of code, the whole of it and each definition in it, told by what they say."""

from __future__ import annotations

import importlib.metadata
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from tree_sitter import Node

from indexer.parsing.extraction import run_query
from indexer.parsing.grammars import load_grammar
from indexer.parsing.languages import LANGUAGES, language_of_path
from indexer.parsing.sniffing import classify, normalise
from indexer.parsing.symbols import METHOD_HOLDERS, Definition, read_symbols
from indexer.parsing.tokens import tokens_of

# Raise this whenever the same bytes give other tokens.
TOKENS_VERSION = 1
LINES = "lines"

_HOLDERS = METHOD_HOLDERS | {"namespace", "module"}
# Around the definition proper, and part of what it does.
_WRAPPERS = frozenset({"decorated_definition", "template_declaration"})
_SPACES = re.compile(rb"[ \t]+")
_REMARK = re.compile(rb"^\s*#(?!!)")
_REMARKED = re.compile(
    r"\.(?:ya?ml|toml|cfg|conf|ini|properties|tf|mk|cmake|env|service)$|(?:^|/)(?:Makefile|Dockerfile|CMakeLists\.txt)"
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A definition in a file: its dotted symbol, its kind, and its first and last line, which count from 1."""

    symbol: str
    kind: str
    line: int
    end_line: int

    @property
    def holds_others(self) -> bool:
        """Whether it is there to hold definitions, as a class or a namespace is."""
        return self.kind in _HOLDERS


class SourceText:
    """The content of one file, parsed when it is first asked about; whatever it holds, there is an answer.

    ``language`` may be empty or unknown; then, and where the content is not worth a parser, it has lines and no pieces.
    ``path`` tells how remarks are written where no grammar does.
    """

    def __init__(self, content: bytes, language: str, path: str = "") -> None:
        self.content = normalise(content)
        self._path = path
        parsed = language in LANGUAGES and classify(self.content) is None
        self.language = language if parsed else ""

    @property
    def scheme(self) -> str:
        """What the tokens depend on besides the content: they can be compared only if this is equal."""
        return scheme_of(self.language)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """All definitions, in their order."""
        return tuple(piece for piece, _, _ in self._defined)

    def named(self, symbol: str) -> str:
        """Return the dotted symbol that a name stands for here: itself, else the only one that ends with it, else none.

        ``acquire`` stands for ``Lock.acquire`` if nothing else here is called so.
        """
        known = {piece.symbol for piece in self.pieces}
        if symbol in known:
            return symbol
        ending = [name for name in known if name.endswith(f".{symbol}")]
        return ending[0] if len(ending) == 1 else ""

    def tokens(self, symbol: str = "") -> tuple[bytes, ...]:
        """Return what a definition says, all of them if several have the symbol, or what the whole file says.

        Without a grammar these are its lines, blank ones and remarks left out.
        """
        if not self.language:
            return () if symbol else tuple(_lines(self.content, self._path))
        if not symbol:
            return tuple(tokens_of(self._root, self.content, self.language))
        own = symbol.rpartition(".")[2].encode("utf-8", "surrogateescape")
        nodes = [node for piece, node, _ in self._defined if piece.symbol == symbol]
        return tuple(token for node in nodes for token in tokens_of(node, self.content, self.language, own))

    @cached_property
    def _root(self) -> Node:
        return load_grammar(self.language).parser.parse(self.content).root_node

    @cached_property
    def _defined(self) -> Sequence[tuple[Piece, Node, int]]:
        if not self.language:
            return ()
        definitions, _, _ = run_query(load_grammar(self.language), self._root)
        symbols = read_symbols(self.content, self.language, definitions).by_name_start
        found = [_piece(definition, symbols) for definition in _best(definitions, symbols)]
        return sorted(found, key=lambda one: (one[2], one[0].end_line))


@cache
def scheme_of(language: str) -> str:
    """Name the rules by which a language's tokens are made in this installation; empty stands for plain lines."""
    if not language:
        return f"{LINES}:{TOKENS_VERSION}"
    version = importlib.metadata.version(LANGUAGES[language].distribution)
    return f"{language}:{TOKENS_VERSION}:{version}"


def schemes_of(language: str) -> frozenset[str]:
    """Return the rules by which a file of a language may have been read here: by its grammar, or line by line."""
    return frozenset({scheme_of(language), scheme_of("")})


def language_of(path: str, content: bytes, headers: str = "c") -> str:
    """Tell which language a file is read as; ``headers`` is what ``.h`` stands for in its repository."""
    from indexer.parsing.languages import language_of_shebang

    if path.endswith(".h"):
        return headers
    return language_of_path(path) or language_of_shebang(content[:200].partition(b"\n")[0])


def _best(definitions: Collection[Definition], symbols: Mapping[int, str]) -> list[Definition]:
    """Return one definition for each name, that of the first pattern."""
    best: dict[int, Definition] = {}
    for definition in definitions:
        start = definition.name.start_byte
        if start in symbols and (start not in best or definition.rank < best[start].rank):
            best[start] = definition
    return list(best.values())


def _piece(definition: Definition, symbols: Mapping[int, str]) -> tuple[Piece, Node, int]:
    node = definition.node
    while node.parent is not None and node.parent.type in _WRAPPERS:
        node = node.parent
    last_row, last_column = node.end_point
    line = node.start_point[0] + 1
    symbol = symbols[definition.name.start_byte]
    # A node that ends at the beginning of a line ends with the line before.
    end_line = max(line, last_row + (last_column > 0))
    return Piece(symbol, definition.kind, line, end_line), node, node.start_byte


def _lines(content: bytes, path: str) -> list[bytes]:
    """Return the lines that say something; their indentation stays, since in some formats it is the structure."""
    if b"\0" in content:
        return [content]
    remarked = _REMARKED.search(path) is not None
    kept = []
    for line in content.split(b"\n"):
        bare = line.rstrip()
        if bare and not (remarked and _REMARK.match(bare)):
            body = bare.lstrip()
            kept.append(bare[: len(bare) - len(body)] + _SPACES.sub(b" ", body))
    return kept
