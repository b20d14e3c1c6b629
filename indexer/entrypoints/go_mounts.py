"""Where Go's routers are handed to functions and mounted under others."""

from __future__ import annotations

import re
from typing import Final

from indexer.entrypoints.arguments import dotted
from indexer.entrypoints.go_web import ROUTER_TYPE, Call, Web, find_router
from indexer.entrypoints.routing import Mount, RouterKey
from indexer.facts import Symbol
from indexer.tree import SourceFile

Places = list[tuple[SourceFile, Symbol]]

_MAKES: Final = re.compile(r"(?:&?([\w.]+)(?:\{.*\})?\.)?(\w+)\(.*\)", re.DOTALL)
_STRIPPED: Final = re.compile(r"http\.StripPrefix\(\s*([^,]+?)\s*,\s*(.*?)\s*\)", re.DOTALL)


def note_handed_on(web: Web, file: SourceFile) -> None:
    """Mount the parameters of functions under the routers that the file hands to them."""
    text = web.tree.text(file)
    for key in web.routers.at_top(file.path):
        scope = next((symbol for symbol in file.facts.symbols if symbol.line == key.scope), None)
        name, _, line = key.name.partition("@")
        first = int(line or scope.line) if scope else 0
        last = min((line for line, _ in web.renewed.get(key, ())), default=scope.end_line if scope else 0)
        lines = text.splitlines()[first:last]
        pattern = re.compile(rf"\b([\w.]*?)(\w+)\((?:[^()]*,\s*)?&?{re.escape(name)}\s*[,)]")
        for match in pattern.finditer("\n".join(lines)):
            hand_on(web, file, (match[1], match[2]), Mount(key, ""))


def hand_on(web: Web, file: SourceFile, called: tuple[str, str], mount: Mount) -> None:
    """Mount the router that a function takes; ``called`` is what stands before its name, and the name."""
    owner, function = called[0].removesuffix("."), called[1]
    found = [place for place in web.functions.get(function, []) if ROUTER_TYPE.search(place[1].signature)]
    places = _meant(web, file, owner, found)
    for there, symbol in places if len(places) == 1 else ():
        for match in ROUTER_TYPE.finditer(symbol.signature):
            web.routers.mount(RouterKey(there.path, symbol.line, match[1]), mount, file)


def _meant(web: Web, file: SourceFile, owner: str, found: Places) -> Places:
    """Return which of the functions of one name a call means: by the type or the package that its owner is of."""
    last = owner.rpartition(".")[2]
    package = _package_of(web.tree.text(file), last) if len(found) > 1 else ""
    types = _types_of(web, file, last) if last and len(found) > 1 else set()
    beside = [place for place in found if place[0].directory == file.directory]
    choices = (
        found,
        [place for place in found if place[1].container in types],
        [place for place in beside if place[1].container in types],
        [place for place in found if package and place[0].directory.rpartition("/")[2] == package],
        beside,
    )
    return next((choice for choice in choices if len(choice) == 1), found)


def _types_of(web: Web, file: SourceFile, name: str) -> set[str]:
    """Return the types that a variable or a field has in the files beside, also by the name of what makes it."""
    type_name = r"(?:\w+\.)?([A-Z]\w*)"
    pattern = re.compile(
        rf"\b{re.escape(name)}(?:[ \t]+\*?{type_name}\b|(?:[ \t]*,[ \t]*\w+)?[ \t]*:?=[ \t]*"
        rf"(?:&?{type_name}\{{|(?:\w+\.)?New([A-Z]\w*)\())"
    )
    beside = [there for there in web.tree.by_language.get("go", ()) if there.directory == file.directory]
    web.tree.preload(beside)
    return {
        named for there in beside for match in pattern.findall(web.tree.text(there)) for named in match if named
    } | {name}


def _package_of(text: str, owner: str) -> str:
    """Return the package that ``owner`` is, or that makes the value it names: ``h := users.NewHandler()``."""
    made = re.search(rf"\b{re.escape(owner)}(?:\s*,\s*\w+)*\s*:?=\s*&?(\w+)\.\w", text) if owner else None
    return made[1] if made else owner.partition(".")[0]


def note_mount(web: Web, call: Call) -> None:
    """Mount a router, or those made inside ``usersRouter`` for ``r.Mount("/users", usersRouter())``."""
    prefix = web.path(call)
    if call.method not in {"Mount", "Handle", "Handler"} or prefix is None:
        return
    argument = call.arguments.at(1)
    if stripped := _STRIPPED.fullmatch(argument):
        prefix, argument = web.constants.text(call.file, stripped[1]) or prefix, stripped[2]
    parent = find_router(web, call, call.owner)
    if made := _MAKES.fullmatch(argument):
        found = _meant(web, call.file, made[1] or "", web.functions.get(made[2], []))
        for there, symbol in found if len(found) == 1 else ():
            for key in web.routers.at_top(there.path):
                if key.scope == symbol.line and key not in web.routers.mounts:
                    web.routers.mount(key, Mount(parent, prefix), call.file)
    elif (call.method == "Mount" or stripped) and (child := find_router(web, call, dotted(argument))) is not None:
        web.routers.mount(child, Mount(parent, prefix), call.file)
        web.mounting.add((call.file.path, call.item.line))
