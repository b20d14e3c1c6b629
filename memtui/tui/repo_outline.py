"""The index as an outline: entry points by kind, modules by importance, history and coverage, built as it is opened."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Protocol

from rich.cells import cell_len
from textual.content import Content

from memtui.safety import clean
from memtui.tui import repo_details as details
from memtui.tui import repo_history_details as history_details
from memtui.tui import words
from memtui.tui.memory_lines import fit
from memtui.tui.repo_history import history_groups
from memtui.tui.widgets.bars import progress_bar
from memtui.tui.widgets.lines import ListedLines, Piece

if TYPE_CHECKING:
    from indexer.facts import EntryPoint, History, Module, PathHistory
    from memtui.tui.backend import RepoFacts

Columns = Callable[[int], Iterator[Piece]]
Detail = Callable[[], Content]
_BAR = 10
OPEN_AT_FIRST = frozenset({"entry_points", "modules", "history", "history/timeline", "history/hotspots", "coverage"})
_FEW = 8
_WHOLE = 400  # cells, in which no text of a line is cut


class IsOpen(Protocol):
    """Tells whether a branch is unfolded."""

    def __call__(self, identity: str, /, *, at_first: bool) -> bool:
        """Tell it of a branch, given how it is before anybody folds or unfolds it."""


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the outline: ``columns`` paints it at a width, ``location`` is where an editor would go."""

    id: str
    depth: int
    columns: Columns = field(repr=False)
    detail: Detail = field(repr=False)
    branch: bool = False
    open: bool = False
    location: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class OutlineLines(ListedLines):
    """The items as rows of a list."""

    items: tuple[Item, ...] = ()

    def pieces(self, number: int, width: int, /) -> Iterator[Piece]:
        """Return the item, indented, with a sign that says whether it is open."""
        item = self.items[number]
        sign = ("▾ " if item.open else "▸ ") if item.branch else "  "
        indent = "  " * item.depth + sign
        yield indent, "dim"
        yield from item.columns(width - len(indent))


def outline_lines(items: tuple[Item, ...]) -> OutlineLines:
    """Return items as rows of a list."""
    return OutlineLines([item.id for item in items], items)


def matching(items: Sequence[Item], query: str) -> tuple[Item, ...]:
    """Return the items that hold every word of a query, each below the branches that it belongs to."""
    words = query.casefold().split()
    if not words:
        return tuple(items)
    found: list[Item] = []
    branches: list[Item] = []
    for item in items:
        # Branches that lead here, of which those that are in the list already are left out.
        branches = [branch for branch in branches if branch.depth < item.depth]
        text = "".join(piece for piece, _ in item.columns(_WHOLE)).casefold()
        if all(word in text for word in words):
            found += [*branches, item]
            branches = []
        elif item.branch:
            branches.append(item)
    return tuple(found)


def outline(facts: RepoFacts, is_open: IsOpen) -> tuple[Item, ...]:
    """Return the visible items; those below a folded branch are not."""
    return tuple(_Outline(facts, is_open).items())


