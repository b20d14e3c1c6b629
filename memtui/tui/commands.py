"""The palette: every action that has a key here, and every memory by its title; imported with the palette."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, cast

from textual.binding import Binding
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from memtui.configuration import ACTIONS
from memtui.safety import clean
from memtui.tui import words
from memtui.tui.library import View
from memtui.tui.matching import Haystack, match

if TYPE_CHECKING:
    from memtui.tui.app import MemtuiApp

_SHOWN = 20
_MOVING = ("list.", "reader.", "preview.")
_ORDER = {identity: place for place, identity in enumerate(ACTIONS)}


def _rank(binding: Binding) -> tuple[bool, int]:
    identity = binding.id or ""
    return identity.startswith(_MOVING), _ORDER.get(identity, len(_ORDER))


class MemtuiCommands(Provider):
    """Actions with their keys, and memories to go to."""

    @property
    def memtui(self) -> MemtuiApp:
        """The app, as what it is."""
        return cast("MemtuiApp", self.app)

    def actions(self) -> Iterator[Binding]:
        """Return the bindings of the screen below, each action once."""
        seen: set[str] = set()
        # What moves the cursor is known to the fingers; what one opens the palette for are the acts.
        bindings = [active.binding for active in self.screen.active_bindings.values()]
        for binding in sorted(bindings, key=_rank):
            if binding.id and binding.action not in seen and binding.action != "command_palette":
                seen.add(binding.action)
                yield binding

    async def discover(self) -> Hits:
        """Return every action before anything is typed."""
        for binding in self.actions():
            # Content, not text: Textual reads markup in the latter.
            yield DiscoveryHit(Content(binding.description), self._runner(binding), help=self._key(binding))

    async def search(self, query: str) -> Hits:
        """Return the actions and memories that match."""
        matcher = self.matcher(query)
        for binding in self.actions():
            if (score := matcher.match(binding.description)) > 0:
                shown = matcher.highlight(binding.description)
                yield Hit(score, shown, self._runner(binding), help=self._key(binding))
        library = self.memtui.library
        if library.snapshot is None:
            return
        rows = library.rows(View(reach="everywhere"))
        table = library.snapshot.table
        # In a thread: on 100,000 memories a misspelt word takes longer than a key may wait.
        found = await asyncio.to_thread(lambda: match(Haystack(table), query, rows)[:_SHOWN])
        for position, number in enumerate(found):
            row = library.row(int(number))
            help_text = f"{words.kind(row.kind)}, {words.scope(row.scope, library.workspace)}"
            go = partial(self.memtui.go_to, row.id)
            yield Hit(0.5 - position / 100, Content(clean(row.title)), go, text=clean(row.title), help=help_text)

    def _key(self, binding: Binding) -> str:
        return f"key {self.app.get_key_display(binding)}"

    def _runner(self, binding: Binding):  # type: ignore[no-untyped-def]  # noqa: ANN202 - a partial of Textual's own
        return partial(self.memtui.run_bound, self.screen, binding.action)
