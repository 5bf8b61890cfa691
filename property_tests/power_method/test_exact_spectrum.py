"""Paper B, Lemma 14 at d = 16 and n = 16: all 240 eigenvalues of the layer's derivative, exactly.

The derivative of the softmax layer at a bipartite state is computed in all 256 directions by dual
numbers, as a rational matrix, and restricted to tangent directions. Then J T = T B is an equation
of rational matrices: T has the eigenvectors and block vectors that the lemma names as columns, B
its blocks, and T is invertible, so that nothing is left over. No characteristic polynomial is
needed.
"""

from __future__ import annotations

import sys
import time
from fractions import Fraction
from pathlib import Path
from random import Random

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))
from certified import Invariant, certify_spectrum, is_invertible

from proofs.power_method.families.equilibria import Scores, polygonal_state, sign_pattern
from proofs.power_method.families.exact_layers import (
    Head,
    all_inside,
    layer_jacobian,
    on_tangents,
    state_jacobian,
    tangent_jacobian,
)
from verify.numerics import raw
from verify.numerics.balls import ball, working_precision
from verify.numerics.exact import lucky
from verify.numerics.matrices import diagonal, identity, plus, times
from verify.numerics.number import Irrational, balls
from verify.numerics.rational_matrices import plain_matrix
from verify.numerics.shapes import beside
from verify.numerics.strategies import drawn

ONE, ZERO = Fraction(1), Fraction(0)
SECONDS = 10


def pattern_of(p, q, d, seed=1, **chosen):
    return lucky(Random(seed), lambda draw: sign_pattern(draw, p, q, d, **chosen))


def tangent_derivative(pattern):
    """The layer's derivative in the basis v_k, k != r, of the tangent space at every token."""
    others = [v for k, v in enumerate(pattern.value.eigenvectors) if k != pattern.mode]
    return on_tangents(state_jacobian(pattern.state), [others] * len(pattern.signs))


def parts_of_lemma_14(pattern):
    """For each k != r a block on (v_k on the first group, v_k on the second), and within groups
    v_k on one token and -v_k on the next, in the coordinates of `tangent_derivative`."""
    (p, q), E, tau = pattern.counts, pattern.ratio, pattern.step
    rho_plus, rho_minus = pattern.lengths
    others = [x for k, x in enumerate(pattern.value.eigenvalues) if k != pattern.mode]
    m, n = len(others), p + q

    def along(place, weights):
        vector = [ZERO] * (n * m)
        for token, weight in weights.items():
            vector[token * m + place] = weight
        return vector

    parts = []
    for place, eigenvalue in enumerate(others):
        c, stay, keep = tau * eigenvalue, p * E / (p * E + q), q * E / (q * E + p)
        groups = [dict.fromkeys(range(p), ONE), dict.fromkeys(range(p, n), ONE)]
        block = [
            [(1 + c * stay) / rho_plus, c * (1 - stay) / rho_plus],
            [c * (1 - keep) / rho_minus, (1 + c * keep) / rho_minus],
        ]
        parts.append(Invariant([along(place, group) for group in groups], block))
        for first, size, rho in ((0, p, rho_plus), (p, q, rho_minus)):
            for token in range(first, first + size - 1):
                vector = along(place, {token: ONE, token + 1: -ONE})
                parts.append(Invariant([vector], [[1 / rho]]))
    return parts


@pytest.mark.long
def test_all_eigenvalues_of_sixteen_tokens_in_sixteen_dimensions():
    """9 tokens against 7 at v_1, E = 3/2: 15 blocks of two and 210 single numbers."""
    pattern = pattern_of(9, 7, 16, ratio=Fraction(3, 2), mode=0, step=Fraction(1, 10))
    begin = time.process_time()
    J = tangent_derivative(pattern)
    parts = parts_of_lemma_14(pattern)
    assert J.nrows() == 240 and len(parts) == 15 + 210
    certify_spectrum(J, parts)
    assert time.process_time() - begin < SECONDS


