"""Exact bipartite spectra: against the whole matrix, in both kinds of rationals, and bad input."""

from fractions import Fraction
from random import Random

import flint
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from proofs.power_method.bipartite_verdicts import (
    Bipartite,
    layer_block,
    layer_verdict,
    lengths,
)
from property_tests.exact_vectors import exact
from property_tests.power_method.bipartite_states import multipliers
from property_tests.power_method.drawn_bipartite import drawn_state, drawn_step, factored

sizes = st.integers(1, 3)
numbers = st.fractions(-3, 3, max_denominator=9)
positive = st.fractions(Fraction(1, 9), 9, max_denominator=9)


def quadratic(block):
    return flint.fmpq_poly([exact(block.determinant), exact(-block.trace), 1])


@given(sizes, sizes, positive, numbers, numbers, positive)
def test_a_block_is_a_factor_of_the_whole_matrix(p, q, within, here, other, step):
    state = Bipartite(p, q, within, (here, other), 0)
    rho_plus, rho_minus = lengths(state, step)
    if rho_plus != 0 and rho_minus != 0:
        expected = quadratic(layer_block(state, step, other))
        expected *= flint.fmpq_poly([exact(-1 / rho_plus), 1]) ** (p - 1)
        expected *= flint.fmpq_poly([exact(-1 / rho_minus), 1]) ** (q - 1)
        assert multipliers(p, q, within, step, here, other) == expected


@given(sizes, sizes, positive, st.lists(numbers, min_size=1, max_size=3), positive)
@example(p=2, q=2, within=Fraction(1, 9), spectrum=[Fraction(-2), Fraction(1)], step=Fraction(1, 4))
@example(p=1, q=1, within=Fraction(1), spectrum=[Fraction(1), Fraction(-1)], step=Fraction(1, 4))
def test_both_kinds_of_rationals_say_the_same(p, q, within, spectrum, step):
    plain = Bipartite(p, q, within, tuple(spectrum), 0)
    fast = Bipartite(p, q, exact(within), tuple(map(exact, spectrum)), 0)
    assert layer_verdict(plain, step) == layer_verdict(fast, exact(step))


@given(st.randoms(use_true_random=False))
def test_what_is_drawn_is_of_assumption_1(random):
    state = drawn_state(random)
    top, *others = state.eigenvalues
    assert top > 0 and all(other < top and other != 0 for other in others)
    assert others == sorted(others, reverse=True) and others
    assert drawn_step(random, state, short=True) * max(map(abs, state.eigenvalues)) < 1


def drawn(count):
    """Yield states with a step, and what their blocks say of it where that is clear."""
    for number in range(count):
        random = Random(number)
        state = drawn_state(random)
        step = drawn_step(random, state, short=random.random() < 0.5)
        verdict = layer_verdict(state, step)
        if verdict not in ("undefined", "neutral"):
            yield state, step, verdict == "stable"


def above_one(state, step):
    """Return the printed criterion: J1 to J4, and rho_+, rho_- > 1."""
    return factored(state, step) and all(state.here * mean > 0 for mean in state.means)


def test_the_four_margins_in_their_factored_form_agree_with_the_blocks():
    found = [(factored(state, step), stable) for state, step, stable in drawn(400)]
    assert {stable for _, stable in found} == {True, False}
    assert all(held == stable for held, stable in found)


@pytest.mark.parametrize("left_out", ["J1", "J2", "J3", "J4"])
def test_without_one_of_the_margins_they_differ(left_out):
    assert any(factored(state, step, left_out) != stable for state, step, stable in drawn(2000))


def test_the_printed_criterion_differs():
    assert any(above_one(state, step) != stable for state, step, stable in drawn(400))


@pytest.mark.parametrize(
    "p, q, within, spectrum, at, step, layer",
    [
        (2, 2, Fraction(1, 9), (1, -2), 1, Fraction(1, 4), "stable"),
        (2, 1, Fraction(3, 2), (1, -1), 0, Fraction(1, 2), "stable"),
        (3, 2, Fraction(5, 4), (1, Fraction(-9, 10)), 0, Fraction(1, 2), "unstable"),
        (1, 1, Fraction(1), (1, -1), 0, Fraction(1, 4), "neutral"),
        (1, 1, Fraction(1), (1, -3), 0, Fraction(7, 10), "unstable"),
        (3, 1, Fraction(1, 2), (1, -1), 0, Fraction(7, 2), "undefined"),
    ],
)
def test_what_is_said_of_known_states(p, q, within, spectrum, at, step, layer):
    state = Bipartite(p, q, within, tuple(map(Fraction, spectrum)), at)
    assert layer_verdict(state, step) == layer


@pytest.mark.parametrize(
    "arguments, says",
    [
        ((0, 1, Fraction(1), (Fraction(1),), 0), "both groups need a token"),
        ((1, 1, Fraction(0), (Fraction(1),), 0), "attention weights are positive"),
        ((1, 1, Fraction(1), (Fraction(1),), 1), "count from 0"),
    ],
)
def test_bad_input_is_told_in_one_line(arguments, says):
    with pytest.raises(ValueError, match=says):
        Bipartite(*arguments)
