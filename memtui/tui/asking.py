"""Acts that need to know something first: each asks in a box, and acts on the answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from memtui.memory import USER_SCOPE, Head, Level, Scope
from memtui.safety import clean
from memtui.tui import acts, words
from memtui.tui.screens.dialog import ChoiceScreen, ConfirmScreen, InputScreen
from memtui.tui.summaries import short

if TYPE_CHECKING:
    from memtui.tui.screens.memory_page import MemoryPage

Ask = Callable[["MemoryPage", tuple[str, ...]], None]

_DAY = 86_400_000_000  # microseconds
_DAYS: Mapping[str, int] = {"day": 1, "week": 7, "month": 30}
_PURGE = "purge"
_NAMED = 3


def snooze(page: MemoryPage, ids: tuple[str, ...]) -> None:
    """Put memories off until a time, or until a file changes."""
    choices = [
        ("1", "day", "until tomorrow"),
        ("2", "week", "for a week"),
        ("3", "month", "for a month"),
        ("d", "date", "until a date"),
    ]
    head = page.current()
    path = next((anchor.path for anchor in head.memory.anchors), "") if head and len(ids) == 1 else ""
    workspace = page.library.workspace
    repository = workspace.repository if workspace else None
    if path and repository:
        choices.append(("c", "path", f"until {clean(path)} changes"))

    def answered(answer: str | None) -> None:
        if answer and answer in _DAYS:
            page.perform(acts.calling("snooze", ids, until=time.time_ns() // 1000 + _DAYS[answer] * _DAY))
        elif answer == "date":
            _snooze_until(page, ids)
        elif answer == "path":
            page.perform(acts.snooze_until_changed(repository, ids, path))

    page.app.push_screen(ChoiceScreen(f"Put {words.memories(len(ids))} off…", choices), answered)


def _snooze_until(page: MemoryPage, ids: tuple[str, ...]) -> None:
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).strftime("%Y-%m-%d")

    def answered(text: str | None) -> None:
        if not text:
            return
        try:
            until = datetime.fromisoformat(text).replace(tzinfo=UTC)
        except ValueError:
            page.memtui.tell(f"{clean(text)} is no date; write it as {tomorrow}.", "warning")
            return
        page.perform(acts.calling("snooze", ids, until=int(until.timestamp() * 1_000_000)))

    page.app.push_screen(InputScreen("Put off until which day?", "as year-month-day, in UTC", tomorrow), answered)


def reject(page: MemoryPage, ids: tuple[str, ...]) -> None:
    """Reject memories with a reason, which stays with them."""

    def answered(reason: str | None) -> None:
        if reason is not None:
            page.perform(acts.calling("reject", ids, reason=reason))

    page.app.push_screen(
        InputScreen(f"Reject {words.memories(len(ids))}: why?", "the reason stays with it; none is needed"), answered
    )


def tag(page: MemoryPage, ids: tuple[str, ...]) -> None:
    """Add tags to memories and remove others."""
    head = page.current()
    present = " ".join(f"#{clean(text)}" for text in head.memory.tags) if head else ""

    def answered(text: str | None) -> None:
        removed = [word[1:] for word in (text or "").split() if word.startswith("-")]
        added = [word.removeprefix("+").removeprefix("#") for word in (text or "").split() if not word.startswith("-")]
        if added or removed:
            page.perform(acts.calling("tag", ids, add=[word for word in added if word], remove=removed))

    note = f"words to add, -words to remove{f' · now {present}' if present else ''}"
    page.app.push_screen(InputScreen(f"Tags of {words.memories(len(ids))}", note), answered)


def move(page: MemoryPage, ids: tuple[str, ...]) -> None:
    """Let memories be for somebody else: the user, this repository, or a group of repositories."""
    workspace = page.library.workspace
    scopes: dict[str, Scope] = {"u": USER_SCOPE}
    choices = [("u", "u", "the user, in every repository")]
    if workspace is not None and workspace.scope is not None:
        scopes["r"] = workspace.scope
        choices.append(("r", "r", f"this repository, {clean(workspace.name)}"))
        for number, name in enumerate(workspace.groups[:9], 1):
            scopes[str(number)] = Scope(Level.GROUP, name)
            choices.append((str(number), str(number), f"the group {clean(name)}"))

    def answered(answer: str | None) -> None:
        if answer in scopes:
            page.perform(acts.calling("move", ids, scope=scopes[answer]))

    page.app.push_screen(ChoiceScreen(f"{words.memories(len(ids)).capitalize()}: for whom?", choices), answered)


def purge(page: MemoryPage, ids: tuple[str, ...]) -> None:
    """Remove the content of memories for good, once that has been typed out."""
    titles = ", ".join(short(title) for title in page.library.titles(ids[:_NAMED]))
    if len(ids) > _NAMED:
        titles += f" and {len(ids) - _NAMED:,} more"
    wanted = f"{_PURGE} {len(ids)}"

    def answered(text: str | None) -> None:
        if text == wanted:
            page.perform(acts.calling("purge", ids))
        elif text is not None:
            page.memtui.tell("Nothing was purged.")

    note = f"Every revision of {titles} is removed, and no undo brings it back. Type: {wanted}"
    page.app.push_screen(InputScreen(f"Purge {words.memories(len(ids))} for good?", note), answered)


def mask(page: MemoryPage, ids: tuple[str, ...]) -> None:
    """Put a mark in the place of each secret; former revisions keep it until they are purged."""
    if page.perform(acts.calling("mask_secrets", ids)):
        page.memtui.tell(
            "Former revisions still hold the secret; to be rid of it, change it where it is valid.", "warning"
        )


def confirm_still_true(page: MemoryPage, ids: tuple[str, ...]) -> None:
    """Say that stale memories still hold for the code as it is."""
    stale: Sequence[Head] = page.stale(ids)
    workspace = page.library.workspace
    if not stale:
        which = "It is not" if len(ids) == 1 else "None of these is"
        page.memtui.tell(f"{which} stale; there is nothing to confirm.", "warning")
        return
    memories = [head.memory for head in stale]
    repository = workspace.repository if workspace else None
    act = acts.still_true(repository, memories)
    if len(memories) == 1:
        page.perform(act)
        return
    _ask_first(page, "Are all of these still true?", [head.memory.id for head in stale], act)


def supersede(page: MemoryPage, others: tuple[str, ...], head: Head) -> None:
    """Let the present memory take the place of those marked."""
    act = acts.calling("supersede", others, by=head.memory.id)
    _ask_first(page, f"Let “{clean(head.memory.title)[:60]}” take the place of:", others, act)


def _ask_first(page: MemoryPage, question: str, ids: Sequence[str], act: acts.Act) -> None:
    def answered(yes: bool | None) -> None:
        if yes:
            page.perform(act)

    page.app.push_screen(ConfirmScreen(question, [clean(title) for title in page.library.titles(ids)]), answered)


ASK: Mapping[str, Ask] = {"snooze": snooze, "reject": reject, "tag": tag, "move": move, "purge": purge}
