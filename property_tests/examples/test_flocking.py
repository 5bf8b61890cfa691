"""examples/flocking: every step rederived; beyond its threshold two birds on a line fly apart."""

from math import exp, pi, sqrt
from pathlib import Path

import pytest

import verify
from verify.methods import certificate, following, refuting
from verify.running.records import read, recorded
from verify.statements.step import obligations

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "flocking"
TIME = 400.0


@pytest.fixture
def flocking(monkeypatch):
    """The statement; Coq is asked of it in .ci/run alone."""
    monkeypatch.setenv("VERIFY_PAPERS", str(FOLDER))
    found = verify.catalogue()
    assert found.broken == () and recorded(found) == read(FOLDER / "recorded.toml")
    return found.find("FL-1")


def test_every_step_is_rederived_and_every_false_twin_refuted(flocking):
    for said in flocking.declared.said:
        assert obligations(said) and certificate.decide(said).outcome == "proved", said.place
        for twin in said.step.twins:
            assert refuting.refute_twin(said, twin).refuted, (said.place, twin.why)


def test_weights_of_short_range_are_refuted_along_a_solution(flocking):
    assert [twin.refuted for twin in following.refute_twins(flocking.declared.claim)] == [True] * 2


@pytest.mark.parametrize(("beta", "total"), [(1, pi / 2), (2, pi / 4)])
def test_two_birds_of_short_range_fly_apart_and_those_of_long_range_do_not(beta, total):
    """What relative speed s and distance r keep is s plus the integral of the weights up to r."""
    fast = 1.1 * total
    assert apart(lambda r: (1 + r * r) ** -beta, fast) > 0.9 * (fast - total) * TIME
    bound = (exp(2 * fast / sqrt(2)) - 1) / 2  # 1 + 2 X <= exp(2 V), where X = r / sqrt(2)
    assert apart(lambda r: (1 + r * r) ** -0.5, fast) <= sqrt(2) * bound


def apart(weight, speed: float, time: float = TIME, steps: int = 40_000) -> float:
    r, s = 0.0, speed
    for _ in range(steps):
        s -= weight(r) * s * time / steps
        r += s * time / steps
    return r
