"""Exact shapes made of small rationals: points, tokens, metrics, spectra, weights and masks.

Each is constructive, so nothing is filtered away, and each reaches the corners where statements
break: coinciding and opposite tokens and their neighbourhoods, the zero matrix, repeated and
extreme eigenvalues, rows of weights that attend to a single token.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction

from verify.numerics.exact import Draw, Unlucky
from verify.numerics.matrices import (
    Matrix,
    Vector,
    apply,
    diagonal,
    dot,
    identity,
    outer,
    plus,
    product,
    times,
    transpose,
    vector_sum,
)
from verify.numerics.number import Irrational, reciprocal, square_root
from verify.numerics.rational_matrices import (
    dual_rows,
    exact_matrix,
    plain_matrix,
    rational_product,
    rows_of,
    solve,
    solve_exact,
    unit_matrix,
)

ANYWHERE, SAME, OPPOSITE, NEAR, NEARLY_OPPOSITE = "anywhere", "same", "opposite", "near", "far"
PLACES = (ANYWHERE, SAME, ANYWHERE, NEAR, OPPOSITE, ANYWHERE, NEARLY_OPPOSITE, ANYWHERE)
SMALL_TURNS = (Fraction(1, 16), Fraction(-1, 16), Fraction(1, 256), Fraction(-1, 4096))
EXTREME_VALUES = (
    Fraction(1), Fraction(-50), Fraction(999_999, 1_000_000), Fraction(1000), Fraction(1, 1000)
)  # fmt: skip
METRICS = ("general", "general", "identity", "stretched")
MATRICES = ("general", "zero", "general", "multiple", "rank one", "nilpotent", "general")
SPECTRA = ("general", "repeated", "general", "extreme")
ROWS = ("general", "general", "single", "uniform")
MASKS = ("general", "all", "causal", "general")


# ------------------------------------------------------------------ points


def stereographic(parameters: Sequence[Fraction]) -> Vector:
    """Return the rational point ((1 - |q|^2), 2 q) / (1 + |q|^2) of the unit sphere."""
    square = dot(parameters, parameters)
    scale = 1 / (Fraction(1) + square)
    return [scale * (1 - square), *(2 * scale * q for q in parameters)]


def unit_vector(draw: Draw, dimension: int) -> Vector:
    """Return a rational point of the unit sphere; the simplest is the first basis vector."""
    return stereographic(draw.rationals(dimension - 1))


def turned(draw: Draw, z: Vector) -> Vector:
    """Return a point near z, of the same length: z turned a little in a coordinate plane."""
    if len(z) < 2:
        return z
    first = next((k for k, x in enumerate(z) if x != 0), 0)
    second = draw.choose([k for k in range(len(z)) if k != first])
    cosine, sine = stereographic([draw.choose(SMALL_TURNS)])
    out = list(z)
    out[first] = cosine * z[first] - sine * z[second]
    out[second] = sine * z[first] + cosine * z[second]
    return out


def tokens_on_sphere(draw: Draw, tokens: int, dimension: int) -> Matrix:
    """Return rational unit vectors, some of them equal, opposite or close to (minus) the first."""
    first = unit_vector(draw, dimension)
    return [first, *(_beside(draw, first) for _ in range(tokens - 1))]


def _beside(draw: Draw, first: Vector) -> Vector:
    place = draw.kind(PLACES)
    if place == ANYWHERE:
        return unit_vector(draw, len(first))
    if place in (SAME, OPPOSITE):
        return first if place == SAME else times(-1, first)
    near = turned(draw, first)
    return near if place == NEAR else times(-1, near)


def onto_ellipsoid(factor: Matrix, z: Vector) -> Vector:
    """Return F^-T z, a point of the ellipsoid of W = F F^T when z is a unit vector."""
    return [row[0] for row in solve(transpose(factor), [[x] for x in z])]


def points_of(draw: Draw, metric: Matrix, count: int) -> Matrix:
    """Return vectors with y^T W y = 1 for any symmetric W, or be unlucky.

    From one rational point all others are reached along chords: what a metric with a known
    factor does not need, and a weakened assumption about W does.
    """
    first = _rational_point(metric)
    return [_chord(metric, first, draw.rationals(len(metric))) for _ in range(count)]


def _rational_point(metric: Matrix) -> Vector:
    steps = [Fraction(k) for k in (0, 1, -1, 2, -2, 3)]
    for x in itertools.product(steps, repeat=len(metric)):
        square = dot(x, apply(metric, list(x)))
        if square > 0:
            try:
                return times(reciprocal(square_root(square)), list(x))
            except Irrational:
                continue
    raise Unlucky("no small vector has a positive rational length in this metric")


def _chord(metric: Matrix, start: Vector, direction: Vector) -> Vector:
    lowered = apply(metric, direction)
    square = dot(lowered, direction)
    return (
        start if square == 0 else plus(start, times(-2 * dot(lowered, start) / square, direction))
    )


def hemisphere(tokens: Matrix, covector: Vector) -> tuple[Matrix, Vector]:
    """Return the tokens moved into the open hemisphere of a covector, by changes of sign.

    A token on the boundary moves onto another one; the covector only changes if all are there.
    """
    if all(dot(covector, y) == 0 for y in tokens):
        covector = tokens[0]
    inside = next(y for y in tokens if dot(covector, y) != 0)
    moved = [y if dot(covector, y) != 0 else inside for y in tokens]
    return [y if dot(covector, y) > 0 else times(-1, y) for y in moved], covector


def on_the_boundary(tokens: Matrix, covector: Vector) -> tuple[Matrix, Vector]:
    """Return tokens of a closed hemisphere with the first, and its opposite, on the boundary."""
    first = tokens[0]
    along = without(covector, first)
    if all(x == 0 for x in along):
        nonzero = next(k for k, x in enumerate(first) if x != 0)
        other = (nonzero + 1) % len(first)
        along = [Fraction(0)] * len(first)
        along[nonzero], along[other] = -first[other], first[nonzero]
    moved = [y if dot(along, y) >= 0 else times(-1, y) for y in tokens]
    return ([*moved[:-1], times(-1, first)] if len(moved) > 1 else moved), along


def without(u: Vector, v: Vector, metric: Matrix | None = None) -> Vector:
    """Return u minus its component along v, for an inner product (u itself when v is 0)."""
    weighted = v if metric is None else apply(metric, v)
    square = dot(weighted, v)
    return u if square == 0 else plus(u, times(-dot(weighted, u) / square, v))


# ------------------------------------------------------------------ operators


def metric_factor(draw: Draw, dimension: int) -> Matrix:
    """Return a lower triangular F with a positive diagonal; F F^T is positive definite."""
    kind = draw.kind(METRICS)
    if kind == "identity":
        return identity(dimension)
    stretch = Fraction(16) if kind == "stretched" else Fraction(1)
    rows = [[*draw.rationals(row), draw.positive()] for row in range(dimension)]
    rows[-1][-1] *= stretch
    return [row + [Fraction(0)] * (dimension - len(row)) for row in rows]


def positive_definite(draw: Draw, dimension: int) -> Matrix:
    """Return a rational symmetric positive definite matrix."""
    factor = metric_factor(draw, dimension)
    return product(factor, transpose(factor))


def orthogonal(draw: Draw, dimension: int) -> Matrix:
    """Return a rational orthogonal matrix, (I + K)^-1 (I - K) for a skew K (Cayley)."""
    skew = [[Fraction(0)] * dimension for _ in range(dimension)]
    for row in range(dimension):
        for column in range(row):
            skew[row][column] = draw.rational()
            skew[column][row] = -skew[row][column]
    turn, one = exact_matrix(skew), unit_matrix(dimension)
    return plain_matrix(solve_exact(one + turn, one - turn))


def spectrum(draw: Draw, dimension: int) -> Vector:
    """Return eigenvalues: any rationals, some repeated, or some of very different sizes."""
    kind = draw.kind(SPECTRA)
    if kind == "repeated":
        two = (draw.rational(), draw.rational())
        return [two[0], two[0], *(draw.choose(two) for _ in range(dimension - 2))][:dimension]
    if kind == "extreme":
        return [draw.choose(EXTREME_VALUES) for _ in range(dimension)]
    return draw.rationals(dimension)


def with_spectrum(eigenvectors: Matrix, eigenvalues: Vector) -> Matrix:
    """Return the symmetric matrix with these orthonormal eigenvectors (rows) and eigenvalues."""
    scaled = [times(x, v) for x, v in zip(eigenvalues, eigenvectors, strict=True)]
    return rational_product(transpose(eigenvectors), scaled)


def operator(draw: Draw, dimension: int, symmetric: bool) -> Matrix:
    """Return a rational matrix: any, zero, a multiple of the identity, of rank one, nilpotent."""
    kind = draw.kind(MATRICES)
    if kind == "zero":
        return [[Fraction(0)] * dimension for _ in range(dimension)]
    if kind == "multiple":
        return diagonal([draw.rational()] * dimension)
    if kind == "rank one":
        u = draw.rationals(dimension)
        return outer(times(draw.choose((1, -1)), u), u if symmetric else draw.rationals(dimension))
    if kind == "nilpotent" and not symmetric:
        return [[draw.rational() if c > r else Fraction(0) for c in range(dimension)]
                for r in range(dimension)]  # fmt: skip
    rows = [draw.rationals(dimension) for _ in range(dimension)]
    if symmetric:
        rows = [[rows[max(r, c)][min(r, c)] for c in range(dimension)] for r in range(dimension)]
    return rows


def invertible(draw: Draw, dimension: int) -> Matrix:
    """Return a rational invertible matrix: triangular ones and a diagonal of signs, multiplied."""
    lower = metric_factor(draw, dimension)
    upper = identity(dimension)
    for row in range(dimension):
        for column in range(row + 1, dimension):
            upper[row][column] = draw.rational()
    signs = [Fraction(draw.choose((1, -1))) for _ in range(dimension)]
    return product(product(lower, upper), diagonal(signs))


# ------------------------------------------------------------------ weights and masks


def stochastic_row(draw: Draw, allowed: Sequence[bool]) -> Vector:
    """Return nonnegative rationals that sum to one over the allowed places, 0 elsewhere."""
    places = [k for k, seen in enumerate(allowed) if seen]
    kind = draw.kind(ROWS)
    row = [Fraction(0)] * len(allowed)
    for k in places:
        row[k] = draw.nonnegative() if kind == "general" else Fraction(int(kind == "uniform"))
    if not any(row):
        row[draw.choose(places)] = Fraction(1)
    return times(1 / Fraction(sum(row)), row)


def doubly_stochastic(draw: Draw, tokens: int) -> Matrix:
    """Return nonnegative rationals whose rows and columns sum to one: a mean of permutations.

    By Birkhoff's theorem there are no others, and (n - 1)^2 + 1 permutations give each of them
    (Caratheodory). A permutation alone and the mean of all are among them.
    """
    if draw.kind(ROWS) == "uniform":
        return [[Fraction(1, tokens)] * tokens for _ in range(tokens)]
    count = draw.kind(((tokens - 1) ** 2 + 1, 1, 2, 3))
    orders = [_permutation(draw, tokens) for _ in range(count)]
    shares = stochastic_row(draw, [True] * len(orders))
    table = [[Fraction(0)] * tokens for _ in range(tokens)]
    for share, order in zip(shares, orders, strict=True):
        for row, place in enumerate(order):
            table[row][place] += share
    return table


def _permutation(draw: Draw, size: int) -> list[int]:
    left = list(range(size))
    return [left.pop(draw.position(len(left))) for _ in range(size)]


def mask(draw: Draw, tokens: int, causal: bool = False) -> list[list[int]]:
    """Return who may see whom, as rows of 0 and 1; a causal one has no token see a later one."""
    kind = draw.kind(MASKS)
    bits = (0, 1)
    return [
        [
            int(
                (j <= i or not (causal or kind == "causal"))
                and (kind != "general" or draw.choose(bits) == 1)
            )
            for j in range(tokens)
        ]
        for i in range(tokens)
    ]


# ------------------------------------------------------------------ tokens that sum to zero


def zero_sum_tokens(draw: Draw, tokens: int, dimension: int) -> Matrix:
    """Return rational unit vectors with sum 0: dipoles, quadrilaterals, and a triangle if odd.

    An odd number of rational unit vectors has no sum 0 below dimension 4 (numerators and
    denominators would disagree modulo 2).
    """
    if tokens < 2 or (tokens % 2 and dimension < 4):
        raise ValueError(
            f"zero_sum_tokens: no {tokens} rational unit vectors in dimension {dimension} sum to "
            "zero; take an even number, or an odd one of at least 3 in dimension 4"
        )
    frame = orthogonal(draw, dimension)
    found: Matrix = _triangle(frame) if tokens % 2 else []
    while dimension > 1 and tokens - len(found) >= 4 and draw.choose((True, False)):
        found += _quadrilateral(draw, frame)
    while len(found) < tokens:
        unit = unit_vector(draw, dimension)
        found += [unit, times(-1, unit)]
    return found


def _triangle(frame: Matrix) -> Matrix:
    """Return u, w and -u - w for the unit vectors u and w = (-u + f_2 + f_3 + f_4)/2."""
    half = Fraction(1, 2)
    second = times(half, vector_sum(frame[1:4], times(-1, frame[0])))
    return [frame[0], second, times(-1, plus(frame[0], second))]


def _quadrilateral(draw: Draw, frame: Matrix) -> Matrix:
    """Return a e + b f, a e - b f, -a e + b f', -a e - b f' for unit f, f' orthogonal to e."""
    a, b = stereographic([draw.rational()])
    turned = apply(transpose(frame[1:]), unit_vector(draw, len(frame) - 1))
    along = times(a, frame[0])
    pairs = [(along, frame[1]), (times(-1, along), turned)]
    return [plus(start, times(sign * b, side)) for start, side in pairs for sign in (1, -1)]


def projection_onto(vectors: Matrix) -> Matrix:
    """Return the matrix of the orthogonal projection onto the span of rational vectors."""
    echelon, count = exact_matrix(vectors).rref()
    if count == 0:
        return [[Fraction(0)] * len(vectors[0]) for _ in vectors[0]]
    basis = rows_of(echelon, 0, count)
    return plain_matrix(basis.transpose() * dual_rows(basis))
