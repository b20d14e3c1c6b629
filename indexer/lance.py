"""LanceDB, imported in less than half its time; whoever needs it takes it from here."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

# A generated client for a web service that is never called here: making the checks of its 366 functions and 300 classes
# takes most of what importing LanceDB takes.
_CLIENT = "lance_namespace_urllib3_client"


@contextmanager
def _without_checks() -> Iterator[None]:
    """Let pydantic leave functions that are defined meanwhile as they are, and classes until one of them is used."""
    import pydantic

    names = vars(pydantic)
    former = pydantic.validate_call, pydantic.ConfigDict
    names["validate_call"], names["ConfigDict"] = _unchecked, partial(pydantic.ConfigDict, defer_build=True)
    try:
        yield
    finally:
        names["validate_call"], names["ConfigDict"] = former


def _unchecked(function: Function | None = None, **_: object) -> Any:
    return function if function is not None else _unchecked


# A version of LanceDB without that client, or without pydantic, is quick by itself.
with suppress(ImportError), _without_checks():
    importlib.import_module(_CLIENT)

import lancedb  # noqa: E402 - after the client that it would import slowly
from lancedb.index import BTree  # noqa: E402

__all__ = ["BTree", "lancedb"]
