"""Paper A along trajectories: what its theorems say of every solution, seen on solutions.

The hemisphere theorem's bounds hold for scores that jump in time, on every ellipsoid: in floats
with the estimated error, and in balls without any doubt. The causal theorem with a symmetric value
matrix is followed with the matrices of section 6.1.3.
"""

from __future__ import annotations

from fractions import Fraction
from math import exp, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rounded import DOUBLE, FUNCTION, near

from proofs.consensus.protocols import CAUSAL_HEAD, TWO_HEADS, VALUE, waves
from property_tests.engine.enclosed_pieces import enclose
from property_tests.engine.random_systems import switching
from verify.numerics.balls import Sign, ball, sign, working_precision
from verify.numerics.draws import Draws, turned_along
from verify.numerics.measures import largest_distance_to, least_margin, top_eigenvector
from verify.numerics.time_varying import TimeVarying
from verify.numerics.trajectories import Field, Watched, follow

# ------------------------------------------------------------------ the hemisphere theorem


def jumping(seed, d, *, metric, causal):
    """Two heads with P0 + sign(cos(2 pi f t)) P1, and a metric if one is wanted."""
    draws = Draws(seed)
    scores = tuple(
        switching(draws.uniform(-1, 1, (d, d)), draws.uniform(-1, 1, (d, d)), Fraction(f))
        for f in (1, Fraction(3, 4))
    )
    root = draws.uniform(-1, 1, (d, d)) + 2 * np.eye(d)
    return TimeVarying(scores, metric=root.T @ root if metric else None, causal=causal)


def starts(seed, d, tokens, system):
    """Tokens of the ellipsoid in the open hemisphere c^T y > 0, and c with c^T W^-1 c = 1."""
    draws = Draws(seed + 1000)
    field = Field(system.within(Fraction(0), Fraction(1, 8)))
    along = draws.on_sphere((d,))
    places = turned_along(draws.on_sphere((tokens, d)), along)
    return field.from_sphere(places), field.onto_sphere(along), field


def least_weight(seen, score, d):
    """The sharp lower bound of a weight in a row of so many, for scores of at most this size."""
    return 1 / (sqrt(d) * (1 + (seen - 1) * exp(2 * score)))


def spread(tokens, along, coordinate):
    """max_i - min_i of one coordinate of y_i / c^T y_i."""
    images = tokens[..., coordinate] / (tokens @ along)
    return images.max(axis=-1) - images.min(axis=-1)


@pytest.mark.parametrize("metric", [False, True])
@given(seed=st.integers(0, 200), d=st.integers(2, 4), tokens=st.integers(2, 5))
@pytest.mark.long
def test_no_margin_falls_below_the_least_and_spreads_decay_at_the_rate(metric, seed, d, tokens):
    """Full attention, U = I: s_min does not fall, and R <= e^(-l h m sigma t) R(0)."""
    system = jumping(seed % 7, d, metric=metric, causal=False)
    places, along, field = starts(seed, d, tokens, system)
    sigma = float(least_margin(places, along))
    watch = {"margin": Watched(lambda y: least_margin(y, along), 1.0)}
    path = follow(system, places, Fraction(1), tolerance=1e-9, watch=watch)
    assert path.largest_fall("margin").low == 0
    assert path.largest_error < 1e-4
    # The heads' own bounds m add up: beta_ij >= sigma (m_1 + m_2).
    rate = tokens * sigma * sum(least_weight(tokens, p, d) for p in field.score_norms)
    for coordinate in range(d):
        before, after = (spread(y, along, coordinate) for y in (places, path.state))
        reach = 4 * np.linalg.norm(np.linalg.inv(field.root), 2) if metric else 4
        off = reach * path.error[-1] / (sigma - path.error[-1]) ** 2
        assert after - off <= exp(-rate) * before


@given(seed=st.integers(0, 200), tokens=st.integers(2, 5))
def test_under_a_causal_mask_all_close_in_on_the_first_token(seed, tokens):
    """The first token rests; max |x_i - x_1| decays at the rate h m sigma at least."""
    d = 3
    system = jumping(seed % 7, d, metric=False, causal=True)
    places, along, field = starts(seed, d, tokens, system)
    sigma = float(least_margin(places, along))
    path = follow(system, places, Fraction(1), tolerance=1e-9, watch={})
    assert np.abs(path.state[0] - places[0]).max() <= path.error[-1]
    rate = sigma * sum(least_weight(tokens, p, d) for p in field.score_norms)

    def farthest(y):
        images = y / (y @ along)[:, None]
        return np.linalg.norm(images - images[0], axis=-1).max()

    off = 4 * path.error[-1] / (sigma - path.error[-1]) ** 2
    assert farthest(path.state) - off <= exp(-rate) * farthest(places)


def test_outside_of_a_hemisphere_the_least_margin_may_fall():
    """The same measure on a start around the circle: what must not happen inside does here."""
    system = jumping(1, 2, metric=False, causal=False)
    angles = np.array([0.0, 2.0, 4.0])
    places = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    watch = {"margin": Watched(lambda y: least_margin(y, np.array([1.0, 0.0])), 1.0)}
    path = follow(system, places, Fraction(1), tolerance=1e-9, watch=watch)
    assert path.largest_fall("margin").low > 1e-3


