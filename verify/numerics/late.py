"""What a state comes to much later, in floats: by Radau's method, or layer by layer.

As in `estimates` it is found twice, and nothing rigorous rests on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from flint import arb, ctx
from scipy.integrate import Radau

from verify.language.motion import DiscreteLaw, Flow
from verify.numerics.estimates import State, around, distance, states_at
from verify.numerics.exact import Instance
from verify.numerics.holding import converted
from verify.numerics.nested import entries_of, mapped
from verify.numerics.number import RATIONALS, Undefined
from verify.numerics.polynomial_flows import vectors_of
from verify.numerics.solutions import NUMBERS, Moment, law_of, through

Reached = tuple[Fraction, State]

TIMES = tuple(4**k for k in range(1, 21))  # of the time that was followed before
COARSE, FINE = 1e-5, 1e-7  # relative errors of a step
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
            first: State = {thing: here[thing] for thing in law.moves}
            moving, ends = law_of(law, here), [last.time * k for k in TIMES]
            paths = [
                states_at(Radau, moving, first, last.time, ends, tolerance)
                for tolerance in (COARSE, FINE)
            ]
        else:
            paths = [_layers(law, now, bits) for bits in BITS]
        for (time, coarse), (_, fine) in zip(*paths, strict=False):
            found.append(Moment(time, here.replaced(around(fine, distance(coarse, fine)))))
    return tuple(found), isinstance(law, DiscreteLaw) or len(found) == len(TIMES)


def _layers(law: DiscreteLaw, last: Moment, bits: int) -> Iterator[Reached]:
    """Yield states after more and more layers, each twice as many as before."""
    state: State = {thing: last.instance[thing] for thing in law.moves}
    size = len(entries_of(state))
    with ctx.workprec(bits):
        for layer in range(1, max(64, LAYERS // size**2) + 1):
            try:
                state = mapped(lambda x: arb(x).mid(), through(law, last.instance.replaced(state)))
            except Undefined:
                return
            if layer & (layer - 1) == 0:
                yield last.time + layer, state


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
