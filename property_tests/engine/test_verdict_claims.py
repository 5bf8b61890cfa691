"""What a statement is worth by its claim: a theorem, what is seen along orbits, and steps.

The outcomes are put in by hand; Coq's own are in test_theorems.
"""

import pytest

from property_tests.engine.verdict_examples import *
from verify.statements.outcomes import Outcome
from verify.statements.verdicts import CONTRADICTED
from verify.vocabulary import Identity, any_scalar
from verify.vocabulary import claim as claimed

THEOREM = Outcome(
    "kernel", "kernel", 2.5, evidence={"theorem": "X_1", "unused": ["x > 0", "y is a unit vector"]}
)
NO_PROOF = Outcome("kernel", "inconclusive", 1.5, reason="its proof fails in line 3")
SEEN = Outcome("sampling", "refuted", evidence={"rigorous": True, "premises met": True})
ESTIMATED = Outcome("sampling", "refuted", evidence={"rigorous": False, "premises met": True})
OPEN = ("open", "inconclusive", "inconclusive")  # verdict, grade, and the claim's own
NEVER_BEGUN = Outcome(
    "sampling", "sampled", reason="no start fits", evidence={"premises met": False}
)


def proposition(given):
    x = given(any_scalar("x"))
    yield claimed("A square.", x**2 >= 0)
    yield "One.", Identity(x + x, 2 * x, name="first")


def denied(given):
    x = given(any_scalar("x"))
    yield claimed("All numbers are positive.", x > 0, refuted=True)
    yield "One.", Identity(x + x, 2 * x, name="first")


def result(body, theorem, followed=FOLLOWED, first=PROVED):
    return decided(stated(body), {"first": first}, theorem=theorem, followed=followed)


def test_a_theorem_is_told_with_its_name_its_time_and_what_it_does_not_use():
    found = result(proposition, THEOREM)
    assert (found.verdict, found.grade) == ("holds", "kernel")
    assert found.claim.says == "A square." and found.claim.kind == "theorem"
    assert (found.claim.grade, found.claim.theorem) == ("kernel", "X_1")
    assert found.claim.unused == ("x > 0", "y is a unit vector")
    assert (found.claim.seconds, found.claim.missing) == (2.5, "")
    assert found.claim.followed == FOLLOWED


def test_without_a_proof_a_claim_is_argued_and_says_what_is_missing():
    found = result(proposition, NO_PROOF)
    assert (found.verdict, found.grade, found.claim.grade) == ("holds", "argued", "argued")
    assert (found.claim.theorem, found.claim.unused) == ("", ())
    assert (found.claim.missing, found.claim.seconds) == ("its proof fails in line 3", 1.5)


def test_a_claim_that_coq_was_not_asked_about_is_argued():
    found = decided(stated(proposition), {"first": PROVED})
    assert (found.verdict, found.grade, found.claim.grade) == ("holds", "argued", "argued")
    assert (found.claim.missing, found.claim.seconds, found.claim.followed) == ("", 0.0, None)


def test_a_theorem_for_which_no_start_was_looked_for_is_argued():
    found = result(proposition, THEOREM, None)
    assert (found.grade, found.claim.grade, found.claim.theorem) == ("argued", "argued", "")
    assert "no start" in found.claim.missing


def test_a_theorem_without_a_start_is_vacuous():
    found = result(proposition, THEOREM, NEVER_BEGUN)
    assert (found.verdict, found.grade, found.claim.theorem) == ("open", "inconclusive", "")
    assert found.claim.missing == "no start fits"


def test_an_orbit_refutes_a_claim_that_is_not_proved():
    found = result(proposition, NO_PROOF, SEEN)
    assert (found.verdict, found.grade, found.claim.grade) == ("false", "refuted", "refuted")
    assert found.claim.missing == "its proof fails in line 3" and found.claim.fails


def test_a_solution_whose_error_is_estimated_leaves_it_open():
    found = result(proposition, NO_PROOF, ESTIMATED)
    assert (found.verdict, found.grade, found.claim.grade) == OPEN
    assert found.claim.missing == CONTRADICTED


@pytest.mark.parametrize("seen", [SEEN, ESTIMATED])
def test_what_coq_proves_and_an_orbit_refutes_is_a_contradiction(seen):
    found = result(proposition, THEOREM, seen)
    assert (found.verdict, found.grade, found.claim.grade) == OPEN
    assert found.claim.theorem == "X_1" and found.claim.contradiction
    assert not result(proposition, THEOREM).claim.contradiction


def test_what_is_denied_is_false_by_a_theorem_alone():
    assert result(denied, THEOREM).verdict == "false"
    assert result(denied, THEOREM).claim.grade == "refuted"
    without = result(denied, NO_PROOF)
    assert (without.verdict, without.grade, without.claim.grade) == ("open", "argued", "argued")


def test_a_theorem_holds_whatever_steps_leave_open_but_not_what_they_refute():
    assert result(proposition, THEOREM, first=NOTHING).grade == "kernel"
    wrong = [Outcome("certificate", "refuted", evidence={"witness": {"x": "1"}})]
    found = result(proposition, THEOREM, first=wrong)
    assert (found.verdict, found.grade) == ("open", "inconclusive")
    assert found.claim.grade == "inconclusive"


def test_a_claim_is_no_better_than_what_words_conclude_it_from():
    found = result(proposition, NO_PROOF, first=SAMPLED)
    assert (found.grade, found.claim.grade) == ("sampled", "sampled")


@pytest.mark.parametrize(
    "first, second, grade", [(KERNEL, PROVED, "kernel"), (PROVED, KERNEL, "proved")]
)
def test_a_claim_of_steps_is_no_better_than_these_nor_than_the_statement(first, second, grade):
    def of_one(given):
        yield claimed("The first.", "first")
        yield from two_steps(given)

    found = decided(stated(of_one), {"first": first, "second": second})
    assert found.claim.steps == ("first",)
    assert found.grade == found.claim.grade == "proved"
    alone = decided(stated(of_one), {"first": first, "second": KERNEL})
    assert alone.claim.grade == grade
