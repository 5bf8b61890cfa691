"""The steps that SciPy takes along a trajectory, with their dense outputs.

These are polynomials of degree 7, from which the error is then bounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.integrate import DOP853

from verify.numerics.error_bounds import Array
from verify.numerics.fields import Field


@dataclass(frozen=True, eq=False)
class Stride:
    """The dense output of one step at Chebyshev's points, which determine it.

    It has the velocities at both ends by construction.
    """

    times: Array
    states: Array

    @property
    def length(self) -> float:
        """Return how long the step takes."""
        return float(self.times[-1] - self.times[0])

    def defect(self, field: Field) -> Array:
        """Return |u' - F(t, u)| for every token, at the points where it may differ from 0."""
        some = slice(1, -1)
        slopes = np.tensordot(_DERIVATIVE[some] * (2 / self.length), self.states, axes=1)
        velocities = field.velocity(self.times[some], self.states[some])
        return np.asarray(np.linalg.norm(slopes - velocities, axis=-1))

    def at(self, times: Array) -> Array:
        """Return the states at times within the step."""
        place = (2 * times - self.times[0] - self.times[-1]) / self.length
        return np.asarray(np.tensordot(interpolation(place), self.states, axes=1))


def points(begin: float, end: float) -> Array:
    """Return Chebyshev's points between two times, with both ends exact."""
    times = (end + begin) / 2 + (end - begin) / 2 * _POINTS
    times[0], times[-1] = begin, end
    return np.asarray(times)


def interpolation(places: Array) -> Array:
    """Return what takes values at Chebyshev's points to those of their polynomial at places."""
    apart = places[:, None] - _POINTS[None, :]
    exact = apart == 0
    shares = _WEIGHTS / np.where(exact, 1, apart)
    shares = np.where(exact.any(axis=-1, keepdims=True), exact, shares)
    return np.asarray(shares / shares.sum(axis=-1, keepdims=True))


def _chebyshev(count: int) -> tuple[Array, Array, Array]:
    """Return Chebyshev's extreme points in [-1, 1], weights, and what differentiates there."""
    places = -np.cos(np.pi * np.arange(count) / (count - 1))
    ends = np.ones(count)
    ends[[0, -1]] = 2
    signs = (-1.0) ** np.arange(count)
    weights = ends * signs
    apart = places[:, None] - places[None, :] + np.eye(count)
    matrix = weights[:, None] / weights[None, :] / apart
    np.fill_diagonal(matrix, 0)
    np.fill_diagonal(matrix, -matrix.sum(axis=1))  # a constant has the derivative 0
    return places, signs / ends, matrix


_POINTS, _WEIGHTS, _DERIVATIVE = _chebyshev(8)  # the dense outputs have degree 7 at most


def strides(
    field: Field, state: Array, begin: float, end: float, tolerance: float
) -> Iterator[Stride]:
    """Yield the steps of SciPy's DOP853: accepted by the error of all trajectories together."""

    def velocity(time: float, flat: Array) -> Array:
        return field.velocity(time, flat.reshape(state.shape)).ravel()

    solver = DOP853(velocity, begin, state.ravel(), end, rtol=tolerance, atol=tolerance)
    while solver.status == "running":
        message = solver.step()
        if solver.status == "failed":
            raise ValueError(f"no step from time {solver.t:.6g}: {message}")
        times = points(solver.t_old, solver.t)
        yield Stride(times, solver.dense_output()(times).T.reshape(-1, *state.shape))
