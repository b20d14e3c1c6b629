"""What a Nest app adds to the paths of its controllers: a prefix for all, versions, and prefixes of modules."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from indexer.entrypoints.arguments import dotted, literal, literals, parse_arguments, split_top_level
from indexer.entrypoints.javascript_modules import JavaScriptModules
from indexer.entrypoints.javascript_settings import text_of
from indexer.entrypoints.javascript_text import closing, without_comments
from indexer.entrypoints.routing import join_route
from indexer.facts import Role
from indexer.tree import SourceFile, SourceTree

NEUTRAL: Final = "VERSION_NEUTRAL"

_PREFIX: Final = re.compile(r"\.setGlobalPrefix(?=\()")
_VERSIONING: Final = re.compile(r"\.enableVersioning(?=\()")
_REGISTERED: Final = re.compile(r"\bRouterModule\.(?:register|forRoutes)(?=\()")
_CONTROLLERS: Final = re.compile(
    r"@Module\((?:(?!@Module\()[\s\S])*?\bcontrollers\s*:\s*\[([^\]]*)\][\s\S]*?\bclass\s+(\w+)"
)


@dataclass(frozen=True, slots=True)
class Site:
    """One app: ``version_prefix`` is None where versions are no part of an address."""

    directory: str = ""
    prefix: str = ""
    excluded: frozenset[str] = frozenset()
    version_prefix: str | None = None
    default_versions: tuple[str, ...] = ()

    def versions(self, stated: tuple[str, ...]) -> tuple[str, ...]:
        """Return the parts of an address that versions make; one empty part when they make none."""
        if self.version_prefix is None:
            return ("",)
        return tuple(f"{self.version_prefix}{version}" if version else "" for version in stated) or ("",)

    def address(self, path: str, version: str) -> str:
        """Return the whole address of a route."""
        prefix = "" if path.strip("/") in self.excluded else self.prefix
        return join_route(prefix, version, path.strip("/")) or "/"


def sites_of(modules: JavaScriptModules, apps: Iterable[SourceFile], files: Sequence[SourceFile]) -> list[Site]:
    """Return what is known of each app, from its own files or from all where there is only one."""
    directories = sorted({file.directory for file in apps})
    product = [file for file in files if file.role is Role.PRODUCT]
    if len(directories) == 1:
        return [_site(modules, "", product)]
    nearest = {file.path: _nearest(directories, file) for file in product}
    return [
        _site(modules, directory, [file for file in product if nearest[file.path] == directory])
        for directory in directories
    ]


def _nearest(directories: Sequence[str], file: SourceFile) -> str | None:
    """Return the directory of the app around a file: what an app inside another sets up counts for itself alone."""
    return max((one for one in directories if _below(file, one)), key=len, default=None)


def site_of(sites: Sequence[Site], file: SourceFile) -> Site:
    """Return the app that a controller belongs to: the one around it, or what all apps agree on."""
    around = [site for site in sites if _below(file, site.directory)]
    if around:
        return max(around, key=lambda site: len(site.directory))
    return sites[0] if len({site.prefix for site in sites}) == 1 else Site()


def _below(file: SourceFile, directory: str) -> bool:
    return not directory or file.path.startswith(f"{directory}/")


def _site(modules: JavaScriptModules, directory: str, files: Sequence[SourceFile]) -> Site:
    prefixes = [found for file in files for found in _prefixes(modules, file)]
    versioning = [given for file in files for given in _calls(modules.code(file), _VERSIONING)]
    prefix, excluded = prefixes[0] if len({prefix for prefix, _ in prefixes}) == 1 else ("", frozenset())
    options = parse_arguments(versioning[0].strip()[1:-1]).keywords if versioning else {}
    in_address = bool(versioning) and not re.search(r"HEADER|MEDIA_TYPE|CUSTOM", options.get("type", ""))
    default = options.get("defaultVersion", "")
    return Site(
        directory,
        prefix,
        excluded,
        (literal(options.get("prefix", "'v'")) or "") if in_address else None,
        literals(default),
    )


def _prefixes(modules: JavaScriptModules, file: SourceFile) -> Iterator[tuple[str, frozenset[str]]]:
    for given in _calls(modules.code(file), _PREFIX):
        first, *rest = split_top_level(given) or [""]
        excluded = re.search(r"\bexclude\s*:\s*\[(.*?)\]", ",".join(rest), re.DOTALL)
        paths = literals(excluded[1]) if excluded else ()
        text = text_of(modules, file, first)
        if text is not None:
            yield text, frozenset(path.strip("/") for path in paths)


def _calls(text: str, callee: re.Pattern[str]) -> Iterator[str]:
    """Yield the text between the brackets of each call."""
    for match in callee.finditer(text):
        yield text[match.end() + 1 : closing(text, match.end()) - 1]


def module_prefixes(tree: SourceTree, files: Iterable[SourceFile]) -> Mapping[str, tuple[str, ...]]:
    """Return the paths that ``RouterModule.register`` gives to the controllers of modules, by their classes."""
    files = list(files)
    registered = [given for file in files for given in _calls(without_comments(tree.text(file)), _REGISTERED)]
    by_module = {name: path for given in registered for path, name in _tree_of(given, "")}
    found: dict[str, tuple[str, ...]] = {}
    for file in files if by_module else ():
        for controllers, module in _CONTROLLERS.findall(without_comments(tree.text(file))):
            for name in map(dotted, split_top_level(controllers)):
                found[name] = (*found.get(name, ()), by_module[module]) if module in by_module else found.get(name, ())
    return {name: paths for name, paths in found.items() if paths}


def _tree_of(listed: str, prefix: str) -> Iterator[tuple[str, str]]:
    """Yield path and module of each entry of a list of routes, and of the lists inside it."""
    for entry in split_top_level(listed.strip().removeprefix("[").removesuffix("]")):
        if not entry.startswith("{"):
            yield prefix, dotted(entry)
            continue
        fields = parse_arguments(entry[1:-1]).keywords
        path = join_route(prefix, posixpath.normpath(literal(fields.get("path", "")) or ".").removeprefix("."))
        yield path, dotted(fields.get("module", ""))
        yield from _tree_of(fields.get("children", ""), path)
