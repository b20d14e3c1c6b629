"""C#: the routes of ASP.NET controllers, by attributes and by convention."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import literals, parse_arguments
from indexer.entrypoints.base import Kind, files_in, make_entry_point
from indexer.entrypoints.csharp_dedicated import dedicated_routes
from indexer.entrypoints.csharp_names import Names, names_of
from indexer.entrypoints.routing import join_route
from indexer.facts import EntryPoint, Registration, Symbol
from indexer.tree import SourceFile, SourceTree

ecosystem = "csharp"

_HTTP: Final = re.compile(r"Http(Get|Post|Put|Patch|Delete|Head|Options)")
_ACTION: Final = re.compile(
    r"\bpublic\s+(?:(?:virtual|override|async|new)\s+)*(?:Task<\s*|ValueTask<\s*)?"
    r"(?:I?ActionResult|ViewResult|JsonResult|ContentResult|RedirectToActionResult|PartialViewResult|FileResult)\b"
)
_CONTROLLER: Final = frozenset({"Controller", "ControllerBase"})


Key = tuple[str, str]
"""The path of a file, and the name of a class in it."""


@dataclass(frozen=True, slots=True)
class _Action:
    """A method of a controller, and where it stands; ``templates`` are None where no attribute states a path."""

    file: SourceFile
    line: int
    text: str
    owner: str
    name: str
    methods: tuple[str, ...]
    templates: tuple[str, ...] | None

    @property
    def called(self) -> tuple[str, str]:
        """What addresses call the controller and the action: without the suffixes of their names."""
        return self.owner.removesuffix("Controller"), self.name.removesuffix("Async")


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the routes of the controllers in ``tree``."""
    names = names_of(tree)
    tree.preload([file for file in files_in(tree, "csharp") if any(map(_is_controller, file.facts.symbols))])
    routed = _routed_classes(tree, names)
    dedicated = dedicated_routes(tree, names)
    for route in dedicated:
        yield from route.entry_points()
    elsewhere = {route.action for route in dedicated}
    for file in files_in(tree, "csharp"):
        for action in _actions(file, names):
            if action.templates is None and action.called in elsewhere:
                continue
            for path in _paths(action, names, routed):
                for method in action.methods:
                    yield _route(action, method, path)


def _is_controller(symbol: Symbol) -> bool:
    return symbol.kind == "class" and symbol.name.endswith("Controller")


def _routed_classes(tree: SourceTree, names: Names) -> dict[Key, tuple[str, ...]]:
    """Return what ``[Route]`` says of each class, by the path of its file and its name."""
    found: dict[Key, tuple[str, ...]] = {}
    for file in files_in(tree, "csharp"):
        classes = {_dotted(symbol) for symbol in file.facts.symbols if symbol.kind == "class"}
        for item in file.facts.registrations:
            if item.form == "decorator" and item.callee == "Route" and item.target in classes:
                path = names.text(parse_arguments(item.arguments).at(0, "template"), file, item.target)
                if path is not None:
                    key = file.path, item.target.rpartition(".")[2]
                    found[key] = (*found.get(key, ()), path)
    return found


def _dotted(symbol: Symbol) -> str:
    return f"{symbol.container}.{symbol.name}" if symbol.container else symbol.name


def _actions(file: SourceFile, names: Names) -> Iterator[_Action]:
    by_symbol = _attributes(file)
    for symbol in file.facts.symbols:
        if symbol.kind != "method" or not symbol.container:
            continue
        owner = symbol.container.rpartition(".")[2]
        attributes = by_symbol.get((_dotted(symbol), symbol.line), [])
        verbs = [item for item in attributes if _HTTP.fullmatch(item.callee) or item.callee == "AcceptVerbs"]
        stated = [item for item in attributes if item.callee == "Route"]
        if verbs:
            yield from _attributed(file, symbol, owner, verbs, stated, names)
        elif (stated or _is_conventional(file, symbol, owner, names)) and not any(
            item.callee in {"NonAction", "ChildActionOnly"} for item in attributes
        ):
            yield _Action(
                file,
                (stated[0].line if stated else symbol.line),
                stated[0].text if stated else symbol.signature,
                owner,
                symbol.name,
                ("GET",),
                _templates(stated, file, owner, names) or None,
            )


