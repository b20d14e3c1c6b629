"""A repository in as many tokens as an agent can spare: modules, key files, and their most telling signatures."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from indexer.facts import Module
from indexer.queries import rank_symbols
from indexer.storage.tables import FileRecord, SymbolRecord
from memtui.safety import inspect
from memtui.safety.visible import clean

BYTES_PER_TOKEN = 3  # paths and signatures hold fewer letters a token than the four of prose
_SHORTEST_FILE_LINE = 14  # bytes: "x  (1 lines)" with its line end
_SHORTEST_LINE = 6
_FIRST_SYMBOLS = 4
_MORE_SYMBOLS = 2
_SIGNATURE = 120
_SUMMARY = 160
_IMPORTS = 5
# Deeper nesting costs tokens for blanks, and tells no more.
_DEEPEST = 3


@dataclass(frozen=True, slots=True)
class Outline:
    """The text, how many tokens it is estimated to take, and what of the repository it tells and leaves out."""

    text: str
    tokens: int
    shown: Mapping[str, int]
    left_out: Mapping[str, int]


class _Section(IntEnum):
    MODULES = 0
    FILES = 1
    SYMBOLS = 2


_NAMES = {_Section.MODULES: "modules", _Section.FILES: "files", _Section.SYMBOLS: "symbols"}


@dataclass(frozen=True, slots=True)
class _Item:
    """One line that may be told; ``file`` and ``position`` say where it stands, a symbol below its file."""

    section: _Section
    file: int
    position: int
    line: str


@dataclass(slots=True)
class _Budget:
    """What has been taken so far; a first line of modules or files costs their heading as well."""

    left: int
    taken: list[_Item] = field(default_factory=list)
    headed: set[str] = field(default_factory=set)
    files: set[int] = field(default_factory=set)

    def take(self, item: _Item) -> None:
        """Take the line if there is room for it, and if the file it belongs to is there.

        A signature that the safety rules flag is not passed on to an agent: constants hold secrets, defaults orders.
        """
        if item.section is _Section.SYMBOLS and item.file not in self.files:
            return
        heading = _HEADINGS[item.section]
        cost = _size(item.line) + (0 if heading in self.headed else _size(heading))
        if cost > self.left or (item.section is _Section.SYMBOLS and inspect(item.line)):
            return
        self.left -= cost
        self.headed.add(heading)
        self.taken.append(item)
        if item.section is _Section.FILES:
            self.files.add(item.file)


_HEADINGS = {
    _Section.MODULES: "\nModules, most important first:",
    _Section.FILES: "\nFiles, most important first, with their most telling symbols:",
    _Section.SYMBOLS: "\nFiles, most important first, with their most telling symbols:",
}


def tokens_of(text: str) -> int:
    """Estimate the tokens of a text: its bytes in UTF-8 by three, rounded up."""
    return -(-len(text.encode("utf-8", "replace")) // BYTES_PER_TOKEN)


def outline(
    title: str,
    modules: Sequence[Module],
    files: Sequence[FileRecord],
    symbols: Sequence[SymbolRecord],
    tokens: int,
) -> Outline:
    """Return at most so many tokens about modules and files, which come most important first.

    ``symbols`` are those of the first files, at least as many as there may be room for; see ``files_within``. Lines
    are taken in the order of importance: with each step down the list comes the next module, the next file with its
    first symbols, and some more symbols of the files before it. What finds no room is counted in the last line.
    """
    by_file: dict[str, list[SymbolRecord]] = {file.path: [] for file in files}
    for symbol in symbols:
        if symbol.path in by_file:
            by_file[symbol.path].append(symbol)
    totals = {
        _Section.MODULES: len(modules),
        _Section.FILES: len(files),
        _Section.SYMBOLS: sum(file.symbols for file in files),
    }
    first = _cut(clean(title), _SUMMARY)
    budget = _Budget(tokens * BYTES_PER_TOKEN - _size(first) - _size(_rest(totals)))
    if budget.left < 0:
        return _finished("", totals, ())
    for item in _by_importance(modules, files, by_file):
        budget.take(item)
        if budget.left < _SHORTEST_LINE:
            break
    return _finished(_render(first, budget.taken, totals), totals, budget.taken)


def files_within(tokens: int) -> int:
    """Return more files than an outline of so many tokens can name."""
    return max(1, tokens * BYTES_PER_TOKEN // _SHORTEST_FILE_LINE)


def _finished(text: str, totals: Mapping[_Section, int], taken: Sequence[_Item]) -> Outline:
    shown = {name: sum(item.section is section for item in taken) for section, name in _NAMES.items()}
    left_out = {name: totals[section] - shown[name] for section, name in _NAMES.items()}
    return Outline(text, tokens_of(text), shown, left_out)


def _by_importance(
    modules: Sequence[Module], files: Sequence[FileRecord], by_file: Mapping[str, Sequence[SymbolRecord]]
) -> Iterator[_Item]:
    public = {name for module in modules for name in module.public}
    waiting: list[deque[_Item]] = []
    little: list[_Item] = []
    for step in range(max(len(modules), len(files), 1)):
        if step < len(modules):
            yield _Item(_Section.MODULES, step, 0, _module_line(modules[step]))
        for symbols in waiting:
            yield from _next(symbols, _MORE_SYMBOLS)
        if step < len(files):
            path = files[step].path
            yield _Item(_Section.FILES, step, 0, f"{clean(path)}  ({files[step].lines} lines)")
            telling, rest = rank_symbols(by_file[path], public)
            waiting.append(deque(_symbol_item(step, symbol) for symbol in telling))
            little.extend(_symbol_item(step, symbol) for symbol in rest)
            yield from _next(waiting[-1], _FIRST_SYMBOLS)
        waiting = [symbols for symbols in waiting if symbols]
    for symbols in waiting:
        yield from symbols
    # Constants and fields last, after every file has had its more telling symbols.
    yield from little


def _next(items: deque[_Item], count: int) -> Iterator[_Item]:
    for _ in range(min(count, len(items))):
        yield items.popleft()


def _module_line(module: Module) -> str:
    imports = ", ".join(clean(path) for path in module.imports[:_IMPORTS])
    more = f", and {len(module.imports) - _IMPORTS} more" if len(module.imports) > _IMPORTS else ""
    summary = "" if inspect(module.summary) else _cut(clean(module.summary), _SUMMARY)
    summary = f": {summary}" if summary else ""
    return f"{clean(module.path)} ({module.role}){summary}" + (f" [imports {imports}{more}]" if imports else "")


def _symbol_item(file: int, symbol: SymbolRecord) -> _Item:
    depth = min(symbol.container.count(".") + bool(symbol.container), _DEEPEST)
    line = f"  {'  ' * depth}{symbol.line}: {_cut(clean(signature_of(symbol)), _SIGNATURE)}"
    return _Item(_Section.SYMBOLS, file, symbol.line, line)


def signature_of(symbol: SymbolRecord) -> str:
    """Return a signature without the start of a body, and with an ellipsis for arguments on further lines."""
    head, brace, _ = symbol.signature.partition("{")
    head = head.rstrip() + ("…)" if head.endswith("(") else "")
    return head if symbol.name in head or not brace else f"{head} … {symbol.name}"


def _render(first: str, taken: Sequence[_Item], totals: Mapping[_Section, int]) -> str:
    lines = [first]
    heading = ""
    for item in sorted(taken, key=lambda item: (item.section > 0, item.file, item.section, item.position)):
        if _HEADINGS[item.section] != heading:
            heading = _HEADINGS[item.section]
            lines.append(heading)
        lines.append(item.line)
    left = {section: total - sum(item.section is section for item in taken) for section, total in totals.items()}
    if any(left.values()):
        lines.append(_rest(left))
    return "\n".join(lines) + "\n"


def _rest(left: Mapping[_Section, int]) -> str:
    counts = ", ".join(f"{count:,} {_NAMES[section]}" for section, count in left.items())
    return f"\nLeft out: {counts}."


def _size(line: str) -> int:
    return len(line.encode("utf-8", "replace")) + 1


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
