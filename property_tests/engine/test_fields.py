"""The field of a system that varies in time: its waves, and the field against one by hand."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from property_tests.engine.random_systems import *
from verify.numerics import raw
from verify.numerics.draws import Draws
from verify.numerics.time_varying import Modulated, ScoreWave, TimeVarying, steady
from verify.numerics.trajectories import Field, follow


def multiprecise(wave, time):
    """The wave at a time, from its definition."""
    import mpmath

    turned = wave.turns * time + wave.phase
    cosine = mpmath.cos(2 * mpmath.pi * turned.numerator / turned.denominator)
    shaped = {"cosine": cosine, "absolute cosine": abs(cosine), "square": mpmath.sign(cosine)}
    return float(wave.amplitude) * shaped[wave.shape]


@given(fractions, turns, fractions, st.sampled_from(["cosine", "absolute cosine", "square"]))
def test_between_its_breaks_a_wave_is_the_cosine_it_says(amplitude, frequency, phase, shape):
    import mpmath

    wave = ScoreWave(amplitude, frequency, phase, shape)
    ends = [Fraction(0), *wave.breaks(Fraction(0), Fraction(3)), Fraction(3)]
    assert ends == sorted(set(ends))
    for start, end in pairwise(ends):
        smooth = wave.within(start, end)
        assert smooth.shape == "cosine" and not smooth.breaks(Fraction(0), Fraction(9))
        for share in (Fraction(1, 7), HALF, Fraction(6, 7)):
            time = start + share * (end - start)
            told, meant = multiprecise(smooth, time), multiprecise(wave, time)
            assert mpmath.almosteq(told, meant, abs_eps=1e-12)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ScoreWave(turns=Fraction(-1)), "turns = -1: a wave turns forwards"),
        (lambda: ScoreWave(shape="square"), "a wave that does not turn has no shape square"),
        (lambda: Modulated(ZERO, (ScoreWave(),) * 3), "give one, or one a row"),
        (lambda: Field(TimeVarying((switching(ZERO, ZERO, HALF),))), "piece by piece"),
        (lambda: Field(TimeVarying((steady(ZERO),), value=[ZERO] * 2)), "value has 2 heads"),
        (lambda: follow(*SIMPLE, Fraction(0), tolerance=1e-9, watch={}), "until = 0: give a"),
        (lambda: follow(*SIMPLE, Fraction(1), tolerance=1.0, watch={}), "tolerance = 1.0"),
    ],
)
def test_bad_arguments_are_told_in_one_line(make, message):
    with pytest.raises(ValueError, match=message) as found:
        make()
    assert "\n" not in str(found.value)


def rounding(field, system, tokens, time):
    """Return how far rounding takes a velocity, in double precision, from the exact one.

    At most ten products of matrices and vectors of length d follow on each other (to the sphere and
    back, scores, values, tangent), 2 d roundings each; three sums over n tokens; and fewer than 40
    for waves, exponents and quotients. An error of a score is one of its weight, so all are taken
    times 1 + |score|; the root of the metric and its inverse stretch them.
    """
    n, d = tokens.shape
    roundings = 10 * 2 * d + 3 * n + 40
    stretch = 1 if field.root is None else np.linalg.cond(field.root, 2)
    length = np.linalg.norm(tokens, axis=1).max()
    scores = max(np.linalg.norm(p, 2) for p in score_matrices(system, time)) * length**2
    values = [np.eye(d)] if system.value is None else np.reshape(system.value, (-1, d, d))
    pull = len(system.scores) * max(np.linalg.norm(v, 2) for v in values) * length
    return roundings * 2.0**-53 * stretch**2 * (1 + scores) * (1 + pull)


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("metric", [False, True])
@pytest.mark.parametrize("values", ["none", "one", "each"])
def test_the_field_is_that_of_the_raw_path(causal, metric, values):
    import mpmath

    system = random_system(3, heads=2, causal=causal, metric=metric, values=values)
    field, time = Field(system), 0.37
    tokens = field.from_sphere(Draws(4).on_sphere((5, 3)))
    lowered = tokens @ system.metric if metric else tokens
    bound = rounding(field, system, tokens, time)
    assert bound < 1e-10
    assert np.allclose(np.sum(tokens * lowered, axis=-1), 1, rtol=0, atol=bound)

    def exact(entries):
        return [[mpmath.mpf(float(x)) for x in row] for row in entries]

    value = None
    if values != "none":
        value = [exact(v) for v in system.value] if values == "each" else exact(system.value)
    by_hand = raw.softmax_attention(
        tokens=exact(tokens),
        scores=[exact(p) for p in score_matrices(system, time)],
        row_sum=1 / mpmath.sqrt(3),
        value=value,
        metric=exact(system.metric) if metric else None,
        range="up_to" if causal else "all",
    )
    velocity = field.from_sphere(field.velocity(time, field.onto_sphere(tokens)))
    assert np.allclose(velocity, np.array(by_hand, dtype=float), rtol=0, atol=bound)
