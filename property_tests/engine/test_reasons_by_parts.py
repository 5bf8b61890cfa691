"""Reasons of gaps with factors, roots and denominators: what is found, and what must not be."""

from __future__ import annotations

import pytest

from verify.methods import certificate, symbolic
from verify.methods.searching.reasons import reason_of
from verify.render.narration import narrate
from verify.render.unicode_formulas import UnicodeNotation
from verify.statements.paper import Paper
from verify.statements.statement import statement
from verify.statements.step import obligations
from verify.vocabulary import (
    Inequality,
    any_scalar,
    bounded_vector,
    cos,
    let,
    positive_scalar,
    scalar_between,
    sin,
    that,
)

PAPER = Paper("R", "Reasons", "nobody", 2026, "none")


def said_of(body):
    """The one step of a statement."""
    (said,) = statement("R-1", PAPER.label("Lemma 1"), title="A lemma")(body).declared.said
    return said


def reason(body):
    said = said_of(body)
    (claim,) = obligations(said)
    return reason_of(said, claim).because


def squares_of_binomials(given, most=4):
    p, q = given(positive_scalar("p")), given(positive_scalar("q"))
    left = p**4 + 3 * p**3 * q + 3 * p * q**3 + q**4
    yield "Even.", Inequality(left >= most * p**2 * q**2, name="binomials")


def above_a_bound(given, most=2):
    p, q = given(positive_scalar("p")), given(positive_scalar("q"))
    E = given(positive_scalar("E"))
    given(that(E > 1))
    yield "Shifted.", Inequality(E**3 * p**4 + E * q**4 > most * p**2 * q**2, name="shifted")


def factors(given, most=2):
    a, b, x = given(any_scalar("a")), given(any_scalar("b")), given(scalar_between("x", 0, 1))
    both, front = a**2 * (a**2 + b**2), x**3 * (1 - x) ** 3
    yield "Factors.", Inequality(front * most * a**3 * b <= front * both, name="factors")


def waves(given, most=2):
    a, b = given(any_scalar("a")), given(any_scalar("b"))
    apart = (cos(a) ** 2 + cos(b) ** 2) * (1 - cos(a)) * sin(b) ** 2
    both = cos(a) * cos(b) * (1 - cos(a)) * sin(b) ** 2
    yield "Waves.", Inequality(most * both <= apart, name="waves")


def denominators_in_denominators(given, least=2):
    a, b, t = (given(positive_scalar(name)) for name in "abt")
    above = let("above", lambda: 1 + t * (a - b) / (a + b))
    below = let("below", lambda: 1 - t * (a - b) / (a + b))
    given(that(above > 0))
    given(that(below > 0))
    yield "Fractions.", Inequality(1 / above + 1 / below >= least, name="fractions")


def times_the_sum_of_its_sides(given, most=4):
    q, r = given(positive_scalar("q")), given(positive_scalar("r"))
    yield "Root.", Inequality(q < 2, where=[r * q**2 <= 1, most * r > 1], name="below")


def through_a_third(given, most=4):
    size, push = given(positive_scalar("size")), given(positive_scalar("push"))
    z = given(bounded_vector("z", by=size))
    given(that(push >= 2 * size))
    yield "Third.", Inequality(most * (z @ z) <= push**2, name="third")


FALSE = {
    squares_of_binomials: 9, above_a_bound: 3, factors: 3, waves: 3,
    denominators_in_denominators: 3, times_the_sum_of_its_sides: 5, through_a_third: 5,
}  # fmt: skip
NAMES = [body.__name__ for body in FALSE]


@pytest.mark.parametrize("body", FALSE, ids=NAMES)
@pytest.mark.long
def test_a_gap_has_a_reason_by_its_parts_and_is_decided_by_it(body):
    said = said_of(body)
    outcomes = [method.decide(said).outcome for method in (symbolic, certificate)]
    assert outcomes == ["proved", "proved"]


@pytest.mark.parametrize(("body", "number"), FALSE.items(), ids=NAMES)
@pytest.mark.long
def test_its_false_neighbour_has_none(body, number):
    def neighbour(given):
        yield from body(given, number)

    assert reason(neighbour) is None
    for method in (symbolic, certificate):
        assert method.decide(said_of(neighbour)).outcome == "inconclusive"


def test_a_reason_that_the_search_finds_is_printed_whether_or_not_there_was_a_run():
    made = statement("R-1", PAPER.label("Lemma 1"), title="A lemma")(squares_of_binomials)
    (step,) = narrate(made, UnicodeNotation()).steps
    assert "since" in [shown.lead for shown in step.claim.displays]
