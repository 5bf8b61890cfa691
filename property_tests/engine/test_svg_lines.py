"""Lines with fewer points lie where they did."""

from itertools import pairwise
from math import hypot

from hypothesis import given
from hypothesis import strategies as st

from verify.render.svg_lines import UNSEEN, bends

places = st.tuples(*2 * [st.floats(-100, 100)])


def distance(point, begin, end):
    """From a point to the nearest of many on the way from one end to the other."""
    return min(
        hypot(*(p - b - k / 1000 * (e - b) for p, b, e in zip(point, begin, end, strict=True)))
        for k in range(1001)
    )


@given(st.lists(places, min_size=2, max_size=12))
def test_every_point_left_out_is_close_to_the_line(points):
    kept = bends(points)
    assert kept[0] == 0 and kept[-1] == len(points) - 1
    for first, last in pairwise(kept):
        for k in range(first, last + 1):
            # The nearest of a thousand is up to half a thousandth of the way from the nearest.
            spacing = (
                hypot(*(a - b for a, b in zip(points[first], points[last], strict=True))) / 2000
            )
            assert distance(points[k], points[first], points[last]) <= UNSEEN + spacing


def test_a_way_there_and_back_keeps_its_turn():
    assert bends([(0, 0), (5, 0), (9, 0), (3, 0), (0, 0)]) == [0, 2, 4]
