"""Ways of putting JavaScript's routers together that no single call shows: lists, functions and configured prefixes."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from typing import Final

from indexer.entrypoints.arguments import dotted, literal, literals
from indexer.entrypoints.base import files_in
from indexer.entrypoints.javascript_modules import LANGUAGES, JavaScriptModules
from indexer.entrypoints.routing import Mount, RouterKey, Routers, join_route
from indexer.tree import SourceFile

_REQUIRED: Final = re.compile(r"require\(\s*['\"]([^'\"]+)['\"]\s*\)(?:\.default)?")
_AUTOLOADED: Final = re.compile(
    r"\bdir\s*:\s*((?:[\w.]*\bjoin|[\w.]*\bresolve)\([^{}]*?['\"`]\s*\)|['\"`][^'\"`]*['\"`])"
)
_UNNAMED: Final = re.compile(r"\bdirNameRoutePrefix\s*:\s*false\b")
_OWN_PREFIX: Final = re.compile(
    r"(?m)^(?:export\s+const\s+|(?:module\.)?exports\.)(?:autoPrefix|prefixOverride)\s*=\s*(['\"`][^'\"`]*['\"`])"
)
_REQUIRED_EACH: Final = re.compile(
    r"(?:await\s+)?(?:require|import)\(\s*[^)'\"]*(?:['\"`][^'\"`]*['\"`]\s*\+|`[^`]*\$\{|[\w.]*join\()"
)
_PREFIX: Final = re.compile(r"\bprefix\s*:\s*(['\"`][^'\"`]*['\"`])")
_QUOTED: Final = r"(['\"`][^'\"`$]*['\"`])"


def listed_mounts(text: str, arguments: Sequence[str]) -> list[tuple[str, str]]:
    """Return path and router of each entry of the list behind ``use(route.path, route.handler)``."""
    if len(arguments) < 2 or literal(arguments[0]) is not None:  # noqa: PLR2004 - a path and a router
        return []
    owner, _, path = dotted(arguments[0]).rpartition(".")
    other, _, router = dotted(arguments[-1]).rpartition(".")
    if not path or not router or owner != other or "." in owner:
        return []
    forward = re.findall(rf"\b{re.escape(path)}\s*:\s*{_QUOTED}\s*,\s*{re.escape(router)}\s*:\s*([\w.$]+)", text)
    backward = re.findall(rf"\b{re.escape(router)}\s*:\s*([\w.$]+)\s*,\s*{re.escape(path)}\s*:\s*{_QUOTED}", text)
    pairs = [*forward, *((quoted, name) for name, quoted in backward)]
    return [(literal(quoted) or "", name) for quoted, name in pairs]


def mount_directory(
    routers: Routers, file: SourceFile, arguments: str, parent: RouterKey | None, handed_in: str
) -> None:
    """Mount the plugins that Fastify's autoloader finds in a directory, each under its path inside it."""
    stated = _AUTOLOADED.search(arguments)
    parts = literals(stated[1]) if stated else ()
    if not parts:
        return
    root = posixpath.normpath(posixpath.join(file.directory, *(part.lstrip("/") for part in parts)))
    given = _PREFIX.search(arguments)
    prefix = (literal(given[1]) or "") if given else ""
    named = _UNNAMED.search(arguments) is None
    for found in _below(routers, root):
        own = _OWN_PREFIX.search(routers.tree.text(found))
        directories = re.sub(r"(^|/)_", r"\1:", found.directory[len(root) :]) if named else ""
        below = (literal(own[1]) or "") if own else directories
        routers.mount(RouterKey(found.path, 0, handed_in), Mount(parent, join_route(prefix, below)), file)


def _below(routers: Routers, root: str) -> list[SourceFile]:
    """Return the plugins below a directory: beside an index there is none."""
    found = [
        file
        for file in files_in(routers.tree, *LANGUAGES)
        if file.directory == root or file.directory.startswith(f"{root}/")
    ]
    indexed = {file.directory for file in found if posixpath.splitext(file.name)[0] == "index"}
    return [file for file in found if file.directory not in indexed or posixpath.splitext(file.name)[0] == "index"]


def required_directory(modules: JavaScriptModules, file: SourceFile, argument: str) -> list[SourceFile]:
    """Return the files that ``require(`./routes/${name}`)`` means while it runs over what ``readdirSync`` lists."""
    text = modules.code(file)
    if not _REQUIRED_EACH.match(argument) or "readdirSync(" not in text:
        return []
    parts = literals(argument.replace("${", "`,").replace("+", ","))
    first = next((part for part in parts if part), "")
    directory = posixpath.normpath(posixpath.join(file.directory, first.rpartition("/")[0] if first else ""))
    return [found for found in files_in(modules.tree, *LANGUAGES) if found.directory == directory and found is not file]


def mount_handed_on(modules: JavaScriptModules, routers: Routers, file: SourceFile, handed_in: str) -> None:
    """Mount what functions of other files put on a router that the file hands them: ``users(app)``."""
    text = modules.code(file)
    for key in routers.at_top(file.path):
        if key.name == handed_in:
            continue
        called = rf"(require\([^()]*\)(?:\.default)?|[\w$.]+)\(\s*{re.escape(key.name)}\s*(?:,[^()]*)?\)"
        for match in re.finditer(rf"(?<![\w$.]){called}", text):
            required = _REQUIRED.fullmatch(match[1])
            place = modules.follow(file, match[1])
            target = modules.find(file, required[1]) if required else place[0] if place else None
            child = RouterKey(target.path, 0, handed_in) if target else None
            if child in routers.own and target is not file:
                routers.mount(child, Mount(key, ""), file)
