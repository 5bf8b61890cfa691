"""Instances moved to where conditions are equations, and over the edge of what is claimed."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from small_lemmas import lemma_of

from verify.methods.boundaries import SHORT, at_boundaries, bounds_of
from verify.methods.contradictions import check_instance
from verify.numerics.exact import Instance
from verify.numerics.holding import kept_apart
from verify.statements.assumption import introduced
from verify.statements.step import obligations
from verify.vocabulary import (
    Identity,
    Inequality,
    any_scalar,
    before,
    coefficients,
    equals,
    every,
    positive_scalar,
    square_root,
    that,
    tokens,
)


def small(given):
    x, y, z = (given(any_scalar(name)) for name in "xyz")
    p = given(positive_scalar("p"))
    c = given(coefficients("c"))
    i, k = tokens.any("i", "k")
    yield "1.", Inequality(x <= 7, because=7 - x, name="weak")
    yield "2.", Inequality(x < 7, because=7 - x, name="strict")
    yield "3.", Inequality(x >= y, because=x - y, where=[z <= y], name="above")
    yield "4.", Inequality(x**2 >= 4, because=x**2 - 4, name="not linear")
    yield "5.", Inequality(p > 3, because=p - 3, name="positive")
    yield "6.", Identity(x, y, where=[equals(2 * x, z)], name="equal")
    yield "7.", Inequality(x <= y, because=y - x, where=[equals(x + z, 4)], name="on a line")
    yield "8.", Inequality(c[i] <= 0, because=-c[i], where=[every(c[k] <= 1 for k in tokens)],
                           name="family")  # fmt: skip
    yield "9.", Inequality(c[i] <= c[k], because=c[k] - c[i], name="pair")
    yield "10.", Identity(x + 1, 1 + x, name="bare")
    yield "11.", Inequality(x >= y, because=x - y, where=[equals(2 * x**2 - 3 * x, 2)],
                            name="quadratic")  # fmt: skip
    yield "12.", Inequality(p >= x, because=p - x, where=[equals(p * square_root(p), x)],
                            name="root")  # fmt: skip


LEMMA = lemma_of(small)
START = {"x": Fraction(1), "y": Fraction(7, 2), "z": Fraction(3), "p": Fraction(5)}
NUMBERS = range(60)


def instance(size=1, **values):
    made = Instance(tokens=size, dimension=1, heads=1)
    by_name = {t.name: t for t in introduced(e.assumption for e in LEMMA.declared.assumed)}
    family = {"c": [Fraction(3 * k) for k in range(size)]}
    made.values.update({by_name[n]: v for n, v in (START | family | values).items()})
    return made


def moved(name, number, made=None, assumptions=None, all_turned=False):
    """Return what is yielded, as {name: value}; of those with nothing but signs changed, or not."""
    said = LEMMA.said(name)
    taken = said.assumptions if assumptions is None else assumptions
    made = made or instance()
    found = list(at_boundaries(obligations(said), made, bounds_of(taken), number))
    return [
        {thing.name: value for thing, value in here.values.items()}
        for here in found
        if turned_in(here, made) == all_turned
    ]


def turned_in(here, made):
    """Tell whether nothing but signs is changed."""
    before, after = list(entries(made.values)), list(entries(here.values))
    return before != after and list(map(abs, before)) == list(map(abs, after))


def entries(values):
    for each in values.values():
        yield from each if isinstance(each, list) else [each]


def given_as(name):
    return next(e.assumption.introduces for e in LEMMA.declared.assumed
                if [t.name for t in introduced([e.assumption])] == [name])  # fmt: skip


def changed(values):
    return {name for name in START if values[name] != START[name]}


def test_a_claim_is_undercut_by_a_little_in_one_number_that_it_mentions():
    gaps = set()
    for number in NUMBERS:
        (found,) = moved("weak", number)
        assert changed(found) == {"x"}
        gaps.add(found["x"] - 7)
    assert gaps == set(SHORT)


def test_a_strict_claim_is_also_met_with_equality():
    for number in NUMBERS:
        beyond, equal = moved("strict", number)
        assert beyond["x"] - 7 in SHORT and equal["x"] == 7


def test_conditions_become_equations_and_what_they_fix_stays():
    seen = set()
    for number in NUMBERS:
        found = moved("above", number)
        if len(found) == 1:  # the condition was not among those drawn
            (last,) = found
            assert last["y"] - last["x"] in SHORT
            assert len(changed(last)) == 1
            continue
        first, last = found
        assert first["z"] == first["y"] and len(changed(first)) == 1
        (fixed,) = changed(first)
        assert last["y"] - last["x"] in SHORT and last[fixed] == first[fixed]
        seen.add(fixed)
    assert seen == {"y", "z"}


def test_a_gap_that_is_not_linear_is_left_alone():
    assert all(moved("not linear", number) == [] for number in NUMBERS)


def test_no_move_breaks_what_is_assumed_of_a_thing():
    for number in NUMBERS:
        for found in moved("positive", number):
            assert 0 < found["p"] <= 3
    assert any(moved("positive", number) for number in NUMBERS)
    outside = instance(p=Fraction(-1))  # nothing of it holds before, either
    assert all(one["p"] > 0 for number in NUMBERS for one in moved("positive", number, outside))


def test_assumed_comparisons_are_boundaries_too_and_are_kept():
    y = given_as("y")
    low, met = that(y >= 3), set()
    for number in NUMBERS:
        for one in moved("above", number, assumptions=[low]):
            assert one["y"] >= 3
            met.add(one["y"] == 3)
    assert met == {True, False}


def test_an_instance_is_moved_onto_the_equation_that_is_a_condition():
    for number in NUMBERS:
        (found,) = moved("equal", number)
        assert 2 * found["x"] == found["z"] and len(changed(found)) == 1


def test_a_claim_is_undercut_on_the_equation_that_is_its_condition():
    seen = set()
    for number in NUMBERS:
        first, *others = moved("on a line", number)
        assert first["x"] + first["z"] == 4
        for last in others:
            assert last["x"] + last["z"] == 4 and last["x"] - last["y"] in SHORT
            seen.add(last["x"] - last["y"])
    assert seen == set(SHORT)


def test_an_instance_is_moved_onto_both_solutions_of_a_quadratic_equation():
    """2 x^2 - 3 x = 2 says that x = 2 or x = -1/2."""
    assert {here["x"] for n in NUMBERS for here in moved("quadratic", n)} == {2, Fraction(-1, 2)}


def test_an_instance_is_moved_onto_an_equation_that_holds_a_root():
    """p sqrt(p) = x is met where p is a square, and p is positive."""
    found = {(here["p"], here["x"]) for n in NUMBERS for here in moved("root", n)}
    assert {(Fraction(1, 4), Fraction(1, 8)), (4, 8), (9, 27)} <= found
    assert all(p > 0 for p, _ in found)


def test_what_is_assumed_equal_is_kept_where_a_claim_is_undercut():
    line = that(equals(given_as("x"), given_as("y")))
    said = LEMMA.said("weak")
    for number in NUMBERS:
        (found,) = at_boundaries(obligations(said), instance(), bounds_of([line]), number)
        assert check_instance(said, obligations(said), found).failure is not None


def test_a_claim_about_indices_fails_at_a_place_of_the_instance():
    failing = set()
    for number in NUMBERS:
        *_, last = moved("family", number, instance(3))
        assert max(last["c"]) in SHORT or max(last["c"]) > 0
        failing |= {place for place, value in enumerate(last["c"]) if value != 3 * place}
    assert failing == {0, 1, 2}
    for number in NUMBERS:
        for found in moved("pair", number, instance(2)):
            assert found["c"] != [0, 3]


def test_numbers_of_a_condition_are_turned_in_sign_where_that_is_allowed():
    patterns = set()
    for number in NUMBERS:
        for found in moved("above", number, all_turned=True):
            patterns |= {name for name in changed(found) if found[name] == -START[name]}
    assert patterns == {"y", "z"}
    least = that(given_as("y") >= 3)
    for number in NUMBERS:
        for found in moved("above", number, assumptions=[least], all_turned=True):
            assert found["y"] == START["y"]


def test_nothing_is_moved_for_an_equality_without_conditions():
    assert all(moved("bare", number) == [] for number in NUMBERS)


def test_what_is_drawn_depends_on_the_number_alone():
    assert moved("above", 3) == moved("above", 3)
    assert len({str(moved("above", number)) for number in NUMBERS}) > 5


def test_indices_in_an_order_are_placed_in_it():
    def body(given):
        c = given(coefficients("c"))
        i, k = tokens.any("i", "k")
        given(before(i, k))
        yield "A.", Inequality(c[i] <= c[k], because=c[k] - c[i], name="rises")

    said = lemma_of(body).said("rises")
    (family, *_) = introduced(iter(said.assumptions))
    for number in NUMBERS:
        made = Instance(tokens=2, dimension=1, heads=1)
        made.values[family] = [Fraction(1), Fraction(2)]
        made.apart = kept_apart(fact for a in said.assumptions for fact in a.facts)
        for found in at_boundaries(obligations(said), made, bounds_of(said.assumptions), number):
            first, second = found.values[family]
            assert first - second in SHORT  # token 1 comes before token 2, and not the reverse
