"""Determinants and the largest of values: true and false ones."""

from collections.abc import Iterator
from typing import Any

import pytest

from verify.methods import certificate, refuting, sampling, symbolic
from verify.statements.statement import Statement
from verify.vocabulary import *

PAPER = Paper("X", "a test", "nobody", 2026, "none")


@statement("X-2", PAPER.label("extremes"), title="The largest and the least")
def extremes(given: Given) -> Proof:
    u = given(coefficients("u"))
    i = tokens.any("i")
    top, low = largest(u[j] for j in tokens), least(u[j] for j in tokens)
    bound = Inequality(top >= u[i], because=top - u[i], name="bound")
    yield "at least each", bound.but_not("the least", claim=low >= u[i])
    yield "two of them", Identity(larger(u[1], u[2]) + smaller(u[1], u[2]), u[1] + u[2], name="two")
    either = Inequality(larger(u[1], 1 - u[1]) > 0, because=larger(u[1], 1 - u[1]), name="either")
    yield "one or the other", either.but_not("both", claim=smaller(u[1], 1 - u[1]) > 0)
    gap = largest(u[j] for j in tokens.before(i)) - u[1]
    yield "before the first there is none", Inequality(gap >= 0, because=gap, name="none")
    yield "a wrong reason", Inequality(top >= low, because=0, name="wrong reason")


def outcomes(proof: Statement, name: str) -> dict[str, Any]:
    said = proof.said(name)
    sampled = sampling.decide(proof, said, count=8, seed=1)
    return {o.method: o for o in (symbolic.decide(said), certificate.decide(said), sampled)}


def twins() -> Iterator[Any]:
    for said in extremes.declared.said:
        yield from (pytest.param(said, twin, id=twin.why) for twin in said.step.twins)


@pytest.mark.parametrize(("said", "twin"), list(twins()))
def test_every_false_twin_is_refuted(said: Any, twin: Any) -> None:
    assert refuting.refute_twin(said, twin).refuted


def test_the_largest_of_no_values_is_undefined() -> None:
    found = outcomes(extremes, "none")["sampling"]
    assert found.outcome == "inconclusive" and "undefined" in found.reason
