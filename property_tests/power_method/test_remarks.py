"""Paper B, Remarks 2, 8 and 9 and Appendix D.4: what is intrinsic, and how large steps may be.

Derivatives are exact, those of the whole layer, at states where the softmax weights are rational.
"""

from fractions import Fraction

import flint
from exact_strategies import rationals, square_matrices
from hypothesis import assume, example, given
from hypothesis import strategies as st

from property_tests.exact_vectors import minus
from property_tests.power_method.exact_layers import (
    Head,
    all_inside,
    layer_jacobian,
    on_tangents,
    state_jacobian,
)
from property_tests.power_method.exact_states import Scores, sign_pattern
from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.matrices import diagonal, dot, identity, times
from verify.numerics.strategies import drawn

ONE, ZERO = Fraction(1), Fraction(0)
steps = rationals(min_value=Fraction(1, 4), max_value=3)
patterns = st.tuples(st.integers(1, 2), st.integers(0, 2), st.integers(2, 3)).flatmap(
    lambda sizes: drawn(lambda draw: sign_pattern(draw, *sizes, repeated=True))
)


def projected(z, x):
    return minus(z, times(dot(x, z), x))


def flat(rows):
    return [x for row in rows for x in row]


def applied(matrix, vector):
    column = flint.fmpq_mat([[flint.fmpq(x.numerator, x.denominator)] for x in vector])
    return [Fraction(int(x.p), int(x.q)) for x in (matrix * column).entries()]


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


def test_moving_along_the_first_eigenvector_leaves_the_sphere():
    """The square with V = diag(2, -1), v_1 = e_1: normal at e_1, tangent at e_2 alone."""
    square = [[1, 0], [-1, 0], [0, 1], [0, -1]]
    assert [dot(x, [1, 0]) for x in square] == [1, -1, 0, 0]


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
