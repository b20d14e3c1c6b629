"""Every action that a key of the terminal UI calls, with its usual keys, in the order in which they are shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Action:
    """What a key does; ``keys`` are those of the defaults, in the names that Textual has for them.

    ``typing`` says that it is called while text is typed, so that no key that writes or moves within text can be its.
    ``needed`` says that there is no other way out, so that it cannot be left without a key.
    """

    id: str
    keys: tuple[str, ...]
    description: str
    typing: bool = False
    needed: bool = False


_ALL = (
    Action("memory.approve", ("a",), "Approve"),
    Action("memory.reject", ("x",), "Reject"),
    Action("memory.edit", ("e",), "Edit"),
    Action("memory.delete", ("d",), "Delete"),
    Action("memory.open", ("enter",), "Open"),
    Action("memory.confirm", ("c",), "Still true"),
    Action("memory.explain", ("o",), "Why it needs attention"),
    Action("memory.snooze", ("s",), "Snooze"),
    Action("memory.merge", ("m",), "Merge what is marked"),
    Action("memory.supersede", ("S",), "Supersede by a new text, or the marked ones by this"),
    Action("memory.keep_both", ("B",), "Keep both, or all that are marked, side by side"),
    Action("memory.reject_because", ("X",), "Reject, with a reason"),
    Action("memory.pin", ("p",), "Pin or unpin"),
    Action("memory.tag", ("t",), "Add and remove tags"),
    Action("memory.move", ("M",), "Move to another scope"),
    Action("memory.revisions", ("H",), "Its revisions"),
    Action("memory.mask", ("number_sign",), "Mask secrets"),
    Action("memory.write_back", ("w",), "Write to the file it comes from"),
    Action("memory.purge", ("P",), "Purge for good"),
    Action("memory.edit_external", ("E",), "Edit in $EDITOR"),
    Action("memory.restore", ("r",), "Restore from the trash or from sleep"),
    Action("memory.copy", ("y",), "Copy"),
    Action("repo.open", ("enter",), "Open"),
    Action("repo.unfold", ("l", "right"), "Unfold"),
    Action("repo.fold", ("h", "left"), "Fold"),
    Action("repo.toggle", ("space",), "Fold or unfold"),
    Action("repo.refresh", ("R",), "Index again"),
    Action("sources.bring_in", ("i",), "Bring in"),
    Action("sources.look_again", ("R",), "Look again"),
    Action("list.down", ("j", "down"), "Down"),
    Action("list.up", ("k", "up"), "Up"),
    Action("list.first", ("g", "home"), "First"),
    Action("list.last", ("G", "end"), "Last"),
    Action("list.page_down", ("ctrl+d", "pagedown"), "Half a page down"),
    Action("list.page_up", ("ctrl+u", "pageup"), "Half a page up"),
    Action("list.mark", ("space",), "Mark"),
    Action("list.filter", ("slash",), "Filter"),
    Action("list.facets", ("f",), "Facets"),
    Action("list.range", ("v",), "Range"),
    Action("list.mark_all", ("asterisk",), "Mark all that match"),
    Action("list.back", ("escape",), "One step back", typing=True, needed=True),
    Action("preview.down", ("J",), "Scroll the preview down"),
    Action("preview.up", ("K",), "Scroll the preview up"),
    Action("revisions.bring_back", ("b",), "Bring back"),
    Action("reader.back", ("escape", "enter"), "Back", needed=True),
    Action("reader.down", ("j", "J", "down"), "Down"),
    Action("reader.up", ("k", "K", "up"), "Up"),
    Action("reader.page_down", ("ctrl+d", "pagedown", "space"), "A page down"),
    Action("reader.page_up", ("ctrl+u", "pageup"), "A page up"),
    Action("reader.first", ("g", "home"), "Start"),
    Action("reader.last", ("G", "end"), "End"),
    Action("edit.save", ("ctrl+s",), "Save", typing=True),
    Action("edit.save_and_approve", ("ctrl+r",), "Save and approve", typing=True),
    Action("edit.leave", ("escape",), "Leave", typing=True, needed=True),
    Action("confirm.yes", ("y",), "Yes"),
    Action("confirm.no", ("n", "escape", "enter", "q"), "No", needed=True),
    Action("confirm.down", ("j", "down"), "Down"),
    Action("confirm.up", ("k", "up"), "Up"),
    Action("confirm.page_down", ("ctrl+d", "pagedown", "space"), "A page down"),
    Action("confirm.page_up", ("ctrl+u", "pageup"), "A page up"),
    # Any letter may be an answer to a question, so that these keys are like those of text.
    Action("choice.back", ("escape",), "Back", typing=True, needed=True),
    Action("input.back", ("escape",), "Back", typing=True, needed=True),
    Action("facets.toggle", ("space", "enter"), "Take or drop"),
    Action("facets.clear", ("c",), "Clear"),
    Action("facets.done", ("f", "escape", "q"), "Done", needed=True),
    Action("help.close", ("escape",), "Close", typing=True, needed=True),
    Action("help.down", ("down",), "Down", typing=True),
    Action("help.up", ("up",), "Up", typing=True),
    Action("help.page_down", ("pagedown",), "A page down", typing=True),
    Action("help.page_up", ("pageup",), "A page up", typing=True),
    Action("app.inbox", ("1",), "Inbox"),
    Action("app.memories", ("2",), "Memories"),
    Action("app.repo", ("3",), "Repo"),
    Action("app.sources", ("4",), "Sources"),
    Action("app.next", ("right_square_bracket",), "Next screen"),
    Action("app.previous", ("left_square_bracket",), "Previous screen"),
    Action("app.undo", ("z",), "Undo"),
    Action("app.redo", ("Z",), "Redo"),
    Action("app.help", ("question_mark", "f1"), "Help"),
    Action("app.palette", ("ctrl+p",), "Palette", typing=True),
    Action("app.quit", ("q", "ctrl+q"), "Quit", needed=True),
    Action("app.interrupt", ("ctrl+c",), "Copy the selection"),
)
ACTIONS: Mapping[str, Action] = {action.id: action for action in _ALL}
GROUPS: Mapping[str, str] = {
    "memory": "Memory",
    "repo": "Outline",
    "sources": "Sources",
    "list": "List",
    "preview": "Preview",
    "reader": "Reader",
    "revisions": "Revisions",
    "edit": "Form",
    "confirm": "Question",
    "choice": "Choice",
    "input": "Answer in words",
    "facets": "Facets",
    "help": "Help",
    "app": "Everywhere",
}


def group_of(identity: str) -> str:
    """Return the name of the group that an id begins with."""
    return identity.partition(".")[0]


def _in_groups(*groups: str) -> tuple[str, ...]:
    return tuple(identity for identity in ACTIONS if group_of(identity) in groups)


_MOVING = ("list.down", "list.up", "list.first", "list.last", "list.page_down", "list.page_up")
_FILTERED = ("list.filter", "list.back")
_OUTLINE = (*_MOVING, *_FILTERED, "repo.open", "repo.unfold", "repo.fold", "repo.toggle", *_in_groups("preview", "app"))
# What works in boxes, too, which take all other keys.
_IN_BOXES = ("app.help", "app.interrupt")
# Acts that may ask first: pressing the key that asked once more must not be the answer.
_ASKING = tuple(f"memory.{name}" for name in "approve reject delete restore confirm supersede write_back".split())
SCREENS: Mapping[str, tuple[str, ...]] = {
    "Inbox and Memories": _in_groups("memory", "list", "preview", "app"),
    "the reader": tuple(key for key in _in_groups("memory", "reader", "app") if key != "memory.open"),
    "Repo": (*_OUTLINE, "repo.refresh"),
    "Sources": (*_OUTLINE, *_in_groups("sources")),
    "the revisions": (*_MOVING, *_in_groups("revisions", "preview", "app"), "memory.revisions", "reader.back"),
    "the form": _in_groups("edit", "app"),
    "a question": (*_in_groups("confirm"), *_IN_BOXES),
    "a question, whose answer must be another key": ("confirm.yes", *_ASKING),
    "a choice": (*_in_groups("choice"), *_IN_BOXES),
    "an answer in words": (*_in_groups("input"), *_IN_BOXES),
    "the facets": (*_MOVING, *_in_groups("facets"), *_IN_BOXES),
    "the help": (*_in_groups("help"), *_IN_BOXES),
}
"""The actions whose keys work at the same time, by where that is."""
