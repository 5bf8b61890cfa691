"""Paper A, Theorem 5.1 and Remark 5.2: a solution whose third token tends to the antipode.

Velocities are those of causal softmax attention, with the scores kappa m m^T, in balls.
"""

from __future__ import annotations

import flint
from hypothesis import given
from hypothesis import strategies as st

from verify.numerics.balls import ball, working_precision

angles = st.fractions(min_value="1/1000", max_value="78/100", max_denominator=1000)


def tokens(chi):
    at = (flint.arb(0), 4 * chi, flint.arb.pi() + chi)
    return [(angle.cos(), angle.sin()) for angle in at]


def dot(x, y):
    return x[0] * y[0] + x[1] * y[1]


def scores(chi):
    """Return kappa and m, for which the third token gives cos(chi)/4 to each of the others."""
    c, m = chi.cos(), ((2 * chi).cos(), (2 * chi).sin())
    return ((4 - 2 * c) / c).log() / (c * (c + (2 * chi).cos())), m


def velocity(i, y, kappa, m):
    """Return the tangent part of the mean of the tokens up to i, weighted by a softmax."""
    weights = [(kappa * dot(y[i], m) * dot(m, y[j])).exp() for j in range(i + 1)]
    pull = [sum(w * y[j][k] for j, w in enumerate(weights)) / sum(weights) for k in range(2)]
    return [pull[k] - dot(pull, y[i]) * y[i][k] for k in range(2)]


@given(angles)
def test_the_three_tokens_move_by_causal_attention(fraction):
    with working_precision(200):
        chi = ball(fraction)
        y = tokens(chi)
        kappa, m = scores(chi)
        falls = -(4 * chi).sin() / 8
        speeds = (flint.arb(0), 4 * falls, falls)
        for i, speed in enumerate(speeds):
            moving = (-y[i][1] * speed, y[i][0] * speed)
            for ours, theirs in zip(velocity(i, y, kappa, m), moving, strict=True):
                assert (ours - theirs).contains(0) and (ours - theirs).rad() < flint.arb("1e-40")
