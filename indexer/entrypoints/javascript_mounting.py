"""Calls that put one of JavaScript's routers under another: ``use``, ``route``, ``register`` and ``mount``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from indexer.entrypoints.arguments import dotted, literal, parse_arguments, split_top_level
from indexer.entrypoints.javascript_calls import REQUIRED, Call, owner_of, router_of
from indexer.entrypoints.javascript_mounts import listed_mounts, mount_directory, required_directory
from indexer.entrypoints.javascript_routers import HANDED_IN, Web
from indexer.entrypoints.javascript_settings import text_of
from indexer.entrypoints.routing import Mount, RouterKey

_AUTOLOADERS: Final = frozenset({"@fastify/autoload", "fastify-autoload"})
_PREFIX: Final = re.compile(r"\bprefix\s*:\s*(['\"`][^'\"`]*['\"`]|[\w$.]+)")
_WRAPPED: Final = re.compile(r"([\w$]+)\((.*)\)$", re.DOTALL)
_LISTED: Final = r"(\[[^\]]*\]|[\w$.]+)"
_LOOPED: Final = (
    rf"(?:{_LISTED}\s*\.\s*(?:forEach|map)\(\s*\(?\s*{{0}}\b"
    rf"|for\s*\(\s*(?:const|let|var)\s+{{0}}\s+of\s+{_LISTED})"
)


def mount_call(web: Web, call: Call) -> None:
    """Put the routers that a call names under the one it is made on."""
    positional = call.arguments.positional
    parent = owner_of(web, call)
    if listed := listed_mounts(web.modules.code(call.file), positional):
        for path, name in listed:
            _mount(web, call, router_of(web, call, name), Mount(parent, path))
        return
    if call.method == "register" and positional and _is_autoload(web, call, positional[0]):
        mount_directory(web.routers, call.file, call.registration.arguments, parent, HANDED_IN)
        return
    mount = Mount(parent, _prefix_of(web, call) or "")
    for argument in _arguments(positional):
        if wrapped := _wrapped(web, call, argument):
            _mount(web, call, router_of(web, call, wrapped[-1]), Mount(parent, _stated_path(web, call, wrapped)))
            continue
        child = router_of(web, call, argument)
        for key in [child] if child is not None else _looped(web, call, argument):
            _mount(web, call, key, mount)


def _mount(web: Web, call: Call, child: RouterKey | None, mount: Mount) -> None:
    if child is not None:
        web.routers.mount(child, mount, call.file)


def _wrapped(web: Web, call: Call, argument: str) -> tuple[str, ...]:
    """Return the arguments of ``mount("/path", app)``, where the word is that of Koa's mounting."""
    match = _WRAPPED.match(argument)
    binding = web.modules.bindings(call.file).get(match[1]) if match else None
    wraps = binding is not None and binding.specifier == "koa-mount"
    return parse_arguments(match[2]).positional[:2] if match and wraps else ()


def _stated_path(web: Web, call: Call, wrapped: tuple[str, ...]) -> str:
    return (text_of(web.modules, call.file, wrapped[0]) or "") if wrapped[1:] else ""


def _arguments(positional: tuple[str, ...]) -> Iterator[str]:
    """Yield the arguments of a call, and those of a list among them one by one."""
    for argument in positional:
        yield from split_top_level(argument[1:-1]) if argument.startswith("[") else (argument,)


def _prefix_of(web: Web, call: Call) -> str | None:
    positional = call.arguments.positional
    if call.method == "register":
        match = _PREFIX.search(call.registration.arguments)
        return text_of(web.modules, call.file, match[1]) if match else None
    return text_of(web.modules, call.file, positional[0]) if positional[1:] else None


def _is_autoload(web: Web, call: Call, argument: str) -> bool:
    binding = web.modules.bindings(call.file).get(dotted(argument))
    required = REQUIRED.match(argument)
    return (binding.specifier if binding else required[1] if required else "") in _AUTOLOADERS


def _looped(web: Web, call: Call, argument: str) -> Iterator[RouterKey]:
    """Yield the routers that an argument means while it runs over a list, or over the files of a directory."""
    text = web.modules.code(call.file)
    for file in required_directory(web.modules, call.file, argument):
        keys = [key for key in web.routers.at_top(file.path) if key.name != HANDED_IN]
        yield keys[0] if len(keys) == 1 else RouterKey(file.path, 0, HANDED_IN)
    head, _, member = re.sub(r"\(\)$", "", argument).partition(".")
    match = re.search(_LOOPED.format(re.escape(head)), text) if dotted(head) else None
    if match is None:
        return
    listed = _list(text, match[1] or match[2])
    found = [router_of(web, call, f"{part}.{member}" if member else part) for part in listed]
    if not listed and member:
        # The list comes from elsewhere: what it holds are the classes with such a field that nobody else mounts.
        fields = [key for key in web.routers.own if key.name == f"this.{member}" and key.path != call.file.path]
        found = [key for key in fields if key not in web.routers.mounts]
    yield from (key for key in found if key is not None)


def _list(text: str, name: str) -> list[str]:
    """Return the parts of a list that is written out, or that a constant of the file holds."""
    if not name.startswith("["):
        match = re.search(rf"\b{re.escape(name)}\s*(?::[^=\n]+)?=\s*(\[[^\]]*\])", text)
        name = match[1] if match else "[]"
    return [part for part in split_top_level(name[1:-1]) if literal(part) is None]
