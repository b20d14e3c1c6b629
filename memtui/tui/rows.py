"""The type of row numbers: an array where there are many, and anything else that counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np

Rows: TypeAlias = "Sequence[int] | np.ndarray[Any, Any]"
