"""What a Python program is called: the console script, module or file that starts it."""

from __future__ import annotations

import re

from indexer.entrypoints.base import files_in
from indexer.entrypoints.python_callers import function_named
from indexer.entrypoints.python_manifests import Declaration, declarations
from indexer.entrypoints.python_modules import PythonModules
from indexer.facts import Role
from indexer.tree import SourceFile


class Programs:
    """Looks up the program that reaches a group of commands."""

    def __init__(self, modules: PythonModules) -> None:
        self._modules = modules
        tree = modules.tree
        self._declared: list[tuple[Declaration, SourceFile]] = []
        for declaration in declarations(tree):
            started = modules.find(declaration.module, declaration.file.path)
            if started is not None:
                self._declared.append((declaration, started))
        # Asked for every group, and a program imports hundreds of names.
        self._reached: dict[str, frozenset[tuple[str, str]]] = {}
        self._mains = [file for file in tree.by_name.get("__main__.py", ()) if file.role is Role.PRODUCT]
        self._scripts = [file for file in files_in(tree, "python") if self._is_script(file)]

    def _is_script(self, file: SourceFile) -> bool:
        guarded = any(item.form == "main_guard" for item in file.facts.registrations)
        return guarded and file.role is Role.PRODUCT and not self._modules.in_package(file)

    def is_declared(self, file: SourceFile, name: str) -> bool:
        """Tell whether a manifest declares this very function, so that it has a name of its own.

        It may declare it by way of a package that hands the function on, or of a function that calls it.
        """
        return any(
            self._is_started(file, name, found.object, started)
            for found, started in self._declared
            if name == found.object or started.path == file.path
        )

    def _is_started(self, file: SourceFile, name: str, started_name: str, started: SourceFile) -> bool:
        if name != started_name:
            return self._wraps(started, started_name, name)
        places = [(started, started_name), *self._modules.follow(started, started_name)]
        return any(there.path == file.path and rest == name for there, rest in places)

    def _wraps(self, file: SourceFile, started_name: str, name: str) -> bool:
        """Tell whether a function of the file does nothing of its own but what leads to a call of ``name()``."""
        function = function_named(file, started_name)
        if function is None:
            return False
        lines = self._modules.tree.text(file).splitlines()[function.line : function.end_line]
        return any(re.fullmatch(rf"\s*(?:return\s+|sys\.exit\()?{re.escape(name)}\(.*", line) for line in lines)

    def starts(self, file: SourceFile) -> bool:
        """Tell whether the file starts its only command itself, in a main guard."""
        return any(item.form == "main_guard" for item in file.facts.registrations) and not any(
            started.path == file.path for _, started in self._declared
        )

    def program_of(self, file: SourceFile, name: str) -> str:
        """Return what a person types to reach the group ``name`` of ``file``; empty when nothing tells."""
        scripts = [(found, started) for found, started in self._declared if found.is_script]
        exact = [found for found, started in scripts if started.path == file.path and found.object == name]
        beside = [found for found, started in scripts if started.path == file.path]
        through = [found for found, started in scripts if self._reaches(started, file, name)]
        for candidates in (exact, beside, through):
            if candidates:
                return min(candidates, key=lambda found: (len(found.name), found.name)).name
        for main in self._mains:
            if main.path == file.path or self._reaches(main, file, name):
                return f"python -m {self._modules.name_of(main.path)}"
        return self._only_program(scripts, file) or self._starting_script(file, name)

    def _starting_script(self, file: SourceFile, name: str) -> str:
        """Return the file of no package whose guard calls the group, as a ``manage.py`` does."""
        for script in self._scripts:
            guard = next(item for item in script.facts.registrations if item.form == "main_guard")
            called = re.search(rf"(?:^|[^\w.]){re.escape(name)}\(", guard.arguments) if name else None
            if called and script.path != file.path and self._reaches(script, file, name):
                return f"python {script.path}"
        return ""

    def _reaches(self, started: SourceFile, file: SourceFile, name: str) -> bool:
        """Tell whether what is started imports the group, or the module that holds it."""
        if started.path not in self._reached:
            names = (self._modules.find_name(started, bound) for bound in self._modules.bindings(started))
            self._reached[started.path] = frozenset((found[0].path, found[1]) for found in names if found is not None)
        return not self._reached[started.path].isdisjoint({(file.path, ""), (file.path, name)})

    def _main_of(self, main: SourceFile, package: str) -> str:
        module = self._modules.name_of(main.path)
        return module if module.partition(".")[0] == package else ""

    def _only_program(self, scripts: list[tuple[Declaration, SourceFile]], file: SourceFile) -> str:
        """Return the program of the file's package when it has just one, or else what the file's guard starts."""
        package = self._modules.name_of(file.path).partition(".")[0]
        own = [found for found, _ in scripts if found.module.partition(".")[0] == package]
        names = {found.name for found in own}
        if len({found.target for found in own}) == 1:
            # Other names of one and the same program, such as that with a version, are longer.
            names = {min(names, key=lambda name: (len(name), name))}
        names = names or {f"python -m {name}" for main in self._mains if (name := self._main_of(main, package))}
        if len(names) == 1:
            return names.pop()
        if any(item.form == "main_guard" for item in file.facts.registrations):
            return f"python {file.path}"
        return ""
