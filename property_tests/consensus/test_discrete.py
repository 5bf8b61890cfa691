"""Paper A, section 2.2: attention as a layer: its normaliser, its step's domain, its first order.

Tokens, values and weights are rational; softmax weights are balls.
"""

from __future__ import annotations

from fractions import Fraction

import flint
import pytest
from exact_strategies import (
    ellipsoids,
    rationals,
    square_matrices,
    tokens_on_ellipsoid,
    unit_vectors,
)
from hypothesis import assume, given
from hypothesis import strategies as st

from property_tests.exact_vectors import minus
from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.matrices import apply, diagonal, dot, plus, product, times, transpose
from verify.numerics.number import Dual, slope_of

vectors = st.lists(rationals(), min_size=3, max_size=3)
shares = rationals(min_value=0, max_value=1)
positive = rationals(min_value=Fraction(1, 8), max_value=3)


# ------------------------------------------------------------------ eq. (3)


def balls(matrix):
    return [[flint.arb(flint.fmpq(a.numerator, a.denominator)) for a in row] for row in matrix]


def output(x, Q, K, V, normaliser_on):
    """Return the columns of V x M D or V x D M, entry by entry, for M_ji = exp(K x_j . Q x_i)."""
    d, count = len(x[0]), range(len(x))
    M = [[flint.arb(dot(apply(K, x[j]), apply(Q, x[i]))).exp() for i in count] for j in count]
    D = [1 / (flint.arb(d).sqrt() * sum(M[j][i] for j in count)) for i in count]
    columns = []
    for i in count:
        share = [D[i] if normaliser_on == "right" else D[j] for j in count]
        terms = [times(share[j] * M[j][i], apply(V, x[j])) for j in count]
        columns.append([sum(entries[1:], entries[0]) for entries in zip(*terms, strict=True)])
    return columns


@given(st.lists(vectors, min_size=4, max_size=4), *[square_matrices(3)] * 3)
def test_the_normaliser_on_the_right_gives_softmax_rows(x, Q, K, V):
    """The rows are those of P = Q^T K, whose sums are 1 / sqrt(d)."""
    with flint.ctx.workdps(50):
        row_sum = 1 / flint.arb(3).sqrt()
        P = balls(product(transpose(Q), K))
        tokens, Q, K, V = map(balls, (x, Q, K, V))
        weights = raw.softmax_weights(tokens, P, row_sum, "all", None)
        for i, column in enumerate(output(tokens, Q, K, V, "right")):
            assert (sum(weights[i]) - row_sum).contains(0)
            pulled = [sum(w * apply(V, y)[a] for w, y in zip(weights[i], tokens, strict=True))
                      for a in range(3)]  # fmt: skip
            assert all((a - b).contains(0) for a, b in zip(column, pulled, strict=True))


def test_the_normaliser_on_the_left_gives_something_else():
    one = [[flint.arb(1)]]
    x = [[flint.arb(0)], [flint.arb(1)]]
    right, left = (output(x, one, one, one, side) for side in ("right", "left"))
    assert abs(right[0][0] - left[0][0]) > 0.2


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


def test_a_step_that_is_not_small_can_be_undefined():
    """One token on a circle with the value matrix -sqrt(2) I: alpha = 1 / sqrt(2), so f = -z."""
    z, alpha = [flint.arb(1), flint.arb(0)], 1 / flint.arb(2).sqrt()
    f = times(alpha, apply(diagonal([-flint.arb(2).sqrt()] * 2), z))
    assert all(entry.contains(0) for entry in plus(z, f))
    with pytest.raises(Exception, match=r"zero|0"):
        raw.normalised([Fraction(0), Fraction(0)], None)


# ------------------------------------------------------------------ eq. (5)


@given(ellipsoids(3), unit_vectors(3), vectors)
def test_a_layer_without_its_size_has_the_velocity_of_the_flow(ellipsoid, unit, f):
    """The derivative of pi_W(y + tau f) at tau = 0, by dual numbers, is f - <y, f>_W y."""
    W, y = ellipsoid.matrix, ellipsoid.point(unit)
    moved = [Dual(a, b) for a, b in zip(y, f, strict=True)]
    slopes = [slope_of(a, 1, Fraction(0)) for a in raw.normalised(moved, W)]
    assert slopes == minus(f, times(dot(y, apply(W, f)), y))


@given(tokens_on_ellipsoid(2, 3), positive)
def test_the_remainder_of_the_first_order_is_known_exactly(case, N):
    """x = y + tau f has the rational length N, so everything is rational."""
    ellipsoid, (y, direction) = case
    W, x = ellipsoid.matrix, times(N, direction)
    along = dot(x, apply(W, y))
    assume(N + along > 0)
    across = minus(x, times(along, y))
    spread, G = dot(across, apply(W, across)), along - 1
    remainder = plus(
        times(spread / (N * (N + along)), y), times((2 * G + G**2 + spread) / (N * (N + 1)), across)
    )
    assert times(1 / N, x) == minus(plus(y, across), remainder)
    f = minus(x, y)
    size = dot(f, apply(W, f))  # (tau L)^2
    if size <= Fraction(1, 4):
        assert dot(remainder, apply(W, remainder)) <= Fraction(16, 25) * size**2


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


def test_causal_attention_does_not_exchange_velocities_with_tokens():
    y = [[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]]
    still, moving = velocities(y, None, None, None, "up_to")
    assert still == [0, 0] and moving != [0, 0]
    assert velocities(y[::-1], None, None, None, "up_to")[::-1] != [still, moving]


@given(tokens, square_matrices(3), st.integers(1, 4))
def test_consensus_rests_exactly_where_the_value_is_normal(case, U, count):
    ellipsoid, (x, *_) = case
    W = ellipsoid.matrix
    image = apply(U, x)
    normal = minus(image, times(dot(x, apply(W, image)), x)) == [0, 0, 0]
    rests = velocities([x] * count, None, U, W) == [[0, 0, 0]] * count
    assert rests == normal
