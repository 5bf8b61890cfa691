"""How instances are drawn from a tape of choices, and how high they are above a failure."""

from __future__ import annotations

from random import Random

import pytest

from property_tests.engine.small_lemmas import lemma_of
from verify.methods.descent import LARGEST, OUTSIDE, Landscape, TapeDraw
from verify.numerics.exact import Instance, Sizes
from verify.statements.assumption import introduced
from verify.statements.step import obligations
from verify.vocabulary import *


def tape(*choices, far=False):
    return TapeDraw(choices, Random(0), far)


def test_numbers_of_an_interval_reach_its_ends_and_have_so_many_digits():
    def rational(place, bits, *ends):
        return tape((place, bits)).rational(*ends)

    assert [rational(p, 0, 0, 1) for p in (0.0, 0.005, 0.5, 0.995, 1.0)] == [
        0, 0, Fraction(1, 2), 1, 1
    ]  # fmt: skip
    assert rational(0.3, 0, 0, 1) == Fraction(1, 4)  # 0.296 to eighths: narrow, so 3 bits more
    assert rational(0.3, 2, 0, 1) == Fraction(9, 32)
    assert rational(0.3, 0, 0, 2) == 1 and rational(0.3, 1, 0, 2) == Fraction(1, 2)  # 0.592
    assert rational(0.5, 0) == 0 and rational(1.0, 0) == LARGEST == -rational(0.0, 0)
    assert rational(0.0, 9, Fraction(1, 3), 1) == Fraction(1, 3)


def small(given):
    x, y = given(any_scalar("x")), given(any_scalar("y"))
    c, p = given(coefficients("c")), given(positive_scalar("p"))
    i, k = tokens.any("i", "k")
    s = let("s", lambda: x + 3 * y)
    yield "1.", Inequality(x - y >= 0, because=x - y, name="above")
    yield "2.", Inequality(x - y >= 0, because=x - y, where=[y >= 1, x >= 2], name="conditions")
    yield "3.", Inequality(differs(x, y), because=(x - y) ** 2, name="apart")
    yield "4.", Inequality(x >= 0, because=x, where=[equals(x, 3 * y)], name="on a line")
    yield "5.", Inequality(x >= 0, because=x, where=[differs(y, 0), y > 0], name="strictly")
    yield "6.", Inequality(c[i] <= c[k], because=c[k] - c[i], where=[precedes(i, k)], name="rises")
    yield "7.", Inequality(s - y >= 0, because=x + 2 * y, name="short")
    yield "8.", Inequality(p >= 0, because=p, name="positive")


LEMMA = lemma_of(small)


def height(name, missed=(), **values):
    said = LEMMA.said(name)
    made = Instance(tokens=len(values.get("c", [0])), dimension=1, heads=1)
    by_name = {t.name: t for t in introduced(e.assumption for e in LEMMA.declared.assumed)}
    for key, value in values.items():
        made[by_name[key]] = (
            [Fraction(v) for v in value] if isinstance(value, list) else Fraction(value)
        )
    return Landscape(said, obligations(said), tuple(said.assumptions)).height(made, missed)


def test_a_gap_counts_in_proportion_to_its_terms():
    assert height("above", x=3, y=1) == 0.5 and height("above", x=1, y=3) == -0.5
    assert height("above", x=300, y=100) == 0.5
    assert height("above", x=2, y=2) == 0 and height("above", x=0, y=0) == 0
    assert height("apart", x=1, y=3) == height("apart", x=3, y=1) == 0.5
    assert height("short", x=1, y=1) == pytest.approx(3 / 5)  # of |x| + |3 y| + |y|


def test_where_conditions_fail_it_is_outside_by_so_much():
    assert height("conditions", x=3, y=1) == 0.5
    assert height("conditions", x=1, y=3) == pytest.approx(OUTSIDE + 1 / 3)  # (2 - x)/(2 + x)
    assert height("conditions", x=1, y=0) == pytest.approx(OUTSIDE + 1 / 3 + 1)
    assert height("conditions", x=2, y=1) == pytest.approx(1 / 3)  # at both edges, inside
    assert height("strictly", x=5, y=1) == 1
    assert height("strictly", x=5, y=0) == pytest.approx(OUTSIDE + 1)  # y != 0 is missed
    assert height("on a line", x=6, y=2) == 1
    assert height("on a line", x=2, y=2) == pytest.approx(OUTSIDE + 4 / 8)
    low = LEMMA.said("conditions").step.where[0]
    assert height("above", [low], x=3, y=0) == pytest.approx(OUTSIDE + 1)
    assert height("above", [low], x=3, y=1) == 0.5


def test_the_lowest_place_counts_and_only_in_the_order_asked_for():
    assert height("rises", c=[1, 3]) == 0.5
    assert height("rises", c=[3, 1]) == -0.5
    assert height("rises", c=[1, 3, 3]) == 0
    assert height("rises", c=[5]) == pytest.approx(OUTSIDE + 1)  # nothing comes before


def test_an_instance_is_drawn_with_these_sizes_and_the_conditions_that_it_misses():
    def body(given):
        x = given(any_scalar("x"))
        g, c = given(any_head_weights("g")), given(coefficients("c"))
        given(that(x >= 100))
        yield "A.", Inequality(x >= 0, because=x, name="large")
        del g, c

    said = lemma_of(body).said("large")
    landscape = Landscape(said, obligations(said), tuple(said.assumptions))
    made, missed = landscape.drawn(tape((0.5, 0)), Sizes((3, 3), (2, 2), (4, 4)))
    assert (made.tokens, made.dimension, made.heads) == (3, 2, 4)
    (low,) = missed
    assert low.sign == ">=" and made.assumed
