"""Calls of a repository's own methods that hand paths on to the ``add_resource`` of Flask-RESTful and its kin."""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.entrypoints.arguments import parse_arguments
from indexer.entrypoints.base import files_in, line_at
from indexer.entrypoints.python_callers import methods_called
from indexer.entrypoints.python_calls import WebCall, imports_framework
from indexer.entrypoints.python_modules import PythonModules
from indexer.entrypoints.routing import Scopes
from indexer.facts import Registration, Symbol
from indexer.tree import SourceFile


def resource_calls(modules: PythonModules, scopes: Scopes) -> Iterator[WebCall]:
    """Yield the calls that add a resource by way of a method of an API of the repository's own."""
    for file in files_in(modules.tree, "python"):
        if imports_framework(file) and "add_resource" in modules.tree.text(file):
            for method in file.facts.symbols:
                if method.kind in {"method", "function"} and method.container and _hands_on(modules, file, method):
                    yield from _calls(modules, scopes, file, method)


def _hands_on(modules: PythonModules, file: SourceFile, method: Symbol) -> bool:
    """Tell whether a method gives a resource and any number of paths that it is given to ``add_resource``."""
    body = "\n".join(modules.tree.text(file).splitlines()[method.line - 1 : method.end_line])
    handed = re.search(r"\bself\.add_resource\(\s*(\w+),\s*\*(\w+)", body)
    taken = rf"\(\s*self\s*,\s*{handed[1]}\b[^,)]*,\s*\*{handed[2]}\b" if handed else ""
    return bool(taken) and method.name != "add_resource" and re.search(taken, body) is not None


def _calls(modules: PythonModules, scopes: Scopes, file: SourceFile, method: Symbol) -> Iterator[WebCall]:
    for call in methods_called(modules, file, method):
        text = line_at(modules.tree.text(call.file), call.line)
        owner = text.partition(f".{method.name}(")[0].rpartition(" ")[2]
        made = Registration("call", f"{owner}.add_resource", call.arguments, "", call.line, text)
        arguments = parse_arguments(call.arguments)
        yield WebCall(call.file, made, owner, "add_resource", arguments, scopes.around(call.file, call.line))
