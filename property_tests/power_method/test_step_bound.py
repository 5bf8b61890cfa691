"""Paper B, Lemma 4: the step bound at consensus, from the layer written by hand.

For V = diag(lambda) consensus at e_1 is contracted by the exact multipliers of the layer; the bound
is compared with them on rationals, and at the bound and beyond it the orbits are exact.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from proofs.power_method import step_bound
from verify.methods import refuting, symbolic
from verify.numerics import raw
from verify.numerics.matrices import diagonal
from verify.numerics.strategies import rationals
from verify.statements.discovery import statements_in
from verify.statements.obligations import obligations

positive = rationals(min_value=Fraction(1, 4), max_value=3)


def turned(lam, tau, parts):
    """Consensus at a vector with these parts in e_1, ..., e_d, after a step, as a direction."""
    return [(1 + tau * a) * x for a, x in zip(lam, parts, strict=True)]


@given(positive, st.lists(rationals(max_denominator=3), min_size=2, max_size=2), positive)
def test_the_bound_decides(first, others, tau):
    """All multipliers are inside the disk exactly if tau (|lambda_d| - lambda_1) < 2."""
    assume(all(other < first for other in others))
    last = min(others)
    assume(tau * (-last - first) != 2)
    inside = all(abs(1 + tau * other) < 1 + tau * first for other in others)
    assert inside == (tau * (-last - first) < 2)


@given(positive, positive, rationals(), rationals())
def test_at_the_bound_everything_comes_back(first, excess, a, b):
    lam = [first, -first - excess]
    tau = 2 / excess
    once = turned(lam, tau, [a, b])
    assert once == [(1 + tau * first) * a, -(1 + tau * first) * b]
    twice = turned(lam, tau, once)
    assert twice == [(1 + tau * first) ** 2 * a, (1 + tau * first) ** 2 * b]


def test_a_cycle_in_the_range_of_the_lemma():
    """lambda = (1, -3): the bound is 1, and at the step 1/2 e_2 is sent to -e_2, by the layer."""
    layer = {"value": diagonal([Fraction(1), Fraction(-3)]), "step": Fraction(1, 2)}
    once = raw.oja_layer(tokens=[[Fraction(0), Fraction(1)]] * 2, **layer)
    assert once == [[0, -1]] * 2
    assert raw.oja_layer(tokens=once, **layer) == [[0, 1]] * 2


def test_beyond_the_bound_the_cycle_attracts():
    """lambda = (1, -3), step 11/10: the first multiplier at e_2 is 21/23, that at e_1 23/21."""
    one, last = 1 + Fraction(11, 10), 1 - Fraction(33, 10)
    assert abs(one / last) == Fraction(21, 23) < 1 < abs(last / one)
    assert 1 / last**2 < 1


def test_a_repeated_last_eigenvalue_does_not_attract():
    """lambda = (1, -3, -3): a turn from v_2 to v_3 is multiplied by 1 in two steps."""
    tau = Fraction(11, 10)
    assert ((1 - 3 * tau) / (1 - 3 * tau)) ** 2 == 1


# ------------------------------------------------------------------ the module's own statements


@pytest.mark.parametrize("statement", statements_in(step_bound), ids=lambda s: s.id)
def test_every_step_is_derived_and_every_twin_is_refuted(statement):
    declared = statement.declared
    for said in declared.said:
        if obligations(said):
            assert symbolic.decide(said).outcome == "proved", said.place
        for twin in said.step.twins:
            found = refuting.refute_twin(said, twin)
            assert found.refuted and found.witness, (said.place, twin.why)
    for mutant in declared.mutants:
        found = refuting.refute_mutant(declared.said, mutant)
        assert found.refuted and found.witness, mutant.why
