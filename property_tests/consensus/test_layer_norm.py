"""Paper A, Remark 2.3: standard layer normalisation, written out by hand on rational tokens.

In dimension 4 the centred vectors have an orthogonal basis of squares 4, so a rational unit vector
of R^3 gives a rational token of mean 0 and standard deviation 1: everything is exact.
"""

from fractions import Fraction

import flint
from exact_strategies import rationals, unit_vectors
from hypothesis import given
from hypothesis import strategies as st

from property_tests.exact_vectors import minus
from verify.numerics.matrices import dot
from verify.numerics.number import rational_multiple, reciprocal, square_root

CENTRED = [[1, 1, -1, -1], [1, -1, 1, -1], [1, -1, -1, 1]]  # orthogonal, of the square 4
vectors = st.lists(rationals(), min_size=4, max_size=4)
nonzero = rationals().filter(bool)
scales = st.lists(nonzero, min_size=4, max_size=4)


def standardised(unit):
    """The token of mean 0 and standard deviation 1 that a unit vector of R^3 stands for."""
    return [
        sum(Fraction(c) * row[k] for c, row in zip(unit, CENTRED, strict=True)) for k in range(4)
    ]


standard = unit_vectors(3).map(standardised)


def layer_norm(x, gamma, beta):
    """N(x) = (x - mu(x)) / sigma(x) * gamma + beta, entry by entry."""
    share = Fraction(1, len(x))
    mean = rational_multiple(sum(x[1:], start=x[0]), share)
    centred = [entry - mean for entry in x]
    squares = [entry * entry for entry in centred]
    sigma = square_root(rational_multiple(sum(squares[1:], start=squares[0]), share))
    return [c * reciprocal(sigma) * g + b for c, g, b in zip(centred, gamma, beta, strict=True)]


def square(v):
    return dot(v, v)


def test_the_printed_radius_is_the_square_of_the_radius():
    """n = 2, gamma_0 = -1.7, x = (1, 0, -1): the entries of N(x) have squares g^2 x^2 / (2/3)."""
    g, x = Fraction(-17, 10), [1, 0, -1]
    variance = Fraction(sum(entry**2 for entry in x), 3)
    distance_squared = sum(g**2 * entry**2 / variance for entry in x)
    assert distance_squared == 3 * g**2 == Fraction(867, 100)
    printed = 3 * g**2
    assert distance_squared != printed**2


@given(standard, scales, vectors)
def test_with_any_scales_but_0_tokens_lie_on_a_section_of_an_ellipsoid(u, gamma, beta):
    w = [(a - b) / g for a, b, g in zip(layer_norm(u, gamma, beta), beta, gamma, strict=True)]
    assert square(w) == 4  # the n-ellipsoid of the conjecture, and
    assert sum(w) == 0  # a hyperplane section of it: two dimensions less than the space


@given(standard)
def test_with_two_zero_scales_tokens_fill_a_solid_ellipsoid(u):
    """u_1^2 + u_2^2 + (u_1 + u_2)^2 / 2 <= 4, with equality exactly where u_3 = u_4."""
    level = u[0] ** 2 + u[1] ** 2 + (u[0] + u[1]) ** 2 / 2
    assert level == 4 - (u[2] - u[3]) ** 2 / 2


def test_looped_alone_tokens_gather_at_the_shift():
    """From any start but the antipode (-3, 1, 1, 1), in balls; one start is close to it."""
    starts = [[-30, 11, 9, 10], [0, 1, 0, 0], [1, -2, 3, 5]]
    with flint.ctx.workprec(2000):  # a ball grows in every loop
        beta = [flint.arb(k) for k in (1, 0, 0, 0)]
        tokens = [[flint.arb(entry) for entry in start] for start in starts]
        for _ in range(300):
            tokens = [layer_norm(token, [1] * 4, beta) for token in tokens]
        apart = [square(minus(token, tokens[-1])) for token in tokens]
        assert all(gap < flint.arb("1e-40") for gap in apart)
