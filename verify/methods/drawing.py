"""Draws that depend on the claim and the seed alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def without_numbers_of_modules() -> Iterator[None]:
    """Keep hypothesis from drawing the numbers that it finds in the sources of loaded modules.

    They would make an instance depend on what else was imported, and on lines that no claim has.
    """
    from hypothesis.internal.conjecture import providers

    known: Any = providers
    drawing = known.HypothesisProvider
    before = vars(drawing).get("_local_constants")
    if before is None:
        yield  # a version that looks at no module
        return
    drawing._local_constants = known.Constants()
    known.CONSTANTS_CACHE.cache.clear()
    try:
        yield
    finally:
        drawing._local_constants = before
        known.CONSTANTS_CACHE.cache.clear()
