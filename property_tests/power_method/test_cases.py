"""Paper B, introduction and section 2.1: the power method and the three cases, exactly.

Everything is a rational: matrices, vectors, squared cosines. Power iteration is written by hand.
"""

from __future__ import annotations

from fractions import Fraction

from exact_strategies import rationals
from hypothesis import assume, example, given
from hypothesis import strategies as st

from property_tests.theorems.marks import theorem
from verify.numerics.matrices import apply, diagonal, dot, plus, product, times, transpose
from verify.numerics.number import Undefined
from verify.numerics.rational_matrices import inverse

ONE = Fraction(1)
small = rationals(min_value=-3, max_value=3, max_denominator=4)
positive = rationals(min_value=Fraction(1, 4), max_value=3, max_denominator=4)
steps = rationals(min_value=Fraction(1, 20), max_value=4, max_denominator=20)
matrices = st.lists(st.lists(small, min_size=3, max_size=3), min_size=3, max_size=3)


def invertible(rows):
    try:
        return inverse(rows)
    except Undefined:
        return None


def squared_sine(x, v):
    return 1 - dot(x, v) ** 2 / (dot(x, x) * dot(v, v))


def squared_modulus(re, im, tau):
    """|1 + tau (re + i im)|^2."""
    return (1 + tau * re) ** 2 + (tau * im) ** 2


# ------------------------------------------------------------------ the power method


@theorem("B-0")
@given(matrices, st.lists(small, min_size=3, max_size=3))
@example(rows=[[1, 0, 0], [0, 1, 0], [0, 0, 1]], start=[Fraction(1), Fraction(3), Fraction(-3)])
def test_power_iteration_approaches_the_line_of_a_dominant_eigenvector(rows, start):
    """F = R diag(-3, 1, 1/2) R^-1: beside v, in the coordinates R, 1/9 is left of squares a step.

    Beside v_1 = R e_1 there is, with a = e_1^T R^-1 x, at most |R|^2 |R^-1|^2 times their ratio.
    """
    R = [list(map(Fraction, row)) for row in rows]
    S = invertible(R)
    assume(S is not None and any(start))
    F = product(product(R, diagonal([-3, 1, Fraction(1, 2)])), S)
    v, x = [row[0] for row in R], start
    first = apply(S, x)
    assume(first[0] != 0)
    stretch = sum(a * a for M in (R, S) for row in M for a in row) ** 2
    for t in range(6):
        inside = apply(S, x)
        assert inside[0] == (-3) ** t * first[0]  # it alternates, and never vanishes
        ratio = (inside[1] ** 2 + inside[2] ** 2) / inside[0] ** 2
        assert ratio <= Fraction(1, 9) ** t * (first[1] ** 2 + first[2] ** 2) / first[0] ** 2
        assert squared_sine(x, v) <= stretch * ratio
        x = apply(F, x)


def test_the_limit_has_a_sign_or_two():
    a, b = Fraction(3, 5), Fraction(4, 5)
    x = [a, b]
    for t in range(5):  # diag(-2, 1) alternates
        assert (x[0] > 0) == (t % 2 == 0)
        x = apply(diagonal([-2, 1]), x)
    x = [-a, b]
    for _ in range(5):  # diag(2, 1) from the other side goes to -v
        x = apply(diagonal([2, 1]), x)
        assert x[0] < 0


def test_the_alignment_need_not_rise_at_every_step():
    x = [Fraction(4, 5), Fraction(3, 5)]
    y = plus(x, apply([[ONE, Fraction(-4)], [Fraction(0), Fraction(1, 2)]], x))
    assert y == [Fraction(-4, 5), Fraction(9, 10)]
    cosine = y[0] ** 2 / dot(y, y)
    assert cosine < Fraction(16, 25) and Fraction(44, 100) < cosine < Fraction(442, 1000)


# ------------------------------------------------------------------ case 1


@given(steps, positive, small, small)
@example(tau=ONE, first=ONE, re=Fraction(0), im=Fraction(3))
@example(tau=Fraction(1, 2), first=ONE, re=Fraction(-3), im=Fraction(0))
def test_the_comparison_of_case_1(tau, first, re, im):
    margin = (1 + tau * first) ** 2 - squared_modulus(re, im, tau)
    gap = first**2 - re**2 - im**2
    assert margin == 2 * tau * (first - re) + tau**2 * gap
    assert (margin > 0) == (tau * -gap < 2 * (first - re))
    if gap >= 0 and (re, im) != (first, 0):  # |lambda_k| <= lambda_1, another eigenvalue
        assert margin > 0
    if im == 0 and re < first:
        assert (margin > 0) == (tau * (-re - first) < 2)


