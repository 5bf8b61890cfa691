"""An assumption that we added: named, and needed."""

from property_tests.engine.verdict_examples import KERNEL, NOTHING, PROVED, decided, stated
from verify.statements.outcomes import MutantResult
from verify.statements.verdicts import HOLDING
from verify.vocabulary import Identity, mutant, positive_scalar, that


def with_an_added_assumption(given):
    x = given(positive_scalar("x"))
    extra = given(that(x <= 1), added=True)
    yield "One.", Identity(x + x, 2 * x, name="first")
    yield mutant("any number", drop=extra)


def test_an_added_assumption_is_named_and_has_to_be_needed():
    made = stated(with_an_added_assumption)
    needed = decided(made, {"first": PROVED}, mutants=[("any number", True)])
    found = (needed.verdict, needed.grade, needed.paper_argument)
    assert found == ("holds_with", "proved", "stands") and needed.verdict in HOLDING
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
