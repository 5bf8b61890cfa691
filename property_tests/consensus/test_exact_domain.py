"""Paper A, section 5: the exact domain of attraction with the identity as value matrix.

Outside of late caps around the antipode the cosine grows; in a small one two places of a token
move apart. Restated on exact rationals, with the softmax's exponentials in mpmath and balls.
"""

from __future__ import annotations

from fractions import Fraction

import mpmath
from exact_strategies import rationals, square_matrices, tokens_on_sphere, unit_vectors
from hypothesis import example, given
from hypothesis import strategies as st

from property_tests.exact_vectors import minus, tangent
from verify.numerics import raw
from verify.numerics.matrices import apply, dot, plus, times, transpose

heavy = rationals(min_value=Fraction(1, 4), max_value=3)
light = rationals(min_value=0, max_value=3)
vectors = st.lists(rationals(), min_size=3, max_size=3)


def square(u):
    return dot(u, u)


# ------------------------------------------------------------------ growth outside of late caps


@given(tokens_on_sphere(3, 3), st.tuples(light, light), rationals(min_value=0, max_value=3))
def test_the_cosine_grows_where_the_pushes_are_small(y, weights, m):
    """If every (y_j - y_1).(y_1 - b y_3) is at least -m, then b' >= A (1 - b^2 - m)."""
    alpha = [[0, 0, 0], [0, 0, 0], [*weights, 0]]
    b = dot(y[2], y[0])
    q = minus(y[0], times(b, y[2]))
    least = min(dot(minus(y[j], y[0]), q) for j in range(2))
    moved = dot(raw.attention(tokens=y, weights=alpha, range="before")[2], y[0])
    bound = max(m, -least)
    assert moved >= sum(weights) * (1 - b**2 - bound)


@given(tokens_on_sphere(2, 3), vectors)
def test_two_tokens_under_the_same_pull_move_apart_near_the_antipode(pair, w):
    """<Pi_z w - Pi_x w, z - x> = -(1 - z.x) (z + x).w: positive where w points away."""
    z, x = pair
    separation = dot(minus(tangent(w, z), tangent(w, x)), minus(z, x))
    assert separation == -(1 - dot(z, x)) * dot(plus(z, x), w)
    assert (separation > 0) == (dot(plus(z, x), w) < 0 and z != x)


@given(unit_vectors(3), unit_vectors(3), rationals(min_value=0, max_value=1))
def test_a_token_of_a_small_cap_is_pulled_away_from_it(z, v, r):
    between = dot(plus(z, v), plus(z, v))
    assert dot(z, v) == -1 + between / 2
    if between <= 4 * r**2:
        assert dot(z, v) <= -1 + 2 * r**2


# ------------------------------------------------------------------ no other start


@given(tokens_on_sphere(3, 3), unit_vectors(3), rationals(min_value=0, max_value=1))
def test_the_tokens_before_are_near_the_antipodes_and_pull_little_aside(y, z, r):
    v = y[0]
    for token in y[1:]:
        if square(plus(z, v)) <= r**2 and square(minus(token, v)) <= r**2:
            assert square(plus(z, token)) <= 4 * r**2
            assert square(tangent(token, z)) <= 4 * r**2
    assert square(tangent(v, z)) == 1 - dot(z, v) ** 2 <= square(plus(z, v))


@given(tokens_on_sphere(2, 3), vectors, vectors)
def test_two_places_move_apart_by_the_mean_pull_and_the_difference(pair, w, other):
    z, x = pair
    apart = dot(minus(tangent(w, z), tangent(other, x)), minus(z, x))
    mean = -(1 - dot(z, x)) * dot(plus(z, x), plus(w, other)) / 2
    difference = minus(w, other)
    aside = dot(plus(tangent(difference, z), tangent(difference, x)), minus(z, x)) / 2
    assert apart == mean + aside


@given(square_matrices(3), unit_vectors(3), unit_vectors(3))
def test_scores_of_a_token_with_itself_differ_by_twice_the_bound_of_the_matrix(P, z, x):
    own = dot(z, apply(P, z)) - dot(x, apply(P, x))
    second = plus(apply(P, z), apply(transpose(P), x))
    assert own == dot(minus(z, x), second)
    frobenius = sum(entry**2 for row in P for entry in row)  # p_0^2 is at most that
    assert own**2 <= 4 * frobenius * square(minus(z, x))


@given(st.lists(st.tuples(rationals(), rationals()), min_size=1, max_size=4))
@example([(Fraction(3), Fraction(0)), (Fraction(0), Fraction(3))])
def test_weights_differ_by_twice_the_scores_of_their_sum(scores):
    """Softmax weights a and c of scores no more than delta apart: |a - c| <= 2 delta (a + c)."""
    with mpmath.workdps(50):
        rows = [[mpmath.exp(mpmath.mpf(q.numerator) / q.denominator) for q in row]
                for row in zip(*scores, strict=True)]  # fmt: skip
        a, c = ([e / mpmath.fsum(row) for e in row] for row in rows)
        delta = max(abs(p - q) for p, q in scores)
        delta = mpmath.mpf(delta.numerator) / delta.denominator
        slack = mpmath.mpf(10) ** -40  # both sides are 0 if no score moves
        for first, second in zip(a, c, strict=True):
            assert first >= (1 - 2 * delta) * second - slack
            assert abs(first - second) <= 2 * delta * (first + second) + slack


