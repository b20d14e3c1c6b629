"""What a Python program is called: the console script, module or file that starts it."""

from __future__ import annotations

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

    def is_declared(self, file: SourceFile, name: str) -> bool:
        """Tell whether a manifest declares this very function, so that it has a name of its own."""
        return any(started.path == file.path and found.object == name for found, started in self._declared)

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
        return self._only_program(scripts, file)

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
        names = {found.name for found, _ in scripts if found.module.partition(".")[0] == package}
        names = names or {f"python -m {name}" for main in self._mains if (name := self._main_of(main, package))}
        if len(names) == 1:
            return names.pop()
        if any(item.form == "main_guard" for item in file.facts.registrations):
            return f"python {file.path}"
        return ""
