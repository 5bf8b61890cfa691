"""Paper B, Lemmas 1 and 8, Remarks 1 and 7: which states a layer leaves as they are.

Whether a token is at rest is decided on rationals: y = c x with c > 0 needs no root. Where the
norms are rational, and in balls elsewhere, the raw layer says the same.
"""

from fractions import Fraction

import flint
from exact_strategies import tokens_on_sphere
from hypothesis import assume, given
from hypothesis import strategies as st

from property_tests.exact_vectors import along, ball, mean
from property_tests.power_method.exact_states import (
    polygonal_state,
    sign_pattern,
)
from property_tests.power_method.two_clusters import two_cluster_equilibrium
from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.matrices import apply, dot, plus, times
from verify.numerics.number import balls
from verify.numerics.strategies import drawn

BITS = 192
ONE, HALF = Fraction(1), Fraction(1, 2)
TINY = flint.arb(10) ** -30
steps = st.sampled_from([Fraction(1, 10), HALF, ONE, Fraction(5, 2), Fraction(40, 7)])
counts = st.tuples(st.integers(1, 4), st.integers(0, 3))


def oja_at_rest(x, V, tau):
    return all(along(plus(token, times(tau, apply(V, mean(x)))), token) for token in x)


def off(w, x):
    """The square of the tangent part of w."""
    return dot(w, w) - dot(w, x) ** 2


@theorem("B-L1", "B-R1")
@given(counts, st.data(), steps)
def test_a_sign_pattern_is_at_rest_exactly_for_positive_lengths(groups, data, tau):
    """1 + b and 1 - b with b = tau lambda_r (p - q)/n; at consensus only the first one counts."""
    p, q = groups
    pattern = data.draw(drawn(lambda draw: sign_pattern(draw, p, q, 3, step=tau)))
    eigenvalue = pattern.value.eigenvalues[pattern.mode]
    b = tau * eigenvalue * (p - q) / (p + q)
    upright = 1 + b > 0 if q == 0 else abs(b) < 1
    if q > 0:
        assert upright == (tau * abs(eigenvalue) * abs(p - q) < p + q)
    assert oja_at_rest(pattern.state.tokens, pattern.state.value, tau) == upright


@theorem("B-L1")
@given(tokens_on_sphere(2, 3), st.data(), steps)
def test_nothing_else_is_at_rest(x, data, tau):
    """Unless the mean is 0, tokens at rest are +-e for an eigenvector e."""
    value = data.draw(drawn(lambda draw: sign_pattern(draw, 1, 0, 3))).value
    V, m = value.matrix, mean(x)
    if oja_at_rest(x, V, tau) and any(m):
        assert abs(dot(x[0], x[1])) == 1
        assert off(apply(V, x[0]), x[0]) == 0


@theorem("B-L1")
@given(st.sampled_from([(2, 3), (4, 2), (4, 3), (3, 4)]), st.data(), steps)
def test_tokens_that_sum_to_zero_are_at_rest_for_every_step(size, data, tau):
    state, _ = data.draw(drawn(lambda draw: polygonal_state(draw, *size)))
    assert mean(state.tokens) == [0] * size[1]
    assert oja_at_rest(state.tokens, state.value, tau)
    assert raw.oja_layer(tokens=state.tokens, value=state.value, step=tau) == state.tokens


@theorem("B-L8")
@given(counts, st.data())
def test_with_scores_the_lengths_are_those_of_the_two_groups(groups, data):
    """rho = 1 + tau lambda_r mu, mu_+ = (pE - q)/(pE + q): exactly, and by the raw layer."""
    p, q = groups
    pattern = data.draw(drawn(lambda draw: sign_pattern(draw, p, q, 2)))
    E, tau, eigenvalue = pattern.ratio, pattern.step, pattern.value.eigenvalues[pattern.mode]
    mu = [(p * E - q) / (p * E + q), (q * E - p) / (q * E + p)]
    lengths = [1 + tau * eigenvalue * m for m in mu][: 2 if q else 1]
    assume(0 not in lengths)
    state = pattern.state
    assert state.is_fixed() == (min(lengths) > 0)
    numbers = balls(BITS)
    with numbers.working():
        after = raw.softmax_layer(
            tokens=ball(state.tokens), scores=state.scores.matrix(numbers),
            value=ball(state.value), step=ball(tau),
        )  # fmt: skip
        for x, y, sign in zip(state.tokens, after, pattern.signs, strict=True):
            turned = 1 if lengths[0 if sign > 0 else 1] > 0 else -1
            assert all(abs(a - turned * ball(b)) < TINY for a, b in zip(y, x, strict=True))


@theorem("B-R7")
@given(drawn(lambda draw: two_cluster_equilibrium(draw, 2, sizes=(1, 2))))
def test_the_negative_of_a_clustering_is_one_with_the_same_weights(found):
    state = found.state
    assert state.scores.weights(state.negated().tokens) == state.scores.weights(state.tokens)
    assert state.is_fixed() and state.negated().is_fixed()
