"""Exact states of attention layers at which the weights are rational, many of them equilibria.

Sign patterns along an eigenvector and states whose tokens sum to zero (for two clusters see
module `two_clusters`). Scores are rational up to logarithms of rationals (`Scores`): so weights are
rational at these states although exponentials are not, and rest is decided exactly. What is drawn
takes a `Draw`; `drawn(make)` makes a strategy of that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import flint

from verify.numerics.exact import Draw, rationals_between, simplicity
from verify.numerics.matrices import Matrix, Vector, apply, dot, matrix_sum, times
from verify.numerics.number import (
    RATIONALS,
    Irrational,
    Numbers,
    function,
    in_flint,
    power,
    rational_multiple,
)
from verify.numerics.rational_matrices import exact_matrix, plain, plain_matrix
from verify.numerics.shapes import (
    operator,
    orthogonal,
    projection_onto,
    with_spectrum,
    zero_sum_tokens,
)

SPECTRUM_KINDS = ("any", "positive", "negative", "wide")
RATIOS = tuple(map(Fraction, ("1/5", "2/3", "1", "3/2", "7", "1/9", "9", "5/4", "101/100")))
STEPS = tuple(map(Fraction, ("1/10", "1/4", "1/2", "1", "3/2", "5/2", "40/7")))


# ------------------------------------------------------------------ scores and states


@dataclass(frozen=True)
class Scores:
    """The score matrix P = R + sum_k log(b_k) M_k, for rational R, M_k and b_k > 0."""

    rational: Matrix
    logarithms: tuple[tuple[Fraction, Matrix], ...] = ()

    def matrix(self, numbers: Numbers = RATIONALS) -> Matrix:
        """Return P as numbers of one kind. Raises Irrational for rationals if logarithms occur."""
        total = [[numbers.of(Fraction(x)) for x in row] for row in self.rational]
        for base, coefficient in self.logarithms:
            logarithm = function("log", numbers.of(base))
            term = [[rational_multiple(logarithm, Fraction(x)) for x in row] for row in coefficient]
            total = matrix_sum([term], total)
        return total

    def exponential(self, left: Vector, right: Vector) -> Fraction:
        """Return e^(left^T P right). Raises Irrational if that is no rational."""
        if dot(left, apply(self.rational, right)) != 0:
            raise Irrational("the exponential of a rational other than 0")
        found = Fraction(1)
        for base, coefficient in self.logarithms:
            found *= power(base, Fraction(dot(left, apply(coefficient, right))))
        return found

    def weights(self, tokens: Matrix) -> Matrix:
        """Return the softmax rows at a state. Raises Irrational if they are not rational.

        Only differences of scores within a row matter: at x_i = +-v they are 0 and 2 v^T P v.
        """
        return plain_matrix(self.weight_matrix(tokens))

    def weight_matrix(
        self, tokens: Matrix, mask: Sequence[Sequence[int]] | None = None
    ) -> flint.fmpq_mat:
        """Return the softmax rows as a matrix of FLINT, over the tokens that `mask` lets be seen.

        Raises Irrational if they are not rational, ValueError if a token sees nobody.
        """
        x, count = exact_matrix(tokens), len(tokens)
        across = x.transpose()
        rational = (x * exact_matrix(self.rational) * across).table()
        tables = [
            (base, (x * exact_matrix(coefficient) * across).table())
            for base, coefficient in self.logarithms
        ]
        weights = flint.fmpq_mat(count, count)
        for i in range(count):
            seen = [j for j in range(count) if mask is None or mask[i][j]]
            if not seen:
                raise ValueError(f"token {i + 1} sees nobody; give every row of the mask a 1")
            first = seen[0]
            if any(rational[i][j] != rational[i][first] for j in seen):
                raise Irrational("the exponential of a rational other than 0")
            row = [flint.fmpq(1)] * len(seen)
            for base, table in tables:
                powers = (_power(base, table[i][j] - table[i][first]) for j in seen)
                row = [w * factor for w, factor in zip(row, powers, strict=True)]
            whole = sum(row, start=flint.fmpq(0))
            for w, j in zip(row, seen, strict=True):
                weights[i, j] = w / whole
        return weights


def _power(base: Fraction, exponent: flint.fmpq) -> flint.fmpq:
    return in_flint(Fraction(power(base, plain(exponent)))) if exponent != 0 else flint.fmpq(1)


@dataclass(frozen=True)
class State:
    """Unit tokens x_i, and the layer x_i^+ = N(x_i + tau V s_i), s_i = sum_j A_ij x_j, at them."""

    tokens: Matrix
    value: Matrix
    scores: Scores
    step: Fraction

    def means(self) -> Matrix:
        """Return s_i, what each token attends to."""
        return plain_matrix(self.scores.weight_matrix(self.tokens) * exact_matrix(self.tokens))

    @cached_property
    def _moved(self) -> flint.fmpq_mat:
        x = exact_matrix(self.tokens)
        pull = exact_matrix(self.value).transpose() * in_flint(self.step)
        return x + self.scores.weight_matrix(self.tokens) * x * pull

    def is_fixed(self) -> bool:
        """Return whether the layer leaves every token where it is; no root is taken for that."""
        tokens = exact_matrix(self.tokens).table()
        return all(
            is_positive_multiple(y, x) for y, x in zip(self._moved.table(), tokens, strict=True)
        )

    def negated(self) -> State:
        """Return the state with every token replaced by its opposite, for the same layer."""
        return State([times(-1, x) for x in self.tokens], self.value, self.scores, self.step)


def is_positive_multiple(y: Vector, x: Vector) -> bool:
    """Return whether y = c x for some c > 0, for a nonzero x."""
    return dot(x, y) > 0 and times(dot(x, x), y) == times(dot(x, y), x)


# ------------------------------------------------------------------ value matrices


@dataclass(frozen=True)
class ValueMatrix:
    """A symmetric V with rational orthonormal eigenvectors (rows), largest eigenvalue first."""

    eigenvectors: Matrix
    eigenvalues: Vector

    @property
    def matrix(self) -> Matrix:
        return with_spectrum(self.eigenvectors, self.eigenvalues)


def principal_spectrum(
    draw: Draw, dimension: int, kind: str = "any", *, repeated: bool = False
) -> Vector:
    """Return eigenvalues lambda_1 > lambda_2 > ... other than 0, with lambda_1 > 0.

    `kind` is "any", "positive", "negative" (all but the first) or "wide" (|lambda_d| > lambda_1).
    With `repeated` eigenvalues after the first may coincide.
    """
    if kind not in SPECTRUM_KINDS:
        raise ValueError(
            f"principal_spectrum: kind={kind!r} is none of {', '.join(SPECTRUM_KINDS)}"
        )
    first = draw.positive()
    below = rationals_between(Fraction(1, 8), Fraction(7, 8), 8)
    shares = [*below] if kind in ("any", "positive") else []
    if kind != "positive":
        shares += [-x for x in below] + [Fraction(-1), Fraction(-3, 2), Fraction(-3)]
    shares.sort(key=simplicity)
    others: Vector = []
    for place in range(dimension - 1):
        pool = [Fraction(-3), Fraction(-3, 2)] if kind == "wide" and place == 0 else shares
        free = pool if repeated else [x for x in pool if x not in others]
        others.append(draw.choose(free))
    return sorted((first * share for share in [Fraction(1), *others]), reverse=True)


def value_matrix(
    draw: Draw, dimension: int, kind: str = "any", *, repeated: bool = False
) -> ValueMatrix:
    """Return a nonsingular symmetric V with a simple, positive first eigenvalue."""
    spectrum = principal_spectrum(draw, dimension, kind, repeated=repeated)
    return ValueMatrix(orthogonal(draw, dimension), spectrum)


# ------------------------------------------------------------------ sign patterns


@dataclass(frozen=True)
class SignPattern:
    """Tokens x_i = eps_i v_r, for a score matrix with v_r^T P v_r = g, E = e^(2g)."""

    value: ValueMatrix
    mode: int
    signs: tuple[int, ...]
    ratio: Fraction
    scores: Scores
    step: Fraction

    @property
    def counts(self) -> tuple[int, int]:
        """How many signs are positive, and how many negative: p and q."""
        return self.signs.count(1), self.signs.count(-1)

    @property
    def eigenvalue(self) -> Fraction:
        return Fraction(self.value.eigenvalues[self.mode])

    @property
    def means(self) -> tuple[Fraction, Fraction]:
        """mu_+ = (pE - q)/(pE + q) and mu_- = (qE - p)/(qE + p)."""
        (p, q), E = self.counts, self.ratio
        return (p * E - q) / (p * E + q), (q * E - p) / (q * E + p)

    @property
    def lengths(self) -> tuple[Fraction, Fraction]:
        """rho_+ = 1 + tau lambda_r mu_+ and rho_- = 1 + tau lambda_r mu_-, of any sign."""
        plus_, minus = self.means
        return 1 + self.step * self.eigenvalue * plus_, 1 + self.step * self.eigenvalue * minus

    @property
    def state(self) -> State:
        unit = self.value.eigenvectors[self.mode]
        tokens = [times(sign, unit) for sign in self.signs]
        return State(tokens, self.value.matrix, self.scores, self.step)


def scores_with(draw: Draw, unit: Vector, ratio: Fraction) -> Scores:
    """Return random scores with u^T P u = g for a unit vector u, where ratio = e^(2g)."""
    drawn, u = operator(draw, len(unit), symmetric=False), exact_matrix([unit])
    P, along = exact_matrix(drawn), u.transpose() * u
    half = plain_matrix(along / 2)
    return Scores(plain_matrix(P - along * P * along), ((ratio, half),))


def sign_pattern(
    draw: Draw,
    positive: int,
    negative: int,
    dimension: int,
    *,
    kind: str = "any",
    repeated: bool = False,
    mode: int | None = None,
    ratio: Fraction | None = None,
    step: Fraction | None = None,
) -> SignPattern:
    """Return `positive` tokens at v_r and `negative` ones at -v_r, at rest or not.

    r counts from 0, where the largest eigenvalue is. What is not given is drawn: r, E = e^(2g)
    (1 and p/q among its values, where criteria are on their boundaries) and the step.
    """
    if positive < 0 or negative < 0 or positive + negative == 0:
        raise ValueError(f"sign_pattern: {positive} and {negative} tokens; give at least one")
    value = value_matrix(draw, dimension, kind, repeated=repeated)
    r = draw.whole(0, dimension - 1) if mode is None else mode
    both = positive > 0 and negative > 0
    edges = (Fraction(positive, negative), Fraction(negative, positive)) if both else ()
    chosen = draw.choose((*RATIOS, *edges)) if ratio is None else ratio
    return SignPattern(value, r, (1,) * positive + (-1,) * negative, chosen,
                       scores_with(draw, value.eigenvectors[r], chosen),
                       draw.choose(STEPS) if step is None else step)  # fmt: skip


# ------------------------------------------------------------------ tokens that sum to zero


def scores_vanishing_on(draw: Draw, vectors: Matrix) -> Scores:
    """Return random scores with x^T P y = 0 for all x, y in the span of given vectors."""
    drawn = exact_matrix(operator(draw, len(vectors[0]), symmetric=False))
    onto = exact_matrix(projection_onto(vectors))
    return Scores(plain_matrix(drawn - onto * drawn * onto))


def polygonal_state(
    draw: Draw, tokens: int, dimension: int, *, kind: str = "any"
) -> tuple[State, ValueMatrix]:
    """Return a state with s_i = 0 for every token, and its V; at rest for every step."""
    points = zero_sum_tokens(draw, tokens, dimension)
    value = value_matrix(draw, dimension, kind)
    scores = scores_vanishing_on(draw, points)
    return State(points, value.matrix, scores, draw.choose(STEPS)), value
