"""LanceDB, imported in a third of its time; whoever needs it takes it from here."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import ModuleType

# A generated client for a web service that is never called here: reading its functions and building its 300 classes
# takes most of what importing LanceDB takes.
_CLIENT = "lance_namespace_urllib3_client"


def _defer_package(name: str) -> None:
    """Let a package run when something of it is asked for, and not when one of its modules is imported."""
    spec = importlib.util.find_spec(name)
    if name in sys.modules or spec is None or spec.loader is None:
        return
    package = importlib.util.module_from_spec(spec)
    run = partial(spec.loader.exec_module, package)

    def look_up(attribute: str) -> object:
        # The import system asks for such names of its own accord.
        if attribute.startswith("__"):
            raise AttributeError(attribute)
        del vars(package)["__getattr__"]
        run()
        return getattr(package, attribute)

    vars(package)["__getattr__"] = look_up
    sys.modules[name] = package


@contextmanager
def _classes_built_when_used() -> Iterator[None]:
    """Let pydantic build classes that are defined meanwhile when one of them is used."""
    import pydantic

    names: dict[str, object] = vars(pydantic)
    former = pydantic.ConfigDict
    names["ConfigDict"] = partial(former, defer_build=True)
    try:
        yield
    finally:
        names["ConfigDict"] = former


def _import_client() -> ModuleType:
    _defer_package(_CLIENT)
    with _classes_built_when_used():
        return importlib.import_module(f"{_CLIENT}.models")


# A version of LanceDB without that client, or without pydantic, is quick by itself.
with suppress(ImportError):
    _import_client()

import lancedb  # noqa: E402 - after the client that it would import slowly
from lancedb.index import BTree  # noqa: E402

__all__ = ["BTree", "lancedb"]