def test_in_balls_the_bounds_are_certain():
    """Three tokens of the circle, scores that jump: every enclosure shows both bounds."""
    P0 = [[Fraction(1, 2), Fraction(1)], [Fraction(-1), Fraction(1, 3)]]
    P1 = [[Fraction(1), Fraction(-1, 2)], [Fraction(1, 2), Fraction(1)]]
    system = TimeVarying((switching(P0, P1, Fraction(1)),))
    start = [[Fraction(3, 5), Fraction(4, 5)], [Fraction(4, 5), Fraction(-3, 5)],
             [Fraction(12, 13), Fraction(5, 13)]]  # fmt: skip
    sigma = Fraction(3, 5)  # for c = (1, 0)
    # |P| is at most the root of the sum of the squares of its entries, at either sign.
    pairs = [(a, b) for p, q in zip(P0, P1, strict=True) for a, b in zip(p, q, strict=True)]
    squares = max(sum((a + sign_ * b) ** 2 for a, b in pairs) for sign_ in (1, -1))
    slopes = [y[1] / y[0] for y in start]
    previous = None
    with working_precision(160):
        score = ball(squares).sqrt()
        weight = 1 / (ball(2).sqrt() * (1 + 2 * (2 * score).exp()))
        rate = 3 * weight * ball(sigma)
        for time, tokens in enclose(
            system, start, Fraction(1, 2), tolerance=Fraction(1, 10**15), order=24, bits=128
        ):
            margins = [y[0] for y in tokens]
            assert all(sign(s - ball(sigma)) is not Sign.certainly_negative for s in margins)
            if previous is not None:  # some margin was no larger then than all are now
                least = min(previous, key=float)
                assert all(sign(s - least) is Sign.certainly_positive for s in margins)
                images = [y[1] / y[0] for y in tokens]
                bound = (-rate * ball(time)).exp() * ball(max(slopes) - min(slopes))
                for a in images:
                    for b in images:
                        assert sign(bound - (a - b)) is Sign.certainly_positive
            previous = margins
    assert previous is not None and time == Fraction(1, 2)


# ------------------------------------------------------------------ section 6.1.3


def characteristic(x):
    """det(x I - U), from the entries."""
    (a, b, c), (_, d, e), (_, _, f) = VALUE
    return (
        (x - a) * ((x - d) * (x - f) - e * e)
        - b * (b * (x - f) + c * e)
        - c * (b * e + c * (x - d))
    )


@pytest.mark.parametrize("decimal", ["-1.42104382", "-0.01925570", "0.44029952"])
def test_the_spectrum_of_the_value_matrix(decimal):
    middle, half = Fraction(decimal), Fraction(1, 2 * 10**8)
    assert characteristic(middle - half) * characteristic(middle + half) < 0


def test_the_top_eigenvector_and_what_the_theorems_ask_for():
    v = top_eigenvector(VALUE)
    assert np.allclose(np.abs(v), [0.57629, 0.10113, 0.81096], atol=1e-5)
    spectrum = np.linalg.eigvalsh(np.array(VALUE, dtype=float))
    value = np.array(VALUE, dtype=float)
    # The vector and its value are of one matrix that is near; the product is rounded, too.
    assert np.linalg.norm(value @ v - spectrum[-1] * v) <= 2 * near(value)
    assert spectrum[-1] - spectrum[-2] == pytest.approx(0.45956, abs=1e-5)
    assert spectrum[-1] - np.abs(spectrum[:-1]).max() == pytest.approx(-0.98074, abs=1e-5)


def follow_symmetric(seed, until, *, value=None, tokens=10, turned=0):
    """The causal system of 6.1.3 from the hemisphere of v, but for `turned` tokens."""
    v = top_eigenvector(VALUE)
    places = turned_along(Draws(seed).on_sphere((tokens, 3)), v)
    places[1 : 1 + turned] *= -1
    system = TimeVarying(CAUSAL_HEAD, value=VALUE if value is None else value, causal=True)
    watch = {
        "least": Watched(lambda y: least_margin(y, v), 1.0),
        "first": Watched(lambda y: y[..., 0, :] @ v, 1.0),
        "away": Watched(lambda y: largest_distance_to(y, v), 1.0),
    }
    return follow(system, places, Fraction(until), tolerance=1e-9, watch=watch)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.long
def test_from_the_hemisphere_of_v_all_tokens_tend_to_v(seed):
    path = follow_symmetric(seed, 30)
    assert path.least("least").low > 0
    assert path.largest_fall("first").low == 0  # b_1 does not decrease
    assert path.at_end("away").high < 0.05


def test_the_first_token_alone_converges_at_the_rate_of_the_gap():
    """b' >= (gap/sqrt(3)) b (1 - b^2): (1 - b^2)/b^2 decays at twice that rate."""
    path = follow_symmetric(5, 10, tokens=1)
    gap = 0.4595552
    start, low = path.values["first"][0], path.low("first")[1:]
    decay = (1 - low**2) / low**2 / ((1 - start**2) / start**2)
    assert np.all(decay <= np.exp(-2 * gap / np.sqrt(3) * path.times[1:]) * (1 + 1e-3) + 1e-6)


def test_a_token_from_the_other_side_tends_elsewhere():
    path = follow_symmetric(1, 30, tokens=2, turned=1)
    assert path.least("least").high < 0


# ------------------------------------------------------------------ the printed scores


def test_the_waves_are_those_of_the_text():
    """2 diag(cos 10 pi t, sin 10 pi t, cos 6 pi t), and for the second head 6, 6 and 4."""
    for t in (Fraction(1, 16), Fraction(3, 7)):
        for terms, angular in ((waves(5, 5, 3), (10, 10, 6)), (waves(3, 3, 2), (6, 6, 4))):
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
    assert TWO_HEADS[0][0].waves == waves(5, 5, 3) and TWO_HEADS[1][0].waves == waves(3, 3, 2)
