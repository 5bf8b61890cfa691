"""Appendix D: what is said of all bipartite states, p tokens against q with E = exp(2 g)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from verify.language.expressions import Relation, as_scalar
from verify.vocabulary import *


@dataclass(frozen=True, eq=False)
class TwoGroups:
    """The sizes of the groups, and the number E that scores come down to."""

    p: Scalar
    q: Scalar
    E: Scalar

    @property
    def first(self) -> Scalar:
        """Return the mean mu_+ that draws the first group to its own side."""
        return let("mu_plus", lambda: (self.p * self.E - self.q) / (self.p * self.E + self.q))

    @property
    def second(self) -> Scalar:
        """Return the mean mu_- that draws the second group to its own side."""
        return let("mu_minus", lambda: (self.q * self.E - self.p) / (self.q * self.E + self.p))

    @property
    def ratio(self) -> Scalar:
        """Return R(E), the product of the means over half their sum."""
        p, q, E = self.p, self.q, self.E
        return (p * E - q) * (q * E - p) / (p * q * (E**2 - 1))

    def of_the_flow(self, lam_k: Scalar, lam_r: Scalar, z: Scalar) -> Proposition:
        """Return that z is an exponent of the block of v_k at a state at v_r."""
        stay, keep = (1 + self.first) / 2, (1 + self.second) / 2
        return equals((lam_k * stay - lam_r * self.first - z) * (lam_k * keep - lam_r * self.second - z),
                      lam_k**2 * (1 - stay) * (1 - keep))

    def of_the_layer(self, tau: Scalar, lam_k: Scalar, lam_r: Scalar, z: Scalar) -> Proposition:
        """Return that z is a multiplier of the block of v_k at a state at v_r."""
        stay, keep, c = (1 + self.first) / 2, (1 + self.second) / 2, tau * lam_k
        first, second = 1 + tau * lam_r * self.first, 1 + tau * lam_r * self.second
        return equals(((1 + c * stay) / first - z) * ((1 + c * keep) / second - z),
                      c**2 * (1 - stay) * (1 - keep) / (first * second))

    def grows(self, lam_k: Scalar, lam_r: Scalar) -> Proposition:
        """Return that the block of v_k has a positive exponent."""
        return there_is(positive_scalar("z"), lambda z: self.of_the_flow(lam_k, lam_r, z))

    def leaves(self, tau: Scalar, lam_k: Scalar, lam_r: Scalar) -> Proposition:
        """Return that the block of v_k has a multiplier outside the unit circle."""
        return there_is(any_scalar("z"), lambda z: both(z**2 > 1, self.of_the_layer(tau, lam_k, lam_r, z)))


def of_all_groups(say: Callable[[TwoGroups], Proposition]) -> Proposition:
    """Return what is said of groups of any sizes, with any scores."""
    return for_every((positive_scalar("p"), positive_scalar("q"), positive_scalar("E")),
        lambda p, q, E: say(TwoGroups(p, q, E)))


def equal_groups(say: Callable[[TwoGroups, Scalar, Scalar], Proposition]) -> Proposition:
    """Return what is said of groups of one size without scores, and of two positive numbers."""
    return for_every((positive_scalar("p"), positive_scalar("lam_1"), positive_scalar("lam")),
        lambda p, lam_1, lam: say(TwoGroups(p, p, as_scalar(1)), lam_1, lam))


def within_by_sizes(says: Callable[[TwoGroups], Relation]) -> Proposition:
    """Return that the first group's exponent, -lambda_1 mu_+, is negative exactly under a condition."""
    return of_all_groups(lambda s: for_every(positive_scalar("lam_1"), lambda lam_1: iff(
        -lam_1 * s.first < 0, says(s))))


def where_unstable(s: TwoGroups, unstable: Callable[[Scalar, Scalar], Proposition], lam_1: Scalar,
                   rests: Callable[[Scalar], Sequence[Proposition]] = lambda lam_r: ()) -> tuple[Proposition, Proposition]:
    """Return that states are unstable away from v_1 and the last eigenvector with g < 0, and at v_1 with g < 0.

    `rests` is what makes v_r an equilibrium.
    """
    elsewhere = for_every(nonzero_scalar("lam_r"), lambda lam_r: implies(
        both(lam_r < lam_1, *rests(lam_r)), both(
            implies(either(s.E >= 1, lam_r > 0, -lam_r <= lam_1), unstable(lam_1, lam_r)),
            for_every(any_scalar("lam_k"), lambda lam_k: implies(
                both(s.E < 1, lam_r < 0, lam_k < lam_r),
                either(unstable(lam_1, lam_r), unstable(lam_k, lam_r)))))))
    repelled = for_every(any_scalar("lam_k"), lambda lam_k: implies(
        both(s.E < 1, lam_k < lam_1, *rests(lam_1)), unstable(lam_k, lam_1)))
    return elsewhere, repelled
