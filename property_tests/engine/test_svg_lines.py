"""Lines with fewer points lie where they did."""

from __future__ import annotations

import re
from itertools import pairwise
from math import cos, hypot, sin

from hypothesis import given
from hypothesis import strategies as st

from verify.render.svg_lines import UNSEEN, bends, small

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


def test_lines_get_small_and_curves_stay_curves():
    circle = [(90 * cos(k / 57), 90 * sin(k / 57)) for k in range(360)]
    path = "M " + " \nL ".join(f"{x:.6f} {y:.6f}" for x, y in circle) + " z"
    text = small(f'<path d="{path}"/><path d="M 0 0 \nC 1.23456 2 3 4 5 6"/><use x="1.005001"/>')
    first, curve = re.findall(r' d="([^"]*)"', text)
    assert first.startswith("M 90 0 L ") and first.endswith(" z") and len(first) < len(path) / 6
    assert curve == "M 0 0 C 1.23 2 3 4 5 6" and 'x="1.01"' in text
    assert small(text) == text
