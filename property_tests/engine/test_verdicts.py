"""Verdicts are computed: what a statement is worth follows from its steps, and nothing is typed.

The statements here are small ones of our own; outcomes are put in by hand, so that every rule is
seen on its own. (Whole runs, where methods give the outcomes, are in test_running.)
"""

from __future__ import annotations

from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify.running.engine import _assembled as assembled
from verify.statements.outcomes import (
    STRENGTH,
    UNDEFINED,
    VACUOUS,
    Footing,
    MutantResult,
    Outcome,
)
from verify.statements.paper import Paper, Theorem
from verify.statements.statement import statement
from verify.statements.steps import Cited, Equivalence, Printed, Refuted, Witness
from verify.statements.verdicts import step_result, weakest
from verify.vocabulary import (
    Identity,
    any_scalar,
    mutant,
    positive_scalar,
    that,
)

PAPER = Paper("X", "A paper", "its authors", 2026, "none")
THEOREM = Theorem("key", "A theorem", "reference", "says", ("premise",))
GRADES = sorted(STRENGTH)
PROVED = [Outcome("symbolic", "proved"), Outcome("certificate", "proved")]
KERNEL = [*PROVED, Outcome("kernel", "kernel")]
SAMPLED = [Outcome("symbolic", "inconclusive"), Outcome("sampling", "sampled")]
ENCLOSED = [Outcome("enclosure", "enclosed")]
NOTHING = [Outcome("symbolic", "inconclusive")]
BY_WITNESS = [Outcome("certificate", "refuted", evidence={"witness": {"x": "1"}})]
BY_SAMPLE = [*PROVED, Outcome("sampling", "refuted", evidence={"witness": {"x": "1"}})]


def stated(body, **options):
    return statement("X-1", PAPER.label("Lemma 1"), title="A lemma", **options)(body)


STANDS = Footing({"x": "1"}, defined=True)


def decided(made, outcomes, mutants=(), below=()):
    """Return the result of a statement whose steps, by name, had these outcomes."""
    declared, answers = made.declared, {}
    for number, said in enumerate(declared.said):
        told = [asdict(outcome) for outcome in outcomes.get(said.name, ())]
        answers[made.id, "step", number] = {
            "outcomes": told,
            "mutants": [],
            "footing": asdict(STANDS),
        }
    for number, (why, refuted) in enumerate(mutants):
        told = [asdict(MutantResult(why, refuted))]
        answers[made.id, "mutant", number] = {"outcomes": [], "mutants": told}
    return assembled(made, answers, {result.id: result for result in below}, {})


def two_steps(given):
    x = given(any_scalar("x"))
    yield "One.", Identity(x + x, 2 * x, name="first")
    yield "Two.", Identity(x - x, 0, name="second")


# ------------------------------------------------------------------ grades


@given(st.lists(st.sampled_from(GRADES), min_size=1))
def test_nothing_is_stronger_than_its_weakest_premise(grades):
    supports = ["inconclusive" if grade == "refuted" else grade for grade in grades]
    assert weakest(grades) == min(supports, key=STRENGTH.get)
    assert weakest([*grades, "refuted"]) == "inconclusive"


@pytest.mark.parametrize(
    "outcomes, grade",
    [
        (KERNEL, "kernel"),
        (PROVED, "proved"),
        (PROVED[:1], "inconclusive"),  # the derivation alone proves nothing
        (SAMPLED, "sampled"),
        ([*PROVED[:1], *SAMPLED[1:]], "sampled"),
        (ENCLOSED, "enclosed"),
        (NOTHING, "inconclusive"),
        ((), "inconclusive"),
        (BY_SAMPLE, "refuted"),  # a later method never raises what one refuted
        ([*KERNEL, Outcome("sampling", "refuted")], "refuted"),
        # what one method leaves open lowers nothing that another has established
        ([PROVED[0], Outcome("certificate", "inconclusive"), Outcome("kernel", "kernel")],
         "kernel"),
    ],
)  # fmt: skip
def test_a_step_is_as_strong_as_what_decided_it(outcomes, grade):
    made = stated(two_steps)
    assert step_result(made.declared.said[0], outcomes, (), {}, STANDS).grade == grade


