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
_FILLED: Final = re.compile(r"\$\{\s*([\w.$]+)\s*\}")
_AUTOLOADED: Final = re.compile(
    r"\bdir\s*:\s*((?:[\w.]*\bjoin|[\w.]*\bresolve)\([^{}]*?['\"`]\s*\)|['\"`][^'\"`]*['\"`])"
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
    for found in files_in(routers.tree, *LANGUAGES):
        if found.directory == root or found.directory.startswith(f"{root}/"):
            below = re.sub(r"(^|/)_", r"\1:", found.directory[len(root) :])
            routers.mount(RouterKey(found.path, 0, handed_in), Mount(parent, join_route(prefix, below)), file)


def mount_handed_on(modules: JavaScriptModules, routers: Routers, file: SourceFile, handed_in: str) -> None:
    """Mount what functions of other files put on a router that the file hands them: ``users(app)``."""
    text = modules.tree.text(file)
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


def text_of(modules: JavaScriptModules, file: SourceFile, expression: str) -> str | None:
    """Return the text that an expression means: a literal, a constant or setting, or a template of these."""
    written = literal(expression)
    if written is not None:
        return written
    if name := dotted(expression):
        return _constant(modules, file, name)
    template = re.fullmatch(r"`([^`]*)`", expression.strip(), flags=re.DOTALL)
    names = _FILLED.findall(template[1]) if template else []
    values = {name: _constant(modules, file, name) for name in names}
    if template is None or None in values.values():
        return None
    filled = _FILLED.sub(lambda match: values[match[1]] or "", template[1])
    return None if "${" in filled else filled


def _constant(modules: JavaScriptModules, file: SourceFile, name: str) -> str | None:
    """Look a constant up in its file, or in the object of settings that the file imports."""
    head, _, rest = name.partition(".")
    place = modules.follow(file, name) if head in modules.bindings(file) else None
    text = modules.tree.text(place[0] if place else file)
    *outer, last = (rest or (place[1] if place else name)).split(".")
    around = "".join(rf"\b{re.escape(part)}\s*:\s*\{{(?:[^{{}}]|\{{[^{{}}]*\}})*?" for part in outer)
    stated = rf"{around}\b{re.escape(last)}\s*(?::\s*string\s*)?[:=]\s*(?:[\w.]+\s*(?:\|\||\?\?)\s*)?{_QUOTED}"
    found = set(re.findall(stated, text))
    return literal(found.pop()) if len(found) == 1 else None
