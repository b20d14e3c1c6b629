"""``memtui add``: write down a memory of your own, approved at once."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.cli.acts import acting_store, tell_memory
from memtui.cli.codes import COULD_NOT, UsageError
from memtui.cli.editor import edited, join, split
from memtui.cli.library import scope_named
from memtui.cli.messages import trouble
from memtui.cli.options import add_outcome, known_kind
from memtui.memory import USER_SCOPE, Anchor, Draft, Kind, Scope

if TYPE_CHECKING:
    from memtui.cli.console import Console
    from memtui.sources import Workspace

HELP = "Write down a memory of your own; without BODY, in your editor: the title on the first line, then the body."
_TITLE_LENGTH = 200


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("body", nargs="?", metavar="BODY", help="the text in Markdown; '-' reads it from stdin")
    parser.add_argument("--title", metavar="TEXT", help="one line; without it, the first line of the body")
    parser.add_argument(
        "--kind",
        type=known_kind,
        metavar="K",
        help=f"{', '.join(Kind)}; without it, preference for the user and lesson for a repository",
    )
    parser.add_argument(
        "--scope", metavar="SCOPE", help="user, repo (here the default) or a whole scope such as group:web"
    )
    parser.add_argument("--tag", action="append", default=[], metavar="T", help="a tag; may be given several times")
    parser.add_argument(
        "--anchor",
        action="append",
        metavar="PATH[:SYMBOL]",
        help="the code that it is about; may be given several times, '' for none; without it, what the text names",
    )
    add_outcome(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Read the text, from wherever it comes, and keep it."""
    from memtui.sources import find_workspace

    workspace = find_workspace(arguments.directory)
    scope = _scope(arguments.scope, workspace)
    if arguments.body is not None or not console.can_edit:
        title, body = _given(arguments, console)
        return _keep(arguments, workspace, scope, title, body, console)
    console.narrate("The first line is the title, the rest the body; save nothing to give up.")
    # The block covers the saving, so that a text the store refuses is not lost.
    with edited(join(arguments.title or "", ""), console) as text:
        if text is None:
            console.narrate("memtui: Nothing was written, nothing is added.")
            return COULD_NOT
        return _keep(arguments, workspace, scope, *split(text), console)


def _given(arguments: argparse.Namespace, console: Console) -> tuple[str, str]:
    if arguments.body is None and arguments.title is None:
        raise UsageError("There is nothing to add. Give BODY or --title, or '-' to read the text from stdin.")
    body = console.stdin.read() if arguments.body == "-" else arguments.body or ""
    return arguments.title or _first_line(body), body.strip("\n")


def _first_line(body: str) -> str:
    line = next((line for line in body.splitlines() if line.strip()), "").lstrip("#").strip()
    return line if len(line) <= _TITLE_LENGTH else f"{line[: _TITLE_LENGTH - 1]}…"


def _scope(name: str | None, workspace: Workspace) -> Scope:
    if name is not None:
        return scope_named(name, workspace)
    return workspace.scope or USER_SCOPE


def _keep(
    arguments: argparse.Namespace, workspace: Workspace, scope: Scope, title: str, body: str, console: Console
) -> int:
    from memtui.review import add
    from memtui.sources import note_workspace

    kind = arguments.kind or (Kind.PREFERENCE if scope == USER_SCOPE else Kind.LESSON)
    draft = _anchored(Draft(kind, title, body, scope, tags=tuple(arguments.tag)), arguments, workspace)
    for anchor in draft.anchors:
        console.narrate(f"It is about {anchor.path}{f' {anchor.symbol}' if anchor.symbol else ''}.")
    store = acting_store(arguments)
    result = add(store, draft)
    if scope == workspace.scope and not arguments.dry_run:
        note_workspace(workspace)
        _warn_of_place(workspace, console)
    return tell_memory(result, arguments, console, store)


def _warn_of_place(workspace: Workspace, console: Console) -> None:
    from memtui.sources.places import Place, place_of

    place = place_of(workspace.repository) if workspace.repository else Place.ORDINARY
    # What is written down for a project must not land with the home directory around it, unnoticed.
    if place == Place.HOME:
        console.narrate(f"memtui: This is kept for the repository {workspace.name}: {trouble(place)}.")


def _anchored(draft: Draft, arguments: argparse.Namespace, workspace: Workspace) -> Draft:
    """Return the draft tied to the code that the options name, or that its text does."""
    if workspace.repository is None or draft.scope != workspace.scope:
        if any(arguments.anchor or []):
            raise UsageError("Only a memory of this repository can be about its code. Leave out --anchor or --scope.")
        return draft
    if arguments.anchor is None:
        from memtui.anchors import anchored

        return anchored(draft, workspace.repository)
    from memtui.anchors import anchored_now, missing

    given = [_named(text, arguments.directory) for text in arguments.anchor if text]
    for anchor in missing(workspace.repository, given):
        what = f"'{anchor.symbol}' in {anchor.path}" if anchor.symbol else f"file {anchor.path}"
        raise UsageError(f"There is no {what} here. Name what git tracks, from where you are.")
    return replace(draft, anchors=anchored_now(workspace.repository, given))


def _named(text: str, directory: Path) -> Anchor:
    from memtui.cli.indexed import tracked_path

    path, _, symbol = text.partition(":")
    return Anchor(tracked_path(directory, path), symbol.lstrip(":"))
