"""A document that scrolls: a memory shown whole, as plain text with a few styles, never parsed as markup."""

from __future__ import annotations

from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from memtui.tui.widgets.hanging import hung


class _Body(Widget):
    """The document itself, as high as it has to be."""

    def __init__(self) -> None:
        super().__init__(classes="document")
        self._document = Content("")
        self._hung: tuple[int, Content] = (0, self._document)

    def update(self, document: Content) -> None:
        """Show another document."""
        self._document = document
        self._hung = (0, document)
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's names
        """Return how many lines the document takes at a width."""
        return self._at(width).get_height(self.styles.get_rules(), width) if width else 0

    def render(self) -> Content:
        """Return the document as it fits."""
        return self._at(self.content_size.width)

    def _at(self, width: int) -> Content:
        if self._hung[0] != width:
            self._hung = (width, hung(self._document, width))
        return self._hung[1]


class Preview(VerticalScroll, can_focus=False):
    """Shows one document, and says when its last line has been on the screen."""

    class ReadToEnd(Message):
        """The last line of the document ``key`` is on the screen."""

        def __init__(self, key: object) -> None:
            super().__init__()
            self.key = key

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.key: object = None
        self._body = _Body()
        self._check_queued = False

    def compose(self):  # type: ignore[no-untyped-def]  # noqa: ANN201, D102 - Textual's own signature
        yield self._body

    def show(self, key: object, document: Content) -> None:
        """Show another document from its top, or a newer version of the same one where it was."""
        same = key == self.key
        self.key = key
        self._body.update(document)
        if not same:
            self.scroll_home(animate=False)
        self.check_later()

    @property
    def whole(self) -> bool:
        """Whether the end of the document is on the screen."""
        return self.size.height > 0 and self.scroll_offset.y >= self.max_scroll_y

    def check_later(self) -> None:
        """Look, once the screen is painted, whether the end is on it."""
        if not self._check_queued:
            self._check_queued = True
            # The height of a new document is known after its layout: asked before, any text seems to end in sight.
            self.call_after_refresh(self._check)

    def _check(self) -> None:
        self._check_queued = False
        # A preview that is not displayed has no height, and has shown nothing.
        if self.key is None or not self.display or not self.whole:
            return
        if self._is_laid_out():
            self.post_message(self.ReadToEnd(self.key))
        else:
            self.check_later()

    def _is_laid_out(self) -> bool:
        """Tell whether the document has the height that it needs; on a busy machine its layout comes late."""
        body = self._body
        needed = body.get_content_height(body.container_size, self.app.size, body.content_size.width)
        return body.content_size.height >= needed

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Notice that the end came in sight."""
        super().watch_scroll_y(old_value, new_value)
        self.check_later()

    def on_resize(self) -> None:
        """Notice that the end came in sight."""
        self.check_later()

    def scroll_by_lines(self, lines: int) -> None:
        """Scroll by a number of lines."""
        self.scroll_relative(y=lines, animate=False)
