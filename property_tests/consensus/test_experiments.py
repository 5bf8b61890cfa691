"""Paper A, section 6: the mean distance (25), and what the experiments run.

The plotted quantity is restated from its definition, and compared with the one that is executed
and with the one the statement proves things of; what a protocol is made of is checked on its own.
"""

from fractions import Fraction
from itertools import product
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from rounded import DOUBLE, FUNCTION, agree, exact, gelu_by_tanh, near

import verify
from proofs.consensus import mean_distance, protocols
from property_tests.theorems.marks import theorem
from verify.numerics.draws import Draws
from verify.numerics.looped_networks import NetworkBlock, normalised, random_blocks, through
from verify.numerics.measures import (
    in_one_hemisphere,
    in_their_span,
    least_margin,
    least_singular_value,
    mean_cosine_distance,
)
from verify.numerics.trajectories import Field, follow

# ------------------------------------------------------------------ the mean distance (25)


def distance(tokens):
    """1 - (1/l) sum_i y_1.y_i/(|y_1||y_i|), i from 1 to l, as it is printed."""
    first = tokens[0]
    cosines = [
        sum(a * b for a, b in zip(first, y, strict=True))
        / sqrt(sum(a * a for a in first) * sum(b * b for b in y))
        for y in tokens
    ]
    return 1 - sum(cosines) / len(tokens)


def rounded_distance(tokens):
    """The same of one prompt, (tokens, d), with what rounding does to it."""
    units = tokens / tokens.length()
    cosines = units @ units[:1].T
    return exact(1.0) - cosines.T.mean()[0, 0]


@given(
    seed=st.integers(0, 10**6), prompts=st.integers(1, 3), tokens=st.integers(1, 5),
    d=st.integers(1, 4),
)  # fmt: skip
def test_on_a_batch_it_is_the_printed_formula_prompt_by_prompt(seed, prompts, tokens, d):
    batch = Draws(seed).normal((prompts, tokens, d))
    found = mean_cosine_distance(batch)
    assert found.shape == (prompts,)
    assert np.allclose(found, [distance(prompt.tolist()) for prompt in batch], atol=1e-12)


def test_what_is_executed_is_what_the_statement_is_about():
    """The statement's own formula, derived by SymPy and compiled, on random tokens."""
    derived = verify.step(mean_distance.mean_distance, "mean").lower()
    for seed in range(3):
        y = Draws(seed).normal((3, 2))
        executed = mean_cosine_distance(y)
        assert all(side == pytest.approx(float(executed), abs=1e-12) for side in derived(y=y))


@theorem("A-6.0")
@given(seed=st.integers(0, 10**6), tokens=st.integers(1, 6), d=st.integers(1, 4))
def test_its_range_and_what_does_not_change_it(seed, tokens, d):
    draws = Draws(seed)
    y = draws.normal((tokens, d))
    value = mean_cosine_distance(y)
    assert -1e-12 <= value <= 2 - 2 / tokens + 1e-12
    scaled = y * draws.uniform(0.1, 9, (tokens, 1))
    # The scales are rounded into the tokens once.
    factors = exact(scaled / y)
    other = rounded_distance(exact(y) * factors)
    assert agree(value, mean_cosine_distance(scaled), rounded_distance(exact(y)), other)
    along = np.abs(y[:1]) * np.arange(1, tokens + 1)[:, None]
    assert agree(mean_cosine_distance(along), 0, rounded_distance(exact(along)))


# ------------------------------------------------------------------ 6.1.1: places and rates


@pytest.mark.parametrize("tokens", range(1, 9))
@pytest.mark.parametrize("n", range(4))
def test_the_sign_patterns_are_those_of_the_true_formula(tokens, n):
    patterns = 2 * sum(comb(tokens - 1, k) for k in range(n + 1))
    assert protocols.sign_patterns(tokens, n) == patterns


