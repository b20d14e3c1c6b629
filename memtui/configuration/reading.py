"""Reading the file: where it lies, what it says, and on which line a setting stands. Nothing here raises."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

from memtui.configuration.values import Configuration, Problem

VARIABLE = "MEMTUI_CONFIG"
# A person writes some lines; what is larger is another file, and would hold up the first paint.
_LARGEST = 256 * 1024
_PLACE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)")
_HEADER = re.compile(r"\s*\[([^\[\]]+)\]")
_SETTING = re.compile(r"""\s*((?:[\w.-]|"[^"]*"|'[^']*'|\s)+?)\s*=""")


def configuration_path() -> Path:
    """Return ``$MEMTUI_CONFIG``, or the place where this system keeps a program's settings."""
    if chosen := os.environ.get(VARIABLE):
        return Path(chosen).expanduser()
    from platformdirs import user_config_dir

    return Path(user_config_dir("memtui", appauthor=False), "config.toml")


def read_configuration() -> Configuration:
    """Return what the user's file says; what is wrong with it is among its problems."""
    path = configuration_path()
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
    except FileNotFoundError:
        # Nobody has to have the file; one that is named by the variable was meant to be there.
        missing = Problem("missing", detail=(VARIABLE,))
        return Configuration(path, problems=(missing,) if os.environ.get(VARIABLE) else ())
    except OSError as error:
        return replace(_unread("unreadable", 0, error.strerror or str(error)), path=path)
    if len(content) > _LARGEST:
        return replace(_unread("too_large", 0, f"{_LARGEST // 1024}"), path=path)
    return replace(parsed(content), path=path)


def parsed(content: bytes) -> Configuration:
    """Return what the content of a file says."""
    import tomllib

    from memtui.configuration.checking import checked

    try:
        text = content.decode("utf-8-sig")
        found = checked(tomllib.loads(text))
    except UnicodeDecodeError as error:
        return _unread("not_utf8", content[: error.start].count(b"\n") + 1)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        line = int(place[1]) if place and place[1] else len(text.splitlines())
        return _unread("not_toml", line, _PLACE.sub("", str(error)))
    except RecursionError:
        return _unread("not_toml", 0, "it is nested too deeply")
    lines = _lines_of(text)
    problems = sorted((replace(it, line=lines.get(it.setting, 0)) for it in found.problems), key=lambda it: it.line)
    return Configuration(keys=found.keys, theme=found.theme, problems=tuple(problems))


def _unread(code: str, line: int, *detail: str) -> Configuration:
    return Configuration(problems=(Problem(code, line=line, detail=detail),))


def _lines_of(text: str) -> dict[str, int]:
    """Return the first line of each table and setting by its dotted name."""
    found: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = _dotted(header[1])
            found.setdefault(table, number)
        elif setting := _SETTING.match(line):
            found.setdefault(f"{table}.{_dotted(setting[1])}".lstrip("."), number)
    return found


def _dotted(name: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in name.split("."))
