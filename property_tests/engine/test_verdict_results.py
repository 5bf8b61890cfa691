"""What a result says of its statement and steps, field by field."""

from typing import Any

import pytest

from property_tests.engine.test_verdicts import concluding_twice
from property_tests.engine.verdict_examples import *
from verify.statements.outcomes import MutantResult
from verify.statements.verdicts import step_result, weakest
from verify.vocabulary import *

STEPS = {"first": KERNEL}


def one_step(given: Any) -> Any:
    x = given(any_scalar("x"))
    yield "One.", Identity(x + x, 2 * x, name="first")


def contradicted_and_refuted(given: Any) -> Any:
    x = given(any_scalar("x"))
    yield "One.", Identity(x + x, 2 * x, name="first")
    claim, other = Printed(x >= 0, name="claim"), Printed(x <= 0, name="other")
    yield "Printed:", claim
    yield "no.", Refuted(claim, by=["first"], name="against")
    yield "Printed, too:", other
    yield "no.", Witness(other, {x: 1}, name="witness")


def contradicted_beside(given: Any) -> Any:
    x = given(any_scalar("x"))
    yield "One.", Identity(x + x, 2 * x, name="first")
    claim = Printed(x >= 0, name="claim")
    yield "Printed:", claim
    yield "no.", Refuted(claim, by=["first"], name="against")
    yield "Two.", Identity(x - x, 0, name="second")


def undecided(given: Any) -> Any:
    x = given(any_scalar("x"))
    yield "One.", Identity(x + x, 2 * x, name="first")
    yield "Of a model.", Undecided("it does so", needs="the model", name="there")


def test_nothing_at_all_is_inconclusive() -> None:
    assert weakest([]) == "inconclusive"
    assert weakest(["argued", "kernel"]) == "argued"


def test_a_result_has_the_words_of_its_statement() -> None:
    made = stated(one_step, origin="ours")
    found = decided(made, STEPS)
    assert (found.id, found.title, found.paper) == ("X-1", "A lemma", "X")
    assert (found.label, found.origin, found.basis) == (made.label.text, "ours", "printed")
    assert found.contradicted == () and found.rests_on == () and found.rested == "kernel"


def test_a_step_has_its_words_its_kind_and_what_decided_it() -> None:
    made = stated(concluding_twice)
    first, other, both = made.declared.said
    twin = MutantResult("a twin", True)
    found = step_result(first, KERNEL, (twin,), {}, STANDS)
    assert (found.name, found.says, found.place) == ("first", "One.", first.place)
    assert (found.kind, found.dimension_free, found.grade) == ("identity", True, "kernel")
    assert found.outcomes == tuple(KERNEL) and found.mutants == (twin,)
    assert (found.rests_on, found.part, found.needs) == ((), "", "")
    assert found.footing is STANDS and found.steps_grade is None
    told = step_result(other, (), (), {"first": "kernel"})
    assert (told.rests_on, told.steps_grade) == (("first", "first"), "kernel")
    assert told.kind == "equivalence" and told.dimension_free is True
    assert step_result(both, (), (), {"first": "proved", "other": "argued"}).steps_grade == "argued"


def test_a_printed_claim_has_its_part_and_what_is_undecided_its_need() -> None:
    made = stated(contradicted_and_refuted)
    printed = made.declared.said[1]
    assert step_result(printed, (), (), {}).part == "statement"
    there = stated(undecided).declared.said[1]
    found = step_result(there, PROVED, (), {}, STANDS)
    assert (found.needs, found.grade) == ("the model", "inconclusive")


def test_what_is_refuted_is_not_told_as_contradicted_in_words() -> None:
    outcomes = {"first": PROVED, "witness": BY_WITNESS}
    found = decided(stated(contradicted_and_refuted), outcomes)
    assert (found.verdict, found.grade, found.contradicted) == ("false", "refuted", ())


@pytest.mark.parametrize("second, grade", [(PROVED, "argued"), (NOTHING, "inconclusive"),
                                           (BY_SAMPLE, "inconclusive")])  # fmt: skip
def test_a_contradiction_in_words_is_open_and_argued_at_best(second: Any, grade: str) -> None:
    found = decided(stated(contradicted_beside), {"first": PROVED, "second": second})
    assert (found.verdict, found.grade) == ("open", grade)
    assert found.contradicted == ("claim",)


@pytest.mark.parametrize("outcomes, argument", [(KERNEL, "stands"), (NOTHING, "none")])
def test_an_argument_stands_where_the_statement_holds(outcomes: Any, argument: str) -> None:
    assert decided(stated(one_step), {"first": outcomes}).paper_argument == argument


def test_what_is_rested_on_counts_by_its_weakest_and_not_by_its_name() -> None:
    strong = decided(statement("X-a", PAPER.label("a"), title="a")(one_step), {"first": SAMPLED})
    weak = decided(statement("X-b", PAPER.label("b"), title="b")(one_step), {"first": PROVED})
    above = statement("X-c", PAPER.label("c"), title="c", rests_on=("X-a", "X-b"))(one_step)
    found = decided(above, STEPS, below=[strong, weak])
    assert (found.rested, found.grade, found.steps_grade) == ("sampled", "sampled", "sampled")


def test_a_conclusion_below_lends_the_grade_of_its_steps_to_those_above() -> None:
    below = decided(statement("X-a", PAPER.label("a"), title="a")(concluding_twice), STEPS)
    above = statement("X-c", PAPER.label("c"), title="c", rests_on=("X-a",))(one_step)
    found = decided(above, STEPS, below=[below])
    assert (found.grade, found.steps_grade) == ("argued", "kernel")
    sampled = decided(above, {"first": PROVED}, below=[below])
    assert sampled.steps_grade == "proved"
