"""Paper B, section 2.3: rank-one changes of the layer matrix, by characteristic polynomials."""

from fractions import Fraction

import flint
from exact_strategies import rationals
from hypothesis import assume, example, given
from hypothesis import strategies as st

from property_tests.exact_vectors import ball, linear_factors
from property_tests.theorems.marks import theorem
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
from verify.numerics.number import Undefined
from verify.numerics.rational_matrices import exact_matrix, inverse

ONE = Fraction(1)
small = rationals(min_value=-2, max_value=2, max_denominator=3)
gains = rationals(min_value=-40, max_value=40, max_denominator=4)
vectors = st.lists(small, min_size=3, max_size=3)
matrices = st.lists(vectors, min_size=3, max_size=3)
E_1 = [ONE, Fraction(0), Fraction(0)]


def characteristic(F):
    """det(z I - F)."""
    return exact_matrix(F).charpoly()


def changed(F, u, w, c):
    """F' = F + c u w^T."""
    return matrix_sum([[times(c, row) for row in outer(u, w)]], F)


def solved(matrix, right):
    try:
        return apply(inverse(matrix), right)
    except Undefined:
        return None


@theorem("B-S1")
@given(matrices, matrices, vectors, vectors, gains)
def test_the_changed_output_matrix_changes_the_layer_matrix_by_rank_one(W, V, u, w, c):
    row = solved(transpose(V), w)  # w^T V^-1
    assume(row is not None)
    output = changed(W, u, row, c)
    assert product(output, V) == changed(product(W, V), u, w, c)
    # Heads of one coordinate and of two: w_h^T = (w^T V^-1)_h V_h.
    parts = []
    for rows in (slice(0, 1), slice(1, 3)):
        F_h = product([r[rows] for r in W], V[rows])
        w_h = [dot(row[rows], column) for column in zip(*V[rows], strict=True)]
        assert product([r[rows] for r in output], V[rows]) == changed(F_h, u, w_h, c)
        parts.append(w_h)
    assert plus(*parts) == w


@theorem("B-S2")
@given(matrices, small, vectors, gains)
@example(F=[[ONE, ONE, 0], [0, Fraction(2), 0], [0, 0, 0]], lam=ONE, w=E_1, c=Fraction(3))
def test_a_right_eigenvector_moves_one_eigenvalue(F, lam, w, c):
    """(z - lambda) det(z - F') = (z - lambda - c w^T u) det(z - F), with u = e_1."""
    F = [[lam if k == j == 0 else Fraction(0) if j == 0 else x for j, x in enumerate(row)]
         for k, row in enumerate(F)]  # fmt: skip
    before, after = characteristic(F), characteristic(changed(F, E_1, w, c))
    assert linear_factors([(lam, 1)]) * after == linear_factors([(lam + c * w[0], 1)]) * before
    # A left eigenvector in the place of the right one does as much.
    before = characteristic(transpose(F))
    after = characteristic(changed(transpose(F), w, E_1, c))
    assert linear_factors([(lam, 1)]) * after == linear_factors([(lam + c * w[0], 1)]) * before


@theorem("B-S2")
@given(matrices, vectors, vectors, gains, small)
def test_the_secular_equation(F, u, w, c, z):
    """For no eigenvalue z of F: z is one of F' exactly if c w^T (z - F)^-1 u = 1."""
    shifted = matrix_sum([[times(-1, row) for row in F]], [times(z, row) for row in identity(3)])
    r = solved(shifted, u)
    assume(r is not None)
    before, after = characteristic(F), characteristic(changed(F, u, w, c))
    z_q = flint.fmpq(z.numerator, z.denominator)
    scale = 1 - c * dot(w, r)
    assert after(z_q) == flint.fmpq(scale.numerator, scale.denominator) * before(z_q)


def has_root_between(polynomial, low, high):
    """Whether a polynomial changes its sign."""
    return (polynomial(flint.fmpq(low)) > 0) != (polynomial(flint.fmpq(high)) > 0)


