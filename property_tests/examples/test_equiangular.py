"""Equiangular tokens of examples/literature: both rates along solutions, and the printed proof."""

import re
from pathlib import Path

import pytest
from mpmath import exp, log, mp, mpf, odefun

import verify
from verify.render.latex_paper import plain_latex

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "literature"


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


def test_the_printed_proof_refers_to_its_inferences_and_ends_with_the_claim(monkeypatch):
    monkeypatch.setenv("VERIFY_PAPERS", str(FOLDER))
    text = plain_latex(verify.find("RIG-3"), None, {})
    labels = {rf"\label{{eq:RIG-3:{k}}}" for k in (2, 3)}
    assert r"By steps \eqref{eq:RIG-3:2} and \eqref{eq:RIG-3:3} (Coq" in text
    assert labels <= set(re.findall(r"\\label\{[^}]*\}", text))
    end = text[text.index("the following holds.") :]
    assert r"then $1 - \rho \le (1 - a)\,e^{-c t}$ at all times." in end
