"""Paper B, Remarks 2, 8 and 9 and Appendix D.4: what is intrinsic, and how large steps may be.

Derivatives are exact, those of the whole layer, at states where the softmax weights are rational.
"""

from __future__ import annotations

from fractions import Fraction

import flint
from exact_strategies import rationals, square_matrices
from hypothesis import assume, example, given
from hypothesis import strategies as st

from proofs.power_method.families.equilibria import Scores, polygonal_state, sign_pattern
from proofs.power_method.families.exact_layers import (
    Head,
    all_inside,
    layer_jacobian,
    on_tangents,
    state_jacobian,
)
from property_tests.exact_vectors import minus
from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.matrices import apply, diagonal, dot, identity, outer, plus, times, transpose
from verify.numerics.strategies import drawn

ONE, ZERO = Fraction(1), Fraction(0)
steps = rationals(min_value=Fraction(1, 4), max_value=3)
patterns = st.tuples(st.integers(1, 2), st.integers(0, 2), st.integers(2, 3)).flatmap(
    lambda sizes: drawn(lambda draw: sign_pattern(draw, *sizes, repeated=True))
)
polygons = st.sampled_from([(2, 2), (4, 2), (4, 3)]).flatmap(
    lambda sizes: drawn(lambda draw: polygonal_state(draw, *sizes))
)


def projected(z, x):
    return minus(z, times(dot(x, z), x))


def flat(rows):
    return [x for row in rows for x in row]


def applied(matrix, vector):
    column = flint.fmpq_mat([[flint.fmpq(x.numerator, x.denominator)] for x in vector])
    return [Fraction(int(x.p), int(x.q)) for x in (matrix * column).entries()]


# ------------------------------------------------------------------ Remarks 2 and 8


@theorem("B-R2", "B-R8")
@given(patterns)
def test_radial_multipliers_are_0_and_the_others_are_tangent(pattern):
    """On R^(n d) the characteristic polynomial is z^n times that on tangent directions."""
    assume(min(pattern.lengths) > 0)
    vectors, n = pattern.value.eigenvectors, len(pattern.signs)
    J = state_jacobian(pattern.state)
    others = [v for k, v in enumerate(vectors) if k != pattern.mode]
    intrinsic = on_tangents(J, [others] * n).charpoly()
    assert intrinsic.degree() == n * (len(vectors) - 1)
    assert J.charpoly() == flint.fmpq_poly([0, 1]) ** n * intrinsic
    for i, x in enumerate(pattern.state.tokens):
        radial = [x if j == i else times(0, x) for j in range(n)]
        assert not any(applied(J, flat(radial)))


@theorem("B-R8")
@given(patterns, rationals())
def test_another_continuation_off_the_sphere_has_other_radial_multipliers(pattern, power):
    """|x_i|^2 times the layer: what a tangent perturbation does is the same, a radial one is kept,
    times 2. So only the intrinsic spectrum says what tokens do."""
    state = pattern.state
    assume(min(pattern.lengths) > 0)
    weights = state.scores.weights(state.tokens)

    def layer(tokens):
        return raw.weighted_layer(
            tokens=tokens, weights=weights, value=state.value, step=state.step
        )

    def continued(tokens):
        return [times(dot(x, x), y) for x, y in zip(tokens, layer(tokens), strict=True)]

    z = [power, *[ONE] * (len(state.value) - 1)]
    tangent = [projected(z, x) for x in state.tokens]
    moved = [raw.raw_differential(f, state.tokens, tangent) for f in (layer, continued)]
    assert moved[0] == moved[1]
    assert raw.raw_differential(layer, state.tokens, state.tokens) == [times(0, z)] * len(weights)
    radial = raw.raw_differential(continued, state.tokens, state.tokens)
    assert radial == [times(2, x) for x in state.tokens]


# ------------------------------------------------------------------ Remark 9


def test_moving_along_the_first_eigenvector_leaves_the_sphere():
    """The square with V = diag(2, -1), v_1 = e_1: normal at e_1, tangent at e_2 alone."""
    square = [[1, 0], [-1, 0], [0, 1], [0, -1]]
    assert [dot(x, [1, 0]) for x in square] == [1, -1, 0, 0]


