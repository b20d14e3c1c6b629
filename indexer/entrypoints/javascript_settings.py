"""What a text in JavaScript comes to: a literal, a constant, a template of these, a setting or its default."""

from __future__ import annotations

import re
from typing import Final

from indexer.entrypoints.arguments import dotted, literal, split_top_level
from indexer.entrypoints.base import files_in
from indexer.entrypoints.javascript_modules import LANGUAGES, JavaScriptModules
from indexer.entrypoints.javascript_text import without_comments
from indexer.tree import SourceFile, SourceTree

_FILLED: Final = re.compile(r"\$\{\s*([\w.$]+)\s*\}")
_QUOTED: Final = r"(['\"`][^'\"`$]*['\"`])"
_DEFAULTED: Final = re.compile(rf"[\w.$()'\"\[\], ]+?(?:\|\||\?\?)\s*{_QUOTED}\s*(?:as\s+\w+)?$")
_ASKED: Final = re.compile(r"[\w.$]+\.(?:get|getOrThrow)(?:<[^()]*>)?\(\s*(['\"`][\w.:-]+['\"`])(.*)\)!?$", re.DOTALL)
_DEFAULT: Final = re.compile(rf"^\s*,\s*{_QUOTED}\s*$")
_VARIABLE: Final = re.compile(r"process\.env(?:\.([A-Z]\w*)|\[['\"]([A-Z]\w*)['\"]\])|\(\s*['\"]([A-Z][A-Z0-9_]+)['\"]")
_ENVIRONMENT_FILE: Final = re.compile(r"\.?env(?:[.-](?:example|sample|template|dist|defaults?|local|development).*)?")
_CONFIGURED: Final = re.compile(r"(?i)(?:config|setting|env|constant)")


def text_of(modules: JavaScriptModules, file: SourceFile, expression: str) -> str | None:
    """Return the text that an expression means, None when nothing in the repository says."""
    written = literal(expression)
    if written is not None:
        return written
    parts = split_top_level(expression, "+")
    if parts[1:]:
        texts = [text_of(modules, file, part) for part in parts]
        return None if None in texts else "".join(text or "" for text in texts)
    if name := dotted(expression):
        return _environment(modules.tree, name) if name.startswith("process.env.") else _constant(modules, file, name)
    if asked := _ASKED.match(expression.strip()):
        default = _DEFAULT.match(asked[2])
        return literal(default[1]) if default else _setting(modules.tree, literal(asked[1]) or "")
    if defaulted := _DEFAULTED.match(expression.strip()):
        return literal(defaulted[1])
    return _template(modules, file, expression)


def _template(modules: JavaScriptModules, file: SourceFile, expression: str) -> str | None:
    template = re.fullmatch(r"`([^`]*)`", expression.strip(), flags=re.DOTALL)
    names = _FILLED.findall(template[1]) if template else []
    values = {name: _constant(modules, file, name) for name in names}
    if template is None or None in values.values():
        return None
    filled = _FILLED.sub(lambda match: values[match[1]] or "", template[1])
    return None if "${" in filled else filled


def _constant(modules: JavaScriptModules, file: SourceFile, name: str) -> str | None:
    """Look a constant up in its file, or in the object of settings that the file imports."""
    name = name.removeprefix("this.")
    head, _, rest = name.partition(".")
    place = modules.follow(file, name) if head in modules.bindings(file) else None
    text = modules.code(place[0] if place else file)
    *outer, last = (rest or (place[1] if place else name)).split(".")
    around = "".join(rf"\b{re.escape(part)}\s*:\s*\{{(?:[^{{}}]|\{{[^{{}}]*\}})*?" for part in outer)
    stated = rf"{around}\b{re.escape(last)}\s*(?::\s*string\s*)?[:=]\s*(?:[\w.]+\s*(?:\|\||\?\?)\s*)?{_QUOTED}"
    found = set(re.findall(stated, text))
    if found:
        return literal(found.pop()) if len(found) == 1 else None
    return _value(modules.tree, re.findall(rf"{around}\b{re.escape(last)}\s*[:=](?!=)\s*([^\n]+?),?;?\s*\n", text))


def _setting(tree: SourceTree, key: str) -> str | None:
    """Look a setting up by the last part of its key, in the files that configure."""
    last = re.split(r"[.:]", key)[-1]
    if last.isupper():
        return _environment(tree, last)
    files = [file for file in files_in(tree, *LANGUAGES) if _CONFIGURED.search(file.path)]
    tree.preload(files)
    stated = re.compile(rf"\b{re.escape(last)}\s*:\s*([^\n]+?),?\s*\n")
    return _value(tree, [found for file in files for found in stated.findall(without_comments(tree.text(file)))])


def _value(tree: SourceTree, expressions: list[str]) -> str | None:
    """Return what the expressions that state a value agree on: a text, the default of one, or a variable's value."""
    found: set[str] = set()
    for expression in expressions:
        defaulted = _DEFAULTED.match(expression.strip())
        written = literal(expression) or (literal(defaulted[1]) if defaulted else None)
        variable = _VARIABLE.search(expression)
        if written is None and variable:
            written = _environment(tree, next(filter(None, variable.groups())))
        found |= {written} if written is not None else set()
    return found.pop() if len(found) == 1 else None


def _environment(tree: SourceTree, name: str) -> str | None:
    """Return the value that the repository's examples of an environment file agree on for a variable."""
    name = name.removeprefix("process.env.")
    files = [file for file in tree if _ENVIRONMENT_FILE.fullmatch(file.name)]
    tree.preload(files)
    stated = re.compile(rf"(?m)^[ \t]*(?:export[ \t]+)?{re.escape(name)}[ \t]*=[ \t]*[\"']?([^\"'\s#]*)")
    found = {match for file in files for match in stated.findall(tree.text(file))}
    return found.pop() if len(found) == 1 else None