def eigenvalues(F):
    """The eigenvalues of a rational matrix, each with its multiplicity, in certified balls."""
    return flint.fmpz_poly(characteristic(F).numer()).complex_roots()


def within(value, centre, radius):
    """Whether all of a ball is at most that far from a number."""
    return bool(abs(value - centre) <= radius)


def norms(F, w):
    """Bounds on |F| and |w|."""
    return sum(abs(x) for row in F for x in row), sum(abs(x) for x in w)


@theorem("B-S3")
@given(matrices, small, small, rationals(min_value=1, max_value=100))
def test_a_large_gain_has_one_large_eigenvalue_and_it_is_simple(F, a, b, factor):
    """For c >= 2 K it is within K/c of c + kappa; all others are at most K, complex ones, too."""
    w = [ONE, a, b]
    f, length = norms(F, w)
    K = 8 * (f * (1 + length) + 1) ** 2
    c = 2 * K * factor
    kappa = dot(w, apply(F, E_1))
    found = eigenvalues(changed(F, E_1, w, c))
    large = [(z, multiplicity) for z, multiplicity in found if not within(z, 0, ball(K))]
    assert len(large) == 1 and large[0][1] == 1
    assert within(large[0][0], ball(c + kappa), ball(K / c))


@theorem("B-S3")
def test_orthogonal_vectors_give_a_root_of_the_gain():
    """u = e_1, w = e_2, w^T F u = 1: c = 10^4 gives about +-100, c = -10^4 a complex pair."""
    F = [[ONE, ONE], [ONE, ONE]]
    e_1, e_2 = [ONE, Fraction(0)], [Fraction(0), ONE]
    up = characteristic(changed(F, e_1, e_2, Fraction(10**4)))
    assert has_root_between(up, 100, 102) and has_root_between(up, -100, -98)
    assert not has_root_between(up, 5000, 20000)
    down = characteristic(changed(F, e_1, e_2, Fraction(-(10**4))))
    trace, det = -down[1], down[0]
    assert trace == 2 and trace**2 - 4 * det < 0  # real parts 1, whatever c


@theorem("B-S4")
@given(vectors, gains)
@example(z=[Fraction(0), ONE, Fraction(0)], push=Fraction(10))
@example(z=[Fraction(-3, 5), Fraction(4, 5), Fraction(0)], push=Fraction(5, 3))
def test_the_exact_angle_after_one_layer(z, push):
    """y = z + c beta u with u = e_1: the sine is |z - u u^T z|/|y|, and at most |z|/|c beta|."""
    y = plus(z, times(push, E_1))
    assume(any(y) and push != 0)
    squared_sine = 1 - y[0] ** 2 / dot(y, y)
    assert squared_sine == (z[1] ** 2 + z[2] ** 2) / dot(y, y)
    assert squared_sine <= dot(z, z) / push**2
    if push**2 >= 100 * dot(z, z):
        assert squared_sine <= Fraction(1, 100)


@theorem("B-S5")
def test_the_bound_on_the_sine_is_reached():
    z, push = [Fraction(-3, 5), Fraction(4, 5)], Fraction(5, 3)
    y = [z[0] + push, z[1]]
    assert dot(z, y) == 0
    assert 1 - y[0] ** 2 / dot(y, y) == 1 / push**2


@theorem("B-S5")
@given(st.integers(1, 4), st.integers(4, 6))
def test_how_long_a_push_is_as_a_rule(n, d):
    """The mean of n orthogonal tokens has the square 1/n, and 1/(n d) on average over a basis."""
    tokens = identity(d)[:n]
    mean = [sum(column) / Fraction(n) for column in zip(*tokens, strict=True)]
    assert dot(mean, mean) == Fraction(1, n)
    assert sum(x**2 for x in mean) / d == Fraction(1, n * d)
