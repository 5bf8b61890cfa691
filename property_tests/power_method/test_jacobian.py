"""Paper B, appendix D: the derivative of an Oja layer, at any state and at consensus.

The layer is the raw one, written by hand. Its Jacobian is taken by dual numbers, compared with
central differences and with the printed formula (11), at 50 and at 100 digits; at consensus on an
eigenvector everything is rational, and the spectrum (12) is compared as a polynomial, exactly.
"""

from __future__ import annotations

from fractions import Fraction

import flint
import mpmath
from exact_strategies import orthogonal_matrices, rationals, symmetric_matrices, tokens_on_sphere
from hypothesis import assume, example, given
from hypothesis import strategies as st

from property_tests.engine.differences import central_differences
from property_tests.exact_vectors import characteristic_polynomial, in_mpmath, minus
from property_tests.theorems.marks import theorem
from verify.methods.sampling import agrees
from verify.numerics import raw
from verify.numerics.matrices import apply, diagonal, dot, plus, times, transpose
from verify.numerics.number import square_root

DIGITS = 50
steps = rationals(min_value=Fraction(1, 4), max_value=3)
vectors = st.lists(rationals(), min_size=2, max_size=2)


def at_both_precisions(compute, *exact):
    """Return `compute(*numbers)` at 50 and at 100 digits."""
    found = []
    for digits in (DIGITS, 2 * DIGITS):
        with mpmath.workdps(digits):
            found.append(compute(*in_mpmath(list(exact))))
    return found


def both_sides_agree(sides, *exact):
    coarse, fine = at_both_precisions(sides, *exact)
    with mpmath.workdps(2 * DIGITS):
        return agrees(fine, coarse, DIGITS)


# ------------------------------------------------------------------ B-L2, eq. (11)


def moved(x, V, tau):
    """y_i = x_i + (tau/n) V sum_j x_j, before it is normalised."""
    n = len(x)
    pull = times(tau / n, apply(V, [sum(column) for column in transpose(x)]))
    return [plus(token, pull) for token in x]


def printed_derivative(x, V, tau, delta):
    """(11): |y_i|^-1 (I - x_i^+ x_i^+T) (delta_i + (tau/n) V sum_j delta_j)."""
    out = []
    for y, push in zip(moved(x, V, tau), moved(delta, V, tau), strict=True):
        r = square_root(dot(y, y))
        after = times(1 / r, y)
        out.append(times(1 / r, minus(push, times(dot(after, push), after))))
    return out


def nowhere_zero(x, V, tau):
    return all(dot(y, y) != 0 for y in moved(x, V, tau))


@theorem("B-L2")
@given(
    tokens_on_sphere(3, 2), symmetric_matrices(2), steps, st.lists(vectors, min_size=3, max_size=3)
)
def test_the_printed_derivative_is_that_of_the_layer(x, V, tau, delta):
    assume(nowhere_zero(x, V, tau))

    def sides(x, V, tau, delta):
        def layer(tokens):
            return raw.oja_layer(tokens=tokens, value=V, step=tau)

        return raw.raw_differential(layer, x, delta), printed_derivative(x, V, tau, delta)

    assert both_sides_agree(sides, x, V, tau, delta)


@given(tokens_on_sphere(2, 2), symmetric_matrices(2), steps)
def test_dual_numbers_and_central_differences_agree(x, V, tau):
    """The error of differences falls like the square of their width h: it is a third of what
    the step from 2h to h changes, and rounding at 100 digits is far below both."""
    assume(nowhere_zero(x, V, tau))
    with mpmath.workdps(100):
        point, matrix, step = in_mpmath([x, V, tau])

        def layer(tokens):
            return raw.oja_layer(tokens=tokens, value=matrix, step=step)

        def largest(first, second):
            pairs = zip(first, second, strict=True)
            return max(abs(a - b) for u, v in pairs for a, b in zip(u, v, strict=True))

        h, rounding = mpmath.mpf(10) ** -20, mpmath.mpf(10) ** -75
        exact = raw.raw_jacobian(layer, point)
        near, far = (central_differences(layer, point, width) for width in (h, 2 * h))
        assert largest(near, exact) <= largest(far, near) / 2 + rounding


@given(
    tokens_on_sphere(2, 2), symmetric_matrices(2), steps, st.lists(vectors, min_size=2, max_size=2)
)
def test_its_values_are_tangent_at_the_new_token(x, V, tau, delta):
    """|y| (x^+ . J delta) has no square root: y.u - (y.y)(y.u)/(y.y) = 0 for every u."""
    assume(nowhere_zero(x, V, tau))
    for y, push in zip(moved(x, V, tau), moved(delta, V, tau), strict=True):
        projected = minus(push, times(dot(y, push) / dot(y, y), y))
        assert dot(y, projected) == 0


