"""Where a token on a circle has to begin to end opposite to the first: by going back in time.

With identity value matrix, causal mask and one head, tokens at angles a_1 = 0, a_2, ... move by

    a_i' = Σ_{j<i} w_ij sin(a_j - a_i),    w_ij = e_ij / Σ_{k<=i} e_ik,

with e_ij = exp(y_i^T P(t) y_j), y_i = (cos a_i, sin a_i) and time in units of √2. Let all angles
but the last be between 0 and π; then they tend to 0. The last token, at π + φ, leaves the strip
0 < φ < max a_j through its edges,

    φ' = -Σ w_j sin a_j < 0 at φ = 0,    φ' >= w_1 sin(max a_j) > 0 at φ = max a_j,

while max a_j decreases. So a token that ends opposite to the first is in the strip at all times.
Its φ obeys one scalar equation, whose solutions keep their order: back from any late time, the
solution through the lower edge stays below it and the one through the upper edge above. Back in
time they approach each other, and what is between them at time 0 is the enclosure. After every
step both may be moved outwards to plain numbers, so that no error is carried along.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, log2
from typing import Any

from flint import arb, fmpq

from verify.numerics.balls import Sign, ball, compare, working_precision
from verify.numerics.shooting import Field, State, integrate_adaptively, with_clock

Rows = tuple[tuple[Any, Any], tuple[Any, Any]]
Scores = Callable[[Any], Rows]  # from the time to the rows of P

_ORDER = 20  # of Taylor steps: each costs a search for its length, so few are made
_STEPS = 10_000


def by_going_back(prefix: Sequence[Fraction], scores: Scores, duration: int, digits: int) -> tuple[arb, arb]:
    """Return lower and upper bounds of the angle at which the last token has to begin.

    `prefix` holds the angles of the tokens between the first and the last, exact, in (0, π);
    trajectories are followed for `duration`, to `digits` decimals a step.  The bounds hold for
    all durations and digits, and are the closer for more of them.  Raises ValueError for other
    angles.
    """
    for angle in prefix:
        if not isinstance(angle, (int, Fraction)):
            raise ValueError(f"the angle {angle!r} is not exact: give a Fraction")
        if angle <= 0 or compare(ball(angle), arb.pi()) is not Sign.certainly_negative:
            raise ValueError(f"the angle {angle} is not strictly between 0 and π")
    if not prefix or duration < 1 or digits < 1:
        raise ValueError("give at least one angle, and a duration and digits of at least 1")
    nodes = _followed(prefix, scores, duration, digits)
    with working_precision(_bits(digits + 3)):
        low, high = arb.pi(), arb.pi() + sum(nodes[-1].angles, arb(0))  # this is above max a_j
        for earlier, later in reversed(list(pairwise(nodes))):
            start = (*later.angles, low.lower(), high.upper())
            back = _backwards(scores, later.time)
            low, high = _integrated(back, start, later.time - earlier.time, digits)[-1].angles[-2:]
    return low, high


@dataclass(frozen=True)
class _Node:
    """Enclosures of some angles at one time."""

    time: Fraction
    angles: State


def _followed(prefix: Sequence[Fraction], scores: Scores, duration: int, digits: int) -> list[_Node]:
    """Return where the tokens before the last one are, step by step."""

    def field(time: Any, angles: tuple[Any, ...]) -> list[Any]:
        P = scores(time)
        return [pulled(angle, angles[:place], P) for place, angle in enumerate(angles)]

    more = duration // 4  # enclosures of tokens that gather grow with half the time, e^(t/2)
    start = [ball(angle) for angle in prefix]
    return _integrated(with_clock(field), start, Fraction(duration), digits + more)


def _backwards(scores: Scores, now: Fraction) -> Field:
    """Return the field, back in time from `now`, of a prefix and of two tokens that see it."""

    def field(ago: Any, angles: tuple[Any, ...]) -> list[Any]:
        P = scores(fmpq(now.numerator, now.denominator) - ago)
        *prefix, low, high = angles
        rates = [pulled(angle, prefix[:place], P) for place, angle in enumerate(prefix)]
        return [-rate for rate in (*rates, pulled(low, prefix, P), pulled(high, prefix, P))]

    return with_clock(field)


def _integrated(field: Field, start: Sequence[arb], duration: Fraction, digits: int) -> list[_Node]:
    """Return the nodes of a trajectory up to a time, with `digits` decimals and a few more."""
    small = Fraction(1, 10 ** (digits + 3))
    with working_precision(_bits(digits + 3)):
        clocked = (ball(0), *start)
        found = integrate_adaptively(field, clocked, small, _ORDER, _STEPS, until=duration)
        nodes = [_Node(time, state[1:]) for time, state in found]
    if nodes[-1].time != duration:
        raise ValueError(f"{_STEPS} steps do not reach the time {duration}: give a shorter one")
    return nodes


def _bits(digits: int) -> int:
    """Return how many bits hold this many decimal digits, and a few more."""
    return ceil(digits * log2(10)) + 16


def pulled(angle: Any, before: Sequence[Any], scores: Rows) -> Any:
    """Return the velocity of a token at an angle, drawn to the first token and to those `before`.

    Weights are taken relative to the token's own, which keeps the enclosures of their quotients
    narrow.
    """
    sine, cosine = angle.sin_cos()
    (p, q), (r, s) = scores
    u, v = p * cosine + r * sine, q * cosine + s * sine  # y^T P
    velocity, total = 0, 1
    for seen in ((0, 1), *(other.sin_cos() for other in before)):
        weight = (u * (seen[1] - cosine) + v * (seen[0] - sine)).exp()
        velocity = velocity + weight * (seen[0] * cosine - seen[1] * sine)
        total = total + weight
    return velocity / total
