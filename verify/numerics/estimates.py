"""Solutions in floats at two tolerances, and how far these are apart: estimates, not enclosures.

A state is a ball around what comes of the finer integration; its radius is several times how far
the two are apart. Nothing rigorous rests on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb
from scipy.integrate import OdeSolver

from verify.language.symbols import Thing
from verify.numerics.nested import entries_of, mapped, refilled
from verify.numerics.number import Undefined

State = dict[Thing, Any]
Velocity = Callable[[State], State]
Array = np.ndarray[Any, np.dtype[np.float64]]

SAFETY = 8  # times how far two paths are apart
EVALUATIONS = 8000  # of a velocity, at most
LARGEST = 1e100  # a state that is larger is not followed


def states_at(
    method: type[OdeSolver], law: Velocity, state: State, begin: Fraction,
    times: Sequence[Fraction], tolerance: float,
) -> Iterator[tuple[Fraction, State]]:  # fmt: skip
    """Yield increasing times and the states there, as far as a solution is followed."""

    def velocity(_: float, numbers: Array) -> Array:
        try:
            slopes = law(of_floats(state, numbers))
        except Undefined:
            return np.full_like(numbers, np.nan)
        return floats({thing: slopes[thing] for thing in state})

    left = list(times)
    with np.errstate(all="ignore"):
        try:
            solver = method(
                velocity, float(begin), floats(state), float(left[-1]), rtol=tolerance,
                atol=tolerance,
            )  # fmt: skip
            while left and solver.status == "running" and solver.nfev < EVALUATIONS:
                solver.step()
                if solver.status == "failed" or not np.abs(solver.y).max() < LARGEST:
                    return
                dense = solver.dense_output()
                while left and float(left[0]) <= solver.t:
                    time = left.pop(0)
                    yield time, of_floats(state, dense(float(time)))
        except (ValueError, OverflowError, np.linalg.LinAlgError):  # a velocity that is no number
            return


def distance(coarse: State, fine: State) -> float:
    """Return the radius of balls around a state from how far another one is from it."""
    one, other = floats(coarse), floats(fine)
    size = 1 + np.abs(other).max(initial=0)
    return float(SAFETY * np.abs(one - other).max(initial=0) + size * 2.0**-40)


def around(state: State, radius: float) -> State:
    """Return balls around the numbers of a state."""
    return mapped(lambda x: arb(arb(x).mid(), radius), state)


def floats(state: State) -> Array:
    """Return the numbers of a state, in order."""
    numbers = [float(arb(x).mid()) for x in entries_of(state)]
    return np.array(numbers, dtype=float)


def of_floats(state: State, numbers: Array) -> State:
    """Return a state of the same shape with other numbers."""
    left = iter([arb(x) for x in numbers.tolist()])
    return {thing: refilled(found, left) for thing, found in state.items()}