def _attributes(file: SourceFile) -> dict[tuple[str, int], list[Registration]]:
    """Return the attributes of each method by its name and line: overloads share the name."""
    lines: dict[str, list[int]] = {}
    for symbol in file.facts.symbols:
        if symbol.kind == "method":
            lines.setdefault(_dotted(symbol), []).append(symbol.line)
    found: dict[tuple[str, int], list[Registration]] = {}
    for item in file.facts.registrations:
        below = [line for line in lines.get(item.target, ()) if line >= item.line]
        if item.form == "decorator" and below:
            found.setdefault((item.target, min(below)), []).append(item)
    return found


def _attributed(
    file: SourceFile,
    symbol: Symbol,
    owner: str,
    verbs: Sequence[Registration],
    stated: Sequence[Registration],
    names: Names,
) -> Iterator[_Action]:
    for item in verbs:
        verb = _HTTP.fullmatch(item.callee)
        methods = (verb[1].upper(),) if verb else tuple(word.upper() for word in literals(item.arguments))
        templates = (
            (_templates([item], file, owner, names) if verb else ()) or _templates(stated, file, owner, names) or None
        )
        yield _Action(file, item.line, item.text, owner, symbol.name, methods, templates)


def _templates(items: Iterable[Registration], file: SourceFile, owner: str, names: Names) -> tuple[str, ...]:
    found = (names.text(parse_arguments(item.arguments).at(0, "template"), file, owner) for item in items)
    return tuple(path for path in found if path is not None)


def _is_conventional(file: SourceFile, symbol: Symbol, owner: str, names: Names) -> bool:
    """Tell whether a method without an attribute is an action: public, with a result, in a controller."""
    if not _ACTION.search(symbol.signature) or not owner.endswith("Controller"):
        return False
    return not _CONTROLLER.isdisjoint(names.bases(owner, file))


def _paths(action: _Action, names: Names, routed: Mapping[Key, tuple[str, ...]]) -> Iterator[str]:
    line = [action.owner, *names.bases(action.owner, action.file)]
    known = [names.find(name, action.file) for name in line]
    keys = [(place[0].path, place[1].name) for place in known if place is not None]
    outer = next((routed[key] for key in keys if key in routed), ())
    controller, name = action.called
    area = _area(action)
    if not outer and action.templates is None:
        # Without any template the convention counts, {controller}/{action}; no API controller may do without one.
        yield _convention(area, controller, name) if action.owner.endswith("Controller") else "/"
        return
    for before in outer or ("",):
        for path in action.templates or ("",):
            rooted = path.startswith(("/", "~/"))
            whole = join_route(path.removeprefix("~")) if rooted else join_route(before.removeprefix("~"), path)
            filled = re.sub(r"\[controller\]", controller, whole, flags=re.IGNORECASE)
            filled = re.sub(r"\[action\]", name, filled, flags=re.IGNORECASE)
            yield re.sub(r"\[area\]", area, filled, flags=re.IGNORECASE)


def _convention(area: str, controller: str, action: str) -> str:
    """Return the shortest address of an action: what the default route fills in itself is left out."""
    if action == "Index":
        return join_route(area, "" if controller == "Home" and not area else controller)
    return join_route(area, controller, action)


def _area(action: _Action) -> str:
    """Return the area that an attribute of the controller names."""
    for item in action.file.facts.registrations:
        if item.form == "decorator" and item.callee == "Area" and item.target.rpartition(".")[2] == action.owner:
            return next(iter(literals(item.arguments)), "")
    return ""


def _route(action: _Action, method: str, path: str) -> EntryPoint:
    return make_entry_point(
        ecosystem,
        Kind.HTTP_ROUTE,
        f"{method} {path.rstrip('/') or '/'}",
        action.file,
        action.line,
        confidence=tiers.REGISTERED if action.templates is not None else tiers.CONVENTION,
        evidence=action.text,
        symbol=f"{action.owner}.{action.name}",
    )
