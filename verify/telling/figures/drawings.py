"""Drawings that are kept: one is drawn anew only where its data changed, or what draws it.

What draws is our own code, Matplotlib and the libraries below it. It is loaded only where something
is to be drawn: that takes as long as to draw a figure.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import hashlib
import importlib
from functools import lru_cache
from importlib import metadata
from typing import Any, Literal, NamedTuple

import numpy as np

from verify.processes.store import Store, is_shaped
from verify.statements import fingerprint
from verify.statements.illustrations import Arrays, Illustration

LIBRARIES = ("matplotlib", "numpy", "scipy", "contourpy", "fonttools", "pillow", "kiwisolver")
KEPT = {"picture": str, "width": float, "height": float}


class Drawing(NamedTuple):
    """A picture as a file, and its size in inches."""

    picture: bytes
    width: float
    height: float


def drawing(
    figure: Illustration, arrays: Arrays, kind: Literal["svg", "pdf"], kept: Store
) -> Drawing:
    """Return a figure drawn from its arrays, as it was kept if nothing of it has changed."""
    key = _key(figure, arrays, kind)
    told = kept.read(key, lambda says: is_shaped(says, KEPT)) if key else None
    if told is not None:
        with contextlib.suppress(binascii.Error, ValueError):
            picture = base64.b64decode(told["picture"], validate=True)
            return Drawing(picture, told["width"], told["height"])
    made = _drawn(figure, arrays, kind)
    if key:
        coded = base64.b64encode(made.picture).decode()
        kept.write(key, {"picture": coded, "width": made.width, "height": made.height})
    return made


def _drawn(figure: Illustration, arrays: Arrays, kind: str) -> Drawing:
    draws = importlib.import_module("verify.telling.figures.drawing")
    drawn = draws.drawn(figure, arrays)
    wide, high = drawn.get_size_inches()
    return Drawing(getattr(draws, kind)(drawn), float(wide), float(high))


def _key(figure: Illustration, arrays: Arrays, kind: str) -> str:
    """Return the hash of all that a drawing depends on, "" where that cannot be told."""
    engine = fingerprint.engine(whole=True)
    names = sorted({name for panel in figure.panels for name in panel.arrays})
    panels = f"{figure.panels!r} {figure.columns}"
    if (
        not engine
        or " at 0x" in panels
        or any(np.asarray(arrays[name]).dtype.hasobject for name in names)
    ):
        return ""
    data = [part for name in names for part in (name, _array_digest(arrays[name]))]
    told = [engine, *_libraries(), panels, kind, *data]
    return f"drawing {fingerprint.hashed(told)}"


def _array_digest(array: Any) -> str:
    found = np.ascontiguousarray(array)
    told = f"{found.dtype.str} {found.shape}".encode()
    return hashlib.sha256(told + b"\0" + found.tobytes()).hexdigest()


@lru_cache(maxsize=1)
def _libraries() -> tuple[str, ...]:
    """Return the versions of the libraries that figures are drawn with."""
    found = []
    for name in LIBRARIES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            found.append(f"{name}={metadata.version(name)}")
    return tuple(found)
