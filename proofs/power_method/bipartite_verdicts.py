"""Two opposite groups of tokens: exact blocks, Jury margins and verdicts in plain rationals.

A state has p tokens at u and q at -u, a unit eigenvector of a symmetric value matrix. A token
gives weight `within` to each token of its own group for weight 1 to each of the other; rows are
then normalised. Along another eigenvector with eigenvalue c, a layer of step tau has the block
D^{-1} (I + tau c A); here A is the attention between the groups, b the eigenvalue at u,
M = diag(mu_+, mu_-) how far each group is drawn to its own side, and D = I + tau b M. What
disagrees within a group of two tokens or more has the multiplier 1/rho. Numbers are `fractions.Fraction` or, several times faster, `flint.fmpq`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Literal, TypeVar

import flint

Rational = TypeVar("Rational", Fraction, flint.fmpq)
Verdict = Literal["stable", "unstable", "neutral", "undefined"]
"""All inside, some outside, some on the boundary and none outside; or no fixed point at all."""


@dataclass(frozen=True)
class Bipartite(Generic[Rational]):
    """Group sizes p, q >= 1, the weight within a group, all eigenvalues, and which one u has."""

    p: int
    q: int
    within: Rational
    eigenvalues: Sequence[Rational]
    at: int

    def __post_init__(self) -> None:
        if self.p < 1 or self.q < 1:
            raise ValueError(f"p={self.p}, q={self.q}: both groups need a token; give p, q >= 1")
        if not self.within > 0:
            raise ValueError(f"within={self.within}: attention weights are positive; give one > 0")
        if not 0 <= self.at < len(self.eigenvalues):
            raise ValueError(f"at={self.at}: there are {len(self.eigenvalues)} eigenvalues; count from 0")

    @property
    def attention(self) -> tuple[tuple[Rational, Rational], tuple[Rational, Rational]]:
        """Return what each group attends to: rows and columns are (at u, at -u)."""
        first = self.p * self.within + self.q
        second = self.q * self.within + self.p
        return ((self.p * self.within / first, self.q / first), (self.p / second, self.q * self.within / second))

    @property
    def means(self) -> tuple[Rational, Rational]:
        """Return (mu_+, mu_-), how far each group is drawn to its own side of the line."""
        (a, b), (c, d) = self.attention
        return a - b, d - c

    @property
    def here(self) -> Rational:
        """Return the eigenvalue at u."""
        return self.eigenvalues[self.at]

    @property
    def others(self) -> Iterator[Rational]:
        """Yield the eigenvalues along which tokens may leave the line, with repetitions."""
        return (value for k, value in enumerate(self.eigenvalues) if k != self.at)


@dataclass(frozen=True)
class PlaneBlock(Generic[Rational]):
    """A real 2 x 2 matrix by its trace and determinant."""

    trace: Rational
    determinant: Rational

    @property
    def jury(self) -> tuple[Rational, Rational, Rational]:
        """Return 1 - t + d, 1 - d, 1 + t + d: all positive iff both eigenvalues have modulus < 1.

        One of them is negative iff some eigenvalue has modulus > 1.
        """
        t, d = self.trace, self.determinant
        return 1 - t + d, 1 - d, 1 + t + d


def lengths(state: Bipartite[Rational], step: Rational) -> tuple[Rational, Rational]:
    """Return (rho_+, rho_-), the signed lengths before normalisation; fixed iff both are > 0."""
    plus, minus = state.means
    return 1 + step * state.here * plus, 1 + step * state.here * minus


def layer_block(state: Bipartite[Rational], step: Rational, other: Rational) -> PlaneBlock[Rational]:
    """Return the layer's block along an eigenvector with the eigenvalue `other`."""
    (a, b), (c, d) = state.attention
    rho_plus, rho_minus = lengths(state, step)
    push = step * other
    first, second = (1 + push * a) / rho_plus, (1 + push * d) / rho_minus
    return PlaneBlock(first + second, first * second - push * push * b * c / (rho_plus * rho_minus))


def layer_margins(state: Bipartite[Rational], step: Rational) -> Iterator[Rational]:
    """Yield numbers, all positive iff every multiplier of the layer has modulus below 1.

    One is negative iff some multiplier has modulus above 1. Both lengths have to be positive.
    """
    rho_plus, rho_minus = lengths(state, step)
    if state.eigenvalues[1:]:
        if state.p > 1:
            yield rho_plus - 1
        if state.q > 1:
            yield rho_minus - 1
    for other in state.others:
        yield from layer_block(state, step, other).jury


def layer_verdict(state: Bipartite[Rational], step: Rational) -> Verdict:
    """Return what the derivative of the layer x -> N(x + step V s) says of the state."""
    if not all(length > 0 for length in lengths(state, step)):
        return "undefined"
    margins = [*layer_margins(state, step)]
    if any(margin < 0 for margin in margins):
        return "unstable"
    return "neutral" if any(margin == 0 for margin in margins) else "stable"
