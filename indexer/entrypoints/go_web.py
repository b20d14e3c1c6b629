"""The files of Go's web servers, the routers in them and the calls on those: what routes are worked out from."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from indexer.entrypoints.arguments import Arguments, literals
from indexer.entrypoints.base import files_in
from indexer.entrypoints.go_constants import Constants
from indexer.entrypoints.routing import RouterKey, Routers, Scopes, join_route
from indexer.facts import Registration, Symbol
from indexer.tree import SourceFile, SourceTree

ROUTER_TYPE: Final = re.compile(
    r"(\w+)\s+\*?(?:gin\.(?:RouterGroup|Engine|IRouter|IRoutes)|echo\.(?:Group|Echo)|chi\.(?:Router|Mux)"
    r"|http\.ServeMux|mux\.Router|fiber\.(?:Router|App)|(?:httprouter|route)\.Router)\b"
)
"""A parameter that is a router, with its name."""

_FRAMEWORK: Final = re.compile(
    r"github\.com/(?:gin-gonic/gin|labstack/echo|go-chi/chi|gofiber/fiber|gorilla/mux|julienschmidt/httprouter"
    r"|kataras/iris|gobuffalo/buffalo|uptrace/bunrouter|beego/beego|prometheus/common/route).*"
    r"|net/http|goji\.io.*|goa\.design.*"
)


@dataclass(slots=True)
class Web:
    """The routers of a tree, the functions that routers are handed to, and the lines that only mount one.

    ``wrappers`` are methods of the repository that register a route, by directory and name;
    ``renewed`` are the routers that a name of a function comes to mean further down, by the line from which it does.
    """

    tree: SourceTree
    routers: Routers
    scopes: Scopes = field(default_factory=Scopes)
    functions: dict[str, list[tuple[SourceFile, Symbol]]] = field(default_factory=dict)
    mounting: set[tuple[str, int]] = field(default_factory=set)
    wrappers: set[tuple[str, str]] = field(default_factory=set)
    renewed: dict[RouterKey, list[tuple[int, RouterKey]]] = field(default_factory=dict)
    constants: Constants = field(init=False)

    def __post_init__(self) -> None:
        """Let constants be read from the same tree."""
        self.constants = Constants(self.tree)

    def path(self, call: Call, index: int = 0) -> str | None:
        """Return the path that an argument says, None when it says none."""
        positional = call.arguments.positional
        return self.constants.text(call.file, positional[index]) if index < len(positional) else None


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


def chain_prefix(call: Call) -> str:
    """Return the prefixes of the chain before the last call: ``r.Group("/user").Use(auth).POST("", create)``."""
    grouping = tuple(f"{name}(" for name in ("PathPrefix", "Group", "Party"))
    return join_route(*(text for link in call.links[:-1] if link.startswith(grouping) for text in literals(link)[:1]))


def find_router(web: Web, call: Call, name: str) -> RouterKey | None:
    """Return the router that ``name`` means where a call stands."""
    key = web.routers.find(call.file.path, call.scopes, name) if name else None
    later = [renewed for line, renewed in web.renewed.get(key, ()) if line < call.item.line] if key else []
    return later[-1] if later else key
