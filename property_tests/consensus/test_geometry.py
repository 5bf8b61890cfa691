"""Paper A, section 2: the ellipsoid, its projection, the round sphere, and steps of attention."""

from fractions import Fraction

from exact_strategies import *
from hypothesis import given
from hypothesis import strategies as st

from property_tests.exact_vectors import minus
from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.matrices import apply, dot, plus, product, times, transpose
from verify.numerics.number import Dual, square_root
from verify.numerics.rational_matrices import inverse, rank

lengths = rationals(min_value=Fraction(1, 4), max_value=3)
vectors = st.lists(rationals(), min_size=3, max_size=3)


def length(x, W):
    return square_root(dot(x, apply(W, x)))


def onto(x, W):
    return times(1 / length(x, W), x)


def tangent_map(x, X, W):
    """Eq. (2): T_x pi_W X = (X - x x^T W X / |x|_W^2) / |x|_W."""
    r = length(x, W)
    return times(1 / r, minus(X, times(dot(x, apply(W, X)) / r**2, x)))


@theorem("A-2.1")
@given(tokens_on_ellipsoid(1, 3), lengths, lengths)
def test_normalised_vectors_lie_on_the_ellipsoid_whatever_their_length(case, r, t):
    ellipsoid, (y,) = case
    x, W = times(r, y), ellipsoid.matrix
    assert dot(onto(x, W), apply(W, onto(x, W))) == 1
    assert onto(times(t, x), W) == onto(x, W)


@theorem("A-2.1")
@given(tokens_on_ellipsoid(1, 3), lengths, vectors)
def test_the_tangent_map_is_the_derivative_of_the_normalisation(case, r, X):
    ellipsoid, (y,) = case
    x, W = times(r, y), ellipsoid.matrix
    moving = [Dual(a, b) for a, b in zip(x, X, strict=True)]  # x + eps X with eps^2 = 0
    derivative = [component.slope for component in raw.normalised(moving, W)]
    assert tangent_map(x, X, W) == derivative
    assert dot(onto(x, W), apply(W, tangent_map(x, X, W))) == 0


def projection(x, W):
    """I - x x^T W, also off the ellipsoid."""
    lowered = apply(W, x)
    return [[(a == b) - x[a] * lowered[b] for b in range(len(x))] for a in range(len(x))]


@theorem("A-R2.2")
@given(ellipsoids(3), vectors)
def test_the_projection_misses_its_square_by_q_minus_one(ellipsoid, x):
    W = ellipsoid.matrix
    Pi, q = projection(x, W), dot(x, apply(W, x))
    excess = [minus(a, b) for a, b in zip(product(Pi, Pi), Pi, strict=True)]
    lowered = apply(W, x)
    assert excess == [[(q - 1) * x[a] * lowered[b] for b in range(3)] for a in range(3)]
    assert product(W, Pi) == transpose(product(W, Pi))  # self-adjoint in the metric
    assert apply(Pi, x) == times(1 - q, x)
    assert sum(Pi[a][a] for a in range(3)) == 3 - q
    # Idempotent if and only if x lies on the ellipsoid (or is 0).
    assert (product(Pi, Pi) == Pi) == (q == 1 or not any(x))


@theorem("A-R2.1")
@given(tokens_on_ellipsoid(1, 3), vectors)
def test_the_tangent_space_is_the_range_of_the_projection(case, X):
    ellipsoid, (y,) = case
    W, Pi = ellipsoid.matrix, projection(y, ellipsoid.matrix)
    assert dot(y, apply(W, apply(Pi, X))) == 0
    assert (apply(Pi, X) == X) == (dot(y, apply(W, X)) == 0)
    assert apply(Pi, y) == [0, 0, 0]
    assert rank(Pi) == 2


@theorem("A-0")
@given(
    positive_definite_matrices(3),
    tokens_on_sphere(3, 3),
    stochastic_matrices(3),
    square_matrices(3),
    square_matrices(3),
)
def test_the_root_of_the_metric_carries_the_model_to_the_round_sphere(R, z, alpha, P, U):
    W, S = product(R, R), inverse(R)
    y = [apply(S, point) for point in z]
    U_round, P_round = product(R, product(U, S)), product(S, product(P, S))
    assert all(dot(point, apply(W, point)) == 1 for point in y)
    for i in range(3):
        for j in range(3):
            assert dot(z[i], apply(P_round, z[j])) == dot(y[i], apply(P, y[j]))
    velocity = raw.attention(tokens=y, weights=alpha, value=U, metric=W)
    round_velocity = raw.attention(tokens=z, weights=alpha, value=U_round)
    assert [apply(R, v) for v in velocity] == round_velocity
    # W U = P on the ellipsoid if and only if the round matrices agree.
    assert (product(W, U) == P) == (U_round == P_round)


shares = rationals(min_value=0, max_value=1)
positive = rationals(min_value=Fraction(1, 8), max_value=3)


@theorem("A-2.4")
@given(tokens_on_ellipsoid(1, 3), unit_vectors(3), positive, shares, shares)
def test_before_it_is_normalised_a_token_is_no_shorter_than_one_minus_tau_L(
    case, direction, L, share, tau_L
):
    ellipsoid, (z,) = case
    W = ellipsoid.matrix
    f = times(share * L, ellipsoid.point(direction))
    moved = plus(z, times(tau_L / L, f))
    assert dot(moved, apply(W, moved)) >= (1 - tau_L) ** 2


tokens = tokens_on_ellipsoid(3, 3)


def velocities(y, P, U, W, reach="all"):
    """Return the velocities with P = 0 if none is given: then all weights are rational."""
    return raw.softmax_attention(tokens=y, scores=P, value=U, metric=W, range=reach)


@theorem("A-2.6")
@given(tokens, square_matrices(3), st.permutations(range(3)))
def test_velocities_are_tangent_odd_and_exchanged_with_the_tokens(case, U, order):
    ellipsoid, y = case
    W = ellipsoid.matrix
    moving = velocities(y, None, U, W)
    assert [dot(a, apply(W, v)) for a, v in zip(y, moving, strict=True)] == [0, 0, 0]
    assert velocities([times(-1, a) for a in y], None, U, W) == [times(-1, v) for v in moving]
    assert velocities([y[k] for k in order], None, U, W) == [moving[k] for k in order]
