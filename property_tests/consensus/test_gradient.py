"""Paper A, section 3: what it assumes, its metric (7), and the potential (8) off the sphere.

Identities without exponentials are checked in exact rationals. Those with exponentials are
evaluated at 50 and at 100 digits, and agree if at 100 digits the sides differ by no more than
each moved between the two.
"""

from exact_strategies import rationals, square_matrices, symmetric_matrices, tokens_on_ellipsoid
from hypothesis import given
from hypothesis import strategies as st

from property_tests.exact_vectors import both_sides_agree, form, minus, potential, slope
from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.matrices import apply, diagonal, dot, identity, times, transpose
from verify.numerics.number import function
from verify.numerics.rational_matrices import solve

pairs = st.lists(rationals(), min_size=2, max_size=2)
vectors = st.lists(rationals(), min_size=3, max_size=3)


def score(p, q, P):
    """e_pq = exp(p^T P q)."""
    return function("exp", form(p, P, q))


def row_sum(tokens, i, P):
    """Z_i / sqrt(n + 1), the weight of token i in the metric (7)."""
    return sum(score(tokens[i], q, P) for q in tokens)


def tangent(X, y, W):
    return minus(X, times(form(y, W, X), y))


@theorem("A-H3.1")
@given(tokens_on_ellipsoid(3, 2))
def test_with_P_equal_to_W_all_that_is_left_is_the_round_sphere(case):
    """For R^T R = W the tokens z = R y have z_i^T z_j = y_i^T W y_j, and move as for P = W = I."""
    ellipsoid, tokens = case
    W, R = ellipsoid.matrix, transpose(ellipsoid.factor)
    images = [apply(R, y) for y in tokens]
    scores = [[form(p, W, q) for q in tokens] for p in tokens]
    assert scores == [[dot(p, q) for q in images] for p in images]

    def first_velocity(y, z, W, R):
        on_the_ellipsoid = raw.softmax_attention(tokens=y, scores=W, metric=W)[0]
        return apply(R, on_the_ellipsoid), raw.softmax_attention(tokens=z, scores=identity(2))[0]

    assert both_sides_agree(first_velocity, tokens, images, W, R)


@theorem("A-H3.1")
@given(tokens_on_ellipsoid(1, 2), symmetric_matrices(2), pairs, pairs)
def test_with_the_identity_for_U_a_token_at_the_origin_sees_P_minus_W(case, P, H, x):
    """Tokens 0 and x: along H the potential has the slope H^T P x, and (7) gives H^T W x."""
    W = case[0].matrix

    def excess(P, W, H, x):
        still = times(0, H)
        left = slope(lambda y: potential(y, P), [still, x], [H, still])
        field = times(score(still, x, P) / row_sum([still, x], 0, P), x)
        left = left - row_sum([still, x], 0, P) * form(H, W, field)
        return left, dot(H, minus(apply(P, x), apply(W, x)))

    assert both_sides_agree(excess, P, W, H, x)


@theorem("A-3.0")
@given(tokens_on_ellipsoid(2, 2), square_matrices(2), st.lists(pairs, min_size=2, max_size=2))
def test_the_metric_is_positive(case, P, X):
    ellipsoid, tokens = case
    W = ellipsoid.matrix

    def square(y, X, P, W):
        terms = [row_sum(y, i, P) * form(x, W, x) for i, x in enumerate(X)]
        return sum(terms), sum(term for term in terms if term > 0)

    assert both_sides_agree(square, tokens, X, P, W)
    assert any(form(x, W, x) > 0 for x in X) == any(any(x) for x in X)


@theorem("A-3.0")
def test_no_other_matrix_respects_what_is_orthogonal():
    """W = I and G = diag(2, 1): (1, -1) is tangent at (1, 1), but not for G."""
    assert dot([1, -1], [1, 1]) == 0 and form([1, -1], diagonal([2, 1]), [1, 1]) == 1


@theorem("A-L3.1")
@given(tokens_on_ellipsoid(1, 3), vectors, vectors)
def test_the_tangent_map_is_the_orthogonal_projection(case, X, Y):
    """Token by token, so for all weights Z_i of the metric (7) at once."""
    ellipsoid, (y,) = case
    W = ellipsoid.matrix
    removed = minus(Y, tangent(Y, y, W))
    assert form(tangent(X, y, W), W, removed) == 0
    assert form(y, W, tangent(Y, y, W)) == 0
    assert tangent(tangent(Y, y, W), y, W) == tangent(Y, y, W)


@theorem("A-L3.2")
@given(tokens_on_ellipsoid(2, 2), symmetric_matrices(2), st.lists(pairs, min_size=2, max_size=2))
def test_with_symmetric_P_and_WU_equal_to_P_the_field_is_the_gradient(case, P, X):
    ellipsoid, tokens = case
    W = ellipsoid.matrix

    def ambient(y, X, P, U, W):  # Z_i <F_i, X_i>_W, summed, against dV(X)
        field = [
            [sum(score(p, q, P) * apply(U, q)[a] for q in y) / row_sum(y, i, P) for a in range(2)]
            for i, p in enumerate(y)
        ]
        work = sum(row_sum(y, i, P) * form(X[i], W, field[i]) for i in range(2))
        return work, slope(lambda moving: potential(moving, P), y, X)

    assert both_sides_agree(ambient, tokens, X, P, solve(W, P), W)
