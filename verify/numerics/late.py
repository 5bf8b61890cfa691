"""What a state comes to much later, in floats: by Radau's method, or layer by layer.

A state is a ball around what comes of the finer of two integrations; its radius is several times
how far they are apart. Nothing rigorous rests on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb, ctx
from scipy.integrate import Radau

from verify.language.motion import DiscreteLaw, Flow
from verify.numerics.exact import Instance
from verify.numerics.holding import converted
from verify.numerics.number import RATIONALS, Undefined
from verify.numerics.polynomial_flows import listed, vectors_of
from verify.numerics.solutions import NUMBERS, SAFETY, Moment, State, law_of, through

Array = np.ndarray[Any, np.dtype[np.float64]]
Reached = tuple[Fraction, State]

TIMES = tuple(4**k for k in range(1, 21))  # of the time that was followed before
EVALUATIONS = 8000  # of a velocity, at most
COARSE, FINE = 1e-5, 1e-7  # relative errors of a step
LARGEST = 1e100  # a state that is larger is not followed
LAYERS = 16384  # of a state of one number
BITS = (64, 128)


def later(law: Flow | DiscreteLaw, last: Moment) -> tuple[tuple[Moment, ...], bool]:
    """Return moments after one that is known in balls, and whether the last of them is reached."""
    found: list[Moment] = []
    with NUMBERS.working():
        here = last.instance
        if here.numbers is RATIONALS:
            here = converted(here, NUMBERS)
        now = Moment(last.time, here)
        if isinstance(law, Flow):
            paths = [_path(law, now, tolerance) for tolerance in (COARSE, FINE)]
        else:
            paths = [_layers(law, now, bits) for bits in BITS]
        for (time, coarse), (_, fine) in zip(*paths, strict=False):
            found.append(Moment(time, here.replaced(_between(coarse, fine))))
    return tuple(found), isinstance(law, DiscreteLaw) or len(found) == len(TIMES)


def _path(flow: Flow, last: Moment, tolerance: float) -> Iterator[Reached]:
    """Yield states of a flow at times that grow geometrically, as far as they are followed."""
    first: State = {thing: last.instance[thing] for thing in flow.moves}
    law = law_of(flow, last.instance)

    def velocity(_: float, numbers: Array) -> Array:
        try:
            slopes = law(_filled(first, numbers))
        except Undefined:
            return np.full_like(numbers, np.nan)
        return _floats({thing: slopes[thing] for thing in first})

    begin, ends = float(last.time), [float(last.time * k) for k in TIMES]
    with np.errstate(all="ignore"):
        try:
            solver = Radau(
                velocity, begin, _floats(first), ends[-1], rtol=tolerance, atol=tolerance
            )
            while ends and solver.status == "running" and solver.nfev < EVALUATIONS:
                solver.step()
                if solver.status == "failed" or not np.abs(solver.y).max() < LARGEST:
                    return
                dense = solver.dense_output()
                while ends and ends[0] <= solver.t:
                    time = ends.pop(0)
                    yield Fraction(time), _filled(first, dense(time))
        except (ValueError, OverflowError, np.linalg.LinAlgError):  # a velocity that is no number
            return


def _layers(law: DiscreteLaw, last: Moment, bits: int) -> Iterator[Reached]:
    """Yield states after more and more layers, each twice as many as before."""
    state: State = {thing: last.instance[thing] for thing in law.moves}
    size = sum(len(listed(found)) for found in state.values())
    with ctx.workprec(bits):
        for layer in range(1, max(64, LAYERS // size**2) + 1):
            try:
                state = _mapped(
                    lambda x: arb(x).mid(), through(law, last.instance.replaced(state), {})
                )
            except Undefined:
                return
            if layer & (layer - 1) == 0:
                yield last.time + layer, state


def _between(coarse: State, fine: State) -> State:
    """Return balls around the finer of two states, which are wide where these are far apart."""
    one, other = _floats(coarse), _floats(fine)
    size = 1 + np.abs(other).max()
    apart = SAFETY * float(np.abs(one - other).max()) + size * 2.0**-40
    return _mapped(lambda x: arb(arb(x).mid(), apart), fine)


def _floats(state: State) -> Array:
    numbers = [float(arb(x).mid()) for found in state.values() for x in listed(found)]
    return np.array(numbers, dtype=float)


def _filled(state: State, numbers: Array) -> State:
    left = iter(numbers.tolist())
    return _mapped(lambda _: arb(next(left)), state)


def _mapped(change: Callable[[Any], Any], state: State) -> State:
    def changed(found: Any) -> Any:
        return [changed(part) for part in found] if isinstance(found, list) else change(found)

    return {thing: changed(found) for thing, found in state.items()}


def keeps_lengths(flow: Flow, moments: tuple[Moment, ...]) -> bool:
    """Return whether every vector that moves has been of one length: so it has for all time.

    For what is analytic is constant where it is so for a while. A state of such vectors is bounded,
    and lasts as long as it has a velocity.
    """
    lengths = [_lengths(flow, one.instance) for one in moments[1:]]  # the first is exact
    return len(lengths) > 1 and all(
        bool(x.overlaps(y)) for one in lengths for x, y in zip(lengths[-1], one, strict=True)
    )


def _lengths(flow: Flow, here: Instance) -> list[Any]:
    return [sum(arb(x) * arb(x) for x in row) for row in vectors_of(flow, here)]
