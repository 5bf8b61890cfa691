"""Paper B, Lemmas 1 and 8, Remarks 1 and 7: which states a layer leaves as they are.

Whether a token is at rest is decided on rationals: y = c x with c > 0 needs no root. Where the
norms are rational, and in balls elsewhere, the raw layer says the same.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product as patterns

import flint
import pytest
from exact_strategies import rationals, tokens_on_sphere
from hypothesis import assume, example, given
from hypothesis import strategies as st

from proofs.power_method.families.equilibria import (
    polygonal_state,
    sign_pattern,
)
from proofs.power_method.families.two_clusters import two_cluster_equilibrium, two_clusters
from proofs.power_method.patterns_at_rest import patterns_at_rest
from property_tests.exact_vectors import along, ball, mean
from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.matrices import apply, diagonal, dot, plus, times
from verify.numerics.number import balls
from verify.numerics.strategies import drawn

BITS = 192
ONE, HALF = Fraction(1), Fraction(1, 2)
TINY = flint.arb(10) ** -30
steps = st.sampled_from([Fraction(1, 10), HALF, ONE, Fraction(5, 2), Fraction(40, 7)])
counts = st.tuples(st.integers(1, 4), st.integers(0, 3))
vectors = st.lists(rationals(), min_size=3, max_size=3)


def oja_at_rest(x, V, tau):
    return all(along(plus(token, times(tau, apply(V, mean(x)))), token) for token in x)


def off(w, x):
    """The square of the tangent part of w."""
    return dot(w, w) - dot(w, x) ** 2


# ------------------------------------------------------------------ Lemma 1


@given(vectors, tokens_on_sphere(2, 3))
def test_tokens_that_are_parallel_to_one_vector_are_on_one_line(w, x):
    """|w|^2 (1 - (x_1.x_2)^2) <= 3 |P_1 w|^2 + 2 |P_2 w|^2; one of the two alone says nothing."""
    first, second = x
    apart = dot(w, w) * (1 - dot(first, second) ** 2)
    assert apart <= 3 * off(w, first) + 2 * off(w, second)


@given(vectors, tokens_on_sphere(1, 3), steps)
def test_what_is_tangent_takes_a_token_off_its_line(w, x, tau):
    y = plus(x[0], times(tau, w))
    assert dot(y, y) - dot(x[0], y) ** 2 == tau**2 * off(w, x[0])
    assert along(y, x[0]) == (off(w, x[0]) == 0 and 1 + tau * dot(x[0], w) > 0)


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


def test_a_consensus_can_turn_round_and_round():
    """V = diag(1, -3), step 1/2: a token at e_2 goes to -e_2, and back."""
    V, x = diagonal([ONE, Fraction(-3)]), [[0, ONE]]
    once = raw.oja_layer(tokens=x, value=V, step=HALF)
    assert once == [[0, -1]]
    assert raw.oja_layer(tokens=once, value=V, step=HALF) == x


def test_one_token_against_three_can_flip_at_once():
    """V = diag(1, -1/2), step 4: lengths 3 and -1."""
    V, x = diagonal([ONE, -HALF]), [[ONE, 0]] * 3 + [[-ONE, 0]]
    assert raw.oja_layer(tokens=x, value=V, step=Fraction(4)) == [[1, 0]] * 4
    assert not oja_at_rest(x, V, Fraction(4)) and oja_at_rest(x, V, Fraction(1))


def test_a_singular_value_matrix_has_other_equilibria():
    V, x = [[1, 0], [0, 0]], [[Fraction(3, 5), Fraction(4, 5)], [Fraction(-3, 5), Fraction(4, 5)]]
    assert mean(x) == [0, Fraction(4, 5)] and abs(dot(*x)) < 1
    assert raw.oja_layer(tokens=x, value=V, step=ONE) == x


# ------------------------------------------------------------------ Remark 1


@pytest.mark.parametrize("tokens", [1, 2, 3, 4])
def test_all_sign_patterns_are_at_rest_for_a_small_step(tokens):
    """Along an eigenvector u of V = 3/2 u u^T - I/2; two of them are consensus."""
    u = [Fraction(3, 5), Fraction(4, 5)]
    V = [[Fraction(3, 2) * u[a] * u[b] - HALF * (a == b) for b in (0, 1)] for a in (0, 1)]
    found = [signs for signs in patterns((1, -1), repeat=tokens)
             if oja_at_rest([times(sign, u) for sign in signs], V, HALF)]  # fmt: skip
    assert len(found) == 2**tokens == patterns_at_rest(tokens)
    assert sum(abs(sum(signs)) == tokens for signs in found) == 2


@given(rationals())
def test_a_multiple_eigenvalue_has_a_circle_of_them(t):
    x = [Fraction(0), (1 - t**2) / (1 + t**2), 2 * t / (1 + t**2)]
    assert oja_at_rest([x, x, times(-1, x)], diagonal([ONE, -HALF, -HALF]), ONE)
    assert oja_at_rest([x], diagonal([ONE, -HALF, HALF]), ONE) == (0 in x[1:])


# ------------------------------------------------------------------ Lemma 8


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


@given(st.integers(1, 5), st.integers(1, 5), rationals(min_value=Fraction(1, 4), max_value=4))
@example(p=2, q=2, E=ONE)
def test_a_bipartite_state_is_polygonal_only_for_equal_groups_without_score(p, q, E):
    zero = p * E - q == 0 and q * E - p == 0
    assert zero == (p == q and E == 1)
    assert q * (p * E - q) - p * (q * E - p) == p**2 - q**2


W10 = {
    "centres": [[ONE, Fraction(0)], [Fraction(3, 5), Fraction(4, 5)]],
    "table": [[Fraction(1, 9), Fraction(9)], [Fraction(1, 9), HALF]],
}
V_10 = [
    [Fraction(-14227, 5780), Fraction(4551, 1445)],
    [Fraction(4551, 1445), Fraction(-94054, 39015)],
]


def tangent_multipliers(found, sizes):
    """Eigenvalues of the raw layer's Jacobian on tangent directions of the circle, in balls."""
    numbers = balls(BITS)
    with numbers.working():
        x = ball([z for z, size in zip(found.centres, sizes, strict=True) for _ in range(size)])
        scores, value, tau = found.scores.matrix(numbers), ball(found.value), ball(found.step)

        def layer(tokens):
            return raw.softmax_layer(tokens=tokens, scores=scores, value=value, step=tau)

        turned = [[-b, a] for a, b in x]
        columns = []
        for k in range(len(x)):
            zero = [[0 * a for a in row] for row in x]
            direction = [turned[i] if i == k else zero[i] for i in range(len(x))]
            moved = raw.raw_differential(layer, x, direction)
            columns.append([dot(u, t) for u, t in zip(moved, turned, strict=True)])
        size = len(columns)
        matrix = flint.acb_mat(
            size, size, [columns[c][r] for r in range(size) for c in range(size)]
        )
        return sorted((z.real for z in matrix.eig(multiple=True)), key=float)


