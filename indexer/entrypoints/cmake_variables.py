"""The variables of CMake that hold lists of sources: set, appended to, globbed, and handed down to subdirectories."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from typing import Final

Variables = Mapping[str, str]

OPTIONS: Final = frozenset(
    {"WIN32", "MACOSX_BUNDLE", "EXCLUDE_FROM_ALL", "PRIVATE", "PUBLIC", "INTERFACE", "CONFIGURE_DEPENDS"}
)
"""Words among the sources of a target that are none."""

_PROJECT: Final = re.compile(r"(?im)^[ \t]*project\s*\(\s*\"?([\w.+\-]+)")
_SET: Final = re.compile(
    r"(?im)^[ \t]*(?:set\s*\(|list\s*\(\s*(APPEND)\s|file\s*\(\s*GLOB(?:_RECURSE)?\s)\s*(\w+)\s+([^()]*)\)"
)
_DIRECTORY: Final = re.compile(r"(?im)^[ \t]*aux_source_directory\s*\(\s*(\S+)\s+(\w+)\s*\)")
_REFERENCE: Final = re.compile(r"\$\{(\w+)\}")
_DEEPEST: Final = 4
_LARGEST: Final = 20_000


def read_variables(text: str, directory: str, known: Mapping[str, Variables]) -> Variables:
    """Return the variables of a ``CMakeLists.txt``, those of the nearest one above it included."""
    variables = dict(_inherited(directory, known))
    here = f"/{directory}"
    if project := _PROJECT.search(text):
        variables |= {"PROJECT_NAME": project[1], "PROJECT_SOURCE_DIR": here}
    variables.setdefault("CMAKE_SOURCE_DIR", here)
    variables |= {"CMAKE_CURRENT_SOURCE_DIR": here, "CMAKE_CURRENT_LIST_DIR": here}
    for match in _SET.finditer(text):
        before = variables.get(match[2], "") if match[1] else ""
        variables[match[2]] = expand(f"{before} {match[3]}".strip(), variables).replace('"', "")
    for match in _DIRECTORY.finditer(text):
        variables[match[2]] = f"{expand(match[1], variables)}/*.c*"
    return variables


def _inherited(directory: str, known: Mapping[str, Variables]) -> Variables:
    while directory and directory not in known:
        directory = posixpath.dirname(directory)
    return known.get(directory, {})


def expand(text: str, variables: Variables) -> str:
    """Return ``text`` with the references to known variables replaced, those in their values too."""
    for _ in range(_DEEPEST):
        expanded = _REFERENCE.sub(lambda match: variables.get(match[1], match[0]), text)[:_LARGEST]
        if expanded == text:
            break
        text = expanded
    return text