@given(seed=st.integers(0, 10**6), tokens=st.integers(4, 7))
def test_a_hemisphere_is_found_where_there_is_one(seed, tokens):
    """Against the definition: some c of many has c.y > 0 for all, or 0 is in the tokens' hull."""
    points = Draws(seed).on_sphere((tokens, 3))
    many = Draws(seed + 1).on_sphere((3000, 3))
    shown = bool(((points @ many.T) > 0).all(axis=0).any())
    found = bool(in_one_hemisphere(points))
    assert found or not shown
    if not found:  # then 0 is a convex combination of four of the points
        assert any(_surrounds(points[list(four)]) for four in _fours(tokens))


def _fours(tokens):
    return [c for c in product(range(tokens), repeat=4) if list(c) == sorted(set(c))]


def _surrounds(four):
    """Whether 0 is inside of a tetrahedron: the coordinates with sum 1 are all positive."""
    matrix = np.vstack([four.T, np.ones(4)])
    return bool((np.linalg.solve(matrix, [0, 0, 0, 1]) > 0).all())


@given(seed=st.integers(0, 10**6), tokens=st.integers(1, 6), size=st.floats(0.1, 2))
def test_no_weight_is_below_the_least(seed, tokens, size):
    draws = Draws(seed)
    y, score = draws.on_sphere((tokens, 3)), draws.uniform(-1, 1, (3, 3))
    score *= size / np.linalg.norm(score, 2)
    logits = y @ score @ y.T
    weights = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True) / sqrt(3)
    assert weights.min() >= protocols.least_weight(tokens, size) - 1e-12


def test_tokens_stay_in_their_span_and_may_be_followed_there():
    """U = I: the same run in all coordinates and in those of the span."""
    draws = Draws(5)
    heads = [(draws.uniform(-0.5, 0.5, (6, 6)), protocols.rectified(draws)) for _ in range(2)]
    places = draws.on_sphere((3, 6))
    inside, basis = in_their_span(places)
    # A basis of a matrix near theirs, and what it leaves of them; two products are rounded.
    rounding = 2 * exact(places).gamma(places.shape[1]) * np.linalg.norm(places) * sqrt(3)
    assert np.linalg.norm(inside @ basis.T - places) <= 2 * near(places) + rounding
    Modulated, TimeVarying = protocols.Modulated, protocols.TimeVarying
    whole = TimeVarying(tuple((Modulated(m, (w,)),) for m, w in heads), causal=True)
    part = TimeVarying(
        tuple((Modulated(basis.T @ m @ basis, (w,)),) for m, w in heads), causal=True, ambient=6
    )
    until = Fraction(3)
    in_all, in_span = (
        follow(system, start, until, tolerance=1e-10, watch={})
        for system, start in ((whole, places), (part, inside))
    )
    assert np.allclose(in_span.state @ basis.T, in_all.state, atol=1e-8)


def test_independent_tokens_have_a_hemisphere():
    places = Draws(6).on_sphere((8, 40))
    assert least_singular_value(places) > 0.1
    c = np.linalg.lstsq(places, np.ones(8), rcond=None)[0]
    # The least squares solve a system near this one exactly, for there are fewer rows than columns.
    off = near(places) * np.linalg.norm(c) + exact(places).gamma(40) * (np.abs(places) @ np.abs(c))
    assert np.all(np.abs(places @ c - 1) <= off)
    assert least_margin(places, c) > 0
    places[1] = -places[0]
    assert least_singular_value(places) < 1e-12


@given(seed=st.integers(0, 1000), time=st.floats(0, 30))
def test_the_rectified_wave_is_the_printed_one(seed, time):
    wave = protocols.rectified(Draws(seed))
    turns, phase = Draws(seed).uniform(0, 1, (2,))
    omega, phi = turns, 2 * np.pi * phase
    assume(abs(np.sin(omega * time + phi)) > 1e-6)
    at = Fraction(time)
    smooth = wave.within(at, at)  # the piece that holds this time alone
    turned = float(smooth.turns * at + smooth.phase)
    told = float(smooth.amplitude) * np.cos(2 * np.pi * turned)
    assert told == pytest.approx(abs(2 * np.sin(omega * time + phi)), abs=1e-9)


# ------------------------------------------------------------------ 6.2: looped networks


def normalised_by_hand(states):
    """Tokens less their mean, over their standard deviation, with what rounding does."""
    centred = states - states.mean()
    return centred / (centred * centred).mean().root()


