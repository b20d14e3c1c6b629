"""Names of the commands that hang on a Flask app (``app.cli``) or on a blueprint (``bp.cli``)."""

from __future__ import annotations

from collections.abc import Iterator

from indexer.entrypoints.arguments import Arguments, dotted, literal, parse_arguments
from indexer.entrypoints.python_modules import PythonModules
from indexer.tree import SourceFile


def flask_name(modules: PythonModules, file: SourceFile, callee: str, name: str) -> str:
    """Return the full name of a command of the app or blueprint at the head of ``callee``."""
    holder = callee.partition(".")[0]
    made = (item for item in file.facts.registrations if item.form == "assignment" and item.target == holder)
    blueprint = next((parse_arguments(item.arguments) for item in made if item.callee.endswith("Blueprint")), None)
    group = _group(modules, file, holder, blueprint) if blueprint else None
    return " ".join(part for part in ("flask", group, name) if part)


def _group(modules: PythonModules, file: SourceFile, holder: str, blueprint: Arguments) -> str | None:
    """Return the group that a blueprint's commands stand in, None when they stand beside the app's own."""
    stated = blueprint.keywords.get("cli_group")
    registered = (written for written in _registered(modules, file, holder) if written)
    group = next(registered, stated)
    # Without the keyword the group bears the blueprint's name; None puts its commands beside the app's own.
    return literal(group if group is not None else blueprint.at(0, "name"))


def _registered(modules: PythonModules, file: SourceFile, holder: str) -> Iterator[str]:
    """Yield the group that each registration of the blueprint at ``holder`` states, empty when it states none."""
    for there in modules.tree.by_language.get("python", ()):
        for item in there.facts.registrations:
            arguments = parse_arguments(item.arguments)
            if "cli_group" in arguments.keywords and item.callee.endswith(".register_blueprint"):
                name = dotted(arguments.at(0, "blueprint"))
                places = [(there, name), *modules.follow(there, name)]
                if any((place.path, rest) == (file.path, holder) for place, rest in places):
                    yield arguments.keywords["cli_group"]
