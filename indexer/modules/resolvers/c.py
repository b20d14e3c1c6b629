"""C and C++: what ``#include`` means, by the including file, stated include directories, then the only such path."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from indexer.facts import Import, Role
from indexer.modules.resolution import (
    CERTAIN,
    DECLARED,
    DERIVED,
    UNRESOLVED,
    Reason,
    Resolution,
    found,
    is_within,
    join,
)
from indexer.modules.resolvers.suffixes import ending_with, only_one
from indexer.modules.roles import directory_role, role_root
from indexer.modules.words import words
from indexer.tree import SourceFile, SourceTree

_STANDARD = words(
    "assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h setjmp.h signal.h"
    " stdalign.h stdarg.h stdatomic.h stdbit.h stdbool.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h"
    " strings.h tgmath.h threads.h time.h uchar.h unistd.h wchar.h wctype.h fcntl.h pthread.h dlfcn.h dirent.h"
    " netdb.h poll.h pwd.h grp.h sched.h semaphore.h syslog.h termios.h utime.h getopt.h glob.h regex.h libgen.h"
    " malloc.h alloca.h memory.h windows.h winsock2.h io.h direct.h process.h execinfo.h ucontext.h byteswap.h"
    " endian.h features.h stdint-gcc.h wait.h values.h langinfo.h iconv.h ftw.h fnmatch.h cpio.h tar.h ulimit.h"
)
_SYSTEM_FOLDERS = ("sys/", "netinet/", "arpa/", "net/", "linux/", "asm/", "mach/", "machine/", "bits/")
_CPP_HEADER = re.compile(r"[a-z][a-z0-9_]*")
_DIRECTORIES = re.compile(r"\b(?:target_)?include_directories\s{0,9}\(([^()]*)\)", re.IGNORECASE)
_SOURCE_DIRECTORY = re.compile(r"\$\{\w*(?:SOURCE|LIST)_DIR\}/?")
_BUILD_INTERFACE = re.compile(r"\$<BUILD_INTERFACE:([^<>]*)>")


class CResolver:
    """Resolves quoted and bracketed includes."""

    languages = frozenset({"c", "cpp"})

    def __init__(self, tree: SourceTree) -> None:
        self._tree = tree
        self._directories = tuple(dict.fromkeys(_include_directories(tree)))
        self._cache: dict[tuple[str, str], Resolution] = {}

    def resolve(self, file: SourceFile, statement: Import) -> Resolution:
        """Tell what ``statement`` in ``file`` means."""
        key = (file.directory, statement.module)
        if key not in self._cache:
            bracketed = statement.module.startswith("<")
            self._cache[key] = self._resolve(file.directory, statement.module.strip("<>"), bracketed=bracketed)
        return self._cache[key]

    def _resolve(self, directory: str, path: str, *, bracketed: bool) -> Resolution:
        if not path or path.isupper():
            return UNRESOLVED[Reason.DYNAMIC]  # a macro
        local = None if bracketed else join(directory, path)
        if local is not None and local in self._tree:
            return found([local], CERTAIN)
        if bracketed and _is_standard(path):
            return UNRESOLVED[Reason.STANDARD_LIBRARY]
        stated = next((at for base in self._directories if (at := join(base, path)) in self._tree and at), None)
        if stated:
            return found([stated], DECLARED)
        return self._search(directory, path, bracketed=bracketed)

    def _search(self, directory: str, path: str, *, bracketed: bool) -> Resolution:
        """Look in ``include`` folders on the way up, then for the only path that ends like the include."""
        matches = ending_with(self._tree, path.removeprefix("./").replace("../", ""))
        bases = {match[: -len(path)].rstrip("/"): match for match in matches if match.endswith(path)}
        enclosing = [base for base in bases if _encloses(base, directory, bracketed=bracketed)]
        if enclosing:
            return found([bases[max(enclosing, key=len)]], DERIVED)
        if bracketed and "/" not in path:
            matches = [match for match in matches if posixpath.basename(posixpath.dirname(match)) == "include"]
        resolution = only_one(self._tree, matches)
        if resolution.reason is Reason.EXTERNAL and not bracketed:
            return UNRESOLVED[Reason.STANDARD_LIBRARY if _is_standard(path) else Reason.MISSING]
        return resolution


def _encloses(base: str, directory: str, *, bracketed: bool) -> bool:
    """Whether ``base`` is above ``directory``, or the ``include`` or ``src`` of one that is, in the same project."""
    holder, name = posixpath.split(base)
    conventional = name == "include" or (name == "src" and not bracketed)
    above = holder if conventional else base
    if bracketed and not conventional:
        return False
    # Vendored code does not look outside its project.
    edge = role_root(directory) if directory_role(directory) is Role.VENDORED else None
    return is_within(directory, above) and (edge is None or (is_within(above, edge) and above != edge))


def _is_standard(path: str) -> bool:
    return path in _STANDARD or path.startswith(_SYSTEM_FOLDERS) or _CPP_HEADER.fullmatch(path) is not None


def _include_directories(tree: SourceTree) -> Iterator[str]:
    """Yield the directories that CMake files state literally."""
    files = tree.by_name.get("CMakeLists.txt", ())
    tree.preload(files)
    for file in files:
        for match in _DIRECTORIES.finditer(tree.text(file)):
            for word in re.split(r"[\s;]+", _BUILD_INTERFACE.sub(r"\1", match[1])):
                places = _places(file.directory, word.strip('"'))
                yield from (place for place in places if place is not None and place in tree.directories)


def _places(directory: str, written: str) -> Iterator[str | None]:
    """Yield what a directory means that is written in a ``CMakeLists.txt`` of ``directory``."""
    bare = _SOURCE_DIRECTORY.sub("", written)
    if not written or "$" in bare or bare.isupper():
        return
    yield join(directory, bare or ".")
    if bare != written and "CURRENT" not in written:
        yield join("", bare)
