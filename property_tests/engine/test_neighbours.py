"""What is evaluated at all neighbours of an instance at once is what is evaluated at each."""

from __future__ import annotations

import operator
from fractions import Fraction

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.language.mistakes import Mistake
from verify.language.walk import ordered
from verify.methods.drawing import sizes_for
from verify.numerics import solving
from verify.numerics.holding import grown_instance, placings
from verify.numerics.neighbours import AtNeighbours, Parted
from verify.numerics.number import (
    Dual,
    Irrational,
    Undefined,
    extreme,
    function,
    in_flint,
    power,
    reciprocal,
    whole_number,
)
from verify.statements.discovery import discover
from verify.statements.obligations import Equality, claim_indices
from verify.statements.step import obligations

PLACES = range(3)
rationals = st.fractions(-3, 3, max_denominator=4).map(in_flint)
several = st.builds(
    AtNeighbours, rationals, st.dictionaries(st.sampled_from(PLACES), rationals, max_size=3)
)
numbers = st.one_of(rationals, several, st.integers(-3, 3))
OPERATIONS = (operator.add, operator.sub, operator.mul)


def at(number, place):
    """Return what a number is at a neighbour, None being the instance itself."""
    if isinstance(number, Dual):
        return (at(number.value, place), at(number.slope, place))
    if not isinstance(number, AtNeighbours):
        return number
    return number.there.get(place, number.here)


@given(numbers, numbers, numbers, st.sampled_from(OPERATIONS), st.sampled_from(OPERATIONS))
def test_sums_and_products_are_those_of_each_neighbour(x, y, z, first, second):
    found = second(first(x, y), z)
    for place in (None, *PLACES):
        assert at(found, place) == second(first(at(x, place), at(y, place)), at(z, place))


@given(several, rationals, numbers)
def test_slopes_are_those_of_each_neighbour(x, slope, y):
    found = (Dual(x, slope) * y + y) * Dual(x, slope)
    for place in (None, *PLACES):
        here = Dual(at(x, place), slope)
        assert at(found, place) == at((here * at(y, place) + at(y, place)) * here, place)


@given(several)
def test_a_number_that_is_0_at_some_neighbour_has_no_reciprocal(x):
    values = [at(x, place) for place in (None, *PLACES)]
    if any(value == 0 for value in values):
        with pytest.raises(Undefined):
            reciprocal(x)
    else:
        inverse = reciprocal(x)
        assert [at(inverse, p) for p in (None, *PLACES)] == [1 / value for value in values]


def test_roots_and_functions_leave_the_rationals_where_some_neighbour_does():
    assert at(power(AtNeighbours(in_flint(4), {1: in_flint(9)}), Fraction(1, 2)), 1) == 3
    assert at(power(AtNeighbours(in_flint(4), {1: in_flint(9)}), Fraction(1, 2)), 2) == 2
    for wrong in (
        lambda: power(AtNeighbours(in_flint(4), {1: in_flint(2)}), Fraction(1, 2)),
        lambda: function("exp", AtNeighbours(in_flint(0), {1: in_flint(1)})),
    ):
        with pytest.raises(Irrational):
            wrong()
    with pytest.raises(Undefined):
        function("log", AtNeighbours(in_flint(1), {1: in_flint(-1)}))


def test_what_is_decided_by_a_comparison_is_the_same_everywhere_or_refused():
    x, y = AtNeighbours(in_flint(1), {0: in_flint(2)}), in_flint(3)
    assert at(extreme([x, y]), 0) == 3
    with pytest.raises(Parted):
        extreme([x, flint.fmpq(3, 2)])
    assert whole_number(AtNeighbours(in_flint(2), {0: in_flint(2)})) == 2
    with pytest.raises(Parted):
        whole_number(x)


@pytest.mark.parametrize("name", ["A-T5.2", "A-L3.2", "B-T1", "B-L5"])
def test_the_linear_system_of_a_thing_is_that_of_an_evaluation_a_number(name):
    """Gaps of the papers' own equations, between things that are drawn."""
    (statement,) = (s for s in discover().statements if s.id == name)
    compared = 0
    for said in statement.declared.said:
        claims = [c for c in obligations(said) if isinstance(c, Equality)]
        found = grown_instance(tuple(said.assumptions), sizes_for(said, 2), 7, 25)
        if not claims or found is None:
            continue
        exact = solving.in_flint_all(found)
        for thing in list(found.values)[:4]:
            slots = list(solving.slots_of(thing, found))
            wanted = [
                solving.Wanted((c.left, c.right), here)
                for c in claims
                for here in placings(ordered(claim_indices(c)), found)
            ]
            if slots:
                both = [
                    outcome(way, thing, slots, wanted, exact)
                    for way in (solving._at_once, solving._one_by_one)
                ]
                assert both[0] == "parted" or both[0] == both[1]
                compared += both[0] != "parted" and not isinstance(both[0], str)
    assert compared


def outcome(way, *arguments):
    try:
        starts, rows = way(*arguments)
    except Parted:
        return "parted"
    except (Irrational, Undefined, Mistake):
        return "no value"
    return list(starts), rows