def test_a_dominant_real_part_is_not_enough():
    """1 beside +-3i: what is in the plane grows by sqrt(10) in a step, and v_1 by 2."""
    F = [[1, 0, 0], [0, 0, -3], [0, 3, 0]]
    x = [ONE, Fraction(1, 1000), Fraction(0)]
    for t in range(12):
        ratio = (x[1] ** 2 + x[2] ** 2) / x[0] ** 2
        assert ratio == Fraction(10, 4) ** t / 10**6
        x = plus(x, apply(F, x))


# ------------------------------------------------------------------ cases 2 and 3: planes


def projected(z, p, q):
    """U (U^T U)^-1 U^T z for U = [p, q]."""
    U = transpose([p, q])
    gram = product([p, q], U)
    return apply(U, apply(inverse(gram), apply([p, q], z)))


def plane_case(rows, block):
    """F = R (block + diag(1/2)) R^-1 with its plane: the first two columns of R."""
    R = [list(map(Fraction, row)) for row in rows]
    S = invertible(R)
    assume(S is not None)
    inner = [[*block[0], 0], [*block[1], 0], [0, 0, Fraction(1, 2)]]
    return product(product(R, inner), S), [row[0] for row in R], [row[1] for row in R]


@given(matrices, small, positive, steps, st.lists(small, min_size=3, max_size=3))
@example(
    rows=[[1, 1, 0], [0, 1, 0], [0, 0, 1]],
    re=ONE,
    im=ONE,
    tau=ONE,
    z=[ONE, Fraction(0), ONE],
)
def test_a_complex_pair_has_a_plane_that_turns(rows, re, im, tau, z):
    F, p, q = plane_case(rows, [[re, im], [-im, re]])
    assert apply(F, p) == plus(times(re, p), times(-im, q))
    assert apply(F, q) == plus(times(im, p), times(re, q))
    inside = projected(z, p, q)
    assert projected(inside, p, q) == inside
    assert dot(z, inside) == dot(inside, inside) <= dot(z, z)
    rest = plus(z, times(-1, inside))
    assert dot(rest, p) == dot(rest, q) == 0
    # One step in the plane: no direction of it is fixed.
    moved = plus(p, times(tau, apply(F, p)))
    assert moved == plus(times(1 + tau * re, p), times(-tau * im, q))


def test_the_inverse_in_the_projection_matters():
    p, q = [ONE, Fraction(0)], [ONE, ONE]
    assert projected(q, p, q) == q
    assert plus(times(dot(p, q), p), times(dot(q, q), q)) == [3, 2]


def test_the_third_eigenvalue_does_not_decide():
    """1 +- i, 0 and -1/2 +- 5i at the step 1: the last are beyond the first."""
    assert squared_modulus(1, 1, 1) == 5 > squared_modulus(0, 0, 1)
    assert squared_modulus(Fraction(-1, 2), 5, 1) == Fraction(101, 4) > 5


@theorem("B-C3")
@given(positive, positive, steps, st.integers(0, 20))
def test_without_a_gap_it_takes_many_steps(first, second, tau, t):
    """(1 - epsilon)^t >= 1 - t epsilon: epsilon = tau (lambda_1 - lambda_2)/(1 + tau lambda_1)."""
    epsilon = tau * (first - second) / (1 + tau * first)
    assert 1 - epsilon == (1 + tau * second) / (1 + tau * first)
    assert (1 - epsilon) ** t >= 1 - t * epsilon


@given(matrices, positive, steps, small, positive)
def test_a_chain_attracts_slowly(rows, first, tau, a, b):
    """A double eigenvalue with one eigenvector: the ratio of the parts grows by a constant."""
    F, p, q = plane_case(rows, [[first, 1], [0, first]])
    x = plus(times(a, p), times(b, q))
    U = transpose([p, q])
    for t in range(4):
        parts = apply(inverse(product([p, q], U)), apply([p, q], x))
        assert parts[0] / parts[1] == a / b + t * tau / (1 + tau * first)
        x = plus(x, times(tau, apply(F, x)))
