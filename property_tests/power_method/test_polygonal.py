"""Paper B, Lemma 15: polygonal states of self-attention, in discrete and in continuous time.

At a polygonal state all weights are 1/n, so the derivative of the softmax layer is a rational
matrix and its spectrum is read off its characteristic polynomial.
"""

from __future__ import annotations

from fractions import Fraction
from math import exp, isclose, log

import flint
import pytest
from exact_strategies import rationals
from hypothesis import example, given, settings
from hypothesis import strategies as st

from verify.numerics import raw

floats = st.floats(-2, 2)
small_steps = rationals(
    min_value=Fraction(1, 100), max_value=Fraction(19, 100), max_denominator=100
)
SINK_VALUE, SINK_SCORES = [[3, 1], [1, 3]], [[0, -5], [-5, 0]]
SQUARE = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]]
SQUARE_VALUE = [[2, 0, 1], [0, -1, 0], [1, 0, 1]]


def exact(rows):
    return [[Fraction(a) for a in row] for row in rows]


def fmpq(a):
    return flint.fmpq(a.numerator, a.denominator)


def spectrum(tokens, value, scores, step):
    """Return the characteristic polynomial on R^(n d); the radial directions give z^n."""
    x, V, P = exact(tokens), exact(value), exact(scores)

    def layer(y):
        return raw.softmax_layer(tokens=y, scores=P, value=V, step=Fraction(step))

    assert layer(x) == x
    rows = [[fmpq(Fraction(a)) for a in row] for row in raw.raw_jacobian(layer, x)]
    return flint.fmpq_mat(rows).charpoly()


def factor(eigenvalue):
    return flint.fmpq_poly([fmpq(-Fraction(eigenvalue)), 1])


def pair(real, imaginary):
    """Return the polynomial with the roots real +- i imaginary."""
    return factor(real) ** 2 + fmpq(Fraction(imaginary)) ** 2


# ------------------------------------------------------------------ which states are polygonal


@given(st.lists(st.tuples(floats, floats, floats), min_size=2, max_size=4))
def test_the_divergence_of_two_rows_is_a_product_of_differences(scores):
    """sum_j (a_j - b_j)(ln a_j - ln b_j) = sum_j (a_j - b_j)(eta_j - theta_j), for softmax rows."""
    first, second = [s[0] for s in scores], [s[1] for s in scores]
    a, b = ([exp(e) / sum(map(exp, row)) for e in row] for row in (first, second))
    divergence = sum((p - q) * (log(p) - log(q)) for p, q in zip(a, b, strict=True))
    product = sum((p - q) * (e - f) for p, q, e, f in zip(a, b, first, second, strict=True))
    assert isclose(divergence, product, abs_tol=1e-9)
    assert divergence >= sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) - 1e-9


# ------------------------------------------------------------------ the sinks


@pytest.mark.parametrize("half", [1, 2, 3])
@settings(max_examples=8)
@given(step=small_steps)
@example(step=Fraction(1, 20))
def test_opposite_tokens_attract_at_every_small_step(half, step):
    """1 - 2 tau, 1 - 10 tau, and n - 2 times 1 - 5 tau: all of modulus below 1 for tau < 1/5."""
    count = 2 * half
    found = spectrum([[1, 0]] * half + [[-1, 0]] * half, SINK_VALUE, SINK_SCORES, step)
    eigenvalues = [1 - 2 * step, 1 - 10 * step, *([1 - 5 * step] * (count - 2))]
    wanted = flint.fmpq_poly([0, 1]) ** count
    for eigenvalue in eigenvalues:
        wanted *= factor(eigenvalue)
    assert found == wanted
    assert all(abs(eigenvalue) < 1 for eigenvalue in eigenvalues)


def test_the_value_matrix_of_the_sink_has_the_eigenvalues_4_and_2():
    assert flint.fmpq_mat(2, 2, [3, 1, 1, 3]).charpoly() == factor(4) * factor(2)


@settings(max_examples=8)
@given(step=rationals(min_value=Fraction(1, 50), max_value=Fraction(13, 20), max_denominator=50))
@example(step=Fraction(1, 10))
def test_tokens_on_two_lines_attract_all_but_polygonal_directions(step):
    """P = -6 e_3 e_1^T: 1, 1, 1 - 3 tau (three times), 1 - tau/2 and 1 - tau/2 +- i tau/2."""
    found = spectrum(SQUARE, SQUARE_VALUE, [[0, 0, 0], [0, 0, 0], [-6, 0, 0]], step)
    common = pair(1 - step / 2, step / 2) * factor(1 - step / 2)
    wanted = flint.fmpq_poly([0, 1]) ** 4 * factor(1) ** 2 * factor(1 - 3 * step) ** 3 * common
    assert found == wanted
    assert abs(1 - 3 * step) < 1 and (1 - step / 2) ** 2 + step**2 / 4 < 1


def test_the_sum_of_P_and_its_transpose_does_and_their_average_does_not():
    step = Fraction(1, 10)
    of_sum = spectrum(SQUARE, SQUARE_VALUE, [[0, 0, -6], [0, 0, 0], [-6, 0, 0]], step)
    assert of_sum(fmpq(Fraction(2, 5))) == 0
    average = spectrum(SQUARE, SQUARE_VALUE, [[0, 0, -3], [0, 0, 0], [-3, 0, 0]], step)
    growing = flint.fmpq_poly([211, -410, 200])  # the product of its roots is 211/200 > 1
    assert divmod(average, growing)[1] == 0


def test_with_semidefinite_scores_two_tokens_come_back_slowly():
    """V = diag(1, -1), P = diag(0, 1), the step 1/2: tokens +-(1, 0) attract like t^(-1/2)."""
    tokens, heights = [[1 - 1e-4, 0.1414], [-(1 - 1e-4), -0.1414]], []
    for t in range(4001):
        if t in (1000, 4000):
            heights.append(abs(tokens[0][1] / tokens[0][0]))
        score = tokens[0][1] ** 2
        share = (exp(score) - exp(-score)) / (exp(score) + exp(-score))
        pushed = [[x + share * x / 2, y - share * y / 2] for x, y in tokens]
        tokens = [[a / (a * a + b * b) ** 0.5, b / (a * a + b * b) ** 0.5] for a, b in pushed]
    assert 0.4 < heights[1] / heights[0] < 0.6  # four times as long, half as far


# ------------------------------------------------------------------ continuous time


def test_the_flow_has_the_rates_of_the_layer():
    """The derivative of the velocities at +-(1, 0): 0 for radial directions, and -2, -10."""
    x, V, P = exact([[1, 0], [-1, 0]]), exact(SINK_VALUE), exact(SINK_SCORES)

    def velocities(y):
        return raw.softmax_attention(tokens=y, scores=P, value=V)

    assert velocities(x) == exact([[0, 0], [0, 0]])
    columns = []
    for unit in ([[0, 1], [0, 0]], [[0, 0], [0, 1]]):  # tangent directions
        columns.append([row[1] for row in raw.raw_differential(velocities, x, exact(unit))])
    matrix = flint.fmpq_mat([[fmpq(Fraction(a)) for a in row] for row in columns])
    assert matrix.charpoly() == factor(-2) * factor(-10)
