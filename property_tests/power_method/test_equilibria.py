"""Paper B, Lemmas 1 and 8, Remarks 1 and 7: which states a layer leaves as they are.

Without scores this is decided on rationals: y = c x with c > 0 needs no root. With them the raw
layer is evaluated in balls.
"""

from fractions import Fraction

import flint
from exact_strategies import *
from hypothesis import assume, given
from hypothesis import strategies as st

from property_tests.exact_vectors import along, ball, close, mean, minus, with_eigenvalues
from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.matrices import apply, dot, plus, product, times, transpose
from verify.numerics.rational_matrices import rank, solve
from verify.numerics.shapes import zero_sum_tokens
from verify.numerics.strategies import drawn

BITS = 192
ONE, HALF = Fraction(1), Fraction(1, 2)
steps = st.sampled_from([Fraction(1, 10), HALF, ONE, Fraction(5, 2), Fraction(40, 7)])
counts = st.tuples(st.integers(1, 4), st.integers(0, 3))


def spectra(size):
    return st.lists(rationals().filter(bool), min_size=size, max_size=size)


def oja_at_rest(x, V, tau):
    return all(along(plus(token, times(tau, apply(V, mean(x)))), token) for token in x)


def off(w, x):
    """The square of the tangent part of w."""
    return dot(w, w) - dot(w, x) ** 2


@theorem("B-L1", "B-R1")
@given(counts, orthogonal_matrices(3), spectra(3), st.integers(0, 2), steps)
def test_a_sign_pattern_is_at_rest_exactly_for_positive_lengths(groups, rows, lam, r, tau):
    """1 + b and 1 - b with b = tau lambda_r (p - q)/n; at consensus only the first one counts."""
    p, q = groups
    b = tau * lam[r] * (p - q) / (p + q)
    upright = 1 + b > 0 if q == 0 else abs(b) < 1
    if q > 0:
        assert upright == (tau * abs(lam[r]) * abs(p - q) < p + q)
    pattern = [rows[r]] * p + [times(-1, rows[r])] * q
    assert oja_at_rest(pattern, with_eigenvalues(rows, lam), tau) == upright


@theorem("B-L1")
@given(tokens_on_sphere(2, 2), orthogonal_matrices(2), spectra(2), steps)
def test_nothing_else_is_at_rest(x, rows, lam, tau):
    """Unless the mean is 0, tokens at rest are +-e for an eigenvector e."""
    V = with_eigenvalues(rows, lam)
    if oja_at_rest(x, V, tau) and any(mean(x)):
        assert abs(dot(x[0], x[1])) == 1
        assert off(apply(V, x[0]), x[0]) == 0


@theorem("B-L1")
@given(
    st.sampled_from([(2, 3), (4, 2), (4, 3), (3, 4)]).flatmap(
        lambda size: st.tuples(
            drawn(lambda draw: zero_sum_tokens(draw, *size)), symmetric_matrices(size[1])
        )
    ),
    steps,
)
def test_tokens_that_sum_to_zero_are_at_rest_for_every_step(state, tau):
    x, V = state
    assert not any(mean(x))
    assert oja_at_rest(x, V, tau)
    assert raw.oja_layer(tokens=x, value=V, step=tau) == x


@theorem("B-L8")
@given(
    counts, orthogonal_matrices(2), spectra(2), square_matrices(2),
    rationals(min_value=Fraction(1, 9), max_value=9), steps,
)  # fmt: skip
def test_with_scores_the_lengths_are_those_of_the_two_groups(groups, rows, lam, P, E, tau):
    """rho = 1 + tau lambda mu, mu_+ = (pE - q)/(pE + q), where v^T P v = g and E = e^(2g)."""
    (p, q), v = groups, rows[0]
    mu = [(p * E - q) / (p * E + q), (q * E - p) / (q * E + p)]
    lengths = [1 + tau * lam[0] * m for m in mu][: 2 if q else 1]
    assume(0 not in lengths)
    onto = [times(a, v) for a in v]
    rest = [
        minus(row, times(dot(v, apply(P, v)), other)) for row, other in zip(P, onto, strict=True)
    ]
    x = [v] * p + [times(-1, v)] * q
    turned = [1 if rho > 0 else -1 for rho in lengths]
    with flint.ctx.workprec(BITS):
        g = ball(E).log() / 2
        scores = [plus(a, times(g, b)) for a, b in zip(ball(rest), ball(onto), strict=True)]
        after = raw.softmax_layer(
            tokens=ball(x), scores=scores, value=ball(with_eigenvalues(rows, lam)), step=ball(tau)
        )
        ends = [times(turned[0], v)] * p + [times(-turned[-1], v)] * q
        assert close(after, ends)


@theorem("B-L8")
@given(tokens_on_sphere(2, 2), stochastic_matrices(2), spectra(2), steps)
def test_a_clustering_is_at_rest_exactly_for_positive_lengths(x, A, alpha, tau):
    """V s_i = alpha_i x_i, for two tokens on no common line and the V that does this."""
    s = product(A, x)
    assume(rank(x) == rank(s) == 2 and all(1 + tau * a != 0 for a in alpha))
    V = transpose(solve(s, [times(a, token) for a, token in zip(alpha, x, strict=True)]))
    after = raw.weighted_layer(tokens=x, weights=A, value=V, step=tau)
    assert (after == x) == all(1 + tau * a > 0 for a in alpha)


@theorem("B-R7")
@given(tokens_on_sphere(3, 2), square_matrices(2), square_matrices(2), steps)
def test_the_negative_of_a_state_has_the_same_weights_and_moves_oppositely(x, P, V, tau):
    """So the negative of an equilibrium is one."""
    with flint.ctx.workprec(BITS):
        here, scores = ball(x), ball(P)
        there = [times(-1, token) for token in here]
        weights = [raw.softmax_weights(z, scores, 1, "all", None) for z in (here, there)]
        assert close(*weights)
        moved, other = (
            raw.softmax_layer(tokens=z, scores=scores, value=ball(V), step=ball(tau))
            for z in (here, there)
        )
        assume(all(a.is_finite() for row in moved for a in row))  # else a token is moved to 0
        assert close(moved, [times(-1, y) for y in other])
