"""Paper B, section 2.1: without a gap the power method takes many steps."""

from fractions import Fraction

from exact_strategies import rationals
from hypothesis import given
from hypothesis import strategies as st

from property_tests.theorems.marks import theorem

positive = rationals(min_value=Fraction(1, 4), max_value=3, max_denominator=4)
steps = rationals(min_value=Fraction(1, 20), max_value=4, max_denominator=20)


@theorem("B-C3")
@given(positive, positive, steps, st.integers(0, 20))
def test_without_a_gap_it_takes_many_steps(first, second, tau, t):
    """(1 - epsilon)^t >= 1 - t epsilon: epsilon = tau (lambda_1 - lambda_2)/(1 + tau lambda_1)."""
    epsilon = tau * (first - second) / (1 + tau * first)
    assert 1 - epsilon == (1 + tau * second) / (1 + tau * first)
    assert (1 - epsilon) ** t >= 1 - t * epsilon
