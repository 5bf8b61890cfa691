"""The exact derivative of the softmax layer, from which tests take spectra, by raw layers."""

from fractions import Fraction
from random import Random

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from property_tests.power_method.exact_layers import (
    Head,
    all_inside,
    layer_jacobian,
    on_tangents,
    state_jacobian,
    tangent_jacobian,
)
from property_tests.power_method.exact_states import Scores, polygonal_state, sign_pattern
from verify.numerics import raw
from verify.numerics.balls import ball, working_precision
from verify.numerics.exact import lucky
from verify.numerics.matrices import diagonal, identity, plus, times
from verify.numerics.number import Irrational, balls
from verify.numerics.rational_matrices import plain_matrix
from verify.numerics.shapes import beside
from verify.numerics.strategies import drawn

ONE, ZERO = Fraction(1), Fraction(0)


def pattern_of(p, q, d, seed=1, **chosen):
    return lucky(Random(seed), lambda draw: sign_pattern(draw, p, q, d, **chosen))


def test_a_basis_that_is_not_of_tangents_is_noticed():
    pattern = pattern_of(1, 1, 2, ratio=Fraction(3, 2), mode=0, step=Fraction(1, 10))
    J = state_jacobian(pattern.state)
    v, w = pattern.value.eigenvectors
    slanted = [plus(times(Fraction(3, 5), v), times(Fraction(4, 5), w))]
    with pytest.raises(ArithmeticError, match="does not stay tangent"):
        on_tangents(J, [slanted] * 2)
    with pytest.raises(ArithmeticError, match="not orthonormal"):
        on_tangents(J, [[[ONE, ONE]]] * 2)


@given(drawn(lambda draw: polygonal_state(draw, draw.choose((2, 4)), draw.choose((2, 3)))[0]))
def test_it_is_that_of_dual_numbers_in_fractions(state):
    """Where all scores vanish the raw layer needs no exponential; every entry is the same."""

    def layer(tokens):
        return raw.softmax_layer(
            tokens=tokens, scores=state.scores.rational, value=state.value, step=state.step
        )

    assert raw.raw_jacobian(layer, state.tokens) == plain_matrix(state_jacobian(state))


@given(drawn(lambda draw: sign_pattern(draw, 2, 1, 3)), st.sampled_from(["full", "causal"]))
def test_in_tangent_directions_alone_it_is_the_same(pattern, seen):
    mask = None if seen == "full" else [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    state, bases = pattern.state, [beside(x) for x in pattern.state.tokens]
    heads = [Head(state.value, state.scores)]
    try:
        whole = on_tangents(layer_jacobian(state.tokens, heads, state.step, mask=mask), bases)
    except Irrational:  # a token is sent to 0
        with pytest.raises(Irrational):
            tangent_jacobian(state.tokens, heads, state.step, bases, mask=mask)
        return
    assert tangent_jacobian(state.tokens, heads, state.step, bases, mask=mask) == whole


@pytest.mark.parametrize("seed", range(2))
def test_it_is_the_derivative_of_the_softmax_layer(seed):
    """In balls of 200 bits that of the raw layer, exponentials and roots included, contains it."""
    pattern = pattern_of(2, 1, 3, seed=seed)
    if min(pattern.lengths) <= 0:
        return
    state, exact = pattern.state, state_jacobian(pattern.state).table()
    with working_precision(200):
        scores = state.scores.matrix(balls(200))
        value = [[ball(x) for x in row] for row in state.value]

        def layer(tokens):
            return raw.softmax_layer(
                tokens=tokens, scores=scores, value=value, step=ball(state.step)
            )

        tokens = [[ball(x) for x in row] for row in state.tokens]
        for found, wanted in zip(raw.raw_jacobian(layer, tokens), exact, strict=True):
            for a, b in zip(found, wanted, strict=True):
                assert (a - flint.arb(b)).contains(0) and a.rad() < 1e-40


def test_what_is_not_rational_is_refused():
    tokens = [[ONE, ZERO], [ZERO, ONE]]
    with pytest.raises(Irrational, match="exponential"):
        layer_jacobian(tokens, [Head(identity(2), Scores(identity(2)))], ONE)
    with pytest.raises(Irrational, match="degree 2"):
        layer_jacobian(tokens, [Head(identity(2), Scores(diagonal([ZERO, ZERO])))], ONE)
    # Off a sign pattern what log 2 multiplies does not vanish.
    turned = [[Fraction(3, 5), Fraction(4, 5)], [Fraction(3, 5), Fraction(-4, 5)]]
    scores = Scores(diagonal([ZERO, ZERO]), ((Fraction(2), diagonal([Fraction(25, 9), ZERO])),))
    with pytest.raises(Irrational, match="log 2"):
        layer_jacobian(turned, [Head(diagonal([ZERO, ONE]), scores)], ONE)


@pytest.mark.parametrize(
    "arguments",
    [
        ([[ONE, ZERO]], [], None),
        ([[ONE, ZERO]], [Head(identity(3), Scores(identity(3)))], None),
        ([[ONE, ZERO]], [Head(identity(2), Scores(identity(2)))], [[1, 1], [1, 1]]),
        ([[ONE, ZERO]], [Head(identity(2), Scores(identity(2)))], [[0]]),
    ],
)
def test_sizes_that_do_not_fit_are_told(arguments):
    tokens, heads, mask = arguments
    with pytest.raises(ValueError, match="give"):
        layer_jacobian(tokens, heads, ONE, mask=mask)


@pytest.mark.parametrize("seed", range(8))
def test_all_inside_agrees_with_the_roots(seed):
    """Products of factors with known roots; modulus 1 counts as not inside."""
    random = Random(seed)
    polynomial, inside = flint.fmpq_poly([1]), True
    for _ in range(random.randint(1, 4)):
        a, b = (flint.fmpq(random.randint(-9, 9), random.choice((4, 8))) for _ in range(2))
        if random.choice((True, False)):
            polynomial *= flint.fmpq_poly([-a, 1])
            inside &= abs(a) < 1
        else:  # the pair a + i b, a - i b
            polynomial *= flint.fmpq_poly([a * a + b * b, -2 * a, 1])
            inside &= a * a + b * b < 1
    assert all_inside(polynomial * flint.fmpq(3, 7)) == inside


def test_all_inside_on_the_circle_and_without_a_polynomial():
    assert not all_inside(flint.fmpq_poly([-1, 1])) and not all_inside(flint.fmpq_poly([1, 0, 1]))
    assert all_inside(flint.fmpq_poly([5])) and all_inside(flint.fmpq_poly([0, 0, 1]))
    with pytest.raises(ValueError, match="zero polynomial"):
        all_inside(flint.fmpq_poly([]))
