"""The bytes of one file → its facts. Pure: no file, no process, no other file is looked at."""

from __future__ import annotations

from tree_sitter import Node, QueryCursor

from indexer.facts import FileFacts, Outcome
from indexer.parsing import sniffing
from indexer.parsing.documentation import file_documentation
from indexer.parsing.grammars import Grammar, load_grammar
from indexer.parsing.imports import Statement, read_imports
from indexer.parsing.languages import LANGUAGES
from indexer.parsing.registrations import Match, read_registrations
from indexer.parsing.symbols import Definition, read_symbols

Found = tuple[list[Definition], list[Statement], list[Match]]


def extract(blob: str, language: str, content: bytes) -> FileFacts:
    """Read the facts of one blob; whatever it contains, the answer is facts and never an error."""
    content = sniffing.normalise(content)
    outcome = sniffing.classify(content)
    if outcome in {Outcome.BINARY, Outcome.LFS_POINTER}:
        return FileFacts(blob, language, outcome)
    lines = sniffing.count_lines(content)
    if outcome is not None:
        return FileFacts(blob, language, outcome, lines)
    # Without a grammar too, since hotspots weigh every file that people edit.
    complexity = sniffing.indentation_complexity(content)
    if language not in LANGUAGES:
        return FileFacts(blob, language, Outcome.NO_GRAMMAR, lines, complexity)
    grammar = load_grammar(language)
    root = grammar.parser.parse(content).root_node
    definitions, statements, matches = run_query(grammar, root)
    symbols = read_symbols(content, language, definitions)
    return FileFacts(
        blob,
        language,
        Outcome.PARTIAL if root.has_error else Outcome.PARSED,
        lines,
        complexity,
        file_documentation(language, content),
        symbols.found,
        read_imports(language, statements),
        read_registrations(content, matches, symbols.by_name_start),
    )


def run_query(grammar: Grammar, root: Node, span: tuple[int, int] | None = None) -> Found:
    """Sort the matches of the language's query by what they are about; with ``span``, those that touch these bytes."""
    definitions: list[Definition] = []
    statements: list[Statement] = []
    registrations: list[Match] = []
    cursor = QueryCursor(grammar.query)
    if span is not None:
        cursor.set_byte_range(*span)
    for rank, captures in cursor.matches(root):
        role = grammar.roles[rank]
        # A capture holds several nodes only under a quantifier; the first is the whole thing.
        node = captures[role.capture][0]
        if role.group == "import":
            module = captures.get("module")
            statements.append(Statement(node.start_byte, role.kind, node, module[0] if module else None))
        elif role.group == "registration":
            parts = {name: nodes[0] for name, nodes in captures.items()}
            registrations.append(Match(rank, role.kind, node, parts))
        else:
            definitions.append(_definition(rank, role.kind or "scope", node, captures))
    return definitions, statements, registrations


def _definition(rank: int, kind: str, node: Node, captures: dict[str, list[Node]]) -> Definition:
    container = captures.get("container")
    body = captures.get("body")
    return Definition(
        node.start_byte,
        node.end_byte,
        rank,
        kind,
        node,
        captures["name"][0],
        container[0] if container else None,
        body[0] if body else None,
    )
