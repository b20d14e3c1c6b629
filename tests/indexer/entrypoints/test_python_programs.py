"""Python files that can be started."""

from __future__ import annotations

from indexer.facts import Role
from tests.support.entry_points import found, names, only

GUARD = 'def main():\n    ...\n\nif __name__ == "__main__":\n    main()\n'


def test_a_main_module_is_started_by_its_package() -> None:
    """``__main__.py`` is named by its package, also under a source root, at its last statement."""
    texts = {
        "src/pkg/__init__.py": "",
        "src/pkg/sub/__init__.py": "",
        "src/pkg/sub/__main__.py": "from .cli import main\n\nmain()\n",
    }
    entry = only(texts, "module_main")
    assert (entry.name, entry.line, entry.evidence) == ("python -m pkg.sub", 3, "main()")


def test_a_main_module_with_a_guard_is_reported_once_at_the_guard() -> None:
    """Guard and place are one way in."""
    entry = only({"pkg/__init__.py": "", "pkg/__main__.py": GUARD}, "module_main")
    assert (entry.name, entry.line) == ("python -m pkg", 4)


def test_guards_are_modules_inside_packages_and_scripts_outside() -> None:
    """Where a file lies tells how a person starts it."""
    texts = {"pkg/__init__.py": "", "pkg/tool.py": GUARD, "manage.py": GUARD}
    assert names(texts, "module_main") == ["python -m pkg.tool"]
    assert names(texts, "script") == ["python manage.py"]


def test_a_guard_may_begin_with_its_arguments() -> None:
    """Under whatever name they are parsed; one that only shows something serves its authors."""
    start = 'if __name__ == "__main__":\n    args = parse_arguments()\n'
    texts = {"pkg/__init__.py": "", "pkg/server.py": start, "pkg/table.py": start.replace("parse_", "print_")}
    roles = {entry.name: entry.role for entry in found(texts)}
    assert roles == {"python -m pkg.server": Role.PRODUCT, "python -m pkg.table": Role.DEV}


def test_a_guard_in_the_file_of_a_console_script_is_the_same_way_in() -> None:
    """The declared script stands for the guard in its file."""
    texts = {
        "pyproject.toml": '[project.scripts]\ntool = "tool.cli:main"\n',
        "tool/__init__.py": "",
        "tool/cli.py": GUARD,
        "tool/__main__.py": "from tool.cli import main\nmain()\n",
    }
    assert [(entry.kind, entry.name) for entry in found(texts)] == [
        ("console_script", "tool"),
        ("module_main", "python -m tool"),
    ]


def test_main_functions_and_guards_of_tests_are_not_the_product() -> None:
    """A test file that can run itself serves tests."""
    texts = {"tests/test_x.py": GUARD, "docs/conf.py": GUARD, "examples/demo.py": GUARD, "vendor/lib/x.py": GUARD}
    roles = {entry.path: entry.role for entry in found(texts)}
    assert roles == {
        "tests/test_x.py": Role.TEST,
        "docs/conf.py": Role.DOCS,
        "examples/demo.py": Role.EXAMPLE,
        "vendor/lib/x.py": Role.VENDORED,
    }


def test_a_guard_in_a_string_or_a_plain_main_is_nothing() -> None:
    """Only code that Python would run counts."""
    assert (
        found(
            {
                "pkg/__init__.py": "",
                "pkg/a.py": 'TEXT = """\nif __name__ == "__main__":\n    x()\n"""\ndef main(): ...\n',
            }
        )
        == []
    )


def test_an_executable_file_with_a_shebang_and_no_guard_is_a_script() -> None:
    """The executable bit says that it is started, even where no guard does."""
    texts = {"bin/work": "#!/usr/bin/env python3\nprint(1)\n"}
    assert names(texts, "script", executable=["bin/work"]) == ["bin/work"]


def test_an_executable_file_with_a_guard_is_one_script() -> None:
    """The language's own detector names it; the shell's does not repeat it."""
    texts = {"bin/work.py": f"#!/usr/bin/env python3\n{GUARD}"}
    assert names(texts, "script", executable=["bin/work.py"]) == ["python bin/work.py"]


def test_a_script_among_tasks_serves_developers() -> None:
    """Unless it is one that serves; a module of a package of tasks is the product's."""
    guard = "if __name__ == '__main__':\n    main()\n"
    assert names({"tasks/release.py": guard}, "script", role="dev") == ["python tasks/release.py"]
    assert names({"tasks/worker.py": guard}, "script", role="product") == ["python tasks/worker.py"]
    packaged = {"shop/__init__.py": "", "shop/tasks/__init__.py": "", "shop/tasks/mail.py": guard}
    assert names(packaged, "module_main", role="product") == ["python -m shop.tasks.mail"]