def attention_by_hand(block, states, heads):
    """Causal attention of one prompt, head by head, with what rounding does."""
    tokens, width = states.value.shape
    size, out = width // heads, []
    unseen = np.triu(np.full((tokens, tokens), -np.inf), 1)
    for h in range(heads):
        part = slice(h * size, (h + 1) * size)
        q, k, v = (states @ exact(m[:, part]) for m in (block.queries, block.keys, block.values))
        scores = (q @ k.T).times(1 / sqrt(size))
        seen = scores.of(scores.value + unseen, scores.error)
        out.append(seen.softmax() @ v @ exact(block.out[part]))
    return sum(out[1:], start=out[0])


def test_a_block_is_that_of_a_pre_norm_transformer():
    (block,) = random_blocks(Draws(7), layers=1, width=6, scale=0.7, feed_forward=True)
    states = Draws(8).normal((2, 4, 6))
    after = through(block, states, heads=2)
    for prompt, found in zip(states, after, strict=True):
        rows = exact(prompt)
        stream = rows + attention_by_hand(block, normalised_by_hand(rows), 2)
        active = gelu_by_tanh(normalised_by_hand(stream) @ exact(block.wider))
        wanted = stream + active @ exact(block.narrower)
        assert agree(found, wanted.value, wanted)
    bare = NetworkBlock(block.queries, block.keys, block.values, block.out, None, None)
    rows = exact(states[0])
    wanted = rows + attention_by_hand(block, normalised_by_hand(rows), 2)
    assert agree(through(bare, states, heads=2)[0], wanted.value, wanted)


@given(seed=st.integers(0, 1000))
def test_a_normalised_token_has_mean_0_and_the_length_of_the_root_of_d(seed):
    raw = Draws(seed).normal((3, 5)) * 4 + 2
    wanted = normalised_by_hand(exact(raw))
    assert agree(normalised(raw).mean(axis=-1, keepdims=True), 0, wanted.mean())
    length = wanted.length()
    assert agree(np.linalg.norm(normalised(raw), axis=-1, keepdims=True), sqrt(5), length)


def test_the_field_of_the_printed_scores_has_the_printed_size():
    """|D(t) P'| is at most 2 |P'|, which the guaranteed rate of 6.1.1 takes."""
    field = Field(protocols.TimeVarying(protocols.TWO_HEADS))
    for found, matrix in zip(field.score_norms, (protocols.HEAD_1, protocols.HEAD_2), strict=True):
        head = np.array(matrix, dtype=float)
        # Both are the norm of a matrix that is near; a norm moves by no more than its matrix.
        assert abs(found - 2 * np.linalg.norm(head, 2)) <= 2 * 2 * near(head)


def test_the_waves_are_those_of_the_text():
    """2 diag(cos 10 pi t, sin 10 pi t, cos 6 pi t), and for the second head 6, 6 and 4."""
    for t in (Fraction(1, 16), Fraction(3, 7)):
        for terms, angular in (
            (protocols.waves(5, 5, 3), (10, 10, 6)),
            (protocols.waves(3, 3, 2), (6, 6, 4)),
        ):
            found = [
                float(w.amplitude) * np.cos(2 * np.pi * float(w.turns * t + w.phase)) for w in terms
            ]
            turned = [k * np.pi * float(t) for k in angular]
            meant = [2 * np.cos(turned[0]), 2 * np.sin(turned[1]), 2 * np.cos(turned[2])]
            # The argument is rounded three times in either way, a sine is right to four units, and
            # so is the product; 2 cos x changes by no more than 2 of what x does.
            for k, (one, other) in enumerate(zip(found, meant, strict=True)):
                argument = abs(turned[k]) + np.pi / 2  # that of a sine, as a cosine
                assert abs(one - other) <= 2 * (2 * 3 * argument + 2 * (FUNCTION + 1)) * DOUBLE
    assert protocols.TWO_HEADS[0][0].waves == protocols.waves(5, 5, 3) and protocols.TWO_HEADS[1][
        0
    ].waves == protocols.waves(3, 3, 2)
