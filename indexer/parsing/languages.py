"""The languages that are parsed, and how a file's name or first line tells which one it is written in."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass

SHEBANG = re.compile(rb"^#!\s*(\S+)(?:\s+(.*))?")


@dataclass(frozen=True, slots=True)
class Language:
    """A language: its grammar's distribution and loader, and the names and interpreters that betray it."""

    name: str
    distribution: str
    loader: str = "language"
    extensions: tuple[str, ...] = ()
    file_names: tuple[str, ...] = ()
    interpreters: tuple[str, ...] = ()

    @property
    def package(self) -> str:
        """The importable name of the grammar's distribution."""
        return self.distribution.replace("-", "_")


REGISTRY = (
    Language(
        "python",
        "tree-sitter-python",
        extensions=(".py", ".pyi", ".pyw", ".wsgi"),
        file_names=("SConstruct", "SConscript", "wscript"),
        interpreters=("python", "pypy"),
    ),
    Language(
        "javascript",
        "tree-sitter-javascript",
        extensions=(".js", ".mjs", ".cjs", ".jsx"),
        file_names=("Jakefile",),
        interpreters=("node", "nodejs", "bun"),
    ),
    Language(
        "typescript",
        "tree-sitter-typescript",
        "language_typescript",
        extensions=(".ts", ".mts", ".cts"),
        interpreters=("ts-node", "tsx", "deno"),
    ),
    Language("tsx", "tree-sitter-typescript", "language_tsx", extensions=(".tsx",)),
    Language("go", "tree-sitter-go", extensions=(".go",)),
    Language("rust", "tree-sitter-rust", extensions=(".rs",), interpreters=("rust-script",)),
    Language("java", "tree-sitter-java", extensions=(".java",)),
    Language("c", "tree-sitter-c", extensions=(".c", ".h")),
    Language(
        "cpp",
        "tree-sitter-cpp",
        extensions=(
            ".cc",
            ".cpp",
            ".cxx",
            ".c++",
            ".hh",
            ".hpp",
            ".hxx",
            ".h++",
            ".ipp",
            ".tpp",
            ".inl",
            ".cu",
            ".cuh",
        ),
    ),
    Language(
        "ruby",
        "tree-sitter-ruby",
        extensions=(".rb", ".rake", ".gemspec", ".ru", ".podspec", ".jbuilder", ".thor"),
        file_names=(
            *("Rakefile", "rakefile", "Gemfile", "Guardfile", "Capfile", "Vagrantfile"),
            *("Podfile", "Fastfile", "Brewfile", "Dangerfile", "Thorfile", "Berksfile"),
        ),
        interpreters=("ruby", "jruby", "rake"),
    ),
    Language(
        "php",
        "tree-sitter-php",
        "language_php",
        extensions=(".php", ".phtml", ".php3", ".php4", ".php5", ".inc"),
        file_names=("artisan",),
        interpreters=("php",),
    ),
    Language("csharp", "tree-sitter-c-sharp", extensions=(".cs", ".csx")),
    Language(
        "bash",
        "tree-sitter-bash",
        extensions=(".sh", ".bash", ".bats", ".ksh", ".zsh", ".ebuild"),
        file_names=("bashrc", ".bashrc", ".bash_profile", ".profile", "profile", "PKGBUILD", "APKBUILD"),
        interpreters=("sh", "bash", "dash", "ash", "ksh", "zsh", "bats"),
    ),
)

LANGUAGES: Mapping[str, Language] = {language.name: language for language in REGISTRY}
_BY_EXTENSION = {extension: language.name for language in REGISTRY for extension in language.extensions}
_BY_FILE_NAME = {name: language.name for language in REGISTRY for name in language.file_names}
_BY_INTERPRETER = {name: language.name for language in REGISTRY for name in language.interpreters}
# On systems that ignore letter case these two mean C; elsewhere upper case means C++.
_CASE_SENSITIVE = {".C": "cpp", ".H": "cpp"}


def language_of_path(path: str) -> str:
    """Tell the language from a path's file name; empty when the name says nothing."""
    name = posixpath.basename(path)
    if name in _BY_FILE_NAME:
        return _BY_FILE_NAME[name]
    extension = posixpath.splitext(name)[1]
    return _CASE_SENSITIVE.get(extension) or _BY_EXTENSION.get(extension.lower(), "")


def language_of_shebang(first_line: bytes) -> str:
    """Tell the language from a ``#!`` line, also through ``env``; empty when there is none or it is unknown."""
    found = SHEBANG.match(first_line)
    if not found:
        return ""
    # Interpreters carry versions (python3.11) and paths (/opt/bin/ruby), and env takes options and assignments.
    words = [found[1].rpartition(b"/")[2], *(found[2] or b"").split()]
    if words[0] == b"env":
        words = [word for word in words[1:] if not word.startswith(b"-") and b"=" not in word]
    interpreter = words[0].rpartition(b"/")[2].decode("utf-8", errors="replace") if words else ""
    return _BY_INTERPRETER.get(interpreter) or _BY_INTERPRETER.get(interpreter.rstrip("0123456789."), "")
