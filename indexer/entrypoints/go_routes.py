"""Routes of Go's web frameworks (gin, echo, chi, fiber, gorilla) and of net/http, with the groups around them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from indexer.entrypoints import tiers
from indexer.entrypoints.arguments import Arguments, dotted, literal, literals, parse_arguments, split_top_level
from indexer.entrypoints.base import Kind, files_in, line_of_offset, make_entry_point
from indexer.entrypoints.routing import Mount, RouterKey, Routers, Scopes, join_route
from indexer.entrypoints.spans import last_line
from indexer.facts import EntryPoint, Registration, Symbol
from indexer.tree import SourceFile, SourceTree

ecosystem = "go"

_FRAMEWORK: Final = re.compile(
    r"github\.com/(?:gin-gonic/gin|labstack/echo|go-chi/chi|gofiber/fiber|gorilla/mux|julienschmidt/httprouter"
    r"|kataras/iris|gobuffalo/buffalo|uptrace/bunrouter|beego/beego).*|net/http|goji\.io.*|goa\.design.*"
)
_METHODS: Final = frozenset("GET POST PUT PATCH DELETE HEAD OPTIONS CONNECT TRACE".split())
_TITLED: Final = {method.title(): method for method in _METHODS}
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
_PATTERN: Final = re.compile(r"(?:([A-Z]+)\s+)?[\w.\-]*(/.*)")
_LEADS: Final = re.compile(r"(?:https?:)?//")


@dataclass(slots=True)
class _Web:
    """The routers of a tree, and the functions that routers are handed to."""

    tree: SourceTree
    routers: Routers
    scopes: Scopes = field(default_factory=Scopes)
    functions: dict[str, list[tuple[SourceFile, Symbol]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Call:
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


def detect(tree: SourceTree) -> Iterable[EntryPoint]:
    """Find the routes of the Go servers in ``tree``."""
    files = _web_files(tree)
    tree.preload(files)
    web = _Web(tree, Routers(tree))
    for file in files:
        _note_parameters(web, file)
    for file in files:
        _note_made(web, file)
    calls = [call for file in files for item in file.facts.registrations if (call := _call(web, file, item))]
    for call in calls:
        _note_router(web, call)
    for file in files:
        _note_handed_on(web, file)
    for call in calls:
        _note_mount(web, call)
    for call in calls:
        yield from _routes(web, call, [other for other in calls if other.file is call.file])


def _web_files(tree: SourceTree) -> list[SourceFile]:
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


def _call(web: _Web, file: SourceFile, item: Registration) -> _Call | None:
    links = split_top_level(item.callee, ".") if item.form in {"call", "assignment"} else []
    if not links[1:]:
        return None
    return _Call(file, item, links, parse_arguments(item.arguments), web.scopes.around(file, item.line))


def _note_parameters(web: _Web, file: SourceFile) -> None:
    """Note the routers that functions of the file take as parameters."""
    for symbol in file.facts.symbols:
        if symbol.kind in {"function", "method"}:
            web.functions.setdefault(symbol.name, []).append((file, symbol))
            for match in _ROUTER_TYPE.finditer(symbol.signature):
                web.routers.define(RouterKey(file.path, symbol.line, match[1]))


def _note_made(web: _Web, file: SourceFile) -> None:
    """Note the routers that a function of the repository returns: ``r := router.New()``."""
    if not any(_RETURNS_ROUTER.search(symbol.signature) for found in web.functions.values() for _, symbol in found):
        return
    text = web.tree.text(file)
    for match in _MADE.finditer(text):
        makers = [
            there
            for there, symbol in web.functions.get(match[3], [])
            if _RETURNS_ROUTER.search(symbol.signature)
            and (there.directory == file.directory or there.directory.rpartition("/")[2] == match[2])
        ]
        if makers:
            line = line_of_offset(text, match.start(1))
            around = [
                symbol.line
                for symbol in file.facts.symbols
                if symbol.kind in {"function", "method"} and symbol.line <= line <= symbol.end_line
            ]
            web.routers.define(RouterKey(file.path, max(around, default=0), match[1]))


def _note_router(web: _Web, call: _Call) -> None:
    """Note the router that a call makes, new or as a group of another."""
    target = call.item.target or _assigned_to(call)
    if not target:
        _note_handed_group(web, call)
        return
    key = RouterKey(call.file.path, 0 if "." in target else (call.scopes or (0,))[0], target)
    if _NEW_ROUTERS.fullmatch(call.item.callee):
        web.routers.define(key)
    elif call.method in _GROUPING or call.method in {"Subrouter", "Router"}:
        prefix = _chain_prefix(call) if call.method == "Subrouter" else literal(call.arguments.at(0))
        web.routers.define(key)
        web.routers.mount(key, Mount(_find(web, call, call.owner), prefix or ""), call.file)


def _note_handed_group(web: _Web, call: _Call) -> None:
    """Mount the parameter of ``Register`` for ``users.Register(v1.Group("/users"))``."""
    handed = re.search(rf"([\w.]*?)(\w+)\((?:[^()]*,\s*)?{re.escape(call.item.callee)}\(", call.item.text)
    if call.method in _GROUPING and handed:
        parent = _find(web, call, call.owner)
        _hand_on(web, call.file, (handed[1], handed[2]), Mount(parent, literal(call.arguments.at(0)) or ""))


def _assigned_to(call: _Call) -> str:
    """Return the variable that a call on the registration's line is assigned to."""
    before = call.item.text.partition(f"{call.item.callee}(")[0]
    match = _ASSIGNED.search(before)
    return match[1] if match else ""


