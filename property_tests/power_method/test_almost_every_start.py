"""B-T2**: almost every start of the Oja map comes to consensus."""

from __future__ import annotations

from fractions import Fraction

from exact_strategies import orthogonal_matrices, rationals, tokens_on_sphere
from hypothesis import given
from hypothesis import strategies as st

from property_tests.theorems.marks import theorem
from verify.numerics.matrices import (
    apply,
    diagonal,
    dot,
    identity,
    matrix_sum,
    outer,
    plus,
    product,
    times,
    transpose,
    vector_sum,
)

below_one = rationals(min_value=-1, max_value=1).filter(lambda value: abs(value) < 1)


def determinant(rows):
    (a, b, c), (d, e, f), (g, h, i) = rows
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def folded(x, V):
    """Return the determinant of 1 + V Q, 0 where the derivative of a step is not one to one.

    V has the step in it; Q is the mean of the projections along y_i that take x_i to 0.
    """
    size = len(x)
    w = times(Fraction(1, size), apply(V, vector_sum(x, [Fraction(0)] * 3)))
    parts = []
    for token in x:
        y = plus(token, w)
        along = outer(times(-1 / dot(y, token), y), token)
        parts.append([times(Fraction(1, size), row) for row in map(plus, identity(3), along)])
    mean = matrix_sum(parts, [[Fraction(0)] * 3] * 3)
    return determinant([*map(plus, identity(3), product(V, mean))])


@theorem("B-T2**")
@given(
    orthogonal_matrices(3),
    st.tuples(below_one, below_one, below_one),
    st.integers(1, 5).flatmap(lambda size: tokens_on_sphere(size, 3)),
)
def test_no_step_folds_the_states(Q, eigenvalues, x):
    """For tau |V| < 1 the derivative is one to one at every state, exactly."""
    assert folded(x, product(product(Q, diagonal(eigenvalues)), transpose(Q))) > 0


def test_a_longer_step_folds_some():
    """At tau |V| = 3 it is turned over at consensus: the bound of the step is needed."""
    assert folded([[Fraction(1), Fraction(0), Fraction(0)]] * 2, diagonal([1, 0, -3])) < 0
