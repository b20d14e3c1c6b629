"""What the manifests of a repository say of its packages: where they lie, their names and descriptions."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from indexer.facts import Role
from indexer.modules.documents import parse_json, parse_toml, string, table
from indexer.tree import SourceFile, SourceTree


@dataclass(frozen=True, slots=True)
class Manifest:
    """A package as its manifest in ``directory`` describes it; ``name`` and ``description`` may be empty."""

    directory: str
    name: str
    description: str


def read_manifests(tree: SourceTree) -> dict[str, Manifest]:
    """Return one manifest for each directory that has any; where several lie, later ones fill the gaps of the first."""
    files = [file for file in tree if _reader_of(file.name) and file.role in {Role.PRODUCT, Role.DEV}]
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


Said = tuple[str, str] | None


def _package_json(text: str) -> Said:
    document = parse_json(text)
    name = string(document.get("name"))
    return (name, string(document.get("description"))) if name else None


def _pyproject(text: str) -> Said:
    document = parse_toml(text)
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
    name = re.search(r"(?ms)^\[metadata\].*?^name\s*=\s*(.+?)$", text)
    description = re.search(r"(?ms)^\[metadata\].*?^description\s*=\s*(.+?)$", text)
    return (name[1].strip(), description[1].strip() if description else "") if name else None


def _keyword(text: str, name: str) -> str:
    found = re.search(rf"""\b{name}\s*=\s*(["'])(.*?)\1""", text)
    return found[2] if found else ""


def _go_mod(text: str) -> Said:
    found = re.search(r'^\s*module\s+"?([^\s"]+)', text, re.MULTILINE)
    if not found:
        return None
    name = posixpath.basename(re.sub(r"/v\d+$", "", found[1]))
    return name, ""


def _pom(text: str) -> Said:
    own = re.sub(r"(?s)<(parent|dependencies|dependencyManagement|build|profiles)>.*?</\1>", "", text)
    name = re.search(r"<artifactId>\s*([^<\s]+)\s*</artifactId>", own)
    description = re.search(r"(?s)<description>\s*([^<]+?)\s*</description>", own)
    return (name[1], " ".join(description[1].split()) if description else "") if name else None


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
    found = re.search(r"""(?m)^description\s*=?\s*(["'])(.*?)\1""", text)
    return "", found[2] if found else ""


def _csproj(text: str) -> Said:
    description = re.search(r"<Description>\s*([^<]+?)\s*</Description>", text)
    name = re.search(r"<(?:PackageId|AssemblyName)>\s*([^<$]+?)\s*</", text)
    return name[1] if name else "", description[1] if description else ""


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
    return _READERS.get(name) or _BY_EXTENSION.get(posixpath.splitext(name)[1])


def _rank(name: str) -> int:
    return next((number for number, known in enumerate(_READERS) if known == name), len(_READERS))


def manifest_above(manifests: Mapping[str, Manifest], directories: Iterator[str]) -> Manifest | None:
    """Return the manifest of the first of ``directories`` that has one."""
    return next((manifests[directory] for directory in directories if directory in manifests), None)


def is_manifest(file: SourceFile) -> bool:
    """Whether a file is a manifest of any ecosystem."""
    return _reader_of(file.name) is not None
