"""examples/mean_field: steps rederived, variants refuted, both rates seen along a plain computation."""

from __future__ import annotations

from math import exp, log
from pathlib import Path

import pytest

import verify
from verify.methods import certificate, following, refuting
from verify.running.records import read, recorded
from verify.statements.step import obligations

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "mean_field"
STEP = 1e-3


@pytest.fixture
def statements(monkeypatch):
    """The statements; Coq is asked of them in .ci/run alone."""
    monkeypatch.setenv("VERIFY_PAPERS", str(FOLDER))
    found = verify.catalogue()
    assert found.broken == () and recorded(found).keys() == read(FOLDER / "recorded.toml").keys()
    return {statement.id: statement for statement in found.statements}


def test_every_step_is_rederived_and_every_false_variant_refuted(statements):
    assert statements.keys() == {"MF-2", "MF-3"}
    for said in (said for each in statements.values() for said in each.declared.said):
        if obligations(said):
            assert certificate.decide(said).outcome == "proved", said.place
        for twin in said.step.twins:
            assert refuting.refute_twin(said, twin).refuted, (said.place, twin.why)


def test_no_faster_rate_holds(statements):
    for statement in statements.values():
        twins = following.refute_twins(statement.declared.claim)
        assert twins and all(twin.refuted for twin in twins), statement.id


def speed(beta: float, rho: float, n: int) -> float:
    weight = exp(beta) + (n - 1) * exp(beta * rho)
    return 2 * exp(beta * rho) * (1 - rho) * ((n - 1) * rho + 1) / weight


@pytest.mark.parametrize("beta", [0.0, 1.0, 3.0])
@pytest.mark.parametrize("n", [2, 9])
@pytest.mark.parametrize("start", [0.0, 0.4])
def test_tokens_meet_at_least_so_fast(beta, n, start):
    """Euler's method lies below: the speed has its sign, and what is compared with decays slower."""
    c = 2 / (n - 1 + exp(beta))
    rho, slow, r = start, start, 1.0
    for number in range(1, 3001):
        rho += STEP * speed(beta, rho, n)
        weight = exp(beta) + (n - 1) * exp(beta * slow)
        slow, r = (
            slow + STEP * speed(beta, slow, n) / r,
            r + STEP * (exp(beta) + (n - 1) * slow * exp(beta * slow)) / weight,
        )
        time = number * STEP
        assert 1 - rho <= (1 - start) * exp(-c * time) + 2 * STEP
        assert 1 - slow <= (1 - start) * exp(-c * log(1 + time)) + 2 * STEP
    assert rho > slow  # pre-norm delays it
