"""The lemma of the mean in plain numbers, so that a reader needs the paper and hypothesis alone."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

numbers = st.fractions(min_value=-9, max_value=9, max_denominator=9)


@given(st.lists(numbers, min_size=1, max_size=5), numbers)
def test_points_are_spread_least_about_their_mean(points: list[Fraction], other: Fraction) -> None:
    mean = sum(points) / len(points)
    assert sum((x - mean) ** 2 for x in points) <= sum((x - other) ** 2 for x in points)
