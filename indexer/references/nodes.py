"""What a name is where it stands, told from the types of the nodes around it, for all grammars alike."""

from __future__ import annotations

import re

from tree_sitter import Node

# Grammars name their comments and texts in ways of their own, yet always with one of these words.
_PROSE = re.compile(r"comment|string|heredoc|regex|char_literal|jsx_text|template_chars|^text$|^shebang|^hash_bang")
# Leaves whose text the grammar does not look into: any word in them may be a name.
_OPAQUE = frozenset({"preproc_arg", "ERROR"})
_SIGILS = b"@$:#&"
# One name of several joined by dots, colons or arrows; the last one is what is called.
_ACCESS = re.compile(
    r"^(?:attribute|(?:nullsafe_)?member(?:_access|_binding)?_expression|conditional_access_expression|field_expression|selector_expression"
    r"|field_access|scope_resolution|scoped_(?:type_)?identifier|qualified_(?:name|identifier|type)|generic_(?:function|type|name)|template_function"
    r"|type_identifier|command_name|parenthesized_expression|non_null_expression)$"
)
_CALL = re.compile(r"call|invocation|creation|^new_expression$|^instance_expression$|^command$|^decorator$")
_CALLEE_FIELDS = ("function", "method", "name", "constructor", "type", "macro")
_DECLARATORS = re.compile(r"_declarator$")
_DECLARATIONS = frozenset({"declaration", "field_declaration"})
_MAXIMAL_CLIMB = 8  # no name is qualified more often; a generated tree may be hundreds of thousands of nodes deep


def is_code(node: Node, name: bytes) -> bool:
    """Whether a leaf is this name in code: no comment, no text, no keyword, and no longer name that holds it."""
    if not node.is_named or _PROSE.search(node.type):
        return False
    if node.type in _OPAQUE:
        return True
    return (node.text or b"").lstrip(_SIGILS) == name and not _is_label(node)


def is_called(leaf: Node) -> bool:
    """Whether the name is what a call, a construction or a macro invocation calls."""
    node = leaf
    for _ in range(_MAXIMAL_CLIMB):
        parent = node.parent
        if parent is None:
            return False
        if _CALL.search(parent.type) and not _ACCESS.match(parent.type):
            return _is_callee(parent, node)
        if not _ACCESS.match(parent.type) or not _is_last_name(parent, node):
            return False
        node = parent
    return False


def is_declared(leaf: Node) -> bool:
    """Whether this is a declaration in C or C++ of a function that is defined elsewhere."""
    node, function = leaf, False
    for _ in range(_MAXIMAL_CLIMB):
        parent = node.parent
        if parent is None:
            return False
        if parent.type in _DECLARATIONS:
            return function
        if not _DECLARATORS.search(parent.type) or parent.child_by_field_name("declarator") != node:
            return False
        function = function or parent.type == "function_declarator"
        node = parent
    return False


def _is_label(node: Node) -> bool:
    """Whether this names something else: a keyword of a Python call, or a variable of PHP behind its ``$``."""
    parent = node.parent
    if parent is None:
        return False
    if parent.type == "keyword_argument":
        return parent.child_by_field_name("name") == node
    return parent.type == "variable_name" and node.type == "name"


def _is_callee(call: Node, node: Node) -> bool:
    fields = [child for field in _CALLEE_FIELDS if (child := call.child_by_field_name(field)) is not None]
    return node in fields if fields else call.named_child(0) == node


def _is_last_name(access: Node, node: Node) -> bool:
    """Whether ``node`` is the name that the others lead to; type arguments may follow it."""
    names = [child for child in access.named_children if "argument" not in child.type]
    return bool(names) and names[-1] == node
