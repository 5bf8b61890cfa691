"""Paper A, section 4: bounded scores, derivatives of maxima, two-sided bounds of attention.

Tokens, metrics and scores are rational. Exponentials are balls of 200 bits: an inequality fails
where a ball lies certainly on the wrong side, a bound is attained where the balls overlap.
"""

from fractions import Fraction

import flint
import pytest
from exact_strategies import masks, orthogonal_matrices, rationals, tokens_on_sphere
from hypothesis import assume, given
from hypothesis import strategies as st

from property_tests.exact_vectors import ball
from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.matrices import apply, diagonal, dot, outer, times

BITS = 200
ONE = Fraction(1)


@theorem("A-H4.1")
@given(rationals(), rationals())
def test_scores_that_fade_like_one_over_one_plus_t_squared_are_bounded_and_lipschitz(t, s):
    now, earlier = 1 / (1 + t**2), 1 / (1 + s**2)
    assert 0 < now <= 1
    assert abs(now - earlier) <= abs(t - s)


@theorem("A-H4.1")
@given(orthogonal_matrices(6), rationals(min_value=0, max_value=3), rationals())
def test_a_map_of_bounded_norm_has_bounded_scores(turn, most, factor):
    """The corner of an orthogonal matrix is a contraction; times p_0 it has a norm of at most p_0.

    A factor between -1 and 1 keeps the bound, whether it depends on time continuously or not.
    """
    P = [times(most, row[:3]) for row in turn[:3]]
    for X, Y in ((turn[3][:3], turn[4][:3]), (turn[0][3:], turn[5][:3])):
        score = dot(X, apply(P, Y))
        assert score**2 <= most**2 * dot(X, X) * dot(Y, Y)
        if abs(factor) <= 1:
            assert (factor * score) ** 2 <= most**2 * dot(X, X) * dot(Y, Y)


def kappa_of(p0, axes):
    """kappa = p_0 R^2 with R^2 = 1 / lambda_min(W), for W = diag(axes^2)."""
    return p0 / min(axes) ** 2


def sharp(seen, kappa):
    """Return the two bounds of sqrt(n+1) alpha_ij in a row of that many tokens."""
    q = ball(kappa).exp() ** 2
    return 1 / (1 + (seen - 1) * q), 1 / (1 + (seen - 1) / q)


axes_of = st.lists(rationals(min_value=Fraction(1, 2), max_value=3), min_size=2, max_size=2)


@theorem("A-L4.1")
@given(
    tokens_on_sphere(3, 2),
    axes_of,
    orthogonal_matrices(4),
    rationals(min_value=0, max_value=3),
    st.sampled_from(["all", "up_to"]),
)
def test_every_weight_lies_between_the_sharp_bounds(points, axes, turn, p0, reach):
    """For full attention, and for causal attention with i in the place of l, for j <= i."""
    y = [[z / a for z, a in zip(point, axes, strict=True)] for point in points]
    metric = diagonal([a**2 for a in axes])
    assert all(dot(v, apply(metric, v)) == 1 for v in y)
    P = [times(p0, row[:2]) for row in turn[:2]]
    kappa = kappa_of(p0, axes)
    assert all(abs(dot(u, apply(P, v))) <= kappa for u in y for v in y)
    with flint.ctx.workprec(BITS):
        weights = raw.softmax_weights(ball(y), ball(P), ball(1), reach, None)
        for i, row in enumerate(weights):
            seen = 3 if reach == "all" else i + 1
            low, high = sharp(seen, kappa)
            m, M = ball(kappa).exp() ** -2 / seen, ball(kappa).exp() ** 2 / seen
            for j, weight in enumerate(row):
                if j >= seen:
                    assert weight == 0
                    continue
                assert not (weight < low or weight > high)
                assert not (low < m or high > M)  # the weaker bounds of the paper's argument
        if reach == "up_to":
            assert weights[0][0].contains(1) and weights[0][0].rad() < ball(Fraction(1, 10**40))


@theorem("A-L4.1")
@given(tokens_on_sphere(3, 2), masks(3), rationals(min_value=0, max_value=2))
def test_with_a_mask_the_number_of_tokens_seen_counts(y, mask, p0):
    assume(all(any(row) for row in mask))
    with flint.ctx.workprec(BITS):
        weights = raw.softmax_weights(ball(y), ball(diagonal([p0, -p0])), ball(1), "all", mask)
        for row, sees in zip(weights, mask, strict=True):
            low, high = sharp(sum(sees), p0)
            for weight, bit in zip(row, sees, strict=True):
                assert not (weight < low or weight > high) if bit else weight == 0


def extremal(tokens, p0, sign):
    """W = diag(1/4, 1), P = sign p_0 u u^T: token 2 at the far end -2 u, all others at 2 u."""
    u = [ONE, Fraction(0)]
    y = [times(2, u) for _ in range(tokens)]
    y[1] = times(-2, u)
    return y, [times(sign * p0, row) for row in outer(u, u)]


@theorem("A-L4.1")
@pytest.mark.parametrize("tokens", [2, 3, 50])
@pytest.mark.parametrize(("sign", "end"), [(1, 0), (-1, 1)])
def test_the_sharp_bounds_are_attained(tokens, sign, end):
    y, P = extremal(tokens, Fraction(3, 10), sign)
    with flint.ctx.workprec(BITS):
        weight = raw.softmax_weights(ball(y), ball(P), ball(1), "all", None)[0][1]
        bound = sharp(tokens, Fraction(6, 5))[end]
        assert weight.overlaps(bound) and (weight - bound).rad() < ball(Fraction(1, 10**40))
