"""Vectors and exact numbers as tests write them, by hand: no test has these for itself."""

from fractions import Fraction
from itertools import product

import flint
import mpmath
import numpy as np

from verify.methods.sampling import agrees
from verify.numerics.matrices import apply, dot, identity, plus, times, transpose
from verify.numerics.number import Dual, function, rational_multiple
from verify.numerics.raw import raw_differential

DIGITS = 50


def minus(u, v):
    return plus(u, times(-1, v))


def unit(x):
    """Return vectors divided by their lengths."""
    return x / np.linalg.norm(x, axis=-1, keepdims=True)


def mean(tokens):
    return [sum(column) / Fraction(len(tokens)) for column in zip(*tokens, strict=True)]


def along(y, x):
    """Whether y = c x for some c > 0, for a unit vector x."""
    return dot(x, y) > 0 and y == times(dot(x, y), x)


def tangent(X, y):
    return minus(X, times(dot(y, X), y))


def form(x, M, y):
    return dot(x, apply(M, y))


def ball(number):
    """Return exact numbers, or nested lists of them, as balls."""
    if isinstance(number, list):
        return [ball(part) for part in number]
    number = Fraction(number)
    return flint.arb(flint.fmpq(number.numerator, number.denominator))


def close(left, right, digits=30):
    """Whether matrices of balls, or one of these and one of rationals, differ by that little."""
    pairs = [pair for rows in zip(left, right, strict=True) for pair in zip(*rows, strict=True)]
    tiny = flint.arb(10) ** -digits
    return all(abs(a - (b if isinstance(b, flint.arb) else ball(b))) < tiny for a, b in pairs)


def exact(number):
    return flint.fmpq(number.numerator, number.denominator)


def characteristic_polynomial(matrix):
    size = len(matrix)
    entries = [flint.fmpq(x.numerator, x.denominator) for row in matrix for x in map(Fraction, row)]
    return flint.fmpq_mat(size, size, entries).charpoly()


def linear_factors(eigenvalues):
    """Return the product of (z - eigenvalue)^multiplicity."""
    out = flint.fmpq_poly([1])
    for value, multiplicity in eigenvalues:
        out *= flint.fmpq_poly([exact(-Fraction(value)), 1]) ** multiplicity
    return out


def raw_jacobian(step, point):
    """Return the Jacobian of a layer, tokens one below the other, one dual number a column."""
    columns = []
    for place, row in product(range(len(point)), identity(len(point[0]), 1, 0)):
        moved = [times(int(k == place), row) for k in range(len(point))]
        columns.append([x for token in raw_differential(step, point, moved) for x in token])
    return transpose(columns)


def with_eigenvalues(rows, lam):
    """V = sum of lambda_k v_k v_k^T over the orthonormal rows."""
    d = range(len(lam))
    return [[sum(lam[k] * rows[k][a] * rows[k][b] for k in d) for b in d] for a in d]


def slope(f, tokens, X):
    """The derivative of f along X, by numbers y + eps X with eps^2 = 0."""
    moving = [
        [Dual(a, b) for a, b in zip(y, x, strict=True)] for y, x in zip(tokens, X, strict=True)
    ]
    return f(moving).slope


def potential(tokens, P):
    """Eq. (8): half the sum of the exp(y_i^T P y_j)."""
    whole = sum(function("exp", form(p, P, q)) for p in tokens for q in tokens)
    return rational_multiple(whole, Fraction(1, 2))


def in_mpmath(numbers):
    """Return exact numbers, or nested lists of them, in mpmath at the precision of the moment."""
    if isinstance(numbers, list):
        return [in_mpmath(x) for x in numbers]
    return mpmath.mpf(numbers.numerator) / numbers.denominator


def both_sides_agree(sides, *exact):
    """Evaluate `sides(*numbers)` at 50 and 100 digits; return whether left and right agree."""
    found = []
    for digits in (DIGITS, 2 * DIGITS):
        with mpmath.workdps(digits):
            found.append(sides(*in_mpmath(list(exact))))
    with mpmath.workdps(2 * DIGITS):
        return agrees(found[1], found[0], DIGITS)