def test_a_clustering_can_be_stable():
    """Two tokens, neither at an eigenvector; multipliers .637465 and .947494."""
    found = two_clusters(**W10, sizes=(1, 1), factor=ONE, step=Fraction(1, 10))
    assert found.value == V_10 and found.factors == (1, Fraction(1517, 2244))
    assert found.state.is_fixed()
    assert all(off(apply(V_10, z), z) > 0 for z in found.centres)
    trace, determinant = V_10[0][0] + V_10[1][1], V_10[0][0] * V_10[1][1] - V_10[0][1] ** 2
    assert determinant < 0 and trace < 0  # eigenvalues .71352 and -5.58565
    low, high = tangent_multipliers(found, (1, 1))
    assert abs(low - ball(Fraction(637465, 10**6))) < 1e-6
    assert abs(high - ball(Fraction(947494, 10**6))) < 1e-6


def test_its_stability_depends_on_the_sizes():
    """Two tokens in each cluster: an equilibrium of the same layer, with a multiplier 1.2235.
    With two in one of them it is none."""
    found = two_clusters(**W10, sizes=(1, 1), factor=ONE, step=Fraction(1, 10))
    doubled = two_clusters(**W10, sizes=(2, 2), factor=ONE, step=Fraction(1, 10))
    assert doubled.value == V_10 and doubled.state.is_fixed()
    assert abs(tangent_multipliers(found, (2, 2))[-1] - ball(Fraction(12235, 10**4))) < 1e-4
    for sizes in ((2, 1), (1, 2)):
        other = two_clusters(**W10, sizes=sizes, factor=ONE, step=Fraction(1, 10))
        assert other.value != V_10


# ------------------------------------------------------------------ Remark 7


@theorem("B-R7")
@given(drawn(lambda draw: two_cluster_equilibrium(draw, 2, sizes=(1, 2))))
def test_the_negative_of_a_clustering_is_one_with_the_same_weights(found):
    state = found.state
    assert state.scores.weights(state.negated().tokens) == state.scores.weights(state.tokens)
    assert state.is_fixed() and state.negated().is_fixed()


def test_one_token_of_a_clustering_cannot_be_turned_round():
    found = two_clusters(**W10, sizes=(1, 1), factor=ONE, step=Fraction(1, 10))
    x, y = found.centres
    assert not type(found.state)([x, times(-1, y)], V_10, found.scores, found.step).is_fixed()
