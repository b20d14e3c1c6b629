"""Quoted lines keep their bar where they are wrapped, and lose nothing."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as some
from textual.content import Content

from memtui import review
from memtui.memory import USER_SCOPE, Draft, Evidence
from memtui.tui.widgets.hanging import QUOTE, hung
from tests.support.screens import lines_of, open_store, running, wait_until

LONG = (
    "Whoever pops the application context before the request context runs the teardown functions twice, see the tracker"
)
_WORDS = some.lists(some.text(some.characters(categories=["L", "N"]), min_size=1, max_size=9), min_size=1, max_size=30)


@given(_WORDS, some.integers(20, 60))
def test_every_part_of_a_quote_fits_and_begins_with_the_bar(words: list[str], width: int) -> None:
    """The words come in their order, and lines that are not quoted are left alone."""
    text = f"before\n{QUOTE}{' '.join(words)}\n\nafter {'word ' * 30}"
    first, *parts, blank, after = hung(Content(text), width).plain.split("\n")
    assert (first, blank) == ("before", "")
    assert after == text.rpartition("\n")[2]
    assert all(part.startswith(QUOTE) for part in parts)
    assert all(Content(part).cell_length <= width for part in parts)
    assert "".join("".join(part.removeprefix(QUOTE).split()) for part in parts) == "".join(words)


def test_styles_stay_on_the_words_that_have_them() -> None:
    """Breaking a line is no reason to lose what was marked in it."""
    content = Content.assemble((QUOTE, "dim"), "plain ", ("marked and long enough to be wrapped", "bold"), "\n")
    parts = hung(content, 24).split("\n")
    assert len(parts) > 2
    assert all(any(str(span.style) == "bold" for span in part.spans) for part in parts[1:-1])


def test_where_there_is_no_room_beside_the_bar_text_wraps_as_ever() -> None:
    """A pane of a few cells cannot hang anything."""
    content = Content(f"{QUOTE}{LONG}")
    assert hung(content, 10) is content


async def test_evidence_hangs_in_the_preview_at_every_width(tmp_path: Path) -> None:
    """Also after the terminal was made narrower or wider."""
    quoted = (Evidence("session", "s-1", 7, LONG),)
    review.propose(open_store(), [Draft("lesson", "Contexts", "Body.", USER_SCOPE, evidence=quoted)], origin="codex")

    def quotes() -> list[str]:
        # The border of the preview is a bar, too, but with other blanks around it.
        return [line.rpartition("│ ")[2] for line in lines_of(app) if re.search(r"(^|│)\s+│ \w", line)]

    async with running(tmp_path, (120, 36)) as (app, pilot):
        for size in ((120, 36), (60, 30), (140, 36), (80, 30)):
            await pilot.resize_terminal(*size)
            await wait_until(pilot, lambda: " ".join(quotes()) == LONG)
