"""Import statements found by a query → imports as written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from tree_sitter import Node

from indexer.facts import Import
from indexer.parsing import statements
from indexer.parsing.text import NAME_LIMIT, decode, unquote

Part = tuple[str, tuple[str, ...], int]  # module, names, level


class Statement(NamedTuple):
    """A match of an import pattern; ``module`` is the node that names the module, where the pattern captures it."""

    start: int
    form: str
    node: Node
    module: Node | None


def read_imports(language: str, found: list[Statement]) -> tuple[Import, ...]:
    """Turn statements into imports, in the order of the file."""
    read = READERS[language]
    # A dictionary as an ordered set: overlapping patterns find one statement twice.
    imports: dict[Import, None] = {}
    paths: set[str] = set()
    for statement in sorted(found, key=lambda statement: statement.start):
        line = statement.node.start_point[0] + 1
        for module, names, level in read(statement):
            if statement.form == "path":
                if module in paths:
                    continue
                paths.add(module)
            imports[Import(statement.form, module[:NAME_LIMIT], names, level, line)] = None
    return tuple(imports)


def _text(node: Node) -> str:
    return " ".join(decode(node.text or b"").split())


def _python(statement: Statement) -> Iterator[Part]:
    text = decode(statement.node.text or b"")
    if statement.form == "import":
        yield from ((module, (), 0) for module in statements.python_import(text))
        return
    written, names = statements.python_from(text)
    module = written.lstrip(".")
    yield module, names, len(written) - len(module)


def _ecmascript(statement: Statement) -> Iterator[Part]:
    node = statement.node
    source = statement.module or node.child_by_field_name("source")
    if source is None:
        for clause in node.named_children:
            source = source or clause.child_by_field_name("source")
    written = _text(source) if source else ""
    if not written or "${" in written:
        return
    names = {"require": _required_names, "import": _imported_names, "export": _exported_names}.get(statement.form)
    yield unquote(written), tuple(names(node)) if names else (), 0


def _required_names(call: Node) -> Iterator[str]:
    """Give the names that destructuring takes out of a ``require``."""
    declarator = call.parent
    pattern = (
        declarator.child_by_field_name("name") if declarator and declarator.type == "variable_declarator" else None
    )
    if pattern is not None and pattern.type == "object_pattern":
        for child in pattern.named_children:
            yield _text(child.child_by_field_name("key") or child.child_by_field_name("left") or child)
    elif declarator is not None and declarator.type == "member_expression":
        taken = declarator.child_by_field_name("property")
        yield from [_text(taken)] if taken else []


def _imported_names(statement: Node) -> Iterator[str]:
    clauses = (child for child in statement.named_children if child.type == "import_clause")
    for part in (part for clause in clauses for part in clause.named_children):
        if part.type == "named_imports":
            yield from (_text(child.child_by_field_name("name") or child) for child in part.named_children)
        else:
            yield "*" if part.type == "namespace_import" else "default"


def _exported_names(statement: Node) -> Iterator[str]:
    clauses = [child for child in statement.named_children if child.type == "export_clause"]
    for clause in clauses:
        yield from (_text(child.child_by_field_name("name") or child) for child in clause.named_children)
    if not clauses:
        yield "*"


def _go(statement: Statement) -> Iterator[Part]:
    path = statement.module or statement.node
    alias = statement.node.child_by_field_name("name")
    yield unquote(_text(path)), ("*",) if alias is not None and alias.type == "dot" else (), 0


def _rust(statement: Statement) -> Iterator[Part]:
    if statement.form != "path":
        yield from _rust_use(statement)
        return
    node, before = statement.node, statement.node.prev_sibling
    if node.parent is not None and node.parent.type == "token_tree":
        if before is None or before.type != "::":
            yield "::".join(_path_in_tokens(node)), (), 0
        return
    path = node
    while path.parent is not None and path.parent.type in _SCOPED:
        node, path = path, path.parent
    if path.parent is None or path.parent.type not in _USES:
        yield _text(node), (), 0


def _path_in_tokens(node: Node) -> list[str]:
    """Give the words of a path that a macro's tokens spell, without its last."""
    words = [_text(node)]
    mark = node.next_sibling
    while mark is not None and mark.type == "::" and (word := mark.next_sibling) is not None:
        words.append(_text(word))
        mark = word.next_sibling
    return words[:-1]


def _written(parse: Callable[[str], Iterator[tuple[str, tuple[str, ...]]]]) -> Callable[[Statement], Iterator[Part]]:
    """Make a reader of a function that reads the statement's text."""

    def read(statement: Statement) -> Iterator[Part]:
        for module, names in parse(_text(statement.module or statement.node)):
            yield module, names, 0

    return read


_rust_use = _written(statements.rust_use)
_SCOPED = frozenset({"scoped_identifier", "scoped_type_identifier"})
_USES = frozenset({"use_declaration", "use_list", "use_as_clause", "use_wildcard", "scoped_use_list"})
READERS: Mapping[str, Callable[[Statement], Iterator[Part]]] = {
    "python": _python,
    "javascript": _ecmascript,
    "typescript": _ecmascript,
    "tsx": _ecmascript,
    "go": _go,
    "rust": _rust,
    "java": _written(statements.java_import),
    "c": _written(statements.include),
    "cpp": _written(statements.include),
    "ruby": _written(statements.quoted),
    "php": _written(statements.php_use),
    "csharp": _written(statements.csharp_using),
    "bash": _written(statements.shell_source),
}
