"""Whom a JavaScript file serves, where it is what a generator copies into other projects."""

from __future__ import annotations

import posixpath
import re
from typing import Final

from indexer.facts import Role
from indexer.tree import SourceFile, SourceTree

_TEMPLATES: Final = re.compile(r"templates?(?:-[\w-]+)?")


def web_role(tree: SourceTree, file: SourceFile) -> Role:
    """Return the file's role; what lies in the templates right below a package is an example of what it makes."""
    directory = file.directory
    while directory and file.role is Role.PRODUCT:
        parent, name = posixpath.split(directory)
        if _TEMPLATES.fullmatch(name) and posixpath.join(parent, "package.json") in tree:
            return Role.EXAMPLE
        directory = parent
    return file.role
