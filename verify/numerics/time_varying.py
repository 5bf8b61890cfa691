"""Attention whose scores vary in time, described exactly, once for floats and for balls.

**What a solution is.**  P(t) need only be measurable and locally bounded.  A solution is then an
absolutely continuous y that obeys y' = F(t, y) for almost every t (Caratheodory); it exists and is
unique, because F is Lipschitz in y, and it is Lipschitz in t.  The P(t) described here are smooth
but for finitely many times in every bounded interval, so the solution is the one that is put
together from smooth pieces: each begins where the last one ended, and at a jump of P the velocity
jumps and the tokens do not.  `breaks` gives those times, `within` the smooth system of one piece.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import Any, Literal

Shape = Literal["cosine", "absolute cosine", "square"]
SINE = Fraction(-1, 4)  # the phase, in turns, at which a cosine is a sine


@dataclass(frozen=True)
class ScoreWave:
    """amplitude * shape(2 pi (turns t + phase)); "square" is the sign of the cosine.

    All three numbers are exact, and turns >= 0; without arguments the wave is the constant 1.
    """

    amplitude: Fraction = Fraction(1)
    turns: Fraction = Fraction(0)
    phase: Fraction = Fraction(0)
    shape: Shape = "cosine"

    def __post_init__(self) -> None:
        if self.turns < 0:
            raise ValueError(
                f"turns = {self.turns}: a wave turns forwards; change the phase's sign"
            )
        if self.shape != "cosine" and self.turns == 0:
            raise ValueError(f"a wave that does not turn has no shape {self.shape}: give its value")

    def breaks(self, start: Fraction, end: Fraction) -> list[Fraction]:
        """Return the times between two others at which the wave is not smooth."""
        if self.shape == "cosine":
            return []
        quarter = Fraction(1, 4)  # the cosine is 0 a quarter turn after each half turn
        first = ceil(2 * (self.turns * start + self.phase - quarter))
        last = ceil(2 * (self.turns * end + self.phase - quarter))
        found = ((quarter + Fraction(k, 2) - self.phase) / self.turns for k in range(first, last))
        return [time for time in found if start < time < end]

    def within(self, start: Fraction, end: Fraction) -> ScoreWave:
        """Return the cosine, or constant, that the wave is between two times."""
        if self.shape == "cosine":
            return self
        if self.breaks(start, end):
            raise ValueError(f"a wave is not smooth between {start} and {end}: split at its breaks")
        turned = self.turns * (start + end) / 2 + self.phase
        sign = 1 if (turned + Fraction(1, 4)) % 1 < Fraction(1, 2) else -1
        if self.shape == "square":
            return ScoreWave(sign * self.amplitude)
        return replace(self, amplitude=sign * self.amplitude, shape="cosine")


@dataclass(frozen=True, eq=False)
class Modulated:
    """D(t) M: a square matrix M with one wave for all its rows, or one a row."""

    matrix: Any
    waves: tuple[ScoreWave, ...] = (ScoreWave(),)

    def __post_init__(self) -> None:
        if len(self.waves) not in (1, len(self.matrix)):
            raise ValueError(
                f"waves = {len(self.waves)} for a matrix of {len(self.matrix)} rows: give one, or "
                "one a row"
            )


@dataclass(frozen=True, eq=False)
class TimeVarying:
    """The flow y_i' = (I - y_i y_i^T W) sum_h sum_j a_hij U_h y_j with time-varying scores.

    `scores` has for each head the terms whose sum is P_h(t); the weights a_hij are softmax rows
    of y_i^T P_h y_j that sum to 1/sqrt(d). `value` is one matrix, or one a head, None for I;
    `metric` is W, None for I; `causal` says that tokens see no later ones, and a `mask`, in place
    of it, which ones they see, themselves maybe. Where d is not the dimension of the tokens, since
    these are coordinates in a subspace, `ambient` is d.
    """

    scores: tuple[tuple[Modulated, ...], ...]
    value: Any = None
    metric: Any = None
    causal: bool = False
    ambient: int | None = None
    mask: Sequence[Sequence[int]] | None = None

    def __post_init__(self) -> None:
        if self.causal and self.mask is not None:
            raise ValueError("causal and a mask: both say who sees whom; give one")
        if self.mask is not None and not all(any(row) for row in self.mask):
            raise ValueError("mask: a token sees no token, so it has no weights; give it one")

    @property
    def sees_all(self) -> bool:
        """Return whether every token sees every token."""
        return not self.causal and self.mask is None

    def seen_by(self, token: int, tokens: int) -> Sequence[int]:
        """Return which of so many tokens a token sees."""
        if self.mask is not None:
            return [j for j, sees in enumerate(self.mask[token]) if sees]
        return range(token + 1 if self.causal else tokens)

    @property
    def dimension(self) -> int:
        """Return the dimension of the space the tokens are in."""
        return len(self.scores[0][0].matrix)

    @property
    def height(self) -> int:
        """Return d, whose root divides the weights."""
        return self.ambient or self.dimension

    def breaks(self, start: Fraction, end: Fraction) -> list[Fraction]:
        """Return, in order, the times between two others at which P(t) is not smooth."""
        waves = {wave for head in self.scores for term in head for wave in term.waves}
        return sorted({time for wave in waves for time in wave.breaks(start, end)})

    def pieces(self, start: Fraction, end: Fraction) -> list[tuple[Fraction, Fraction]]:
        """Return the intervals between two times in which P(t) is smooth."""
        return list(pairwise([start, *self.breaks(start, end), end]))

    def within(self, start: Fraction, end: Fraction) -> TimeVarying:
        """Return the smooth system of one piece."""

        def smooth(term: Modulated) -> Modulated:
            return replace(term, waves=tuple(wave.within(start, end) for wave in term.waves))

        return replace(self, scores=tuple(tuple(map(smooth, head)) for head in self.scores))


def steady(matrix: Any) -> tuple[Modulated, ...]:
    """Return the scores of one head that do not vary in time."""
    return (Modulated(matrix),)


def rows_of(matrix: Sequence[Sequence[str]]) -> list[list[Fraction]]:
    """Return a matrix of decimals, written as strings, as exact numbers."""
    return [[Fraction(entry) for entry in row] for row in matrix]
