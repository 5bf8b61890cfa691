"""A sample that meets an equation at one number alone has no grade, and one that moves has."""

from typing import Any

import pytest

from property_tests.false_claims import known
from verify.running.engine import run
from verify.vocabulary import *

FALSE = {  # each holds at 0, and not at other numbers that meet the equation
    "the sine": lambda x: (equals(sin(x), 0), Identity(cos(x), 1, name="a")),
    "the cosine": lambda x: (equals(cos(x), 1), Identity(x, 0, name="a")),
    "roots": lambda x: (equals(x**3, 3 * x), Identity(x, 0, name="a")),
    "one rational root of four": lambda x: (equals(x**4, 2 * x), Inequality(x <= 1, name="a")),
}


def sampled(body: Any) -> Any:
    (step,) = run([known.of("isolated", body)], methods=("sampling",), jobs=1).statements[0].steps
    return step.outcomes[0]


@pytest.mark.parametrize("name", FALSE)
@pytest.mark.parametrize("assumed", [True, False])
@pytest.mark.long
def test_one_number_is_no_sample_of_an_equation(name: str, assumed: bool) -> None:
    def body(given: Given) -> Proof:
        x = given(any_scalar("x"))
        equation, step = FALSE[name](x)
        if assumed:
            given(that(equation))
            yield "So.", step
        elif isinstance(step, Identity):
            yield "So.", Identity(step.left, step.right, where=[equation], name="a")
        else:
            yield "So.", Inequality(step.claim, where=[equation], name="a")

    found = sampled(body)
    assert found.outcome == "inconclusive" and "only at x = 0" in found.reason


def test_an_equation_that_instances_are_moved_onto_is_sampled() -> None:
    def body(given: Given) -> Proof:
        x, y = given(any_scalar("x")), given(any_scalar("y"))
        given(that(equals(x, 2 * x)))
        yield "So.", Inequality(absolute(x * y) <= 0, name="a")

    assert sampled(body).outcome == "sampled"


@pytest.mark.long
def test_several_numbers_that_meet_it_are_a_sample() -> None:
    def body(given: Given) -> Proof:
        x = given(any_scalar("x"))
        given(that(equals(x**2, 1)))
        yield "So.", Inequality(absolute(x) <= 1, name="a")

    assert sampled(body).outcome == "sampled"


def test_a_claim_without_conditions_of_its_own_is_sampled_as_before() -> None:
    def body(given: Given) -> Proof:
        k = given(integer_scalar("k", at_least=0))
        sums = Identity(total(power(2, q) for q in integers(0, k)), power(2, k + 1) - 1)
        yield "So.", Induction(over=k, start=0, claim=sums, name="a")

    assert sampled(body).outcome == "sampled"


OPPOSITE = {  # of a cosine g and a number b between -1 and 1
    "met": (lambda x, b, g: (g, b, Inequality(g <= b, name="a")), "sampled", ""),
    "and not enough": (lambda x, b, g: (g, b, Inequality(g < b, name="a")), "refuted", ""),
    "at one number": (
        lambda x, b, g: (x**3, 3 * x, Inequality(x <= 0, name="a")),
        "inconclusive", "only at x = 0",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", OPPOSITE)
def test_two_opposite_comparisons_are_an_equation(name: str) -> None:
    made, outcome, reason = OPPOSITE[name]

    def body(given: Given) -> Proof:
        x, b = given(any_scalar("x")), given(scalar_between("b", -1, 1, closed=False))
        p, q = given(unit_vector("p")), given(unit_vector("q"))
        left, right, step = made(x, b, p @ q)
        yield "So.", Inequality(step.claim, where=[left >= right, left <= right], name="a")

    found = sampled(body)
    assert found.outcome == outcome and reason in found.reason
