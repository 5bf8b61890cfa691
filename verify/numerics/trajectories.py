"""Trajectories of attention with time-varying scores, in floats, with an estimate of their error.

`follow` integrates a system of `time_varying` by SciPy's DOP853, begun anew wherever P(t) is not
smooth. Several starts, an array of shape (..., tokens, d), are followed together; as many systems
as starts may be given. A second run has a hundredth of the tolerance: the error is taken to be the
distance from it, for each start, and no less than the tolerance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.integrate import DOP853

from verify.numerics.fields import Array, Field, floats
from verify.numerics.figures import Figure
from verify.numerics.time_varying import TimeVarying

__all__ = ["Field", "Path", "Solution", "Watched", "floats", "follow"]

_FINEST, _COARSEST = 1e-11, 1e-2  # tolerances: rounding drowns finer runs beside them
_FINER = 100  # by which the tolerance is divided, for the run that the error is estimated by
_SAMPLES = 1000  # equal spans of time that are looked at, unless the times are given


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

    `error` estimates how far any token is from the solution, `state` is the last one.
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
        """Return the largest estimated error of all times and trajectories."""
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

    `tolerance` is what every step may add, absolute and relative; what comes of it is estimated in
    `Path.error`. Several systems belong to as many starts, and differ in their matrices P' only.
    It is watched `at` increasing times from 0 to `until`, or at a thousand that are equally far
    apart. Raises ValueError where an argument makes no sense, or no step is possible.
    """
    if until <= 0:
        raise ValueError(f"until = {until}: give a positive time")
    if not _FINEST <= tolerance <= _COARSEST:
        raise ValueError(f"tolerance = {tolerance}: give one from {_FINEST} to {_COARSEST}")
    times = _times(until, at)
    systems = [system] if isinstance(system, TimeVarying) else list(system)
    pieces = systems[0].pieces(Fraction(0), Fraction(until))
    fields = _fields(systems, pieces)
    first = fields[0]
    here = finer = first.onto_sphere(floats(start))
    seen = {name: [_seen(one, first, here)] for name, one in watch.items()}
    errors, error = [np.zeros(here.shape[:-2])], np.full(here.shape[:-2], tolerance)
    for (begin, end), field in zip(pieces, fields, strict=True):
        span = float(begin), float(end)
        run = Solution(field.velocity, here, span, tolerance)
        beside = Solution(field.velocity, finer, span, tolerance / _FINER)
        for time in times[(times > float(begin)) & (times <= float(end))]:
            state = run.at(time)
            error = np.maximum(error, np.linalg.norm(state - beside.at(time), axis=-1).max(axis=-1))
            errors.append(error)
            for name, one in watch.items():
                seen[name].append(_seen(one, first, state))
        here, finer = run.at(float(end)), beside.at(float(end))
    values = {name: np.array(found) for name, found in seen.items()}
    slopes = {name: one.slope for name, one in watch.items()}
    return Path(times, values, slopes, np.array(errors), first.from_sphere(here))


def _times(until: Fraction, at: Any) -> Array:
    """Return the times that are looked at."""
    times = np.linspace(0.0, float(until), _SAMPLES + 1) if at is None else floats(at)
    if times.ndim != 1 or times[0] != 0 or (np.diff(times) <= 0).any():
        raise ValueError("at: give times that begin with 0 and increase")
    return times


def _seen(watch: Watched, field: Field, state: Array) -> Array:
    return np.asarray(watch.of(field.from_sphere(state[None]))[0])


class Solution:
    """A solution by SciPy's DOP853 over a span of time, asked for at times that do not fall."""

    def __init__(
        self,
        velocity: Callable[[float, Array], Array],
        state: Array,
        span: tuple[float, float],
        tolerance: float,
    ) -> None:
        self._shape = state.shape
        self._states: Callable[[float], Array] = lambda _: state.ravel()

        def flat(time: float, y: Array) -> Array:
            return velocity(time, y.reshape(state.shape)).ravel()

        begin, end = span
        self._solver = DOP853(flat, begin, state.ravel(), end, rtol=tolerance, atol=tolerance)

    def at(self, time: float) -> Array:
        """Return the state at a time. Raises ValueError where no step leads there."""
        while self._solver.t < time:
            message = self._solver.step()
            if self._solver.status == "failed":
                raise ValueError(f"no step from time {self._solver.t:.6g}: {message}")
            self._states = self._solver.dense_output()
        return np.asarray(self._states(time).reshape(self._shape))


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
