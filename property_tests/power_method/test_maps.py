"""Paper B, eqs. (1) to (3) and (8) to (10): the layers as maps, and when they are defined."""

from fractions import Fraction

import flint
from exact_strategies import *
from hypothesis import assume, example, given
from hypothesis import strategies as st

from property_tests.exact_vectors import ball, close, mean
from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.matrices import apply, dot, identity, matrix_sum, plus, product, times

BITS = 160
steps = rationals(min_value=Fraction(1, 4), max_value=2)


@theorem("B-E1")
@given(tokens_on_sphere(2, 3), st.lists(square_matrices(3), min_size=4, max_size=4),
       stochastic_matrices(2))  # fmt: skip
def test_heads_that_attend_alike_act_as_one_with_the_layer_matrix(x, matrices, A):
    W_1, V_1, W_2, V_2 = matrices
    F = matrix_sum([product(W_2, V_2)], product(W_1, V_1))
    with flint.ctx.workprec(BITS):
        values = [ball(product(W_1, V_1)), ball(product(W_2, V_2))]
        two = raw.weighted_layer(
            tokens=ball(x), weights=[ball(A), ball(A)], value=values, step=ball(1)
        )
        one = raw.weighted_layer(tokens=ball(x), weights=ball(A), value=ball(F), step=ball(1))
        assume(all(a.is_finite() for row in one for a in row))  # else a token is moved to 0
        assert close(two, one)


@theorem("B-E2")
def test_with_two_layers_the_last_one_stands_on_the_left():
    """F = [[0, 1], [0, 0]], G = F^T, from (0, 1): (I + G)(I + F) x = (1, 2), not (1, 1)."""
    F, G, x = [[0, 1], [0, 0]], [[0, 0], [1, 0]], [0, 1]
    one = identity(2)
    after_f, after_g = matrix_sum([F], one), matrix_sum([G], one)
    assert apply(after_g, apply(after_f, x)) == [1, 2]
    assert apply(after_f, apply(after_g, x)) == [1, 1]


@theorem("B-E2")
@given(square_matrices(2), square_matrices(2), unit_vectors(2))
def test_normalising_between_two_layers_changes_nothing(F, G, x):
    """N((I + G) N((I + F) x)) = N((I + G)(I + F) x), in balls, wherever both are defined."""
    first = plus(x, apply(F, x))
    both = plus(first, apply(G, first))
    if not any(first) or not any(both):
        return
    with flint.ctx.workprec(BITS):
        between = raw.normalised(ball(first), None)
        moved = plus(between, apply(ball(G), between))
        assert close([raw.normalised(moved, None)], [raw.normalised(ball(both), None)])


@theorem("B-E3")
@given(rationals(), rationals())
@example(a=Fraction(1), b=Fraction(-3, 2))
def test_the_larger_eigenvalue_grows_more_if_the_mean_is_above_minus_one(a, b):
    if a > b and a + b + 2 > 0:
        assert (1 + a) ** 2 > (1 + b) ** 2


small_steps = rationals(
    min_value=Fraction(1, 100), max_value=Fraction(49, 100), max_denominator=100
)


@theorem("B-E8")
@given(
    tokens_on_sphere(3, 3), stochastic_matrices(3),
    symmetric_matrices(3, spectrum=[1, -1, -2]), small_steps,
)  # fmt: skip
def test_below_a_step_times_norm_of_one_a_token_stays_in_its_hemisphere(x, A, V, tau):
    """x_i . y_i >= 1 - tau |V| with |V| = 2, the largest modulus of an eigenvalue."""
    for i, token in enumerate(x):
        s = [Fraction(0)] * 3
        for j, other in enumerate(x):
            s = plus(s, times(A[i][j], other))
        assert dot(s, s) <= 1
        y = plus(token, times(tau, apply(V, s)))
        assert dot(token, y) >= 1 - 2 * tau > 0
        # What is tangent turns the token, the rest does not.
        push = apply(V, s)
        tangent = plus(push, times(-dot(token, push), token))
        assert dot(y, y) - dot(token, y) ** 2 == tau**2 * dot(tangent, tangent)


@theorem("B-E9")
@given(tokens_on_sphere(3, 3), symmetric_matrices(3), steps)
def test_the_oja_map_is_self_attention_without_scores(x, V, tau):
    zero = [[Fraction(0)] * 3] * 3
    with flint.ctx.workprec(BITS):
        average = [plus(t, times(tau, apply(V, mean(x)))) for t in x]
        if not all(any(y) for y in average):
            return
        by_average = raw.oja_layer(tokens=ball(x), value=ball(V), step=ball(tau))
        by_attention = raw.softmax_layer(
            tokens=ball(x), scores=ball(zero), value=ball(V), step=ball(tau)
        )
        assert close(by_average, by_attention)
    assert dot(mean(x), mean(x)) <= 1
    for y, token in zip(average, x, strict=True):  # all are pushed alike
        assert plus(y, times(-1, token)) == plus(average[0], times(-1, x[0]))
        push = apply(V, mean(x))
        assert dot(y, y) == 1 + 2 * tau * dot(token, push) + tau**2 * dot(push, push)