def test_the_twisted_formulas_are_wrong():
    """Two tokens at e_1 and V = diag(3, 0), step 1: y = 4 e_1, so everything is rational."""
    V, tau, x = diagonal([Fraction(3), Fraction(1)]), Fraction(1), [[Fraction(1), Fraction(0)]] * 2
    delta = [[Fraction(0), Fraction(1)], [Fraction(0), Fraction(0)]]

    def layer(tokens):
        return raw.oja_layer(tokens=tokens, value=V, step=tau)

    derivative = raw.raw_differential(layer, x, delta)
    assert derivative == printed_derivative(x, V, tau, delta)
    assert derivative == [[0, Fraction(3, 8)], [0, Fraction(1, 8)]]
    without_one_over_n = [[0, Fraction(1 + 1, 4)], [0, Fraction(1, 4)]]
    without_the_norm = [[0, Fraction(3, 2)], [0, Fraction(1, 2)]]
    assert derivative not in (without_one_over_n, without_the_norm)


def test_the_projector_stands_at_the_new_token_not_at_the_old_one():
    """x = e_1 and e_2, V = [[0, 1], [1, 0]], step 2: y_1 = (2, 1), which is not along e_1."""
    V, x = [[0, 1], [1, 0]], [[1, 0], [0, 1]]
    assert moved(x, V, Fraction(2)) == [[2, 1], [1, 2]]
    push = moved([[0, 1], [0, 0]], V, Fraction(2))[0]
    at_the_new = minus(push, times(dot([2, 1], push) / Fraction(5), [2, 1]))
    at_the_old = minus(push, times(dot([1, 0], push), [1, 0]))
    assert push == [1, 1]
    assert at_the_new == [Fraction(-1, 5), Fraction(2, 5)] != at_the_old


# ------------------------------------------------------------------ B-L3, eq. (12)


def factors(eigenvalues):
    """Return the product of (z - eigenvalue)^multiplicity."""
    out = flint.fmpq_poly([1])
    for value, multiplicity in eigenvalues:
        value = Fraction(value)
        out *= flint.fmpq_poly([flint.fmpq(-value.numerator, value.denominator), 1]) ** multiplicity
    return out


def consensus_polynomial(V, v, tau, n):
    """The characteristic polynomial of the raw layer at x_1 = ... = x_n = v, by dual numbers."""

    def layer(tokens):
        return raw.oja_layer(tokens=tokens, value=V, step=tau)

    return characteristic_polynomial(raw.raw_jacobian(layer, [v] * n))


def with_eigenvalues(rows, lam):
    """V = sum of lambda_k v_k v_k^T over the orthonormal rows."""
    d = range(len(lam))
    return [[sum(lam[k] * rows[k][a] * rows[k][b] for k in d) for b in d] for a in d]


@theorem("B-L3")
@given(
    orthogonal_matrices(3),
    st.lists(rationals(max_denominator=2), min_size=3, max_size=3),
    steps,
    st.integers(1, 3),
    st.integers(0, 2),
)
@example(rows=[[1, 0, 0], [0, 1, 0], [0, 0, 1]], lam=[1, -3, -3], tau=Fraction(1), n=2, r=1)
def test_the_spectrum_at_consensus(rows, lam, tau, n, r):
    """0 (n times), (1 + tau lambda_k)/|rho| for k != r, and 1/|rho| ((n - 1)(d - 1) times)."""
    rho = 1 + tau * lam[r]
    assume(rho != 0)
    found = consensus_polynomial(with_eigenvalues(rows, lam), rows[r], tau, n)
    others = [((1 + tau * lam[k]) / abs(rho), 1) for k in range(3) if k != r]
    assert found == factors([(0, n), *others, (1 / abs(rho), 2 * (n - 1))])


def test_the_twisted_spectra_are_wrong():
    """V = diag(1, -3), step 1, at v_2: rho = -2, and the absolute value matters."""
    V, v, n = diagonal([1, -3]), [0, 1], 3
    found = consensus_polynomial(V, v, Fraction(1), n)
    assert found == factors([(0, 3), (1, 1), (Fraction(1, 2), 2)])
    without_the_absolute_value = factors([(0, 3), (-1, 1), (Fraction(1, 2), 2)])
    squared = factors([(0, 3), (1, 1), (Fraction(1, 4), 2)])
    exchanged = factors([(0, 3), (1, 2), (Fraction(1, 2), 1)])
    divided_by_n = factors([(0, 3), ((1 + Fraction(1, 3)) / 2, 1), (Fraction(1, 2), 2)])
    assert found not in (without_the_absolute_value, squared, exchanged, divided_by_n)
