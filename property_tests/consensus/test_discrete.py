"""Paper A, section 2.2: where a step of attention is defined, and which velocities are tangent."""

from __future__ import annotations

from fractions import Fraction

from exact_strategies import (
    rationals,
    square_matrices,
    tokens_on_ellipsoid,
    unit_vectors,
)
from hypothesis import given
from hypothesis import strategies as st

from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.matrices import apply, dot, plus, times

shares = rationals(min_value=0, max_value=1)
positive = rationals(min_value=Fraction(1, 8), max_value=3)


# ------------------------------------------------------------------ eq. (4)


@theorem("A-2.4")
@given(tokens_on_ellipsoid(1, 3), unit_vectors(3), positive, shares, shares)
def test_before_it_is_normalised_a_token_is_no_shorter_than_one_minus_tau_L(
    case, direction, L, share, tau_L
):
    ellipsoid, (z,) = case
    W = ellipsoid.matrix
    f = times(share * L, ellipsoid.point(direction))
    moved = plus(z, times(tau_L / L, f))
    assert dot(moved, apply(W, moved)) >= (1 - tau_L) ** 2


# ------------------------------------------------------------------ eq. (6)

tokens = tokens_on_ellipsoid(3, 3)


def velocities(y, P, U, W, reach="all"):
    """Return the velocities with P = 0 if none is given: then all weights are rational."""
    return raw.softmax_attention(tokens=y, scores=P, value=U, metric=W, range=reach)


@theorem("A-2.6")
@given(tokens, square_matrices(3), st.permutations(range(3)))
def test_velocities_are_tangent_odd_and_exchanged_with_the_tokens(case, U, order):
    ellipsoid, y = case
    W = ellipsoid.matrix
    moving = velocities(y, None, U, W)
    assert [dot(a, apply(W, v)) for a, v in zip(y, moving, strict=True)] == [0, 0, 0]
    assert velocities([times(-1, a) for a in y], None, U, W) == [times(-1, v) for v in moving]
    assert velocities([y[k] for k in order], None, U, W) == [moving[k] for k in order]
