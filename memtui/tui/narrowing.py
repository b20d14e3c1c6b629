"""What a list of memories says about itself: what it is narrowed to, and why there is nothing in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from textual.content import Content

from memtui.safety import clean
from memtui.tui import words
from memtui.tui.library import View

if TYPE_CHECKING:
    from memtui.tui.library import Library

REACHES: Mapping[str, str] = {
    "here": "this repository and user",
    "repo": "this repository",
    "user": "user",
    "everywhere": "everywhere",
}


def facets_in_words(library: Library, view: View) -> str:
    """Return which memories a view shows."""
    inside = library.workspace is not None and library.workspace.scope is not None
    parts = [REACHES[view.reach] if inside or view.reach == "everywhere" else REACHES["user"]]
    parts += sorted(map(words.kind, view.kinds)) + sorted(map(clean, view.statuses))
    return ", ".join(parts + ["needs attention"] * view.attention)


def emptiness(library: Library, view: View, query: str, usual: str) -> Content:
    """Return what an empty list says: why it is so, and what to do; ``usual`` where nothing narrows it."""
    if library.snapshot is None:
        failed = library.store not in {"opening", "ready"}
        return Content("The memories cannot be read." if failed else "Reading memories…")
    if query:
        hint = library.keys.told(".\n\n‹list.back› clears the filter.")
        return Content.assemble("Nothing matches ", (clean(query), "bold"), hint)
    if view != View(inbox=view.inbox):
        return Content(
            library.keys.told("Nothing has these facets.\n\n‹list.facets› changes them, ‹list.back› clears them.")
        )
    return Content.assemble(library.keys.told(usual), *_beginning(library))


def _beginning(library: Library) -> Iterator[str]:
    if library.workspace is not None and library.workspace.repository is None:
        yield "\n\nThere is no git repository here, so this shows only what belongs to you."
        yield "\nStart memtui inside a repository to see its memory,"
        yield "\nor write a memory of your own: memtui add --title …"
    elif library.progress is not None or (library.index is not None and not library.index.indexed):
        yield "\n\nThis repository is being indexed; what it says appears here."
