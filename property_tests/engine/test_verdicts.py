"""Verdicts are computed: what a statement is worth follows from its steps, and nothing is typed.

The statements here are small ones of our own; outcomes are put in by hand, so that every rule is
seen on its own. (Whole runs, where methods give the outcomes, are in test_running.)
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from property_tests.engine.verdict_examples import *
from verify.language.mistakes import Mistake
from verify.render.axioms import cited_by
from verify.running.engine import run
from verify.statements.outcomes import (
    STRENGTH,
    UNDEFINED,
    VACUOUS,
    Footing,
    Outcome,
)
from verify.statements.statement import statement
from verify.statements.verdicts import step_result, weakest
from verify.steps.equivalence import Equivalence
from verify.steps.printed import Printed
from verify.steps.refuted import Refuted
from verify.steps.witness import Witness
from verify.vocabulary import *
from verify.vocabulary import claim as claimed

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


def one_claimed(given):
    yield claimed("The first.", "first")
    yield from two_steps(given)


def test_a_refuted_step_supports_nothing():
    result = decided(stated(two_steps), {"first": KERNEL, "second": BY_SAMPLE})
    assert (result.verdict, result.grade) == ("false", "refuted")  # it claims its steps
    result = decided(stated(one_claimed), {"first": KERNEL, "second": BY_SAMPLE})
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


def concluding_twice(given):
    yield claimed("Both, by a theorem.", cites=["analytic_descent"])
    x = given(any_scalar("x"))
    yield "One.", Identity(x + x, 2 * x, name="first")
    yield "One is the other,", Equivalence("c", "d", ("first",), ("first",), name="other")
    yield "both.", Equivalence("a", "b", ("first",), ("other",), name="iff")


@pytest.mark.parametrize("outcomes, argued, steps", [
    (KERNEL, "argued", "kernel"), (SAMPLED, "sampled", "sampled"),
    (BY_SAMPLE, "inconclusive", "inconclusive"),
])  # fmt: skip
def test_a_conclusion_in_words_is_argued_at_best(outcomes, argued, steps):
    result = decided(stated(concluding_twice), {"first": outcomes})
    assert [s.grade for s in result.steps[1:]] == [argued, argued]
    assert (result.grade, result.steps_grade) == (argued, steps)
    assert result.axioms == ("analytic_descent",)


def test_axioms_are_inherited():
    below = decided(stated(concluding_twice), {"first": PROVED})
    assert below.id == "X-1"
    above = statement("X-2", PAPER.label("2"), title="2", rests_on=("X-1",))(two_steps)
    result = decided(above, {"first": PROVED, "second": PROVED}, below=[below])
    assert result.axioms == ("analytic_descent",)


def test_a_claim_that_is_a_theorem_has_its_own_axioms_whether_or_not_it_is_proved():
    """What a run counts is what `verify axioms` lists."""

    def one_theorem(given):
        a = given(any_scalar("a"))
        yield claimed("There is one.", there_is(any_scalar("b"), lambda b: equals(a, b)))

    below = decided(stated(concluding_twice), {"first": PROVED})
    above = statement("X-2", PAPER.label("2"), title="2", rests_on=("X-1",))(one_theorem)
    known = {"X-1": stated(concluding_twice), "X-2": above}
    assert cited_by(above, known) == []
    assert decided(above, {}, below=[below]).axioms == ()


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


@pytest.mark.parametrize(("witness", "argument"), [(BY_WITNESS, "broken"), (NOTHING, "none")])
def test_a_theorem_says_nothing_of_an_argument_that_is_not_decided(witness, argument):
    def body(given):
        x = given(any_scalar("x"))
        yield claimed("A square.", x**2 >= 0)
        printed = Printed(x > 0, part="argument", name="printed")
        yield "Printed.", printed
        yield "It is false.", Witness(printed, {x: 0}, name="witness")

    theorem = Outcome("kernel", "kernel", evidence={"theorem": "X_1"})
    result = decided(stated(body), {"witness": witness}, theorem=theorem)
    assert (result.verdict, result.grade) == ("holds", "kernel")
    assert result.paper_argument == argument


def contradicted(given):
    x = given(any_scalar("x"))
    yield "One.", Identity(x + x, 2 * x, name="first")
    claim = Printed(x >= 0, name="claim")
    yield "Printed:", claim
    yield "no: by the first step.", Refuted(claim, by=["first"], name="against")


@pytest.mark.parametrize("outcomes, told", [(PROVED, ("claim",)), (ENCLOSED, ("claim",)),
                                            (SAMPLED, ()), (BY_SAMPLE, ())])  # fmt: skip
def test_a_claim_that_steps_contradict_in_words_is_open_and_told(outcomes, told):
    result = decided(stated(contradicted), {"first": outcomes})
    assert (result.verdict, result.contradicted) == ("open", told)


# ------------------------------------------------------------------ what is nowhere


def somewhere(deny=(1, 2), late=False):
    """Return the body of a statement that denies some of what is printed to be somewhere."""

    def body(given):
        x = given(any_scalar("x"))
        claim = Printed(x < 0, x**2 < 0, somewhere=True, where=[x >= 0], name="claim")
        yield "Printed: a negative one, or with a negative square.", claim
        if late:
            given(positive_scalar("y"))
        for k in deny:
            denial = claim.never(because={1: x, 2: x**2}[k], relation=k, name=f"no {k}")
            yield f"No: {k}.", denial

    return body


@pytest.mark.parametrize("outcomes, verdict", [(PROVED, "false"), (KERNEL, "false"),
                                               (ENCLOSED, "false"), (SAMPLED, "open")])  # fmt: skip
def test_what_is_said_to_be_somewhere_is_false_if_it_is_proved_to_be_nowhere(outcomes, verdict):
    result = decided(stated(somewhere()), {"no 1": outcomes, "no 2": outcomes})
    assert result.verdict == verdict
    assert (result.step("claim").grade == "refuted") == (verdict == "false")


@pytest.mark.parametrize(
    "body, outcomes",
    [(somewhere(deny=(1,)), {"no 1": PROVED}),
     (somewhere(), {"no 1": PROVED, "no 2": SAMPLED}),
     (somewhere(late=True), {"no 1": PROVED, "no 2": PROVED})],
    ids=["one of two", "one by samples", "under an assumption made later"],
)  # fmt: skip
def test_what_is_not_denied_as_a_whole_stays_open(body, outcomes):
    result = decided(stated(body), outcomes)
    assert (result.verdict, result.step("claim").grade) == ("open", "inconclusive")


def test_a_denial_is_the_opposite_of_what_is_printed_and_nothing_else():
    x = any_scalar("x").introduces
    claim = Printed(x < 0, somewhere=True, where=[x > 1], name="claim")
    denial = claim.never(because=x)
    assert (repr(denial.claim), denial.where) == ("x >= 0", claim.where)
    for wrong in (dict(claim=x >= 0), dict(claim=denial.claim, where=[x > 2])):
        with pytest.raises(Mistake, match=r"Printed\.never"):
            Inequality(because=x, denies=claim, **wrong)
    with pytest.raises(Mistake, match="needs a Witness"):
        Printed(x < 0).never(because=x)
    with pytest.raises(Mistake, match="a single instance cannot"):
        Witness(claim, {x: 1})
    with pytest.raises(Mistake, match="a square is positive"):
        Printed(differs(x, 0), somewhere=True)
    with pytest.raises(Mistake, match="numbered from 1"):
        claim.never(because=x, relation=2)
    with pytest.raises(Mistake, match="add somewhere=True"):
        Printed(x < 0, where=[x > 0])


def above(*rests_on):
    return statement("X-2", PAPER.label("2"), title="2", rests_on=rests_on)(two_steps)


BOTH = {"first": KERNEL, "second": KERNEL}


def test_what_rests_on_a_false_statement_does_not_hold():
    below = decided(stated(printed_in("statement")), STEPS)
    result = decided(above("X-1"), BOTH, below=[below])
    assert below.verdict == "false"
    assert (result.verdict, result.grade) == ("open", "inconclusive")


def test_what_names_the_true_steps_of_a_false_statement_is_as_strong_as_they_are():
    for outcomes, grade in ((PROVED, "proved"), (SAMPLED, "sampled"), (BY_SAMPLE, "inconclusive")):
        below = decided(stated(printed_in("statement")), {**STEPS, "first": outcomes})
        result = decided(above(("X-1", "first")), BOTH, below=[below])
        assert (result.grade, result.rests_on) == (grade, ("X-1",))
        assert result.rested_steps == {"X-1": ("first",)}


@pytest.mark.parametrize("step", ["claim", "witness", "no such step"])
def test_a_printed_claim_its_witness_and_a_step_that_is_not_there_support_nothing(step):
    below = decided(stated(printed_in("statement")), STEPS)
    result = decided(above(("X-1", step)), BOTH, below=[below])
    assert (result.verdict, result.grade) == ("open", "inconclusive")
    with pytest.raises(Mistake, match="X-1"):
        run([above(("X-1", step)), stated(printed_in("statement"))], methods=["symbolic"])


def test_a_named_step_is_no_stronger_than_what_its_statement_rests_on():
    false = decided(stated(printed_in("statement")), STEPS)
    between = statement("X-m", PAPER.label("m"), title="m", rests_on=("X-1",))(two_steps)
    middle = decided(between, BOTH, below=[false])
    result = decided(above(("X-m", "first")), BOTH, below=[false, middle])
    assert (result.verdict, result.grade) == ("open", "inconclusive")


def test_what_rests_on_a_statement_that_is_contradicted_in_words_does_not_hold():
    below = decided(stated(contradicted), {"first": PROVED})
    assert below.verdict == "open"
    assert decided(above("X-1"), BOTH, below=[below]).verdict == "open"


@given(st.data())
def test_no_statement_that_holds_rests_on_one_that_does_not(data):
    """Over random towers of statements, each resting on any of those below it."""
    results = []
    for number in range(data.draw(st.integers(2, 5))):
        rests_on = tuple(r.id for r in results if data.draw(st.booleans()))
        part = data.draw(st.sampled_from(["statement", "argument"]))
        made = statement(f"Y-{number}", PAPER.label("1"), title="t", rests_on=rests_on)(
            printed_in(part)
        )
        first = data.draw(st.sampled_from([KERNEL, PROVED, SAMPLED, NOTHING, BY_SAMPLE]))
        results.append(decided(made, {**STEPS, "first": first}, below=results))
    found = {r.id: r for r in results}
    for result in results:
        for name in result.rests_on if result.verdict == "holds" else ():
            assert found[name].verdict == "holds"
            assert STRENGTH[result.grade] <= STRENGTH[found[name].grade]


@pytest.mark.parametrize("origin, argued", [("ours", True), ("printed", False)])
def test_without_an_argument_of_the_paper_there_is_none_to_judge(origin, argued):
    made = stated(printed_in("statement"), origin=origin, argued=argued)
    assert decided(made, STEPS).paper_argument == "none"


@pytest.mark.parametrize(
    ("method", "grade"),
    [("symbolic", "kernel"), ("sampling", "proved"), ("sampling", "kernel"), ("kernel", "proved"),
     ("enclosure", "proved"), ("certificate", "kernel"), ("no method", "proved")],
)  # fmt: skip
def test_no_method_gives_a_grade_that_it_has_no_evidence_for(method, grade):
    with pytest.raises(ValueError, match=f"outcome: {method} cannot give the grade '{grade}'"):
        Outcome(method, grade)
