"""Examples: counts and numbers that show what a proof says; its statement does not rest on them."""

from dataclasses import replace

import pytest

from property_tests.engine.verdict_examples import PAPER, PROVED
from property_tests.engine.verdict_examples import decided as of_steps
from verify.statements.outcomes import Outcome
from verify.vocabulary import *

SAMPLED = [Outcome("sampling", "sampled")]
REFUTED = [Outcome("sampling", "refuted", evidence={"witness": {"k": "1"}})]


def stated(example=True, rests_on=(), concludes=False):
    def body(given):
        if concludes:
            yield claim("It is so.")
        k = given(integer_scalar("k", at_least=1))
        yield "Proved.", Identity(k + k, 2 * k, name="proved")
        count = Counted(k, lambda k: k, {k: range(1, 4)}, name="shown", example=example)
        yield "Counted.", count.but_not("one more", formula=k + 1)
        if concludes:
            yield "Hence.", Equivalence("a", "b", ("shown",), ("shown",), name="both")

    return statement("X-1", PAPER.label("Lemma 1"), title="A lemma", rests_on=rests_on)(body)


def decided(made, shown, below=()):
    return of_steps(made, {"proved": PROVED, "shown": shown}, below=below)


def test_a_count_lowers_the_grade_and_an_example_does_not():
    assert decided(stated(example=False), SAMPLED).grade == "sampled"
    result = decided(stated(), SAMPLED)
    assert (result.verdict, result.grade) == ("holds", "proved")
    assert [(s.kind, s.grade) for s in result.steps] == [
        ("identity", "proved"), ("example", "sampled"),
    ]  # fmt: skip


@pytest.mark.parametrize("outcomes", [REFUTED, []])
def test_an_example_that_fails_or_is_not_decided_leaves_the_statement_open(outcomes):
    assert decided(stated(), outcomes).verdict == "open"


def test_what_concludes_from_an_example_rests_on_it():
    assert decided(stated(concludes=True), SAMPLED).grade == "sampled"


def test_what_rests_on_a_statement_does_not_rest_on_its_examples():
    below = replace(decided(stated(), SAMPLED), id="X-0")
    assert decided(stated(rests_on=("X-0",)), SAMPLED, [below]).grade == "proved"
    failing = replace(decided(stated(), REFUTED), id="X-0")
    assert decided(stated(rests_on=("X-0",)), SAMPLED, [failing]).verdict == "open"
