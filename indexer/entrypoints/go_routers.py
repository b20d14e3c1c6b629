"""The routers of Go's web frameworks: where they are made, grouped, handed on and mounted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from indexer.entrypoints.arguments import Arguments, dotted, literal, literals, parse_arguments, split_top_level
from indexer.entrypoints.base import files_in, line_of_offset
from indexer.entrypoints.routing import Mount, RouterKey, Routers, Scopes, join_route
from indexer.facts import Registration, Symbol
from indexer.tree import SourceFile, SourceTree

_FRAMEWORK: Final = re.compile(
    r"github\.com/(?:gin-gonic/gin|labstack/echo|go-chi/chi|gofiber/fiber|gorilla/mux|julienschmidt/httprouter"
    r"|kataras/iris|gobuffalo/buffalo|uptrace/bunrouter|beego/beego).*|net/http|goji\.io.*|goa\.design.*"
)
_GROUPING: Final = frozenset({"Group", "PathPrefix", "Route", "Party"})
_NEW_ROUTERS: Final = re.compile(
    r"(?:gin|echo|chi|fiber|mux|http|httprouter|iris)\.(?:New|Default|NewRouter|NewMux|NewServeMux|Classic)"
)
_ROUTER_TYPE: Final = re.compile(
    r"(\w+)\s+\*?(?:gin\.(?:RouterGroup|Engine|IRouter|IRoutes)|echo\.(?:Group|Echo)|chi\.(?:Router|Mux)"
    r"|http\.ServeMux|mux\.Router|fiber\.(?:Router|App)|httprouter\.Router)\b"
)
_RETURNS_ROUTER: Final = re.compile(
    r"\)\s*\(?\s*(?:\w+\s+)?\*?(?:gin\.(?:RouterGroup|Engine|IRouter)|echo\.(?:Group|Echo)|chi\.(?:Router|Mux)"
    r"|http\.ServeMux|mux\.Router|fiber\.(?:Router|App)|httprouter\.Router)\b[^()]*\)?\s*\{?\s*$"
)
_MADE: Final = re.compile(r"(?m)^\s*(?:var\s+)?(\w+)(?:\s*,\s*\w+)?\s*:?=\s*(?:(\w+)\.)?(\w+)\(")
_ASSIGNED: Final = re.compile(r"([\w.]+)\s*:?=\s*$")


@dataclass(slots=True)
class Web:
    """The routers of a tree, and the functions that routers are handed to."""

    tree: SourceTree
    routers: Routers
    scopes: Scopes = field(default_factory=Scopes)
    functions: dict[str, list[tuple[SourceFile, Symbol]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Call:
    """A registering call with its chain taken apart: ``links`` are the parts of the callee between dots."""

    file: SourceFile
    item: Registration
    links: list[str]
    arguments: Arguments
    scopes: tuple[int, ...]

    @property
    def method(self) -> str:
        """The last name of the callee."""
        return self.links[-1]

    @property
    def owner(self) -> str:
        """The names before the first call of the chain, without the method."""
        names = self.links[:-1]
        first_call = next((index for index, link in enumerate(names) if "(" in link), len(names))
        return ".".join(names[:first_call])


def read_calls(web: Web, files: list[SourceFile]) -> list[Call]:
    """Return the registering calls of the files, and note in ``web`` the routers that they make and mount."""
    for file in files:
        _note_parameters(web, file)
    makers = {
        name: [there for there, symbol in found if _RETURNS_ROUTER.search(symbol.signature)]
        for name, found in web.functions.items()
    }
    makers = {name: found for name, found in makers.items() if found}
    for file in files if makers else ():
        _note_made(web, file, makers)
    calls = [call for file in files for item in file.facts.registrations if (call := _call(web, file, item))]
    for call in calls:
        _note_router(web, call)
    for file in files:
        _note_handed_on(web, file)
    for call in calls:
        _note_mount(web, call)
    return calls


def web_files(tree: SourceTree) -> list[SourceFile]:
    """Return the files that import a framework, or a package of the repository that does."""
    files = files_in(tree, "go")
    speaking = {file.path for file in files if _speaks_web(file)}
    packages = {file.directory for file in files if file.path in speaking and file.directory}
    return [file for file in files if file.path in speaking or _imports_package(file, packages)]


def _imports_package(file: SourceFile, packages: set[str]) -> bool:
    """Tell whether the file imports one of the directories: by the longest end of the import's path."""
    for imported in file.facts.imports:
        parts = imported.module.split("/")
        if any("/".join(parts[index:]) in packages for index in range(1, len(parts))):
            return True
    return False


def _speaks_web(file: SourceFile) -> bool:
    return any(_FRAMEWORK.fullmatch(imported.module) for imported in file.facts.imports)


def _call(web: Web, file: SourceFile, item: Registration) -> Call | None:
    links = split_top_level(item.callee, ".") if item.form in {"call", "assignment"} else []
    if not links[1:]:
        return None
    return Call(file, item, links, parse_arguments(item.arguments), web.scopes.around(file, item.line))


def _note_parameters(web: Web, file: SourceFile) -> None:
    """Note the routers that functions of the file take as parameters."""
    for symbol in file.facts.symbols:
        if symbol.kind in {"function", "method"}:
            web.functions.setdefault(symbol.name, []).append((file, symbol))
            for match in _ROUTER_TYPE.finditer(symbol.signature):
                web.routers.define(RouterKey(file.path, symbol.line, match[1]))