@pytest.mark.parametrize("sizes", [(1, 1), (2, 1), (1, 3), (2, 2), (4, 2)])
@pytest.mark.parametrize("seed", range(4))
def test_other_sizes_scores_and_modes(sizes, seed):
    pattern = pattern_of(*sizes, 4, seed=seed, repeated=True)
    if min(pattern.lengths) <= 0:
        with pytest.raises(ArithmeticError):
            certify_spectrum(tangent_derivative(pattern), parts_of_lemma_14(pattern))
        return
    certify_spectrum(tangent_derivative(pattern), parts_of_lemma_14(pattern))


# ------------------------------------------------------------------ it would notice


def test_a_wrong_entry_of_a_block_is_noticed():
    pattern = pattern_of(2, 2, 3, ratio=Fraction(3, 2), mode=0, step=Fraction(1, 10))
    J, parts = tangent_derivative(pattern), parts_of_lemma_14(pattern)
    blocks = [part for part in parts if len(part.vectors) == 2]
    twisted = Invariant(blocks[0].vectors, [blocks[0].matrix[1], blocks[0].matrix[0]])
    with pytest.raises(ArithmeticError, match="part 1 is not kept"):
        certify_spectrum(J, [twisted, *parts[1:]])


def test_vectors_that_are_too_few_or_dependent_are_noticed():
    pattern = pattern_of(2, 2, 3, ratio=Fraction(3, 2), mode=0, step=Fraction(1, 10))
    J, parts = tangent_derivative(pattern), parts_of_lemma_14(pattern)
    with pytest.raises(ArithmeticError, match="7 vectors, and 8 are needed"):
        certify_spectrum(J, parts[:-1])
    with pytest.raises(ArithmeticError, match="dependent"):
        certify_spectrum(J, [*parts[:-1], parts[1]])


def test_a_basis_that_is_not_of_tangents_is_noticed():
    pattern = pattern_of(1, 1, 2, ratio=Fraction(3, 2), mode=0, step=Fraction(1, 10))
    J = state_jacobian(pattern.state)
    v, w = pattern.value.eigenvectors
    slanted = [plus(times(Fraction(3, 5), v), times(Fraction(4, 5), w))]
    with pytest.raises(ArithmeticError, match="does not stay tangent"):
        on_tangents(J, [slanted] * 2)
    with pytest.raises(ArithmeticError, match="not orthonormal"):
        on_tangents(J, [[[ONE, ONE]]] * 2)


# ------------------------------------------------------------------ the derivative itself


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


@pytest.mark.parametrize("seed", range(6))
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


def test_two_heads_add_up_and_a_mask_is_heeded():
    """At consensus on e_1 every weight is 1/n, or 1/i for causal attention, whatever the scores."""
    F, G = diagonal([ONE, Fraction(1, 2)]), [[ONE, Fraction(2)], [ZERO, -ONE]]
    scores = [Scores([[ONE, ONE], [Fraction(2), ZERO]]), Scores(identity(2))]
    heads = [Head(matrix, table) for matrix, table in zip((F, G), scores, strict=True)]
    tokens = [[ONE, ZERO]] * 2
    full = layer_jacobian(tokens, heads, ONE).table()
    causal = layer_jacobian(tokens, heads, ONE, mask=[[1, 0], [1, 1]]).table()
    # F + G = (2, 2; 0, -1/2) and rho = 3, so second components are mapped by -1/2 and the weights.
    assert [row[1::2] for row in full[1::2]] == [
        [flint.fmpq(1, 4), flint.fmpq(-1, 12)],
        [flint.fmpq(-1, 12), flint.fmpq(1, 4)],
    ]
    assert [row[1::2] for row in causal[1::2]] == [
        [flint.fmpq(1, 6), 0],
        [flint.fmpq(-1, 12), flint.fmpq(1, 4)],
    ]


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


# ------------------------------------------------------------------ decisions about matrices


def test_a_matrix_with_a_determinant_divisible_by_a_prime_is_still_invertible():
    assert is_invertible(flint.fmpq_mat([[2**61 - 1, 0], [0, flint.fmpq(1, 3)]]))
    product = (2**61 - 1) * (2**31 - 1) * 4_294_967_291
    assert is_invertible(flint.fmpq_mat([[product, 0], [0, 1]]))
    assert not is_invertible(flint.fmpq_mat([[1, 2], [2, 4]]))


@pytest.mark.parametrize("seed", range(30))
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
