"""Trajectories of attention with time-varying scores, in floats, with a bound of their error.

`follow` integrates a system of `time_varying` by the Dormand-Prince method of order 8 with its
dense output of order 7, begun anew wherever P(t) is not smooth. Several starts, an array of shape
(..., tokens, d), are followed together. How far the paths may be from the solutions is bounded
afterwards, for each of them and token by token, as `error_bounds` says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from scipy.integrate import DOP853

from verify.numerics.error_bounds import Array, Head, advanced, comparison, curvature
from verify.numerics.figures import Figure
from verify.numerics.time_varying import Modulated, TimeVarying, Wave

_FINEST, _COARSEST = 1e-13, 1e-2  # tolerances: rounding drowns finer ones


# ------------------------------------------------------------------ the field


class Field:
    """The velocities of a smooth system, on the round sphere.

    There z = W^(1/2) y, W^(1/2) U W^(-1/2) stands for U, and W^(-1/2) P W^(-1/2) for P. States
    have shape (..., tokens, d); `times` is one time, or one for each entry of their first axis.
    """

    def __init__(self, system: TimeVarying) -> None:
        d, heads = system.dimension, len(system.scores)
        self.causal = system.causal
        self._scale = 1 / float(np.sqrt(system.height))
        self.root = self.inverse = None if system.metric is None else np.eye(d)
        if system.metric is not None:
            squares, axes = np.linalg.eigh(floats(system.metric))
            self.root = (axes * np.sqrt(squares)) @ axes.T
            self.inverse = (axes / np.sqrt(squares)) @ axes.T
        self._scores = [[_Term(term, self.inverse) for term in head] for head in system.scores]
        self._moves = system.value is not None
        value = np.eye(d) if system.value is None else floats(system.value)
        values = list(value) if value.ndim == 3 else [value] * heads
        if len(values) != heads:
            raise ValueError(f"value has {len(values)} heads, scores have {heads}: give one a head")
        self._values = [_times(_times(self.root, one), self.inverse) for one in values]

    def onto_sphere(self, y: Array) -> Array:
        """Return tokens of the ellipsoid as points of the round sphere."""
        return np.asarray(_times(y, self.root))

    def from_sphere(self, z: Array) -> Array:
        """Return points of the round sphere as tokens of the ellipsoid."""
        return np.asarray(_times(z, self.inverse))

    def velocity(self, times: Any, z: Array) -> Array:
        """Return (I - z_i z_i^T) sum_h sum_j a_hij U_h z_j."""
        pull = np.zeros_like(z)
        for head, value in enumerate(self._values):
            weights, _ = self._attending(head, np.asarray(times, dtype=float), z)
            pull += weights @ (z @ value.T if self._moves else z)
        pull *= self._scale
        return np.asarray(pull - np.sum(z * pull, axis=-1, keepdims=True) * z)

    def _attending(self, head: int, times: Array, z: Array) -> tuple[Array, Array]:
        """Return a head's weights, in rows that sum to 1, and the vectors P z_j."""
        terms = self._scores[head]
        keys = self.from_sphere(sum(t.rows(times, z.ndim) * (z @ t.matrix.T) for t in terms))
        logits = z @ np.swapaxes(keys, -2, -1)
        if self.causal:
            seen = np.tril(np.ones(logits.shape[-2:], dtype=bool))
            logits = np.where(seen, logits, -np.inf)
        weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
        return weights / weights.sum(axis=-1, keepdims=True), keys

    def comparison(self, times: Any, z: Array) -> Array:
        """Return the matrix of `error_bounds.comparison` at states."""
        at, y = np.asarray(times, dtype=float), self.from_sphere(z)
        heads = []
        for head, value in enumerate(self._values):
            weights, keys = self._attending(head, at, z)
            terms = self._scores[head]
            queries = np.asarray(sum((t.rows(at, z.ndim) * y) @ t.matrix for t in terms))
            moved = z @ value.T if self._moves else z
            heads.append(Head(weights, moved, keys, queries, value, self._value_norms[head]))
        return comparison(z, heads, self._scale)

    @cached_property
    def _value_norms(self) -> list[float]:
        return [float(np.linalg.norm(value, 2)) if self._moves else 1.0 for value in self._values]

    @cached_property
    def score_norms(self) -> list[float]:
        """Return a bound of |P_h(t)| for every head, over all times."""
        stretch = 1.0 if self.inverse is None else float(np.linalg.norm(self.inverse, 2))
        return [stretch * sum(term.norm for term in head) for head in self._scores]

    @cached_property
    def curvature(self) -> float:
        """Return a bound of the second derivative."""
        norms = list(zip(self._value_norms, self.score_norms, strict=True))
        return curvature(norms, self._scale)


