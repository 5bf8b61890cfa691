"""Systems that vary in time, for tests: drawn, simple, and with jumps; and their scores by hand."""

from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from verify.numerics.draws import Draws
from verify.numerics.time_varying import (
    SINE,
    Modulated,
    ScoreWave,
    TimeVarying,
    rows_of,
    steady,
)

HALF = Fraction(1, 2)
ZERO = [[Fraction(0)] * 2] * 2
fractions = st.fractions(-2, 2, max_denominator=12)
turns = st.fractions(Fraction(1, 8), 4, max_denominator=8)


def switching(steady_part, jumping_part, turns):
    """The scores P0 + sign(cos(2 pi turns t)) P1 of one head, which jump twice a turn."""
    return Modulated(steady_part), Modulated(
        jumping_part, (ScoreWave(turns=turns, shape="square"),)
    )


def random_system(seed, *, heads, causal, metric, values):
    """Two modulated terms in every head, on tokens in R^3."""
    draws = Draws(seed)

    def matrix():
        return draws.uniform(-1, 1, (3, 3))

    def term():
        waves = tuple(ScoreWave(Fraction(2), Fraction(k), SINE * k) for k in range(3))
        return Modulated(matrix(), waves)

    scores = tuple((term(), Modulated(matrix())) for _ in range(heads))
    value = {"none": None, "one": matrix(), "each": [matrix() for _ in range(heads)]}[values]
    root = matrix() + 2 * np.eye(3)
    return TimeVarying(scores, value, root.T @ root if metric else None, causal)


def score_matrices(system, time):
    """P_h(t), from the definition."""
    out = []
    for head in system.scores:
        total = np.zeros((3, 3))
        for term in head:
            factors = [
                float(w.amplitude) * np.cos(2 * np.pi * (float(w.turns) * time + float(w.phase)))
                for w in term.waves
            ]
            total += np.diag(factors * (3 // len(factors))) @ term.matrix
        out.append(total)
    return out


SIMPLE = (
    TimeVarying((steady(ZERO),)),
    [[Fraction(3, 5), Fraction(4, 5)], [Fraction(4, 5), Fraction(-3, 5)]],
)
"""Two tokens on the circle, a right angle apart, that attend alike to both."""

JUMPING = TimeVarying(
    (
        switching(
            rows_of([["1/2", "1"], ["-1", "1/3"]]),
            rows_of([["1", "-1/2"], ["1/2", "1"]]),
            Fraction(1),
        ),
        switching(
            rows_of([["0", "2"], ["0", "0"]]), rows_of([["-1", "0"], ["0", "2"]]), Fraction(3, 4)
        ),
    )
)
