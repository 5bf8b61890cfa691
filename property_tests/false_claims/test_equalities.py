"""No false claim under an equation, an order of indices or a condition on pairs is established."""

import pytest

from property_tests.false_claims import equalities, excluded
from verify.language.indices import Index
from verify.language.mistakes import Mistake
from verify.methods.kernel.installed import available
from verify.running.engine import run
from verify.statements.outcomes import ESTABLISHED, StepResult
from verify.vocabulary import coefficients, equals, every, precedes, that, tokens

METHODS = ("symbolic", "certificate", "sampling", "kernel")


def steps(bodies) -> list[StepResult]:
    methods = METHODS if available() else METHODS[:-1]
    results = run(equalities.statements(bodies), methods=methods, fresh=True).statements
    return [step for result in results for step in result.steps]


@pytest.mark.long
def test_no_false_claim_is_established_and_each_is_refuted() -> None:
    found = steps(equalities.FALSE)
    assert len(found) >= 41
    assert {step.name: step.grade for step in found if step.grade != "refuted"} == {}
    for step in found:  # whichever methods were asked: none of them alone says so either
        said = [o.outcome for o in step.outcomes if o.method in ("certificate", "kernel")]
        assert not set(said) & set(ESTABLISHED), step.name


@pytest.mark.long
def test_nothing_that_contradictory_conditions_allow_has_a_grade() -> None:
    found = steps(excluded.VACUOUS)
    assert len(found) >= len(excluded.VACUOUS)
    for step in found:
        assert step.grade == "inconclusive", step.name
        assert any("no instance satisfies" in outcome.reason for outcome in step.outcomes), (
            step.name
        )


@pytest.mark.long
def test_true_claims_are_established() -> None:
    found = {step.name: step.grade for step in steps(excluded.TRUE)}
    assert found and set(found.values()) <= {"kernel", "proved"}, found


U, (K, _) = coefficients("u").introduces, tokens.any("i", "j")


@pytest.mark.parametrize(("wrong", "told"), [
    (lambda: precedes(K, K), "must be two indices"),
    (lambda: precedes(K, 3), "needs indices"),  # type: ignore[arg-type]
    (lambda: every(lambda j: precedes(j, K)), "an order of indices"),  # type: ignore[arg-type]
    (lambda: every(lambda j: U[j] <= 0, over=tokens.but(K)), "must be 'tokens'"),
    (lambda: every(lambda p, q: U[p] <= U[q], over=["tokens"]), "over= names 1 sets"),
    (lambda: every(lambda: U[K] <= 0), "takes 0 indices"),
    (lambda: that(equals(sum(U[k] for k in tokens), 0)), "escapes its sum"),
    (lambda: that(every(lambda j: U[j] <= 0)), "instead of every(...)"),
])  # fmt: skip
def test_a_slip_is_told_in_one_line(wrong, told: str) -> None:
    with pytest.raises(Mistake) as refusal:
        wrong()
    assert told in str(refusal.value) and "\n" not in str(refusal.value)


def test_indices_are_never_compared_by_python() -> None:
    """A condition on w[i, j] and w[j, i] is looked at by identity alone."""
    with pytest.raises(Mistake):
        _ = Index("i", tokens) == Index("i", tokens)