class _Term:
    """D(t) M W^(-1/2) in floats: the waves have one entry, or one a row of M."""

    def __init__(self, term: Modulated, inverse: Array | None) -> None:
        def column(entry: Callable[[Wave], Fraction]) -> Array:
            return np.array([float(entry(wave)) for wave in term.waves])

        if any(wave.shape != "cosine" for wave in term.waves):
            raise ValueError("P(t) is not smooth: give system.within(start, end), piece by piece")
        self.matrix = _times(floats(term.matrix), inverse)
        self._amplitude = column(lambda wave: wave.amplitude)
        self._turns = column(lambda wave: wave.turns)
        self._phase = column(lambda wave: wave.phase)

    @cached_property
    def norm(self) -> float:
        """Return a bound of |D(t) M W^(-1/2)| over all times."""
        return float(np.abs(self._amplitude).max() * np.linalg.norm(self.matrix, 2))

    def rows(self, times: Array, axes: int) -> Array:
        """Return the diagonal of D(t), to be multiplied with a state of so many axes."""
        turned = self._turns * times[..., None] + self._phase
        rows = self._amplitude * np.cos(2 * np.pi * turned)
        return rows.reshape(*times.shape, *(1,) * (axes - 1 - times.ndim), rows.shape[-1])


def floats(entries: Any) -> Array:
    """Return exact numbers, or floats, in nested lists as an array."""
    return np.array(entries, dtype=float)


def _times(first: Any, second: Array | None) -> Any:
    """Return a product of matrices, of which None is the identity."""
    return first if second is None else second if first is None else first @ second


# ------------------------------------------------------------------ paths


@dataclass(frozen=True, eq=False)
class Watch:
    """A quantity to be followed: a function of states (..., tokens, d) with values (...).

    `slope` bounds how much it changes when no token is moved by more than 1, in the length of the
    metric, near the states that occur.
    """

    of: Callable[[Array], Array]
    slope: float


@dataclass(frozen=True, eq=False)
class Path:
    """What was watched along trajectories, at `times`; every array's first axis is time.

    `error` bounds how far any token may be from the solution, `state` is the last one.
    """

    times: Array
    values: Mapping[str, Array]
    slopes: Mapping[str, float]
    error: Array
    state: Array

    def low(self, name: str) -> Array:
        """Return the least values a quantity may have."""
        return np.asarray(self.values[name] - self.slopes[name] * self.error)

    def high(self, name: str) -> Array:
        """Return the largest values a quantity may have."""
        return np.asarray(self.values[name] + self.slopes[name] * self.error)

    def at_end(self, name: str) -> Figure:
        """Return the last value; of several trajectories, the largest."""
        return _figure(self.low(name)[-1].max(), self.high(name)[-1].max())

    def least(self, name: str) -> Figure:
        """Return the least value of all."""
        return _figure(self.low(name).min(), self.high(name).min())

    def largest_fall(self, name: str) -> Figure:
        """Return how far a quantity falls below an earlier value at most; 0 if it never does."""
        low, high = self.low(name), self.high(name)
        least = np.maximum.accumulate(low) - high
        most = np.maximum.accumulate(high) - low
        return _figure(max(0.0, least.max()), most.max())

    def slowest_decay(self, name: str) -> Figure:
        """Return the least of log(v(0)/v(t))/t over all times t > 0, for a positive quantity."""
        low, high, times = self.low(name), self.high(name), self.times[1:]
        times = times.reshape(-1, *(1,) * (low.ndim - 1))
        with np.errstate(divide="ignore", invalid="ignore"):
            least = np.log(low[0] / high[1:]) / times
            most = np.log(high[0] / np.maximum(low[1:], 0)) / times
        return _figure(least.min(), most.min())

    @property
    def largest_error(self) -> float:
        """Return the largest error bound of all times and trajectories."""
        return float(self.error.max())


def _figure(low: Any, high: Any) -> Figure:
    return Figure(float(low), float(high)) if low <= high else Figure(-np.inf, np.inf)


