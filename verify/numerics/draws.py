"""Random numbers that are the same on every machine and with every version of NumPy.

NumPy promises that of the bits a `PCG64` gives, and not of the distributions made from them.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.random import PCG64
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float64]


class Draws:
    """Draws from a seed; every call draws anew."""

    def __init__(self, seed: int) -> None:
        self._bits = PCG64(seed)

    def uniform(self, low: float, high: float, shape: tuple[int, ...]) -> Array:
        """Return numbers uniform between two bounds."""
        bits = np.asarray(self._bits.random_raw(int(np.prod(shape))))
        fractions = (bits >> np.uint64(11)) * 2.0**-53
        return np.asarray(low + (high - low) * fractions.reshape(shape))

    def normal(self, shape: tuple[int, ...]) -> Array:
        """Return standard normal numbers (Box and Muller)."""
        radius = np.sqrt(-2 * np.log1p(-self.uniform(0, 1, shape)))
        return np.asarray(radius * np.cos(self.uniform(0, 2 * np.pi, shape)))

    def on_sphere(self, shape: tuple[int, ...]) -> Array:
        """Return points of the unit sphere in R^d, uniform; d is the last entry of the shape."""
        return directions(self.normal(shape))


def directions(vectors: NDArray[Any]) -> Array:
    """Return vectors divided by their lengths; NaN for 0, which has no direction."""
    with np.errstate(invalid="ignore"):
        return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True))


def turned_along(points: Array, along: Array) -> Array:
    """Return points with the sign changed of those that are not on the positive side of c.

    What was uniform on the sphere is uniform on that half of it.
    """
    return np.where((points @ along)[..., None] < 0, -points, points)