@pytest.mark.parametrize("outcomes", [KERNEL, PROVED, SAMPLED])
@pytest.mark.parametrize("footing", [Footing(None, VACUOUS), Footing(None, UNDEFINED)])
def test_a_step_that_no_instance_meets_or_gives_a_value_has_no_grade(outcomes, footing):
    made = stated(two_steps)
    assert step_result(made.declared.said[0], outcomes, (), {}, footing).grade == "inconclusive"


def test_the_kernel_alone_does_not_see_a_division_by_zero():
    """In Coq 1/0 is 0: a step that the checker does not see defined is no stronger for it."""
    said, footing = stated(two_steps).declared.said[0], Footing({"x": "1"}, defined=False)
    assert step_result(said, KERNEL[2:], (), {}, footing).grade == "inconclusive"
    assert step_result(said, KERNEL[2:], (), {}, STANDS).grade == "kernel"
    assert step_result(said, KERNEL[2:], (), {}, None).grade == "inconclusive"


@pytest.mark.parametrize("weaker, grade", [(PROVED, "proved"), (SAMPLED, "sampled"),
                                           (NOTHING, "inconclusive")])  # fmt: skip
def test_a_statement_is_as_strong_as_its_weakest_step(weaker, grade):
    result = decided(stated(two_steps), {"first": KERNEL, "second": weaker})
    assert result.grade == grade
    assert result.verdict == ("open" if grade == "inconclusive" else "holds")
    every_step_in_the_kernel = decided(stated(two_steps), {"first": KERNEL, "second": KERNEL})
    assert every_step_in_the_kernel.grade == "kernel"


def test_a_refuted_step_supports_nothing():
    result = decided(stated(two_steps), {"first": KERNEL, "second": BY_SAMPLE})
    assert (result.verdict, result.grade) == ("open", "inconclusive")


# ------------------------------------------------------------------ what a statement rests on


def resting(on):
    return stated(two_steps, rests_on=tuple(on))


def lower(name, second, rests_on=(), below=()):
    made = statement(name, PAPER.label(name), title=name, rests_on=rests_on)(two_steps)
    return decided(made, {"first": KERNEL, "second": second}, below=below)


@pytest.mark.parametrize("second, grade", [(KERNEL, "kernel"), (SAMPLED, "sampled"),
                                           (NOTHING, "inconclusive"),
                                           (BY_SAMPLE, "inconclusive")])  # fmt: skip
def test_it_is_no_stronger_than_what_it_rests_on(second, grade):
    steps = {"first": KERNEL, "second": KERNEL}
    direct = lower("X-0", second)
    assert decided(resting(["X-0"]), steps, below=[direct]).grade == grade
    # Through a statement in between whose own steps are all known.
    between = lower("X-m", KERNEL, rests_on=("X-0",), below=[direct])
    assert decided(resting(["X-m"]), steps, below=[direct, between]).grade == grade


def test_what_it_rests_on_has_to_be_there():
    result = decided(resting(["X-0"]), {"first": KERNEL, "second": KERNEL})
    assert (result.verdict, result.grade) == ("open", "inconclusive")


# ------------------------------------------------------------------ citations and equivalences


def with_a_citation(given):
    x = given(any_scalar("x"))
    yield "One.", Identity(x + x, 2 * x, name="first")
    yield "So, by a theorem,", Cited(THEOREM, {"premise": "first"}, name="cited")
    yield "both.", Equivalence("a", "b", ("first",), ("cited",), name="iff")


@pytest.mark.parametrize("outcomes, argued, steps", [
    (KERNEL, "argued", "kernel"), (SAMPLED, "sampled", "sampled"),
    (BY_SAMPLE, "inconclusive", "inconclusive"),
])  # fmt: skip
def test_a_conclusion_in_words_is_argued_at_best(outcomes, argued, steps):
    result = decided(stated(with_a_citation), {"first": outcomes})
    assert [s.grade for s in result.steps[1:]] == [argued, argued]
    assert (result.grade, result.steps_grade) == (argued, steps)
    assert result.axioms == ("key",)


def test_axioms_are_inherited():
    below = decided(stated(with_a_citation), {"first": PROVED})
    assert below.id == "X-1"
    above = statement("X-2", PAPER.label("2"), title="2", rests_on=("X-1",))(two_steps)
    result = decided(above, {"first": PROVED, "second": PROVED}, below=[below])
    assert result.axioms == ("key",)


# ------------------------------------------------------------------ false, with a witness


