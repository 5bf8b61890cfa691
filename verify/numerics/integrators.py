"""Dormand and Prince's method of order 8, for many trajectories at once.

States have shape (..., trajectories, tokens, d) or (tokens, d), and may be arrays of NumPy, CuPy or
torch: only the array API standard is used. All trajectories take the same steps, and a step is
accepted by the *worst* of them: a root mean square over all would let many good ones hide a bad
one. After a step the tokens may be put back on the sphere (a retraction), where solutions stay.

The coefficients are those of SciPy's DOP853 (Hairer, Norsett and Wanner, Solving Ordinary
Differential Equations I, sections II.4 to II.6), read from there so that they are typed once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod, sqrt
from typing import Any

import array_api_compat as api
from scipy.integrate import DOP853

Velocity = Callable[[float, Any], Any]

_SAFETY, _LEAST, _MOST = 0.9, 0.2, 10.0  # the next step is between these times the last one
EXPONENT = -1 / 8  # the next step's length is the last one's times its error to this power
_SHORTEST = 10 * 2.0**-52  # of the time: a shorter step is lost in rounding


@dataclass(frozen=True)
class Method:
    """An explicit embedded method, in plain floats.

    `rows`, `times` and `weights` are its tableau, `estimate` and `other_estimate` its estimates of
    the error, which use the velocity at the end as well. `dense` has the coefficients of the dense
    output, for which `more_rows` and `more_times` are further stages.
    """

    rows: tuple[tuple[float, ...], ...]
    times: tuple[float, ...]
    weights: tuple[float, ...]
    estimate: tuple[float, ...]
    other_estimate: tuple[float, ...]
    more_rows: tuple[tuple[float, ...], ...]
    more_times: tuple[float, ...]
    dense: tuple[tuple[float, ...], ...]


@lru_cache(maxsize=1)
def method() -> Method:
    """Return the method Dormand-Prince 8(5,3)."""
    return Method(_rows(DOP853.A), _row(DOP853.C), _row(DOP853.B), _row(DOP853.E5),
                  _row(DOP853.E3), _rows(DOP853.A_EXTRA), _row(DOP853.C_EXTRA),
                  _rows(DOP853.D))  # fmt: skip


def _row(numbers: Any) -> tuple[float, ...]:
    return tuple(map(float, numbers))


def _rows(matrix: Any) -> tuple[tuple[float, ...], ...]:
    return tuple(map(_row, matrix))


@dataclass(frozen=True, eq=False)
class Taken:
    """One accepted step from `before` to `after`, and its dense output between.

    `after` is where the next step begins: put back on the sphere, if that was asked for. The dense
    output is there until the next step is asked for. `following` is how long a next step may be.
    """

    begin: float
    end: float
    before: Any
    after: Any
    dense: Callable[[Sequence[float]], Any]
    following: float


def tokens_to_sphere(state: Any) -> Any:
    """Return tokens divided by their lengths."""
    xp = api.array_namespace(state)
    return state / xp.sqrt(xp.sum(state * state, axis=-1, keepdims=True))


def steps(
    velocity: Velocity,
    state: Any,
    begin: float,
    end: float,
    tolerance: float,
    *,
    retract: Callable[[Any], Any] | None = tokens_to_sphere,
    first: float | None = None,
) -> Iterator[Taken]:
    """Yield the steps from a state; no trajectory's error in one is estimated above `tolerance`.

    The error is the root mean square over a trajectory's entries, each relative to 1 + |entry|, and
    the largest of all trajectories counts. `retract` is None for states that are on no sphere;
    `first` is a guess of the first step's length. Raises ValueError where no step is possible.
    """
    stepper = _Stepper(velocity, method(), state, tolerance)
    time, slope = begin, velocity(begin, state)
    length = first or stepper.first_length(begin, state, slope, end)
    while time < end:
        most = _MOST
        while True:
            if not length >= _SHORTEST * max(abs(time), abs(end)):  # or it is not a number
                raise ValueError(f"no step from time {time:.6g}: its error cannot be kept small")
            after = end if time + length >= end else time + length
            reached = stepper.attempt(time, after - time, state, slope)
            error = stepper.error(after - time, state, reached)
            if error < 1:
                break
            length = (after - time) * max(_LEAST, _SAFETY * error**EXPONENT)
            most = 1.0
        kept = reached if retract is None else retract(reached)
        dense = stepper.dense_output(time, after - time, state, reached)
        slope = stepper.slope_at_end if retract is None else velocity(after, kept)
        grow = _SAFETY * error**EXPONENT if error > 0 else _MOST
        longer = (after - time) * min(most, max(_LEAST, grow))
        # A step cut off at the end says little of how long a next one may be.
        length = max(longer, length) if after == end and most > 1 else longer
        yield Taken(time, after, state, kept, dense, length)
        time, state = after, kept


def solve(
    velocity: Velocity, state: Any, times: Sequence[float], tolerance: float, **chosen: Any
) -> list[Any]:
    """Return the states at increasing times, the first of which is that of the given state.

    Between steps they come from the dense output. Arguments are those of `steps`.
    """
    seen, wanted = [state], list(times[1:])
    for step in steps(velocity, state, times[0], times[-1], tolerance, **chosen):
        inside = [time for time in wanted if time < step.end]
        if inside:
            found = step.dense(inside)
            seen += [found[k, ...] for k in range(len(inside))]
        wanted = wanted[len(inside) :]
        if wanted and wanted[0] == step.end:
            seen.append(step.after)
            wanted = wanted[1:]
    return seen


class _Stepper:
    """The stages of one step after the other, each a row of one array."""

    def __init__(self, velocity: Velocity, used: Method, state: Any, tolerance: float) -> None:
        self.velocity, self.method, self.tolerance = velocity, used, tolerance
        self._xp, self._like = api.array_namespace(state), state
        self._count = len(used.rows)
        rows = self._count + 1 + len(used.more_rows)
        self._stages = self._xp.zeros(
            (rows, prod(state.shape)), dtype=state.dtype, device=api.device(state)
        )
        self._rows = [self._on(row[:k]) for k, row in enumerate(used.rows)]
        self._more = [self._on(row) for row in used.more_rows]
        self._weights, self._estimate = self._on(used.weights), self._on(used.estimate)
        self._other = self._on(used.other_estimate)
        self._dense = self._on(used.dense)

    def _on(self, numbers: Any) -> Any:
        return self._xp.asarray(numbers, dtype=self._like.dtype, device=api.device(self._like))

    def _shaped(self, flat: Any) -> Any:
        return self._xp.reshape(flat, self._like.shape)

    def _put(self, row: int, slope: Any) -> None:
        self._stages[row, :] = self._xp.reshape(slope, (-1,))

    def attempt(self, time: float, length: float, state: Any, slope: Any) -> Any:
        """Compute the stages of a step, the velocity at its end included, and return that end."""
        self._put(0, slope)
        for k in range(1, self._count):
            moved = length * (self._rows[k] @ self._stages[:k, :])
            self._put(k, self.velocity(time + self.method.times[k] * length,
                                       state + self._shaped(moved)))  # fmt: skip
        reached = state + length * self._shaped(self._weights @ self._stages[: self._count, :])
        self._put(self._count, self.velocity(time + length, reached))
        return reached

    @property
    def slope_at_end(self) -> Any:
        """Return the velocity at the end of the last attempt."""
        return self._shaped(self._stages[self._count, :] + 0.0)

    def error(self, length: float, state: Any, reached: Any) -> float:
        """Return the largest error of a trajectory, over the tolerance.

        The two estimates are combined as the method's authors do.
        """
        xp = self._xp
        scale = self.tolerance * (1 + xp.maximum(xp.abs(state), xp.abs(reached)))
        used = self._stages[: self._count + 1, :]
        first = mean_squares(self._shaped(self._estimate @ used) / scale)
        other = mean_squares(self._shaped(self._other @ used) / scale)
        both = first + 0.01 * other
        first = first * first / xp.where(both > 0, both, xp.ones_like(both))
        return length * sqrt(float(xp.max(first)))

    def first_length(self, time: float, state: Any, slope: Any, end: float) -> float:
        """Return the length of the first step by Hairer's rule, for the fastest trajectory."""
        xp = self._xp
        scale = self.tolerance * (1 + xp.abs(state))
        sizes, speeds = mean_squares(state / scale), mean_squares(slope / scale)
        slow = float(xp.max(xp.where(sizes > 0, speeds / sizes, speeds)))
        guess = min(0.01 / sqrt(slow) if slow > 1e-10 else 1e-6, end - time)
        bend = (self.velocity(time + guess, state + guess * slope) - slope) / scale
        rough = max(float(xp.max(mean_squares(bend))) / guess**2, float(xp.max(speeds)))
        longer = (0.01 / sqrt(rough)) ** -EXPONENT if rough > 1e-30 else max(1e-6, guess * 1e-3)
        return min(100 * guess, longer, end - time)

    def dense_output(self, time: float, length: float, before: Any, reached: Any) -> Any:
        """Return the states of a step as a function of times, (times, *state)."""

        def at(times: Sequence[float]) -> Any:
            shares = [(one - time) / length for one in times]
            return self._nested(self._stages, time, length, before, reached, shares)

        return at

    def _nested(
        self, stages: Any, time: float, length: float, before: Any, reached: Any,
        shares: Sequence[float],
    ) -> Any:  # fmt: skip
        """Return DOP853's polynomials, Hairer's contd8, with three stages more."""
        xp, count = self._xp, self._count
        for k, row in enumerate(self._more, start=count + 1):
            moved = self._shaped(row[:k] @ stages[:k, :])
            at = time + self.method.more_times[k - count - 1] * length
            stages[k, :] = xp.reshape(self.velocity(at, before + length * moved), (-1,))
        moved = xp.reshape(reached - before, (-1,))
        first, last = length * stages[0, :], length * stages[count, :]
        parts = [moved, first - moved, 2 * moved - (last + first)]
        parts += [length * (row @ stages) for row in (self._dense[j, :] for j in range(4))]
        found = []
        for x in shares:
            total = 0 * moved
            for k, part in enumerate(reversed(parts)):
                total = (total + part) * (x if k % 2 == 0 else 1 - x)
            found.append(before + self._shaped(total))
        return xp.stack(found)


def mean_squares(state: Any) -> Any:
    """Return the mean square over the last two axes: for every trajectory, its own."""
    xp = api.array_namespace(state)
    return xp.mean(state * state, axis=(-2, -1))