class _Outline:
    def __init__(self, facts: RepoFacts, is_open: IsOpen) -> None:
        self._facts = facts
        self._is_open = is_open

    def items(self) -> Iterator[Item]:
        yield from self._entry_points(self._facts.entry_points)
        yield from self._modules(self._facts.modules)
        yield from self._history(self._facts.history)
        yield from self._coverage(self._facts.coverage)

    def _branch(self, identity: str, depth: int, name: str, number: int, detail: Detail, *, few: bool = False) -> Item:
        at_first = identity in OPEN_AT_FIRST or few
        style = "heading" if depth == 0 else "strong"

        def columns(_width: int) -> Iterator[Piece]:
            yield name, style
            yield f"  {number:,}", "dim"

        return Item(identity, depth, columns, detail, branch=True, open=self._is_open(identity, at_first=at_first))

    def _entry_points(self, points: tuple[EntryPoint, ...]) -> Iterator[Item]:
        top = self._branch("entry_points", 0, "Entry points", len(points), lambda: details.entry_points(points))
        yield top
        if not top.open:
            return
        grouped: dict[str, list[EntryPoint]] = defaultdict(list)
        for point in points:
            grouped[point.kind].append(point)
        for kind, members in grouped.items():
            name, few = words.kind(kind), len(members) <= _FEW
            group = self._branch(
                f"entry_points/{kind}", 1, name, len(members), partial(details.entry_points, members), few=few
            )
            yield group
            if group.open:
                yield from (_entry_point(point, number) for number, point in enumerate(members))

    def _modules(self, modules: tuple[Module, ...]) -> Iterator[Item]:
        top = self._branch("modules", 0, "Modules", len(modules), lambda: details.modules(modules))
        yield top
        if not top.open:
            return
        most = max((module.importance for module in modules), default=1.0) or 1.0
        importers: dict[str, list[str]] = defaultdict(list)
        for module in modules:
            for target in module.imports:
                importers[target].append(module.path)
        told = {one.path: one for one in self._facts.history.module_histories}
        for module in sorted(modules, key=lambda module: (-module.importance, module.path)):
            yield from self._module(module, most, importers[module.path], told.get(module.path))

    def _module(self, module: Module, most: float, importers: list[str], told: PathHistory | None) -> Iterator[Item]:
        identity = f"modules/{module.path}"
        is_open = self._is_open(identity, at_first=False)

        def columns(width: int) -> Iterator[Piece]:
            yield progress_bar(module.importance / most, _BAR) + " ", "bar"
            yield fit(clean(module.name or module.path), max(8, min(22, width - _BAR - 1))) + " ", "strong"
            yield clean(module.summary or module.path), "dim"

        def detail() -> Content:
            coupled = [one for one in self._facts.history.module_couplings if module.path in {one.left, one.right}]
            return details.module(module, importers, told, coupled)

        children = bool(module.imports or importers)
        yield Item(identity, 1, columns, detail, branch=children, open=is_open)
        if not is_open:
            return
        for arrow, paths in (("→", module.imports), ("←", importers)):
            for path in paths:
                text = f"{arrow} {clean(path)}"
                yield Item(f"{identity}/{text}", 2, _plain(text, "dim"), detail)

    def _history(self, history: History) -> Iterator[Item]:
        top = self._branch("history", 0, "History", history.commits, lambda: history_details.history(history))
        yield top
        if not top.open:
            return
        for name, members, line, detail in history_groups(history, self._facts.recent):
            if not members:
                continue
            identity = f"history/{name.lower().replace(' ', '_')}"
            group = self._branch(identity, 1, name, len(members), lambda: history_details.history(history))
            yield group
            if not group.open:
                continue
            for number, member in enumerate(members):
                location = (member.path, 1) if hasattr(member, "path") else None
                yield Item(
                    f"{identity}/{number}",
                    2,
                    partial(line, member),
                    partial(detail, member),
                    location=location,
                )

    def _coverage(self, coverage: Mapping[str, int]) -> Iterator[Item]:
        total = sum(coverage.values())
        top = self._branch("coverage", 0, "Coverage", total, lambda: details.coverage(coverage))
        yield top
        if not top.open:
            return
        for outcome, number in sorted(coverage.items(), key=lambda pair: (-pair[1], pair[0])):

            def columns(_width: int, outcome: str = outcome, number: int = number) -> Iterator[Piece]:
                yield progress_bar(number / total, _BAR) + " ", "bar"
                yield f"{number:>7,} ", "strong"
                yield words.kind(outcome), ""

            yield Item(f"coverage/{outcome}", 1, columns, lambda: details.coverage(coverage))


def _plain(text: str, style: str) -> Columns:
    def columns(_width: int) -> Iterator[Piece]:
        yield text, style

    return columns


def _end_of(text: str, width: int) -> str:
    """Return the end of a text that is too long, with a mark where it is cut."""
    return text if cell_len(text) <= width or width < 1 else "…" + text[len(text) - width + 1 :]


def _entry_point(point: EntryPoint, number: int) -> Item:
    def columns(width: int) -> Iterator[Piece]:
        place = _end_of(f"{clean(point.path)}:{point.line}", width * 2 // 5)
        name = max(0, width - cell_len(place) - 3)
        yield fit(clean(point.name), name) + "  ", "strong" if point.role == "product" else ""
        yield f"{place} ", "dim"

    identity = f"entry_points/{point.kind}/{point.path}/{point.line}/{point.name}/{number}"
    return Item(identity, 2, columns, lambda: details.entry_point(point), location=(point.path, point.line))
