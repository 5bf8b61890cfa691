"""What an orbit from next to a state says of its stability: that it leaves, or comes near.

It proves nothing, for what "near" is may be nearer still; but where such an orbit leaves a state
that is said to be stable, someone has to look before it gets a grade.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from flint import arb

from verify.language.motion import Layer
from verify.numerics.exact import Instance
from verify.numerics.number import Truth, Undefined
from verify.numerics.positions import Indices
from verify.numerics.solutions import OF_LAYERS, orbit_from
from verify.statements.propositions import Stability

NEAR = Fraction(1, 2**60)  # where orbits start
AWAY = Fraction(1, 2**10)  # and where they have left, or have come 2^50 times nearer
LAYERS = 200  # so that what grows by a fourth at every layer is seen to leave
STARTS = 2
NOTHING = arb(2) ** -200  # what is known less well is not looked at


def seen(said: Stability, here: Instance, at: Indices, seed: int) -> Truth:
    """Return FALSE where orbits of a layer contradict what is said of a state, else UNKNOWN.

    `here` has the state as the values of the layer's tokens, `at` the indices it is said for.
    """
    if not isinstance(said.law, Layer):
        return Truth.UNKNOWN
    try:
        orbits = [_distances(said.law, here, at, seed + k) for k in range(STARTS)]
    except Undefined:
        return Truth.UNKNOWN
    if said.word == "unstable":
        contradicted = all(min(found) < found[0] * float(NEAR / AWAY) for found in orbits)
    else:
        contradicted = any(max(found) > found[0] * float(AWAY / NEAR) for found in orbits)
    return Truth.FALSE if contradicted else Truth.UNKNOWN


def _distances(layer: Layer, here: Instance, at: Indices, seed: int) -> list[float]:
    """Return how far an orbit from next to a state is from it, from the first layer on.

    It starts off the sphere, if it is one that tokens are on, and the first layer brings it back.
    """
    random = Random(seed)
    state: list[list[Any]] = here[layer.of]
    if not all(isinstance(x, int | Fraction) for token in state for x in token):
        raise Undefined("the state is not rational")
    moved = [[x + NEAR * random.randint(-64, 64) for x in token] for token in state]
    followed = orbit_from(layer, [here.replaced({layer.of: moved})] * (LAYERS + 1), at)
    with OF_LAYERS.working():
        found = [_apart(m.instance[layer.of], state) for m in followed.moments[1:]]
    known = [float(gap) for gap in found if gap.rad() < NOTHING]
    if not known or not known[0]:
        raise Undefined("the orbit is constant, or not known precisely")
    return known


def _apart(tokens: Sequence[Sequence[Any]], others: Sequence[Sequence[Any]]) -> arb:
    gaps = (abs(_ball(x) - _ball(y)) for one, other in zip(tokens, others, strict=True)
            for x, y in zip(one, other, strict=True))  # fmt: skip
    found: arb = max(gaps, key=lambda gap: float(gap.mid()))
    return found


def _ball(x: Any) -> arb:
    return x if isinstance(x, arb) else OF_LAYERS.of(Fraction(x))
