"""Paper B, Lemma 15: polygonal states of self-attention that attract.

At a polygonal state all weights are 1/n, so the derivative of the softmax layer is a rational
matrix and its spectrum is read off its characteristic polynomial.
"""

from fractions import Fraction
from math import exp

import pytest
from exact_strategies import rationals
from hypothesis import example, given, settings

from property_tests.exact_vectors import characteristic_polynomial, linear_factors, raw_jacobian
from verify.numerics import raw

small_steps = rationals(
    min_value=Fraction(1, 100), max_value=Fraction(19, 100), max_denominator=100
)
SINK_VALUE, SINK_SCORES = [[3, 1], [1, 3]], [[0, -5], [-5, 0]]


def spectrum(tokens, value, scores, step):
    """Return the characteristic polynomial on R^(n d); the radial directions give z^n."""
    x, V, P = ([[Fraction(a) for a in row] for row in rows] for rows in (tokens, value, scores))

    def layer(y):
        return raw.softmax_layer(tokens=y, scores=P, value=V, step=step)

    assert layer(x) == x
    return characteristic_polynomial(raw_jacobian(layer, x))


@pytest.mark.parametrize("half", [1, 2, 3])
@settings(max_examples=8)
@given(step=small_steps)
@example(step=Fraction(1, 20))
def test_opposite_tokens_attract_at_every_small_step(half, step):
    """1 - 2 tau, 1 - 10 tau, and n - 2 times 1 - 5 tau: all of modulus below 1 for tau < 1/5."""
    count = 2 * half
    found = spectrum([[1, 0]] * half + [[-1, 0]] * half, SINK_VALUE, SINK_SCORES, step)
    wanted = [(0, count), (1 - 2 * step, 1), (1 - 10 * step, 1), (1 - 5 * step, count - 2)]
    assert found == linear_factors(wanted)
    assert all(abs(eigenvalue) < 1 for eigenvalue, _ in wanted)


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
