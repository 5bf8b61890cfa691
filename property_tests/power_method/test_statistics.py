"""Paper B, eqs. (4) to (7): increments of alignment, restated on exact rationals."""

from fractions import Fraction

from exact_strategies import rationals
from hypothesis import assume, example, given
from hypothesis import strategies as st

from property_tests.theorems.marks import theorem
from verify.numerics.matrices import dot, plus, times
from verify.numerics.shapes import stereographic

ONE = Fraction(1)
small = rationals(min_value=-3, max_value=3, max_denominator=4)
steps = rationals(min_value=Fraction(1, 20), max_value=4, max_denominator=20)
units = st.lists(small, min_size=2, max_size=2).map(stereographic)
token_lists = st.lists(st.tuples(units, units), min_size=1, max_size=4)


def frame(q):
    """Orthonormal rational vectors of space: a reflection that takes e_1 to a given unit vector."""
    v = stereographic(q)
    axis = [v[0] + 1, *v[1:]]  # e_1 + v
    if not any(axis):
        axis = [Fraction(0), ONE, Fraction(0)]
    square = dot(axis, axis)
    return [
        plus(times(2 * axis[k] / square, axis), [-ONE if m == k else Fraction(0) for m in range(3)])
        for k in range(3)
    ]


frames = st.lists(small, min_size=2, max_size=2).map(frame)


def mean_increment(pairs, v):
    """Eq. (4)."""
    return sum(abs(dot(y, v)) - abs(dot(x, v)) for x, y in pairs) / Fraction(len(pairs))


def share_that_rises(pairs, v):
    """Eq. (5)."""
    return Fraction(sum(abs(dot(y, v)) > abs(dot(x, v)) for x, y in pairs), len(pairs))


def in_plane(x, e, f):
    """|Pi x|^2."""
    return dot(x, e) ** 2 + dot(x, f) ** 2


@theorem("B-E4", "B-E5")
@given(token_lists, units)
def test_signs_and_ranges(pairs, v):
    mean, share = mean_increment(pairs, v), share_that_rises(pairs, v)
    assert -1 <= mean <= 1 and 0 <= share <= 1
    turned = [(times(-1, x), y) for x, y in pairs]
    assert (mean_increment(turned, v), share_that_rises(turned, v)) == (mean, share)
    assert mean_increment(pairs, times(-1, v)) == mean
    assert share - 1 <= mean <= share


@theorem("B-E6", "B-E7")
@given(frames, units, rationals(min_value=-3, max_value=3, max_denominator=4))
def test_the_plane_does_not_depend_on_its_basis(vectors, x, q):
    e, f, _ = vectors
    c, s = stereographic([q])
    turned = plus(times(c, e), times(s, f)), plus(times(c, f), times(-s, e))
    assert in_plane(x, *turned) == in_plane(x, e, f) == in_plane(times(-1, x), e, f)
    assert 0 <= in_plane(x, e, f) <= 1


@theorem("B-E6")
@given(frames, units, steps, small, small, small)
@example(
    vectors=[[ONE, 0, 0], [0, ONE, 0], [0, 0, ONE]],
    x=[ONE, Fraction(0), Fraction(0)],
    tau=ONE,
    re=Fraction(0),
    im=ONE,
    third=Fraction(0),
)
def test_a_normal_matrix_with_a_dominant_pair_raises_the_alignment_with_its_plane(
    vectors, x, tau, re, im, third
):
    e, f, g = vectors
    a, b, c = (dot(x, v) for v in vectors)
    y = plus(
        plus(
            times((1 + tau * re) * a + tau * im * b, e), times((1 + tau * re) * b - tau * im * a, f)
        ),
        times((1 + tau * third) * c, g),
    )
    assume(any(y))
    stretch = (1 + tau * re) ** 2 + (tau * im) ** 2
    assert in_plane(y, e, f) == stretch * in_plane(x, e, f)
    if (1 + tau * third) ** 2 <= stretch:
        assert in_plane(y, e, f) / dot(y, y) >= in_plane(x, e, f)
