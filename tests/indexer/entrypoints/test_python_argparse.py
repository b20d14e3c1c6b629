"""Sub-commands of argparse programs that functions add."""

from __future__ import annotations

from tests.support.entry_points import names

SCRIPTS = '[project]\nname = "tool"\n[project.scripts]\ntool = "tool.main:main"\n'


def commands(texts: dict[str, str]) -> list[str]:
    """Return the commands of the program ``tool`` whose package is ``texts``."""
    package = {f"tool/{path}": text for path, text in texts.items()}
    return names({"pyproject.toml": SCRIPTS, "tool/__init__.py": "", **package}, "cli_command")


def test_a_function_that_adds_parsers_adds_one_for_each_name_it_is_given() -> None:
    """A call may keep the parser, and may give the name as a keyword; a computed name is none."""
    main = (
        "import argparse\ndef main():\n    parser = argparse.ArgumentParser()\n    subs = parser.add_subparsers()\n"
        "    def _add(name: str, *, help: str = ''):\n        return subs.add_parser(name, help=help)\n"
        "    install = _add(\n        'install',\n        help='x',\n    )\n    _add(name='clean')\n"
        "    _add(compute())\n"
    )
    assert commands({"main.py": main}) == ["tool clean", "tool install"]


def test_a_module_adds_to_the_parser_that_it_is_handed() -> None:
    """Its commands stand below the one that callers hand in, with the program of the outermost."""
    texts = {
        "extra.py": (
            "def add_parsers(parser):\n    subs = parser.add_subparsers()\n    subs.add_parser('cd')\n"
            "    subs.add_parser('n1')\n"
        ),
        "main.py": (
            "import argparse\nfrom tool import extra\ndef main():\n    parser = argparse.ArgumentParser(prog='tool')\n"
            "    subs = parser.add_subparsers()\n    run = subs.add_parser('run')\n    more = subs.add_parser('more')\n"
            "    extra.add_parsers(more)\n"
        ),
    }
    assert commands(texts) == ["tool more cd", "tool more n1", "tool run"]


def test_parsers_of_one_function_for_several_callers_have_no_place_of_their_own() -> None:
    """Which one is meant cannot be told, so only the program is."""
    texts = {
        "extra.py": "def add(parser):\n    subs = parser.add_subparsers()\n    subs.add_parser('x')\n",
        "main.py": (
            "import argparse\nfrom tool.extra import add\ndef main():\n    p = argparse.ArgumentParser()\n"
            "    subs = p.add_subparsers()\n    a = subs.add_parser('a')\n    b = subs.add_parser('b')\n"
            "    add(a)\n    add(b)\n"
        ),
    }
    assert "tool x" in commands(texts)


def test_a_method_that_adds_a_parser_adds_one_for_each_call_on_its_object() -> None:
    """In modules that know the class; its parameters may take several lines, and other methods add nothing."""
    texts = {
        "parser.py": (
            "import argparse\nclass ToolParser(argparse.ArgumentParser):\n    def add_command(\n        self,\n"
            "        cmd: str,\n        help_msg: str,\n    ):\n        sub: ToolParser = self._cmd.add_parser(\n"
            "            cmd,\n            help=help_msg,\n        )\n        return sub\n"
        ),
        "main.py": (
            "from tool.parser import ToolParser\ndef main(parser: ToolParser):\n"
            "    our = parser.add_command('run', 'x')\n"
            "    parser.add_command(\n        'config',\n        'x',\n    )\n"
            "    parser.add_option('quiet')\n"
        ),
        "stranger.py": "def add(registry):\n    registry.add_command('strange', 'x')\n",
    }
    assert commands(texts) == ["tool config", "tool run"]
