"""No false claim about a logarithm is established, nor one that has no value everywhere."""

from typing import Any

import pytest

from property_tests.false_claims import logarithms
from verify.methods.kernel.installed import available
from verify.running.engine import run
from verify.statements.outcomes import StepResult

METHODS = ("symbolic", "certificate", "sampling", "kernel")


def steps(statements: list[Any]) -> list[StepResult]:
    methods = METHODS if available() else METHODS[:-1]
    (found,) = run(statements, methods=methods, fresh=True).statements
    return list(found.steps)


@pytest.mark.long
def test_every_false_claim_is_refuted() -> None:
    found = {step.name: step.grade for step in steps(logarithms.FALSE)}
    assert len(found) == 12 and set(found.values()) == {"refuted"}, found


@pytest.mark.long
def test_what_has_no_value_has_no_grade() -> None:
    found = {step.name: step.grade for step in steps(logarithms.UNDEFINED)}
    assert len(found) == 4 and set(found.values()) == {"inconclusive"}, found


@pytest.mark.long
def test_tangents_and_what_follows_of_them_are_established() -> None:
    found = {step.name: step.grade for step in steps(logarithms.TRUE)}
    assert found and set(found.values()) <= {"kernel", "proved"}, found
