"""What a Python expression says before the program runs: a literal, or a name that is bound to one."""

from __future__ import annotations

import re
from typing import Final

from indexer.entrypoints.arguments import dotted, literal
from indexer.entrypoints.python_callers import function_named, parameters
from indexer.entrypoints.python_modules import PythonModules
from indexer.facts import Role
from indexer.tree import SourceFile

_FORMATTED: Final = re.compile(r"[rR]?[fF][rR]?(['\"])((?:(?!\1).)*)\1")
_CALL: Final = re.compile(r"([\w.]+)\(\s*([^()]+?)\s*,?\s*\)")
_FIELD: Final = re.compile(r"\{([\w.]+)\}")
_SETTINGS: Final = re.compile(r"(?i)setting|config|constant|\benv")
_ASSIGNED: Final = (
    r"^\s*{}\s*(?::[^=\n]+)?=\s*(?:\w*Field\(\s*(?:default\s*=\s*)?|(?:os\.)?(?:getenv|environ\.get|config|env)\([^,()]+,\s*)?"
    r"(['\"][^'\"\n]*['\"])\s*(?:[,)].*?)?(?:#[^\n]*)?$"
)


def text_of(modules: PythonModules, file: SourceFile, expression: str) -> str | None:
    """Return the text that ``expression`` means in ``file``, None when that is not plain to see."""
    written = literal(expression)
    if written is not None or not expression:
        return written
    if name := dotted(expression):
        return _constant(modules, file, name)
    if called := _CALL.fullmatch(expression.strip()):
        return text_of(modules, file, called[2]) if _may_return_as_is(modules, file, called[1]) else None
    formatted = _FORMATTED.fullmatch(expression.strip())
    if formatted is None:
        return None
    return _filled(modules, file, formatted[2])


def _may_return_as_is(modules: PythonModules, file: SourceFile, name: str) -> bool:
    """Tell whether a function of the repository returns its one parameter as it came, on one of its ways."""
    for there, rest in [(file, name), *modules.follow(file, name)]:
        function = function_named(there, rest)
        if function is not None and len(taken := parameters(modules, there, function)) == 1:
            lines = modules.tree.text(there).splitlines()[function.line : function.end_line]
            return any(re.fullmatch(rf"\s*return\s+{taken[0]}\s*", line) for line in lines)
    return False


def _filled(modules: PythonModules, file: SourceFile, template: str) -> str | None:
    """Put constants into a template; what is left in doubled braces is a parameter of the route."""
    parts = template.replace("{{", "\0").replace("}}", "\1")
    values = {name: _constant(modules, file, name) for name in _FIELD.findall(parts)}
    if None in values.values():
        return None
    filled = _FIELD.sub(lambda match: values[match[1]] or "", parts)
    return None if "{" in filled else filled.replace("\0", "{").replace("\1", "}")


def _constant(modules: PythonModules, file: SourceFile, name: str) -> str | None:
    """Look a constant up where it is assigned: here, in a class that a name here is made of, or where it comes from."""
    owner, _, last = name.rpartition(".")
    assigned = re.compile(_ASSIGNED.format(re.escape(last)), re.MULTILINE | re.DOTALL)
    for place in [file, *(there for there, _ in modules.follow(file, name))]:
        found = {match[1] for match in assigned.finditer(modules.tree.text(place))}
        if len(found) == 1:
            return literal(found.pop())
    return _setting(modules, assigned) if owner not in {"", "self", "cls"} else None


def _setting(modules: PythonModules, assigned: re.Pattern[str]) -> str | None:
    """Return what the repository's settings say, where only one value is given: objects of them are handed around."""
    files = [file for file in modules.tree.by_language.get("python", ()) if _is_settings(file)]
    modules.tree.preload(files)
    found = {match[1] for file in files for match in assigned.finditer(modules.tree.text(file))}
    return literal(found.pop()) if len(found) == 1 else None


def _is_settings(file: SourceFile) -> bool:
    return file.role is Role.PRODUCT and _SETTINGS.search(file.path) is not None
