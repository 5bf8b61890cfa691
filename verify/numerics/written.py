"""Functions from indices to formulas, asked once: a law is evaluated at thousands of states."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import lru_cache
from typing import Any


@lru_cache(maxsize=1 << 12)
def written(formula: Callable[..., Any], *indices: int) -> Any:
    """Return the formula that a function gives for members that are counted from 1."""
    return formula(*indices)


@lru_cache(maxsize=1 << 10)
def arity_of(formula: Callable[..., Any]) -> int:
    """Return of how many indices a formula is a function."""
    return len(inspect.signature(formula).parameters)