def follow(
    system: TimeVarying,
    start: Any,
    until: Fraction,
    *,
    tolerance: float,
    watch: Mapping[str, Watch],
) -> Path:
    """Return what is watched along the trajectories from an array of starts, from time 0 on.

    `tolerance` is what every step may add, absolute and relative; what comes of it is bounded in
    `Path.error`. Raises ValueError where an argument makes no sense, or no step is possible.
    """
    if until <= 0:
        raise ValueError(f"until = {until}: give a positive time")
    if not _FINEST <= tolerance <= _COARSEST:
        raise ValueError(f"tolerance = {tolerance}: give one from {_FINEST} to {_COARSEST}")
    pieces = system.pieces(Fraction(0), Fraction(until))
    fields = (Field(system.within(*piece)) for piece in pieces)
    first = Field(system.within(*pieces[0]))
    state = first.onto_sphere(floats(start))
    bound = np.zeros(state.shape[:-1])
    log = _Log(first, watch, state)
    for (begin, end), field in zip(pieces, fields, strict=True):
        for step in _steps(field, state, float(begin), float(end), tolerance):
            looked = field.comparison(step.times[_LOOKED], step.states[_LOOKED]).max(axis=0)
            defect = step.defect(field).max(axis=0)
            # |P_h| and so the curvature are bounded over all times, whatever the piece.
            within, bound = advanced(bound, looked, defect, first.curvature, step.length)
            log.add(step, within, bound)
            state = step.states[-1]
    return log.path()


@dataclass(frozen=True, eq=False)
class _Step:
    """The dense output of one step at Chebyshev's points, which determine it."""

    times: Array
    states: Array

    @property
    def length(self) -> float:
        return float(self.times[-1] - self.times[0])

    def defect(self, field: Field) -> Array:
        """Return |u' - F(t, u)| for every token, inside; at both ends it is 0 by construction."""
        slopes = np.tensordot(_DERIVATIVE[1:-1] * (2 / self.length), self.states, axes=1)
        velocities = field.velocity(self.times[1:-1], self.states[1:-1])
        return np.asarray(np.linalg.norm(slopes - velocities, axis=-1))


def _steps(
    field: Field, state: Array, begin: float, end: float, tolerance: float
) -> Iterator[_Step]:
    """Yield the steps of one smooth piece."""

    def velocity(time: float, flat: Array) -> Array:
        return field.velocity(time, flat.reshape(state.shape)).ravel()

    solver = DOP853(velocity, begin, state.ravel(), end, rtol=tolerance, atol=tolerance)
    while solver.status == "running":
        message = solver.step()
        if solver.status == "failed":
            raise ValueError(f"no step from time {solver.t:.6g}: {message}")
        middle, half = (solver.t + solver.t_old) / 2, (solver.t - solver.t_old) / 2
        times = middle + half * _POINTS
        times[0], times[-1] = solver.t_old, solver.t
        yield _Step(times, solver.dense_output()(times).T.reshape(-1, *state.shape))


class _Log:
    """What is watched, step by step."""

    def __init__(self, field: Field, watch: Mapping[str, Watch], state: Array) -> None:
        self._field, self._watch, self._state = field, watch, state
        self._times = [np.zeros(1)]
        self._errors = [np.zeros((1, *state.shape[:-2]))]
        self._values = {name: [self._seen(one, state[None])] for name, one in watch.items()}

    def _seen(self, watch: Watch, states: Array) -> Array:
        return np.asarray(watch.of(self._field.from_sphere(states)))

    def add(self, step: _Step, within: Array, after: Array) -> None:
        """Add a step, whose first point is the last one's end."""
        self._times.append(step.times[1:])
        inside = np.repeat(within.max(axis=-1)[None], len(step.times) - 2, axis=0)
        self._errors += [inside, after.max(axis=-1)[None]]
        for name, watch in self._watch.items():
            self._values[name].append(self._seen(watch, step.states[1:]))
        self._state = step.states[-1]

    def path(self) -> Path:
        """Return the whole path."""
        return Path(
            np.concatenate(self._times),
            {name: np.concatenate(parts) for name, parts in self._values.items()},
            {name: watch.slope for name, watch in self._watch.items()},
            np.concatenate(self._errors),
            self._field.from_sphere(self._state),
        )


def _chebyshev(count: int) -> tuple[Array, Array]:
    """Return Chebyshev's extreme points in [-1, 1], and what differentiates polynomials there."""
    points = -np.cos(np.pi * np.arange(count) / (count - 1))
    ends = np.ones(count)
    ends[[0, -1]] = 2
    weights = ends * (-1.0) ** np.arange(count)
    apart = points[:, None] - points[None, :] + np.eye(count)
    matrix = weights[:, None] / weights[None, :] / apart
    np.fill_diagonal(matrix, 0)
    np.fill_diagonal(matrix, -matrix.sum(axis=1))  # a constant has the derivative 0
    return points, matrix


_POINTS, _DERIVATIVE = _chebyshev(8)  # the dense output has degree 7
_LOOKED = slice(0, None, 3)  # of these points, where the field's derivative is bounded
