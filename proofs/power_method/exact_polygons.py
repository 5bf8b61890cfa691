"""Exact derivatives of self-attention at polygonal states, and what their eigenvalues are.

At a polygonal state all scores are 0, so that every weight is 1/n and the derivative of the layer,
softmax included, is a rational matrix. It is 0 on the n radial directions.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import flint

from verify.numerics.exact import Draw, lucky
from verify.numerics.matrices import Matrix, diagonal, identity, times, transpose
from verify.numerics.rational_matrices import (
    blocks_of_rows,
    exact_matrix,
    rational_product,
    solve_exact,
    unit_matrix,
)
from verify.numerics.shapes import orthogonal, tokens_on_sphere, without
from verify.vocabulary import Case, Fraction

from .decisions import compared, decision, written
from .families.equilibria import Scores, State, polygonal_state, scores_vanishing_on, value_matrix
from .families.exact_layers import Head, layer_jacobian

SQUARE = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]]
SQUARE_VALUE = [[2, 0, 1], [0, -1, 0], [1, 0, 1]]
ONE_SIDED = [[0, 0, 0], [0, 0, 0], [-6, 0, 0]]
SUM = [[0, 0, -6], [0, 0, 0], [-6, 0, 0]]
AVERAGE = [[0, 0, -3], [0, 0, 0], [-3, 0, 0]]


def multipliers(x: Matrix, V: Matrix, P: Matrix, tau: Fraction) -> flint.fmpq_poly:
    """Return the characteristic polynomial of the derivative on tangent directions."""
    whole = layer_jacobian(x, [Head(V, Scores(P))], tau).charpoly()
    quotient, rest = divmod(whole, flint.fmpq_poly([0, 1]) ** len(x))
    if rest.degree() >= 0:
        raise ValueError("multipliers: the state is not at rest; give a polygonal one")
    return quotient


# ------------------------------------------------------------------ which states are polygonal


@decision
def polygonal_exactly(random: Random, *, scores: bool = True, total: bool = True) -> Case:
    """Decide whether all s_i are 0 exactly if the tokens sum to 0 and no score between them is left.

    Without `scores` these, and without `total` the sum of all tokens, are not looked at.
    """
    state = lucky(random, _with_and_without_scores)
    x = exact_matrix(state.tokens)
    parts = [state.scores.rational, *(part for _, part in state.scores.logarithms)]
    scoreless = not any(any((x * exact_matrix(P) * x.transpose()).entries()) for P in parts)
    balanced = not any(sum(column) for column in transpose(state.tokens))
    polygonal = not any((state.scores.weight_matrix(state.tokens) * x).entries())
    criterion = (scoreless or not scores) and (balanced or not total)
    kind = f"{'sum 0' if balanced else 'another sum'}, {'no' if scoreless else 'some'} scores"
    return compared(criterion, polygonal, state.describe(), kind)


def _with_and_without_scores(draw: Draw) -> State:
    """Return tokens that sum to 0 or not, with scores that vanish on them or are logarithms of 2."""
    d = draw.choose((2, 3))
    place = draw.choose(("polygon", "frame", "frame", "anywhere"))
    if place == "polygon":
        return polygonal_state(draw, draw.choose((2, 4)), d)[0]
    value = value_matrix(draw, d).matrix
    if place == "anywhere":
        tokens = tokens_on_sphere(draw, draw.choose((1, 2, 3)), d)
        return State(tokens, value, scores_vanishing_on(draw, tokens), Fraction(1))
    frame = orthogonal(draw, d)
    ends = [times(sign, f) for f in frame[:2] for sign in (1, -1)]
    tokens = draw.choose((ends, ends, ends[:2], ends[:3], [draw.choose(ends) for _ in range(4)]))
    powers = [[draw.choose((0, 0, 1, -1)) for _ in range(d)] for _ in range(d)]
    scores = Scores(diagonal([Fraction(0)] * d), ((Fraction(2), rational_product(
        transpose(frame), powers, frame)),))
    return State(tokens, value, scores, Fraction(1))


def square_at(scores: Matrix) -> Callable[..., Fraction]:
    """Return the polynomial of the square, for step k/20, as a function of two integers."""

    def at(k: int, z: int) -> Fraction:
        number = multipliers(SQUARE, SQUARE_VALUE, scores, Fraction(k, 20))(flint.fmpq(z))
        return Fraction(int(number.p), int(number.q))

    return at


# ------------------------------------------------------------------ an odd number of eigenvalues


def common_map(state: State) -> tuple[flint.fmpq_mat, flint.fmpq_mat]:
    """Return I - C, where C = (1/n) sum_j x_j x_j^T, and G = (I - C) V (I + C P^T)."""
    x, one = exact_matrix(state.tokens), unit_matrix(len(state.value))
    C = x.transpose() * x / len(state.tokens)
    P = exact_matrix(state.scores.rational)
    return one - C, (one - C) * exact_matrix(state.value) * (one + C * P.transpose())


@decision
def determinants(random: Random, *, forgotten: bool = False) -> Case:
    """Decide det G = det(I - C) det V at random polygonal states; or det V alone, if `forgotten`."""
    count = random.choice((2, 4))
    state, _ = lucky(random, lambda draw: polygonal_state(draw, count, 3))
    rest, G = common_map(state)
    share = rest.det()
    expected = exact_matrix(state.value).det() * (1 if forgotten else share)
    kind = "tokens on one line" if share == 0 else "tokens on no line"
    return compared(expected, G.det(), state.describe(), kind)


@decision
def odd_signatures(random: Random, *, any_number: bool = False) -> Case:
    """Decide that a multiplier exceeds 1 where V has an odd number of positive eigenvalues.

    With `any_number` it is claimed for every V. On common directions the layer's derivative is a 3 by 3
    matrix M, and det(I - M) < 0 says that one of its eigenvalues is above 1; only where it is not are
    all roots of the whole characteristic polynomial isolated.
    """
    state, value = lucky(random, lambda draw: polygonal_state(draw, 4, 3))
    rest, _ = common_map(state)
    odd = sum(number > 0 for number in value.eigenvalues) % 2 == 1
    if rest.det() == 0 or not (odd or any_number):
        return Case("boundary")
    exceeds = common_determinant(state, rest) < 0 or exceeds_one(
        multipliers(state.tokens, state.value, state.scores.rational, state.step))
    return compared(exceeds, True, state.describe(), "odd" if odd else "even")


@decision
def at_a_singular_value(_random: Random) -> Case:
    """Decide it at one state where V has one positive eigenvalue, and two that are 0."""
    matrices = (SQUARE, ([1, 0, 1], [0, 0, 0], [1, 0, 1]), ONE_SIDED)
    x, V, P = ([[Fraction(entry) for entry in row] for row in matrix] for matrix in matrices)
    step = Fraction(1, 20)
    return compared(exceeds_one(multipliers(x, V, P, step)), True, written(x=x, V=V, P=P, step=step), "odd")


def common_determinant(state: State, rest: flint.fmpq_mat) -> flint.fmpq:
    """Return det(I - M): the derivative takes P_i z to P_i M z, whose mean over i is (I - C) M z."""
    count, d = len(state.tokens), len(state.value)
    directions = [[without(z, y) for y in state.tokens] for z in identity(d)]
    heads = [Head(state.value, state.scores)]
    moved = layer_jacobian(state.tokens, heads, state.step, directions=directions)
    means = flint.fmpq_mat(d, d)
    for block in blocks_of_rows(moved, d):
        means = means + block
    return (unit_matrix(d) - solve_exact(rest, means / count)).det()


def exceeds_one(polynomial: flint.fmpq_poly) -> bool:
    """Return whether a polynomial has a real root above 1 (exactly, by isolating its roots)."""
    shifted = polynomial(flint.fmpq_poly([1, 1]))
    integers = flint.fmpz_poly([int((c * shifted.denom()).p) for c in shifted.coeffs()])
    roots: Any = integers.complex_roots()  # pairs of a ball and a multiplicity
    return any(root.imag == 0 and bool(root.real > 0) for root, _ in roots)