def _note_made(web: Web, file: SourceFile, makers: Mapping[str, list[SourceFile]]) -> None:
    """Note the routers that a function of the repository returns: ``r := router.New()``."""
    text = web.tree.text(file)
    for match in _MADE.finditer(text):
        for there in makers.get(match[3], ()):
            if there.directory == file.directory or there.directory.rpartition("/")[2] == match[2]:
                line = line_of_offset(text, match.start(1))
                around = [
                    symbol.line
                    for symbol in file.facts.symbols
                    if symbol.kind in {"function", "method"} and symbol.line <= line <= symbol.end_line
                ]
                web.routers.define(RouterKey(file.path, max(around, default=0), match[1]))


def _note_router(web: Web, call: Call) -> None:
    """Note the router that a call makes, new or as a group of another."""
    target = call.item.target or _assigned_to(call)
    if not target:
        _note_handed_group(web, call)
        return
    key = RouterKey(call.file.path, 0 if "." in target else (call.scopes or (0,))[0], target)
    if _NEW_ROUTERS.fullmatch(call.item.callee):
        web.routers.define(key)
    elif call.method in _GROUPING or call.method in {"Subrouter", "Router"}:
        prefix = chain_prefix(call) if call.method == "Subrouter" else literal(call.arguments.at(0))
        web.routers.define(key)
        web.routers.mount(key, Mount(find_router(web, call, call.owner), prefix or ""), call.file)


def _note_handed_group(web: Web, call: Call) -> None:
    """Mount the parameter of ``Register`` for ``users.Register(v1.Group("/users"))``."""
    handed = re.search(rf"([\w.]*?)(\w+)\((?:[^()]*,\s*)?{re.escape(call.item.callee)}\(", call.item.text)
    if call.method in _GROUPING and handed:
        parent = find_router(web, call, call.owner)
        _hand_on(web, call.file, (handed[1], handed[2]), Mount(parent, literal(call.arguments.at(0)) or ""))


def _assigned_to(call: Call) -> str:
    """Return the variable that a call on the registration's line is assigned to."""
    before = call.item.text.partition(f"{call.item.callee}(")[0]
    match = _ASSIGNED.search(before)
    return match[1] if match else ""


def chain_prefix(call: Call) -> str:
    """Return the prefixes of the chain before the last call: ``r.Group("/user").Use(auth).POST("", create)``."""
    grouping = tuple(f"{name}(" for name in ("PathPrefix", "Group", "Party"))
    return join_route(*(text for link in call.links[:-1] if link.startswith(grouping) for text in literals(link)[:1]))


def find_router(web: Web, call: Call, name: str) -> RouterKey | None:
    """Return the router that ``name`` means where a call stands."""
    return web.routers.find(call.file.path, call.scopes, name) if name else None


def _note_handed_on(web: Web, file: SourceFile) -> None:
    """Mount the parameters of functions under the routers that the file hands to them."""
    text = web.tree.text(file)
    for key in web.routers.at_top(file.path):
        scope = next((symbol for symbol in file.facts.symbols if symbol.line == key.scope), None)
        lines = text.splitlines()[scope.line : scope.end_line] if scope else []
        pattern = re.compile(rf"\b([\w.]*?)(\w+)\((?:[^()]*,\s*)?&?{re.escape(key.name)}\s*[,)]")
        for match in pattern.finditer("\n".join(lines)):
            _hand_on(web, file, (match[1], match[2]), Mount(key, ""))


def _hand_on(web: Web, file: SourceFile, called: tuple[str, str], mount: Mount) -> None:
    """Mount the router that a function takes; ``called`` is what stands before its name, and the name."""
    owner, function = called[0].removesuffix("."), called[1]
    found = [place for place in web.functions.get(function, []) if _ROUTER_TYPE.search(place[1].signature)]
    package = _package_of(web.tree.text(file), owner) if len(found) > 1 else ""
    meant = [place for place in found if package and place[0].directory.rpartition("/")[2] == package]
    beside = [place for place in found if place[0].directory == file.directory]
    places = meant or beside or found
    for there, symbol in places if len(places) == 1 else ():
        for match in _ROUTER_TYPE.finditer(symbol.signature):
            web.routers.mount(RouterKey(there.path, symbol.line, match[1]), mount, file)


def _package_of(text: str, owner: str) -> str:
    """Return the package that ``owner`` is, or that makes the value it names: ``h := users.NewHandler()``."""
    made = re.search(rf"\b{re.escape(owner)}\s*:?=\s*&?(\w+)\.\w", text) if owner else None
    return made[1] if made else owner.partition(".")[0]


def _note_mount(web: Web, call: Call) -> None:
    """Mount the routers made inside ``usersRouter`` for ``r.Mount("/users", usersRouter())``."""
    prefix = literal(call.arguments.at(0))
    if call.method not in {"Mount", "Handle"} or prefix is None:
        return
    argument = call.arguments.at(1)
    made = re.fullmatch(r"(?:[\w.&]+(?:\{.*\})?\.)?(\w+)\(.*\)", argument, flags=re.DOTALL)
    parent = find_router(web, call, call.owner)
    if made:
        found = web.functions.get(made[1], [])
        for there, symbol in found if len(found) == 1 else ():
            for key in web.routers.at_top(there.path):
                if key.scope == symbol.line and key not in web.routers.mounts:
                    web.routers.mount(key, Mount(parent, prefix), call.file)
    elif call.method == "Mount" and (child := find_router(web, call, dotted(argument))) is not None:
        web.routers.mount(child, Mount(parent, prefix), call.file)
