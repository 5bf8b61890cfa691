"""Exact derivatives of self-attention at polygonal states, and what their eigenvalues are.

At a polygonal state all scores are 0, so that every weight is 1/n and the derivative of the layer,
softmax included, is a rational matrix. It is 0 on the n radial directions.
"""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import flint

from verify.numerics import raw
from verify.numerics.equilibria import State, polygonal_state
from verify.numerics.exact import lucky
from verify.numerics.matrices import (
    Matrix,
    identity,
    matrix_sum,
    outer,
    product,
    solve,
    times,
    transpose,
)
from verify.numerics.shapes import without
from verify.vocabulary import Case, Fraction

Decision = Callable[[Random], Case]
SQUARE = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]]
SQUARE_VALUE = [[2, 0, 1], [0, -1, 0], [1, 0, 1]]
ONE_SIDED = [[0, 0, 0], [0, 0, 0], [-6, 0, 0]]
SUM = [[0, 0, -6], [0, 0, 0], [-6, 0, 0]]
AVERAGE = [[0, 0, -3], [0, 0, 0], [-3, 0, 0]]


def compared(holds: bool, state: State, kind: str) -> Case:
    """Return what one state says of a claim."""
    return Case("agrees" if holds else "differs", state.describe(), kind)


def rational(rows: Matrix) -> flint.fmpq_mat:
    """Return a matrix of rationals for exact determinants."""
    entries = [[Fraction(a) for a in row] for row in rows]
    return flint.fmpq_mat([[flint.fmpq(a.numerator, a.denominator) for a in row] for row in entries])


def softmax_layer(V: Matrix, P: Matrix, tau: Fraction) -> Callable[[Matrix], Matrix]:
    """Return the self-attention layer as a function of tokens."""
    value, scores = ([[Fraction(a) for a in row] for row in rows] for rows in (V, P))

    def layer(y: Matrix) -> Matrix:
        return raw.softmax_layer(tokens=y, scores=scores, value=value, step=Fraction(tau))

    return layer


def derivative(x: Matrix, V: Matrix, P: Matrix, tau: Fraction) -> Matrix:
    """Return the derivative of the self-attention layer on R^(n d), by dual numbers."""
    return raw.raw_jacobian(softmax_layer(V, P, tau), [[Fraction(a) for a in row] for row in x])


def multipliers(x: Matrix, V: Matrix, P: Matrix, tau: Fraction) -> flint.fmpq_poly:
    """Return the characteristic polynomial of the derivative on tangent directions."""
    whole = rational(derivative(x, V, P, tau)).charpoly()
    radial = flint.fmpq_poly([0, 1]) ** len(x)
    quotient, rest = divmod(whole, radial)
    if rest.degree() >= 0:
        raise ValueError("multipliers: the state is not at rest; give a polygonal one")
    return quotient


def square_at(scores: Matrix) -> Callable[..., Fraction]:
    """Return the polynomial of the square, for step k/20, as a function of two integers."""

    @cache
    def polynomial(k: int) -> flint.fmpq_poly:
        return multipliers(SQUARE, SQUARE_VALUE, scores, Fraction(k, 20))

    def at(k: int, z: int) -> Fraction:
        number = polynomial(k)(flint.fmpq(z))
        return Fraction(int(number.p), int(number.q))

    return at


# ------------------------------------------------------------------ an odd number of eigenvalues


def common_map(x: Matrix, V: Matrix, P: Matrix) -> tuple[Matrix, Matrix]:
    """Return C = (1/n) sum_j x_j x_j^T and G = (I - C) V (I + C P^T)."""
    one, share = identity(len(V)), Fraction(1, len(x))
    zero = [times(0, row) for row in one]
    C = [times(share, row) for row in matrix_sum([outer(y, y) for y in x], zero)]
    left = matrix_sum([one, [times(-1, row) for row in C]], zero)
    right = matrix_sum([one, product(C, transpose(P))], zero)
    return C, product(product(left, V), right)


def determinants(*, forgotten: bool = False) -> Decision:
    """Decide det G = det(I - C) det V at random polygonal states; or det V alone, if `forgotten`."""

    def decide(random: Random) -> Case:
        count = random.choice((2, 4))
        state, _ = lucky(random, lambda draw: polygonal_state(draw, count, 3))
        C, G = common_map(state.tokens, state.value, state.scores.rational)
        rest = matrix_sum([[times(-1, row) for row in C]], identity(3))
        flat = rational(rest).det() == 0
        expected = rational(state.value).det() * (1 if forgotten else rational(rest).det())
        kind = "tokens on one line" if flat else "tokens on no line"
        return compared(rational(G).det() == expected, state, kind)

    return decide


def odd_signatures(*, any_number: bool = False) -> Decision:
    """Decide that a multiplier exceeds 1 where V has an odd number of positive eigenvalues.

    With `any_number` it is claimed for every V. On common directions the layer's derivative is a 3 by 3
    matrix M, and det(I - M) < 0 says that one of its eigenvalues is above 1; only where it is not are
    all roots of the whole characteristic polynomial isolated.
    """

    def decide(random: Random) -> Case:
        state, value = lucky(random, lambda draw: polygonal_state(draw, 4, 3))
        C, _ = common_map(state.tokens, state.value, state.scores.rational)
        rest = matrix_sum([[times(-1, row) for row in C]], identity(3))
        odd = sum(number > 0 for number in value.eigenvalues) % 2 == 1
        if rational(rest).det() == 0 or not (odd or any_number):
            return Case("boundary")
        place = state.tokens, state.value, state.scores.rational, state.step
        exceeds = common_determinant(*place, rest) < 0 or exceeds_one(multipliers(*place))
        return compared(exceeds, state, "odd" if odd else "even")

    return decide


def common_determinant(x: Matrix, V: Matrix, P: Matrix, tau: Fraction, rest: Matrix) -> Fraction:
    """Return det(I - M): the derivative takes P_i z to P_i M z, whose mean over i is (I - C) M z."""
    columns, one = [], identity(len(V))
    for z in one:
        parts = raw.raw_differential(softmax_layer(V, P, tau), x, [without(z, y) for y in x])
        columns.append([sum(entries) / Fraction(len(x)) for entries in zip(*parts, strict=True)])
    M = solve(rest, transpose(columns))
    number = rational(matrix_sum([one, [times(-1, row) for row in M]], [times(0, row) for row in one])).det()
    return Fraction(int(number.p), int(number.q))


def exceeds_one(polynomial: flint.fmpq_poly) -> bool:
    """Return whether a polynomial has a real root above 1 (exactly, by isolating its roots)."""
    shifted = polynomial(flint.fmpq_poly([1, 1]))
    integers = flint.fmpz_poly([int((c * shifted.denom()).p) for c in shifted.coeffs()])
    roots: Any = integers.complex_roots()  # pairs of a ball and a multiplicity
    return any(root.imag == 0 and bool(root.real > 0) for root, _ in roots)