@theorem("B-R2")
@given(polygons, st.lists(rationals(), min_size=3, max_size=3))
def test_tangent_parts_of_one_vector_stay_such(polygon, z):
    """At a polygonal state J (P_i z)_i = (P_i w)_i with w = z + tau V (I - C + C P^T) z."""
    state, _ = polygon
    x, d, n = state.tokens, len(state.value), len(state.tokens)
    assert state.is_fixed() and [sum(column) for column in transpose(x)] == [0] * d
    z, P = z[:d], state.scores.rational
    C = [times(Fraction(1, n), row) for row in matrix_of_squares(x)]
    inner = plus(minus(z, apply(C, z)), apply(C, apply(transpose(P), z)))
    w = plus(z, times(state.step, apply(state.value, inner)))
    found = applied(state_jacobian(state), flat([projected(z, y) for y in x]))
    assert found == flat([projected(w, y) for y in x])


def matrix_of_squares(x):
    squares = [outer(y, y) for y in x]
    return [[sum(entries) for entries in zip(*rows, strict=True)]
            for rows in zip(*squares, strict=True)]  # fmt: skip


# ------------------------------------------------------------------ D.4.2


def stable(V, tau, P):
    """Whether consensus of two tokens at e_1 attracts, for the eigenvector e_1 of V."""
    d = len(V)
    J = layer_jacobian([[ONE] + [ZERO] * (d - 1)] * 2, [Head(V, Scores(P))], tau)
    basis = [[Fraction(int(a == b)) for b in range(d)] for a in range(1, d)]
    return all_inside(on_tangents(J, [basis] * 2).charpoly())


@theorem("B-D42")
@given(
    rationals(min_value=Fraction(1, 4), max_value=3), st.lists(rationals(), min_size=2, max_size=2),
    steps, square_matrices(3),
)  # fmt: skip
@example(first=ONE, others=[ZERO, Fraction(-3)], tau=Fraction(99, 100), P=identity(3))
@example(first=ONE, others=[ZERO, Fraction(-3)], tau=Fraction(1), P=identity(3))
@example(first=ONE, others=[ZERO, Fraction(-1)], tau=Fraction(1000), P=identity(3))
def test_consensus_attracts_exactly_up_to_the_bound(first, others, tau, P):
    """tau (|lambda_d| - lambda_1) < 2, for eigenvalues below the first, whatever the scores."""
    assume(all(x < first for x in others))
    bound = tau * (-min(others) - first) < 2
    assert stable(diagonal([first, *others]), tau, P) == bound


@theorem("B-D42")
@given(square_matrices(2), st.lists(rationals(), min_size=2, max_size=2), steps)
def test_a_step_counts_only_in_a_product_with_the_value_matrix(V, x, tau):
    scaled = [times(tau, row) for row in V]
    assert plus(x, times(tau, apply(V, x))) == plus(x, apply(scaled, x))


@given(rationals(), steps, rationals(min_value=Fraction(-9, 10), max_value=Fraction(9, 10)))
def test_lengths_at_sign_patterns_are_positive_for_short_steps(eigenvalue, tau, mean):
    assume(tau * abs(eigenvalue) < 1)
    assert 1 + tau * eigenvalue * mean > 0


# ------------------------------------------------------------------ D.4.3


def with_pair(first, re, im):
    return [[first, ONE, ZERO], [ZERO, re, -im], [ZERO, im, re]]


@theorem("B-D43")
@given(
    rationals(min_value=Fraction(1, 4), max_value=3), rationals(), rationals(), steps,
    square_matrices(3),
)  # fmt: skip
@example(first=ONE, re=ZERO, im=ONE, tau=Fraction(100), P=identity(3))
def test_no_larger_modulus_is_enough_for_every_step(first, re, im, tau, P):
    """|lambda_k| <= lambda_1 and lambda_k != lambda_1, V not symmetric (nor normal)."""
    assume(re**2 + im**2 <= first**2 and (re, im) != (first, 0))
    assert stable(with_pair(first, re, im), tau, P)


def test_a_smaller_real_part_is_not():
    assert not stable(with_pair(ONE, ZERO, Fraction(3)), ONE, identity(3))
    assert stable(with_pair(ONE, ZERO, Fraction(3)), Fraction(1, 5), identity(3))
    assert not stable(diagonal([ONE, Fraction(-3)]), Fraction(2), identity(2))
