"""What once passed, or once failed, by mistake: each comes out as it must, by all the methods."""

from typing import Any

import pytest

from property_tests.false_claims import known
from verify.language.mistakes import Mistake
from verify.methods.kernel.installed import available
from verify.running.engine import run
from verify.statements.outcomes import StatementResult, StepResult

METHODS = ("symbolic", "certificate", "enclosure", "sampling")
GRADED = {"kernel", "proved", "enclosed", "sampled", "argued"}


def result(body: Any, methods: tuple[str, ...] = METHODS, origin: str = "ours") -> StatementResult:
    made = known.of(body.__name__, body, origin)
    (found,) = run([made], methods=methods, fresh=True).statements
    return found


def steps(found: StatementResult) -> dict[str, StepResult]:
    return {step.name: step for step in found.steps}


def reason(step: StepResult) -> str:
    return " ".join(outcome.reason for outcome in step.outcomes)


@pytest.mark.parametrize("said", known.REFUSED)
def test_what_python_or_a_name_decides_is_refused_in_one_line(said: str) -> None:
    body = known.REFUSED[said]
    with pytest.raises(Mistake) as refusal:
        _ = known.of(body.__name__, body).declared
    told = str(refusal.value)
    assert said in told and "\n" not in told


@pytest.mark.parametrize("body", known.FALSE, ids=lambda body: body.__name__)
def test_a_false_claim_is_refuted(body: Any) -> None:
    found = result(body)
    assert {step.grade for step in found.steps} == {"refuted"}
    assert (found.verdict, found.grade) == ("false", "refuted")


@pytest.mark.parametrize("methods", [METHODS, ("certificate",), ("symbolic", "certificate"),
                                     ("sampling",), ("kernel",)])  # fmt: skip
@pytest.mark.long
def test_nothing_undefined_or_vacuous_has_a_grade(methods: tuple[str, ...]) -> None:
    if "kernel" in methods and not available():
        pytest.skip("Coq is not here")
    found = result(known.undefined_and_vacuous, methods)
    assert not GRADED & {step.grade for step in found.steps}


def test_a_region_that_nowhere_differs_is_not_enclosed_and_one_that_does_is() -> None:
    found = steps(result(known.nothing_differs_from_itself))
    assert {step.grade for step in found.values()} <= {"refuted", "inconclusive"}
    assert steps(result(known.five_is_far))["five"].grade == "enclosed"


def test_a_size_may_be_assumed() -> None:
    found = steps(result(known.at_least_two_tokens))["two"]
    assert found.grade == "proved"
    assert {o.outcome for o in found.outcomes if o.method == "sampling"} == {"sampled"}


@pytest.mark.parametrize("body", [known.two_that_differ, known.one_that_is_not_the_last],
                         ids=lambda body: body.__name__)  # fmt: skip
def test_indices_that_are_compared_need_a_place_whether_the_claim_mentions_them(body: Any) -> None:
    found = steps(result(body, ("sampling",)))
    assert found["two"].grade == "sampled"
    assert found["three (false)"].grade == "refuted"


def test_a_true_twin_survives() -> None:
    (mutant,) = steps(result(known.a_true_twin))["shared"].mutants
    assert not mutant.refuted


def test_a_witness_that_breaks_an_assumption_is_rejected_with_its_name() -> None:
    found = result(known.witnesses_of_nothing, origin="printed")
    for name in ("W", "m", "A"):
        step = steps(found)[name]
        assert step.grade == "inconclusive"
        assert f"it violates the assumption that {name} is" in reason(step)
    assert found.verdict == "open"


def test_a_conclusion_in_words_has_no_grade_and_makes_nothing_false() -> None:
    found = result(known.conclusions_in_words, origin="printed")
    told = steps(found)
    assert {told[name].grade for name in ("consensus", "absurd", "by a name")} == {"argued"}
    assert found.verdict == "open" and found.grade == "argued"


def test_words_that_conclude_need_a_claim() -> None:
    body = known.conclusions_of_nothing_claimed
    with pytest.raises(Mistake) as refusal:
        _ = known.of(body.__name__, body).declared
    told = str(refusal.value)
    assert "the conclusion has no claim" in told and "\n" not in told
