"""What the manifests of a repository say of its packages: where they lie, their names and descriptions."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from indexer.facts import Role
from indexer.modules.documents import parse_json, parse_toml, string, table
from indexer.tree import SourceTree


@dataclass(frozen=True, slots=True)
class Manifest:
    """A package as its manifest in ``directory`` describes it; ``name`` and ``description`` may be empty."""

    directory: str
    name: str
    description: str


def read_manifests(tree: SourceTree) -> dict[str, Manifest]:
    """Return one manifest for each directory that has any; where several lie, later ones fill the gaps of the first."""
    named = (files for name, files in tree.by_name.items() if _reader_of(name))
    files = [file for group in named for file in group if file.role in {Role.PRODUCT, Role.DEV}]
    tree.preload(files)
    found: dict[str, Manifest] = {}
    for file in sorted(files, key=lambda file: (file.directory, _rank(file.name), file.name)):
        reader = _reader_of(file.name)
        said = reader(tree.text(file)) if reader else None
        if said is None:
            continue
        before = found.get(file.directory)
        name, description = said
        found[file.directory] = Manifest(
            file.directory, (before and before.name) or name, (before and before.description) or description
        )
    return found


def compiled_projects(tree: SourceTree) -> frozenset[str]:
    """Return the directories of .NET projects, each named like its project: an assembly of its own, tests as well."""
    names = (name for name in tree.by_name if name.endswith((".csproj", ".fsproj", ".vbproj")))
    files = (file for name in names for file in tree.by_name[name])
    return frozenset(
        file.directory for file in files if posixpath.basename(file.directory) == file.name.rpartition(".")[0]
    )


Said = tuple[str, str] | None


def _package_json(text: str) -> Said:
    document = parse_json(text)
    name = string(document.get("name"))
    return (name, string(document.get("description"))) if name else None


def _pyproject(text: str) -> Said:
    document = parse_toml(text)
    # In the order of age: the standard first, then the tools that came before it.
    for section in (table(document, "project"), table(document, "tool", "poetry"), table(document, "tool", "flit")):
        name = string(section.get("name"))
        if name:
            return name, string(section.get("description"))
    return None


def _cargo(text: str) -> Said:
    package = table(parse_toml(text), "package")
    name = string(package.get("name"))
    return (name, string(package.get("description"))) if name else None


def _setup_py(text: str) -> Said:
    if not re.search(r"\bsetup\s*\(", text):
        return None
    return _keyword(text, "name"), _keyword(text, "description")


def _setup_cfg(text: str) -> Said:
    metadata = f"\n{text}".partition("\n[metadata]")[2].partition("\n[")[0]
    name = re.search(r"(?m)^name[ \t]*=[ \t]*(\S.*)$", metadata)
    description = re.search(r"(?m)^description[ \t]*=[ \t]*(\S.*)$", metadata)
    return (name[1].strip(), description[1].strip() if description else "") if name else None


def _keyword(text: str, name: str) -> str:
    found = re.search(rf"""\b{name}\s*=\s*(["'])(.*?)\1""", text)
    return found[2] if found else ""


def _go_mod(text: str) -> Said:
    found = re.search(r'^[ \t]*module[ \t]+"?([^\s"]+)', text, re.MULTILINE)
    if not found:
        return None
    # A major version ends the module path of Go and is no part of the name.
    name = posixpath.basename(re.sub(r"/v\d+$", "", found[1]))
    return name, ""


def _pom(text: str) -> Said:
    own = text
    for element in ("parent", "dependencies", "dependencyManagement", "build", "profiles"):
        own = "".join(_outside(own, f"<{element}>", f"</{element}>"))
    name = re.search(r"<artifactId>([^<]*)</artifactId>", own)
    description = re.search(r"<description>([^<]*)</description>", own)
    return (name[1].strip(), " ".join(description[1].split()) if description else "") if name else None


def _outside(text: str, opening: str, closing: str) -> Iterator[str]:
    """Yield what stands outside the elements, in linear time, which a lazy pattern takes only where all are closed."""
    end = 0
    while (start := text.find(opening, end)) >= 0 and (found := text.find(closing, start)) >= 0:
        yield text[end:start]
        end = found + len(closing)
    yield text[end:]


def _composer(text: str) -> Said:
    document = parse_json(text)
    return (string(document.get("name")), string(document.get("description"))) if document else None


def _gemspec(text: str) -> Said:
    parts = (re.search(rf"""\.{field}\s*=\s*(["'])(.*?)\1""", text) for field in ("name", "summary", "description"))
    name, summary, description = (found[2] if found else "" for found in parts)
    return name, summary or description


def _gradle(text: str) -> Said:
    if not re.search(r"\b(?:plugins|dependencies|apply)\b", text):
        return None
    found = re.search(r"""(?m)^description[ \t]*(?:=[ \t]*)?(["'])(.*?)\1""", text)
    return "", found[2] if found else ""


def _csproj(text: str) -> Said:
    description = re.search(r"<Description>([^<]*)</Description>", text)
    name = re.search(r"<(?:PackageId|AssemblyName)>([^<$]*)</", text)
    return name[1].strip() if name else "", " ".join(description[1].split()) if description else ""


_READERS: Final[Mapping[str, Callable[[str], Said]]] = {
    "pyproject.toml": _pyproject,
    "package.json": _package_json,
    "Cargo.toml": _cargo,
    "go.mod": _go_mod,
    "setup.cfg": _setup_cfg,
    "setup.py": _setup_py,
    "pom.xml": _pom,
    "composer.json": _composer,
    "build.gradle": _gradle,
    "build.gradle.kts": _gradle,
}
_BY_EXTENSION: Final[Mapping[str, Callable[[str], Said]]] = {".gemspec": _gemspec, ".csproj": _csproj}


def _reader_of(name: str) -> Callable[[str], Said] | None:
    return _READERS.get(name) or _BY_EXTENSION.get(name[name.rfind(".") :])


def _rank(name: str) -> int:
    return next((number for number, known in enumerate(_READERS) if known == name), len(_READERS))