def printed_in(part):
    def body(given):
        x = given(any_scalar("x"))
        yield "One.", Identity(x + x, 2 * x, name="first")
        claim = Printed(x >= 0, part=part, name="claim")
        yield "Printed:", claim
        yield "no.", Witness(claim, {x: -1}, name="witness")

    return body


STEPS = {"first": PROVED, "witness": BY_WITNESS}


def test_a_refuted_statement_is_false_with_the_grade_of_its_witness():
    result = decided(stated(printed_in("statement"), repaired_by=("X-2",)), STEPS)
    assert (result.verdict, result.grade) == ("false", "refuted")
    assert (result.paper_argument, result.repaired_by) == ("broken", ("X-2",))


def test_a_refuted_argument_breaks_the_argument_and_not_the_statement():
    result = decided(stated(printed_in("argument")), STEPS)
    assert (result.verdict, result.grade, result.paper_argument) == ("holds", "proved", "broken")


def test_a_refuted_variant_of_ours_breaks_nothing():
    result = decided(stated(printed_in("variant")), STEPS)
    assert (result.verdict, result.paper_argument) == ("holds", "stands")


@pytest.mark.parametrize("part", ["statement", "argument", "variant"])
def test_a_witness_that_is_none_leaves_the_statement_open(part):
    failed = [Outcome("certificate", "inconclusive", reason="an assumption does not hold there")]
    result = decided(stated(printed_in(part)), {**STEPS, "witness": failed})
    assert (result.verdict, result.grade) == ("open", "inconclusive")


def contradicted(given):
    x = given(any_scalar("x"))
    yield "One.", Identity(x + x, 2 * x, name="first")
    claim = Printed(x >= 0, name="claim")
    yield "Printed:", claim
    yield "no: by the first step.", Refuted(claim, by=["first"], name="against")


@pytest.mark.parametrize("outcomes, told", [(PROVED, ("claim",)), (ENCLOSED, ("claim",)),
                                            (SAMPLED, ()), (BY_SAMPLE, ())])  # fmt: skip
def test_a_contradiction_in_words_is_told_and_makes_nothing_false(outcomes, told):
    result = decided(stated(contradicted), {"first": outcomes})
    assert result.verdict in ("holds", "open") and result.grade in ("argued", "inconclusive")
    assert result.contradicted == told


def test_what_rests_on_a_false_statement_rests_on_its_true_steps():
    below = decided(stated(printed_in("statement")), STEPS)
    above = statement("X-2", PAPER.label("2"), title="2", rests_on=("X-1",))(two_steps)
    result = decided(above, {"first": KERNEL, "second": KERNEL}, below=[below])
    assert (result.verdict, result.grade) == ("holds", "proved")


@pytest.mark.parametrize("origin, argued", [("ours", True), ("printed", False)])
def test_without_an_argument_of_the_paper_there_is_none_to_judge(origin, argued):
    made = stated(printed_in("statement"), origin=origin, argued=argued)
    assert decided(made, STEPS).paper_argument == "none"


# ------------------------------------------------------------------ holds with an assumption


def with_an_added_assumption(given):
    x = given(positive_scalar("x"))
    extra = given(that(x <= 1), added=True)
    yield "One.", Identity(x + x, 2 * x, name="first")
    yield mutant("any number", drop=extra)


def test_an_added_assumption_is_named_and_has_to_be_needed():
    made = stated(with_an_added_assumption)
    needed = decided(made, {"first": PROVED}, mutants=[("any number", True)])
    assert (needed.verdict, needed.grade) == ("holds_with", "proved")
    assert len(needed.with_assumptions) == 1 and "x <= 1" in needed.with_assumptions[0]
    not_shown = decided(made, {"first": PROVED}, mutants=[("any number", False)])
    assert (not_shown.verdict, not_shown.grade) == ("open", "inconclusive")
    assert not_shown.surviving == (MutantResult("any number", False),)


def without_its_mutant(given):
    x = given(positive_scalar("x"))
    given(that(x <= 1), added=True)
    yield "One.", Identity(x + x, 2 * x, name="first")


def test_an_added_assumption_without_its_mutant_leaves_the_statement_open():
    assert decided(stated(without_its_mutant), {"first": KERNEL}).verdict == "open"


def test_an_added_assumption_does_not_save_a_weak_step():
    made = stated(with_an_added_assumption)
    result = decided(made, {"first": NOTHING}, mutants=[("any number", True)])
    assert (result.verdict, result.grade) == ("open", "inconclusive")
