"""Trajectories of attention with time-varying scores, in floats, with a bound of their error.

`follow` integrates a system of `time_varying` by SciPy's DOP853 with its
dense output of order 7, begun anew wherever P(t) is not smooth. Several starts, an array of shape
(..., tokens, d), are followed together; as many systems as starts may be given. How far the paths
may be from the solutions is bounded afterwards, for each of them and token by token, as
`error_bounds` says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from verify.numerics.error_bounds import Array, advanced
from verify.numerics.fields import Field, floats
from verify.numerics.figures import Figure
from verify.numerics.stepping import Stride, strides
from verify.numerics.time_varying import TimeVarying

__all__ = ["Field", "Path", "Watched", "floats", "follow"]

_FINEST, _COARSEST = 1e-13, 1e-2  # tolerances: rounding drowns finer ones
_LOOKED = slice(0, None, 3)  # of a step's points, where the field's derivative is bounded


# ------------------------------------------------------------------ paths


@dataclass(frozen=True, eq=False)
class Watched:
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
    known = low <= high and low < np.inf and high > -np.inf
    return Figure(float(low), float(high)) if known else Figure(-np.inf, np.inf)


def follow(
    system: TimeVarying | Sequence[TimeVarying],
    start: Any,
    until: Fraction,
    *,
    tolerance: float,
    watch: Mapping[str, Watched],
    at: Any = None,
) -> Path:
    """Return what is watched along the trajectories from an array of starts, from time 0 on.

    `tolerance` is what every step may add, absolute and relative; what comes of it is bounded in
    `Path.error`. Several systems belong to as many starts, and differ in their matrices P' only.
    It is watched at Chebyshev's points of every step, or `at` increasing times from 0 to `until`.
    Raises ValueError where an argument makes no sense, or no step is possible.
    """
    if until <= 0:
        raise ValueError(f"until = {until}: give a positive time")
    if not _FINEST <= tolerance <= _COARSEST:
        raise ValueError(f"tolerance = {tolerance}: give one from {_FINEST} to {_COARSEST}")
    systems = [system] if isinstance(system, TimeVarying) else list(system)
    pieces = systems[0].pieces(Fraction(0), Fraction(until))
    fields = _fields(systems, pieces)
    first = fields[0]
    state = first.onto_sphere(floats(start))
    bound = np.zeros(state.shape[:-1])
    log = _Log(first, watch, state, None if at is None else floats(at))
    for (begin, end), field in zip(pieces, fields, strict=True):
        for step in strides(field, state, float(begin), float(end), tolerance):
            looked = field.comparison(step.times[_LOOKED], step.states[_LOOKED]).max(axis=0)
            defect = step.defect(field).max(axis=0)
            # |P_h| and so the curvature are bounded over all times, whatever the piece.
            within, bound = advanced(bound, looked, defect, first.curvature, step.length)
            log.add(step, within, bound)
            state = step.states[-1]
    return log.path()


def _fields(
    systems: Sequence[TimeVarying], pieces: Sequence[tuple[Fraction, Fraction]]
) -> list[Field]:
    """Return the field of every piece; pieces between which P(t) is one formula share theirs."""
    known: dict[Any, Field] = {}
    found = []
    for piece in pieces:
        smooth = [one.within(*piece) for one in systems]
        formula = tuple(term.waves for head in smooth[0].scores for term in head)
        if formula not in known:
            known[formula] = Field(smooth)
        found.append(known[formula])
    return found


class _Log:
    """What is watched, step by step: at the points of every step, or at the times asked for."""

    def __init__(
        self, field: Field, watch: Mapping[str, Watched], state: Array, at: Array | None
    ) -> None:
        if at is not None and (at.ndim != 1 or at[0] != 0 or (np.diff(at) <= 0).any()):
            raise ValueError("at: give times that begin with 0 and increase")
        self._field, self._watch, self._state = field, watch, state
        self._wanted = None if at is None else at[1:]
        self._times = [np.zeros(1)]
        self._errors = [np.zeros((1, *state.shape[:-2]))]
        self._values = {name: [self._seen(one, state[None])] for name, one in watch.items()}

    def _seen(self, watch: Watched, states: Array) -> Array:
        return np.asarray(watch.of(self._field.from_sphere(states)))

    def add(self, step: Stride, within: Array, after: Array) -> None:
        """Add a step, whose first point is the last one's end."""
        times, states = step.times[1:], step.states[1:]
        if self._wanted is not None:
            count = int(np.searchsorted(self._wanted, step.times[-1], side="right"))
            times, self._wanted = self._wanted[:count], self._wanted[count:]
            states = step.at(times)
        errors = np.repeat(within.max(axis=-1)[None], len(times), axis=0)
        errors[times == step.times[-1]] = after.max(axis=-1)
        self._times.append(times)
        self._errors.append(errors)
        for name, watch in self._watch.items():
            self._values[name].append(self._seen(watch, states))
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