def test_a_quarter_of_that_is_not_enough():
    """The false twin: two scores move apart by 1/10 each; a >= (1 - delta/2) c fails."""
    with mpmath.workdps(30):
        delta = mpmath.mpf(1) / 10
        a, c = 1 / (1 + mpmath.exp(2 * delta)), mpmath.mpf(1) / 2
        assert (1 - 2 * delta) * c <= a < (1 - delta / 2) * c


def moved_apart(z, x, y, a, c):
    """Return <velocity at z - velocity at x, z - x> for tokens y, weights a at z and c at x."""

    def velocity(place, weights):
        tokens = [*y, place]
        rows = [[0] * len(tokens) for _ in y] + [[*weights, 1]]  # its own weight does not matter
        return raw.attention(tokens=tokens, weights=rows, range="up_to")[-1]

    return dot(minus(velocity(z, a), velocity(x, c)), minus(z, x))


def near(point, turn):
    """Return a rational unit vector a little off, in the plane of the first two coordinates."""
    cosine, sine = (1 - turn**2) / (1 + turn**2), 2 * turn / (1 + turn**2)
    return [cosine * point[0] - sine * point[1], sine * point[0] + cosine * point[1], point[2]]


@given(
    st.lists(rationals(min_value=Fraction(-1, 400), max_value=Fraction(1, 400),
                       max_denominator=4000), min_size=4, max_size=4),
    st.tuples(heavy, heavy), rationals(min_value=-1, max_value=1),
)  # fmt: skip
def test_in_a_small_cap_the_places_part(turns, weights, share):
    """r = 1/100 and L = 1: 2 r^2 + 4 L r < 1/2, so half the sum of weights per squared distance."""
    r, L = Fraction(1, 100), Fraction(1)
    v = [Fraction(1), Fraction(0), Fraction(0)]
    z, x = (near(times(-1, v), turn) for turn in turns[:2])
    y = [near(v, turn) for turn in turns[2:]]
    assert all(square(plus(p, v)) <= r**2 for p in (z, x))
    assert all(square(minus(p, v)) <= r**2 for p in y)
    # The weights differ by at most L |z - x| of their sum; |z - x| is at least its plane part.
    shift = share * L * abs(z[1] - x[1])
    a = weights
    c = [w * (1 - shift) / (1 + shift) for w in weights]
    assert all((p - q) ** 2 <= L**2 * square(minus(z, x)) * (p + q) ** 2
               for p, q in zip(a, c, strict=True))  # fmt: skip
    total = sum(a) + sum(c)
    assert moved_apart(z, x, y, a, c) >= total * (1 - dot(z, x)) * (1 - 2 * r**2 - 4 * L * r)
    assert 2 * r**2 + 4 * L * r < Fraction(1, 2)


def test_far_from_the_antipode_the_places_gather():
    """The false twin: beside the first token both are drawn to it."""
    v = [Fraction(1), Fraction(0), Fraction(0)]
    z, x = near(v, Fraction(1, 100)), near(v, Fraction(-1, 100))
    assert moved_apart(z, x, [v], [1], [1]) < 0


# ------------------------------------------------------------------ the short arc


@given(tokens_on_sphere(2, 3), heavy, heavy, heavy)
def test_the_short_arc_is_left_at_both_ends(pair, A21, A31, A32):
    first, second = pair
    b = dot(first, second)
    alpha = [[0, 0, 0], [A21, 0, 0], [A31, A32, 0]]
    at_first = raw.attention(tokens=[first, second, times(-1, first)], weights=alpha)
    assert dot(at_first[2], minus(times(b, first), second)) == -A32 * (1 - b**2)
    at_second = raw.attention(tokens=[first, second, times(-1, second)], weights=alpha)
    relative = plus(at_second[2], at_second[1])  # the end -y_2 moves by -y_2'
    assert dot(relative, minus(times(b, second), first)) == -(A31 + A21) * (1 - b**2)


@given(unit_vectors(3), unit_vectors(3), heavy, light)
def test_beside_an_antipodal_pair_every_third_token_is_at_rest_without_scores(y, z, weight, own):
    tokens = [y, times(-1, y), z]
    alpha = [[1, 0, 0], [1, 1, 0], [weight, weight, own]]
    assert raw.attention(tokens=tokens, weights=alpha, range="up_to") == [[0, 0, 0]] * 3
    tilted = raw.attention(tokens=tokens, weights=[*alpha[:2], [weight, 2 * weight, own]])
    assert (tilted[2] == [0, 0, 0]) == (dot(y, z) ** 2 == 1)


def test_unbounded_scores_keep_two_tokens_apart():
    """The integral of exp(-100 t (1 - cos(9/10)))/sqrt(2) over all times is below 1/10."""
    with mpmath.workdps(30):
        assert 1 / (100 * mpmath.sqrt(2) * (1 - mpmath.cos(mpmath.mpf(9) / 10))) < mpmath.mpf(
            "0.02"
        )
