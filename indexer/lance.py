"""LanceDB, imported in half its time; whoever needs it takes it from here."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

# A generated client for a web service that is never called here: making the argument checks of its 366 functions takes
# half of what importing LanceDB takes.
_CLIENT = "lance_namespace_urllib3_client"


@contextmanager
def _without_argument_checks() -> Iterator[None]:
    """Let pydantic leave functions that are defined meanwhile as they are; they work without."""
    import pydantic

    checked = pydantic.validate_call
    vars(pydantic)["validate_call"] = _unchecked
    try:
        yield
    finally:
        vars(pydantic)["validate_call"] = checked


def _unchecked(function: Function | None = None, **_: object) -> Any:
    return function if function is not None else _unchecked


# A version of LanceDB without that client, or without pydantic, is quick by itself.
with suppress(ImportError), _without_argument_checks():
    importlib.import_module(_CLIENT)

import lancedb  # noqa: E402 - after the client that it would import slowly
from lancedb.index import BTree  # noqa: E402

__all__ = ["BTree", "lancedb"]
