"""Paper B, Lemma 4: the step bound at consensus, from the layer written by hand.

For V = diag(lambda) consensus at e_1 is contracted by the exact multipliers of the layer; the bound
is compared with them on rationals, and at the bound and beyond it the orbits are exact.
"""

from __future__ import annotations

from fractions import Fraction

from exact_strategies import rationals
from hypothesis import assume, given
from hypothesis import strategies as st

from property_tests.theorems.marks import theorem
from verify.numerics import raw
from verify.numerics.matrices import diagonal

positive = rationals(min_value=Fraction(1, 4), max_value=3)
steps = rationals(min_value=Fraction(1, 100), max_value=3)


def turned(lam, tau, parts):
    """Consensus at a vector with these parts in e_1, ..., e_d, after a step, as a direction."""
    return [(1 + tau * a) * x for a, x in zip(lam, parts, strict=True)]


@theorem("B-L4")
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


@given(positive, positive, positive, steps, st.booleans())
def test_the_cycle_at_the_last_eigenvector_attracts_beyond_the_bound_only_if_it_is_simple(
    first, excess, gap, share, repeated
):
    """Two steps at e_3, for eigenvalues (lambda_1, lambda_2, lambda_3) and a step beyond 2/excess.

    The whole derivative of two layers, on both tangent directions: if lambda_2 is lambda_3 a turn
    between e_2 and e_3 is kept, and otherwise all are contracted; e_1 never attracts.
    """
    last = -first - excess
    middle = last if repeated else min(last + gap, first / 2)
    tau = 2 / excess + share
    V = diagonal([first, middle, last])

    def once(x):
        return raw.oja_layer(tokens=x, value=V, step=tau)

    at_first, at_last = [[[Fraction(int(a == k)) for a in range(3)]] for k in (0, 2)]
    assert once(at_last) == [[0, 0, -1]]
    J = raw.raw_jacobian(lambda x: once(once(x)), at_last)
    assert [row[:2] for row in J[:2]] == [[J[0][0], 0], [0, J[1][1]]]
    assert 0 <= J[0][0] < 1
    assert J[1][1] == 1 if repeated else abs(J[1][1]) < 1
    assert abs(raw.raw_jacobian(once, at_first)[2][2]) > 1
