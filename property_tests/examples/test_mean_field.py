"""examples/mean_field: steps rederived, variants refuted, both rates seen along solutions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mpmath import exp, log, mp, mpf, odefun

import verify
from verify.methods import certificate, following, refuting
from verify.render.latex_paper import plain_latex
from verify.running.records import read, recorded
from verify.statements.step import obligations

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "mean_field"


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


@pytest.mark.parametrize(("beta", "n", "start"), [(0, 2, "0"), (1, 9, "0.4"), (2, 3, "0")])
def test_tokens_meet_at_least_so_fast(beta, n, start):
    """The equations, solved by mpmath's Taylor series at 15 digits."""
    with mp.workdps(15):
        first, c = mpf(start), 2 / (n - 1 + exp(mpf(beta)))

        def velocities(_, state):
            rho, slow, r = state
            weights = [exp(mpf(beta)) + (n - 1) * exp(beta * x) for x in (rho, slow)]
            speeds = [
                2 * exp(beta * x) * (1 - x) * ((n - 1) * x + 1) / weight
                for x, weight in zip((rho, slow), weights, strict=True)
            ]
            radius = (exp(mpf(beta)) + (n - 1) * slow * exp(beta * slow)) / weights[1]
            return [speeds[0], speeds[1] / r, radius]

        at = odefun(velocities, 0, [first, first, mpf(1)])
        for time in (mpf(1) / 4, mpf(1)):
            rho, slow, _ = at(time)
            assert 1 - rho < (1 - first) * exp(-c * time)
            assert 1 - slow < (1 - first) * exp(-c * log(1 + time))
            assert rho > slow  # pre-norm delays it


def test_the_printed_proof_refers_to_its_inferences_and_ends_with_the_claim(statements):
    text = plain_latex(statements["MF-2"], None, {})
    assert r"By steps \eqref{eq:MF-2:2} and \eqref{eq:MF-2:3} (Coq" in text
    assert {r"\label{eq:MF-2:2}", r"\label{eq:MF-2:3}"} <= set(
        re.findall(r"\\label\{[^}]*\}", text)
    )
    end = text[text.index("the following holds.") :]
    assert r"then $1 - \rho \le (1 - a)\,e^{-c t}$ at all times." in end