def _chain_prefix(call: _Call) -> str:
    return join_route(*(text for link in call.links if link.startswith("PathPrefix(") for text in literals(link)))


def _find(web: _Web, call: _Call, name: str) -> RouterKey | None:
    return web.routers.find(call.file.path, call.scopes, name) if name else None


def _note_handed_on(web: _Web, file: SourceFile) -> None:
    """Mount the parameters of functions under the routers that the file hands to them."""
    text = web.tree.text(file)
    for key in web.routers.at_top(file.path):
        scope = next((symbol for symbol in file.facts.symbols if symbol.line == key.scope), None)
        lines = text.splitlines()[scope.line : scope.end_line] if scope else []
        pattern = re.compile(rf"\b([\w.]*?)(\w+)\((?:[^()]*,\s*)?&?{re.escape(key.name)}\s*[,)]")
        for match in pattern.finditer("\n".join(lines)):
            _hand_on(web, file, (match[1], match[2]), Mount(key, ""))


def _hand_on(web: _Web, file: SourceFile, called: tuple[str, str], mount: Mount) -> None:
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


def _note_mount(web: _Web, call: _Call) -> None:
    """Mount the routers made inside ``usersRouter`` for ``r.Mount("/users", usersRouter())``."""
    prefix = literal(call.arguments.at(0))
    if call.method not in {"Mount", "Handle"} or prefix is None:
        return
    argument = call.arguments.at(1)
    made = re.fullmatch(r"(?:[\w.&]+(?:\{.*\})?\.)?(\w+)\(.*\)", argument, flags=re.DOTALL)
    parent = _find(web, call, call.owner)
    if made:
        found = web.functions.get(made[1], [])
        for there, symbol in found if len(found) == 1 else ():
            for key in web.routers.at_top(there.path):
                if key.scope == symbol.line and key not in web.routers.mounts:
                    web.routers.mount(key, Mount(parent, prefix), call.file)
    elif call.method == "Mount" and (child := _find(web, call, dotted(argument))) is not None:
        web.routers.mount(child, Mount(parent, prefix), call.file)


def _routes(web: _Web, call: _Call, beside: list[_Call]) -> Iterator[EntryPoint]:
    found = _method_and_path(call)
    if found is None or call.item.form != "call":
        return
    method, path, handler = found
    owner = _find(web, call, call.owner)
    if owner is None and not _plausible(call):
        return
    inner = join_route(*_closure_prefixes(web, call, beside), _chain_prefix(call))
    for prefix in web.routers.prefixes(owner):
        # gin and echo keep the slash of a group's own route, the others drop it.
        keeps_slash = call.method in _METHODS or not (prefix or inner)
        route = join_route(prefix, inner, path if path != "/" or keeps_slash else "") or "/"
        yield make_entry_point(
            ecosystem,
            Kind.HTTP_ROUTE,
            f"{method} {route}".strip(),
            call.file,
            call.item.line,
            confidence=tiers.REGISTERED,
            evidence=call.item.text,
            symbol=dotted(handler),
        )


def _method_and_path(call: _Call) -> tuple[str, str, str] | None:
    """Return method (empty for any), path and handler of the route that a call registers, None if it does not."""
    positional = call.arguments.positional
    first = literal(positional[0]) if len(positional) > 1 else None
    if first is None or _LEADS.match(first):
        return None
    method = call.method
    if method in {"Handle", "Method", "MethodFunc", "Add"} and first.upper() in _METHODS and positional[2:]:
        path = literal(positional[1])
        return (first.upper(), path, positional[-1]) if path is not None else None
    if method in _METHODS or method in _TITLED:
        return (_TITLED.get(method, method), first, positional[-1]) if first.startswith("/") or not first else None
    if method in {"Any", "All"}:
        return ("ALL", first, positional[-1]) if first.startswith("/") or not first else None
    pattern = _PATTERN.fullmatch(first)
    if method in {"Handle", "HandleFunc", "HandlerFunc", "Handler"} and pattern:
        stated = re.search(r"\)\.Methods\(([^)]*)\)", call.item.text)
        methods = re.findall(r"[A-Z]{3,}", (stated[1] if stated else "").replace("Method", "").upper())
        return ("|".join(methods) or pattern[1] or "", pattern[2], positional[1])
    return None


def _plausible(call: _Call) -> bool:
    """Tell whether a call on an unknown object registers a route: the file's framework has that method."""
    imported = " ".join(item.module for item in call.file.facts.imports)
    if call.method in _METHODS or call.method in {"Any", "Add"}:
        return re.search(r"gin-gonic/gin|labstack/echo|httprouter|iris", imported) is not None
    if call.method in _TITLED or call.method in {"All", "Method", "MethodFunc"}:
        return re.search(r"go-chi/chi|gofiber/fiber|iris", imported) is not None and call.owner not in {
            "http",
            "client",
        }
    return True


def _closure_prefixes(web: _Web, call: _Call, beside: list[_Call]) -> Iterator[str]:
    """Yield the prefixes of the ``Route("/x", func(r) {...})`` calls around the call, outermost first."""
    for outer in beside:
        if outer is call or outer.method != "Route" or not re.search(r"\bfunc\s*\(", outer.arguments.at(1)):
            continue
        end = last_line(web.tree.text(call.file), outer.item)
        if outer.item.line < call.item.line <= end or (outer.item.line == call.item.line == end):
            yield literal(outer.arguments.at(0)) or ""
