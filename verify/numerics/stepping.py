"""Who takes the steps of a trajectory: SciPy, our own stepper, or diffrax.

Each yields accepted steps with their dense outputs, as polynomials of degree 7, from which the
error is then bounded in one and the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from scipy.integrate import DOP853

from verify.numerics import integrators
from verify.numerics.error_bounds import Array
from verify.numerics.fields import Field

Integrator = Literal["scipy", "dormand-prince", "diffrax"]
Stepper = Callable[[Field, Array, float, float, float, float | None], "Iterator[Stride]"]


@dataclass(frozen=True, eq=False)
class Stride:
    """The dense output of one step at Chebyshev's points, which determine it.

    `after` is where the next step begins; `exact_ends` says that the output has the velocities at
    both ends by construction. `following` is how long a next step may be, if that is known.
    """

    times: Array
    states: Array
    after: Array
    exact_ends: bool = True
    following: float | None = None

    @property
    def length(self) -> float:
        """Return how long the step takes."""
        return float(self.times[-1] - self.times[0])

    def defect(self, field: Field) -> Array:
        """Return |u' - F(t, u)| for every token, at the points where it may differ from 0."""
        some = slice(1, -1) if self.exact_ends else slice(None)
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


# ------------------------------------------------------------------ steppers


def by_scipy(
    field: Field,
    state: Array,
    begin: float,
    end: float,
    tolerance: float,
    first: float | None = None,
) -> Iterator[Stride]:
    """Yield the steps of SciPy's DOP853: accepted by the error of all trajectories together.

    It chooses the first step itself.
    """

    def velocity(time: float, flat: Array) -> Array:
        return np.asarray(field.velocity(time, flat.reshape(state.shape))).ravel()

    solver = DOP853(velocity, begin, state.ravel(), end, rtol=tolerance, atol=tolerance)
    while solver.status == "running":
        message = solver.step()
        if solver.status == "failed":
            raise ValueError(f"no step from time {solver.t:.6g}: {message}")
        times = points(solver.t_old, solver.t)
        states = solver.dense_output()(times).T.reshape(-1, *state.shape)
        yield Stride(times, states, states[-1])


def by_dormand_prince(
    field: Field,
    state: Array,
    begin: float,
    end: float,
    tolerance: float,
    first: float | None = None,
) -> Iterator[Stride]:
    """Yield the steps of our own method of order 8: accepted by the error of the worst trajectory.

    After each the tokens are put back on the sphere. The length of the last step before a jump of
    P' is the guess for the first one after it.
    """
    for taken in integrators.steps(field.velocity, state, begin, end, tolerance, first=first):
        times = points(taken.begin, taken.end)
        states = np.asarray(taken.dense([float(time) for time in times]))
        yield Stride(times, states, taken.after, following=taken.following)


def by_diffrax(
    field: Field,
    state: Array,
    begin: float,
    end: float,
    tolerance: float,
    first: float | None = None,
) -> Iterator[Stride]:
    """Yield the steps of diffrax's Dopri8, compiled by JAX; the package has to be installed."""
    from verify.numerics.with_diffrax import nodes

    for times, states in nodes(field, state, begin, end, tolerance, points):
        yield Stride(times, states, states[-1], exact_ends=False)


STEPPERS: Mapping[Any, Stepper] = {
    "scipy": by_scipy,
    "dormand-prince": by_dormand_prince,
    "diffrax": by_diffrax,
}
