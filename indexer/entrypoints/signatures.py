"""The function around a line, and what it is handed, however many lines its parameters take."""

from __future__ import annotations

from indexer.entrypoints.arguments import end_of_brackets
from indexer.facts import Symbol
from indexer.tree import SourceFile, SourceTree


def parameters_of(tree: SourceTree, file: SourceFile, symbol: Symbol) -> str:
    """Return the text from the bracket before the parameters to the one behind them, empty when there is none."""
    lines = tree.text(file).splitlines()[symbol.line - 1 : symbol.end_line]
    text = "\n".join(lines)
    start = text.find("(", max(text.find(symbol.name), 0))
    return text[start : end_of_brackets(text, start)] if start >= 0 else ""


def function_at(file: SourceFile, line: int) -> Symbol | None:
    """Return the innermost function around a line."""
    around = [
        symbol
        for symbol in file.facts.symbols
        if symbol.kind in {"function", "method"} and symbol.line <= line <= symbol.end_line
    ]
    return max(around, key=lambda symbol: symbol.line, default=None)
