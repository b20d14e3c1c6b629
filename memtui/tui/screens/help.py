"""Help: every key that works here, from the bindings themselves, to be searched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from memtui.configuration import GROUPS, group_of
from memtui.safety import clean
from memtui.tui import words
from memtui.tui.keys import bound
from memtui.tui.screens.dialog import Dialog
from memtui.tui.widgets.inputs import SafeInput

KeyHelp = tuple[str, str, str]


def key_help(bindings: Iterable[Binding], display: Sequence[str]) -> list[KeyHelp]:
    """Return group, keys and description of each bound action, keys of one action together."""
    found: dict[tuple[str, str], list[str]] = {}
    for binding, shown in zip(bindings, display, strict=True):
        if binding.id is None:
            continue
        group = GROUPS[group_of(binding.id)]
        found.setdefault((group, binding.description), []).append(shown)
    order = list(GROUPS.values())
    rows = [(group, "  ".join(keys), description) for (group, description), keys in found.items()]
    return sorted(rows, key=lambda row: order.index(row[0]))


def legend() -> Content:
    """Return what the glyphs of a row mean."""
    parts: list[tuple[str, str] | str] = [("\nGlyphs\n", "bold $text-secondary")]
    for status, glyph in words.STATUS_GLYPHS.items():
        parts += [(f"  {glyph} ", "$text-accent"), f"{status}  "]
    parts += [(f"  {words.PIN_GLYPH} ", "$text-accent"), "pinned\n"]
    for reason, glyph in words.ATTENTION_GLYPHS.items():
        parts += [(f"  {glyph} ", "$text-warning"), f"{words.ATTENTION_WORDS[reason]}\n"]
    return Content.assemble(*parts)


class HelpScreen(Dialog[None]):
    """A list of keys that narrows as one types."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound("help.close", "dismiss", show=True),
        # The key that led here leads away, too.
        bound("app.help", "dismiss"),
        bound("help.down", "scroll(1)"),
        bound("help.up", "scroll(-1)"),
        bound("help.page_down", "scroll(10)"),
        bound("help.page_up", "scroll(-10)"),
    ]

    def __init__(self, keys: list[KeyHelp]) -> None:
        super().__init__()
        self._keys = keys

    def compose(self) -> ComposeResult:
        """Lay out the search field and the list."""
        with Vertical(classes="dialog help"):
            yield SafeInput(placeholder="search the keys", compact=True)
            with VerticalScroll(can_focus=False):
                yield Static(self.listing(""), id="help-keys")
            names = self.key_names
            moving = f"{names.of('help.up')} {names.of('help.down')}"
            yield self.answers(("help.close", "closes"), (moving, "scroll"))

    def on_mount(self) -> None:
        """Begin in the search field."""
        self.query_one(SafeInput).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Narrow the list."""
        self.query_one("#help-keys", Static).update(self.listing(event.value))

    def listing(self, query: str) -> Content:
        """Return the keys that match, by group."""
        wanted = query.casefold().split()
        parts: list[tuple[str, str] | str | Content] = []
        last = ""
        column = max((len(keys) for _, keys, _ in self._keys), default=0)
        for group, keys, description in self._keys:
            if not all(word in f"{group} {keys} {description}".casefold() for word in wanted):
                continue
            if group != last:
                parts.append((f"{chr(10) if last else ''}{group}\n", "bold $text-secondary"))
                last = group
            parts += [(f"  {keys:<{column}} ", "bold $text-accent"), f"{description}\n"]
        if not parts:
            return Content.assemble("No key matches ", (clean(query), "bold"), ".")
        return Content.assemble(*parts, legend() if not wanted else "")

    def action_scroll(self, lines: int) -> None:
        """Scroll the list."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)
