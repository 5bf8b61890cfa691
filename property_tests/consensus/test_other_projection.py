"""Paper A, remark 5.2: an invertible value matrix with another projection.

(16) restated with explicit matrices on exact rationals: it is the model with value matrix I, on
another ellipsoid.
"""

from __future__ import annotations

from fractions import Fraction

from exact_strategies import rationals, square_matrices, tokens_on_sphere
from hypothesis import assume, given
from hypothesis import strategies as st

from verify.numerics import raw
from verify.numerics.matrices import (
    apply,
    dot,
    identity,
    matrix_sum,
    outer,
    plus,
    product,
    times,
    transpose,
)
from verify.numerics.number import Dual, Undefined
from verify.numerics.rational_matrices import inverse

TOKENS = range(3)
table = st.lists(
    st.lists(rationals(min_value=0, max_value=3), min_size=3, max_size=3), min_size=3, max_size=3
)


def inverted(U):
    try:
        return inverse(U)
    except Undefined:
        assume(False)


def other(U, V, y):
    """Return the matrix U^{-1} - y y^T U^T."""
    return matrix_sum([times_matrix(-1, outer(y, apply(U, y)))], V)


def times_matrix(factor, matrix):
    return [times(factor, row) for row in matrix]


def sixteen(U, V, y, alpha):
    """Return the right-hand sides of (16)."""
    found = []
    for i in TOKENS:
        pull = [Fraction(0)] * len(y[i])
        for j in range(i + 1):
            pull = plus(pull, times(alpha[i][j], apply(U, y[j])))
        found.append(apply(other(U, V, y[i]), pull))
    return found


@given(square_matrices(2), tokens_on_sphere(3, 2), table, square_matrices(2))
def test_it_is_the_model_on_the_sphere_seen_through_the_value_matrix(U, z, alpha, P):
    V = inverted(U)
    y = [apply(V, point) for point in z]
    W = product(transpose(U), U)
    assert all(dot(p, apply(W, p)) == 1 for p in y)
    moved = sixteen(U, V, y, alpha)
    on_sphere = raw.attention(tokens=z, weights=alpha, range="up_to")
    assert [apply(U, v) for v in moved] == on_sphere
    # Nothing of U is left: it is the model with value matrix I on the ellipsoid of W = U^T U.
    assert moved == raw.attention(tokens=y, weights=alpha, metric=W, range="up_to")
    round_scores = product(transpose(V), product(P, V))
    for i in TOKENS:
        for j in TOKENS:
            assert dot(z[i], apply(round_scores, z[j])) == dot(y[i], apply(P, y[j]))


@given(square_matrices(2), tokens_on_sphere(3, 2), table)
def test_with_the_projection_of_the_ellipsoid_the_value_matrix_stays(U, z, alpha):
    V = inverted(U)
    y = [apply(V, point) for point in z]
    W = product(transpose(U), U)
    honest = raw.attention(tokens=y, weights=alpha, value=U, metric=W, range="up_to")
    expected = raw.attention(tokens=z, weights=alpha, value=U, range="up_to")
    assert [apply(U, v) for v in honest] == expected


@given(square_matrices(2), tokens_on_sphere(1, 2), st.lists(rationals(), min_size=2, max_size=2))
def test_any_change_of_coordinates_leads_back_to_the_value_matrix_one(T, points, X):
    S = inverted(T)
    z = points[0]
    x = apply(S, z)
    TX = apply(T, X)
    pulled_back = apply(S, plus(TX, times(-dot(z, TX), z)))
    W = product(transpose(T), T)
    assert pulled_back == plus(X, times(-dot(x, apply(W, X)), x))


def test_it_is_no_projection():
    """For U = 2 I it halves tangent vectors, and twice it quarters them."""
    half = Fraction(1, 2)
    U, V, y, X = [[2, 0], [0, 2]], [[half, 0], [0, half]], [half, Fraction(0)], [0, Fraction(1)]
    assert dot(y, apply(product(U, U), y)) == 1
    once = apply(other(U, V, y), X)
    assert once == [0, half]
    assert apply(other(U, V, y), once) == [0, half / 2]


@given(tokens_on_sphere(2, 2))
def test_for_minus_the_identity_it_attracts_where_the_model_repels(z):
    minus = times_matrix(-1, identity(2, Fraction(1), Fraction(0)))
    alpha = [[1, 0, 0], [1, 1, 0], [0, 0, 0]]
    y = [*z, z[0]]
    attracted = sixteen(minus, minus, y, alpha)[1]
    repelled = raw.attention(tokens=z, weights=alpha, value=minus, range="up_to")[1]
    assert attracted == times(-1, repelled)
    assert dot(attracted, z[0]) == 1 - dot(z[0], z[1]) ** 2


@given(square_matrices(2), square_matrices(2), tokens_on_sphere(3, 2), table)
def test_a_value_matrix_that_moves_adds_a_term(U, K, z, alpha):
    """If U' = K and y moves by (16), then (U y)' is the model on the sphere plus K y."""
    V = inverted(U)
    y = [apply(V, point) for point in z]
    moved = sixteen(U, V, y, alpha)
    on_sphere = raw.attention(tokens=z, weights=alpha, range="up_to")
    turning = [[Dual(u, k) for u, k in zip(*rows, strict=True)] for rows in zip(U, K, strict=True)]
    for i in TOKENS:
        token = [Dual(p, v) for p, v in zip(y[i], moved[i], strict=True)]
        slope = [part.slope for part in apply(turning, token)]
        assert slope == plus(on_sphere[i], apply(K, y[i]))
        # The false twin forgets the term, which vanishes only where K y does.
        assert (slope == on_sphere[i]) == (apply(K, y[i]) == [0, 0])
