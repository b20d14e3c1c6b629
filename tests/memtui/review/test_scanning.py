"""Every text of a memory is inspected, and a finding says where it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from memtui.memory import Anchor, Attention, Evidence, Memory
from memtui.memory.errors import InvalidMemoryError
from memtui.review import places
from memtui.review.content import checked, flagged
from memtui.review.scanning import rewritten, texts_of
from tests.support.corpus import filled
from tests.support.memories import make_memory

TOKEN = filled("ghp_{alnum:36}")
WITH_TOKEN = {
    "title": make_memory(f"Use {TOKEN}"),
    "body": make_memory(body=f"first\nthen {TOKEN}"),
    "kind": make_memory(kind=TOKEN),
    "topic": make_memory(topic=TOKEN),
    "tags[1]": make_memory(tags=("fine", TOKEN)),
    "anchors[0].path": make_memory(anchors=(Anchor(TOKEN),)),
    "anchors[0].symbol": make_memory(anchors=(Anchor("a.py", TOKEN),)),
    "evidence[0].reference": make_memory(evidence=(Evidence("session", TOKEN),)),
    "evidence[1].quote": make_memory(evidence=(Evidence("file", "a"), Evidence("session", "s", quote=TOKEN))),
    "key": make_memory(key=TOKEN),
}


@pytest.mark.parametrize(("field", "memory"), WITH_TOKEN.items())
def test_a_secret_in_any_field_is_flagged_with_its_place(field: str, memory: Memory) -> None:
    """No field that another program fills is left out."""
    assert Attention.SECRET in flagged(memory).attention
    assert [(place.field, place.finding.rule) for place in places(memory)] == [(field, "github_token")]


def test_a_place_says_line_and_column() -> None:
    """Both count from 1 within the field."""
    place = places(WITH_TOKEN["body"])[0]
    assert (place.line, place.column) == (2, 6)
    assert WITH_TOKEN["body"].body[place.finding.start : place.finding.end] == TOKEN


def test_rewriting_reaches_every_text_but_the_kind() -> None:
    """What is inspected can be changed; the kind tells what a memory is and stays."""
    memory = make_memory(
        "t",
        body="b",
        kind="k",
        topic="o",
        tags=("g",),
        anchors=(Anchor("p", "s"),),
        evidence=(Evidence("file", "r", 1, "q"),),
        key="y",
    )
    changed = rewritten(memory, lambda text: f"<{text}>")
    assert [text for field, text in texts_of(changed) if field != "kind"] == [
        f"<{text}>" for field, text in texts_of(memory) if field != "kind"
    ]
    assert replace(rewritten(memory, lambda text: text)) == memory


def test_an_edit_that_removes_the_cause_removes_the_flag() -> None:
    """Flags of content follow the content."""
    memory = flagged(WITH_TOKEN["title"])
    assert Attention.SECRET not in flagged(replace(memory, title="fine")).attention


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("tags", {"tags": ("t" * 20_001,)}),
        ("tags", {"tags": tuple(map(str, range(4_001)))}),
        ("anchors", {"anchors": (Anchor("p" * 20_001),)}),
        ("evidence", {"evidence": (Evidence("file", "a", quote="q" * 20_001),)}),
        ("body", {"body": "b" * 20_001}),
        ("title", {"title": "t" * 201}),
        ("tags", {"tags": ("\udcff",)}),
        ("evidence", {"evidence": (Evidence("file", "\ud800"),)}),
    ],
)
def test_oversize_and_malformed_texts_are_refused_in_every_field(field: str, values: dict[str, Any]) -> None:
    """With the name of the field, before anything of it is kept or inspected."""
    memory = replace(make_memory(), **values)
    with pytest.raises(InvalidMemoryError) as raised:
        checked(memory)
    assert raised.value.field == field
