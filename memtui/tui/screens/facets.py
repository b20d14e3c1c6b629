"""Facets: which scope, kinds and statuses a list shows, with how many there are of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from memtui.memory import Kind, Status
from memtui.safety import clean
from memtui.tui import words
from memtui.tui.keys import bound
from memtui.tui.library import LIVE, View, column_at
from memtui.tui.memory_lines import fit
from memtui.tui.narrowing import REACHES
from memtui.tui.screens.dialog import Dialog
from memtui.tui.widgets.lines import ListedLines, Piece
from memtui.tui.widgets.virtual_list import VirtualList

if TYPE_CHECKING:
    from memtui.tui.app import MemtuiApp
    from memtui.tui.library import Library

_GROUP_WIDTH = 10
_WIDTH = 30
_NUMBER_WIDTH = 9


@dataclass(frozen=True, slots=True)
class Facet:
    """One choice of a group; ``value`` is what the view would hold."""

    group: str
    value: str
    name: str
    number: int


@dataclass(frozen=True, slots=True)
class FacetLines(ListedLines):
    """The choices as rows, each group under its name."""

    facets: tuple[Facet, ...] = ()
    view: View = View()  # noqa: RUF009 - it is frozen

    def pieces(self, number: int, width: int, /) -> Iterator[Piece]:
        """Return whether it is chosen, its name and how many there are."""
        facet = self.facets[number]
        first = number == 0 or self.facets[number - 1].group != facet.group
        name = max(1, min(_WIDTH, width - _GROUP_WIDTH - 2 - _NUMBER_WIDTH))
        yield f"{facet.group if first else '':<{_GROUP_WIDTH}}", "heading"
        on = chosen(self.view, facet)
        yield ("● " if on else "○ "), "accent" if on else "dim"
        yield fit(facet.name, name), "strong" if on else ""
        yield f"{facet.number:>{_NUMBER_WIDTH},}", "dim"


def chosen(view: View, facet: Facet) -> bool:
    """Return whether the view holds a choice."""
    if facet.group == "scope":
        return view.reach == facet.value
    if facet.group == "attention":
        return view.attention
    return facet.value in (view.kinds if facet.group == "kind" else view.statuses)


def toggled(view: View, facet: Facet) -> View:
    """Return the view with a choice taken or dropped."""
    if facet.group == "scope":
        return replace(view, reach=facet.value)
    if facet.group == "attention":
        return replace(view, attention=not view.attention)
    if facet.group == "kind":
        return replace(view, kinds=view.kinds ^ {facet.value})
    return replace(view, statuses=view.statuses ^ {facet.value})


def facets_of(library: Library, view: View) -> tuple[Facet, ...]:
    """Return all choices with their numbers, as far as the memories are known."""
    facets = list(_scopes(library, view))
    kinds: Counter[str] = Counter()
    if library.snapshot is not None:
        rows = library.rows(replace(view, kinds=frozenset()))
        kinds.update(column_at(library.snapshot, "kind", rows))
    known = [str(kind) for kind in Kind]
    # Kinds from outside are kept as they came, so that they must be possible to find.
    names = [*known, *sorted(kinds.keys() - set(known))]
    facets += [
        Facet("kind", name, words.kind(name), kinds[name]) for name in names if kinds[name] or name in view.kinds
    ]
    if not view.inbox:
        numbers = library.counts(view.reach)
        statuses = [*LIVE, Status.DELETED]
        facets += [
            Facet("status", s, "in the trash" if s == Status.DELETED else s, numbers.get(s, 0)) for s in statuses
        ]
        facets.append(Facet("attention", "attention", "needs attention", numbers.get("attention", 0)))
    return tuple(facets)


def _scopes(library: Library, view: View) -> Iterator[Facet]:
    inside = library.workspace is not None and library.workspace.scope is not None
    for reach, name in REACHES.items():
        if inside or reach in {"here", "everywhere"}:
            shown = name if inside or reach == "everywhere" else "user"
            number = len(library.rows(replace(view, reach=reach)))
            yield Facet("scope", reach, clean(shown), number)


class FacetScreen(Dialog[View | None]):
    """The choices in a box; space takes or drops one, and the answer is the view."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound("facets.toggle", "take", show=True),
        bound("facets.clear", "clear", show=True),
        bound("facets.done", "done", show=True),
    ]

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view = view

    @property
    def list(self) -> VirtualList:
        """The list of choices."""
        return self.query_one(VirtualList)

    def compose(self) -> ComposeResult:
        """Lay out the choices and the keys."""
        with Vertical(classes="dialog facets"):
            yield Static(Content.styled("Show memories with", "bold"), classes="question")
            yield VirtualList(marking=False)
            yield self.answers(("facets.toggle", "takes or drops"), ("facets.clear", "clears"), ("facets.done", "done"))

    def on_mount(self) -> None:
        """Show the choices."""
        self._show()
        self.list.focus()

    def _show(self) -> None:
        library = cast("MemtuiApp", self.app).library
        self._facets = facets_of(library, self.view)
        self.list.show(
            range(len(self._facets)),
            FacetLines([f"{facet.group}/{facet.value}" for facet in self._facets], self._facets, self.view),
        )

    def action_take(self) -> None:
        """Take or drop the choice under the cursor."""
        self.view = toggled(self.view, self._facets[self.list.cursor])
        self._show()

    def on_virtual_list_opened(self) -> None:
        """Take or drop what was double-clicked."""
        self.action_take()

    def action_clear(self) -> None:
        """Drop all choices."""
        self.view = View(inbox=self.view.inbox)
        self._show()

    def action_done(self) -> None:
        """Answer with the view."""
        self.dismiss(self.view)
