"""The claim of `rooted_masks`: who gathers under a mask, where, how fast, and who does not."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from verify.language.motion import Flow
from verify.language.symbols import Abbreviation1, Abbreviation2
from verify.statements.claims import Claim
from verify.statements.propositions import Proposition
from verify.vocabulary import *

from .twin_starts import *


def every_number(names: str, say: Callable[..., Proposition]) -> Proposition:
    """Return a proposition about all positive numbers with some names."""
    first, *rest = names.split()

    def with_first(value: Scalar) -> Proposition:
        return every_number(" ".join(rest), lambda *others: say(value, *others)) if rest else say(value)

    return for_every(positive_scalar(first), with_first)


def root(N: Mask, r: Index) -> Proposition:
    """Return that all reach r: a function that never rises along an edge is least at r."""
    i, j = tokens.any("i", "j")
    return for_every(coefficients("f"), lambda f: implies(
        for_every((i, j), N[i, j] * (f[i] - f[j]) >= 0), for_every(i, f[r] <= f[i])))


def closed(N: Mask, A: Scalars) -> Proposition:
    """Return that A is 1 on a set of tokens that see only each other, and 0 elsewhere."""
    i, j = tokens.any("i", "j")
    return both(for_every(i, either(equals(A[i], 0), equals(A[i], 1))),
                for_every((i, j), equals(A[i] * N[i, j] * (1 - A[j]), 0)))


@dataclass(frozen=True)
class Gathering:
    """Propositions on tokens y under a mask: alpha is summed over heads in w, s are the margins."""

    N: Mask
    s: Abbreviation1[Scalar]
    w: Abbreviation2[Scalar]
    y: Vectors
    W: Operator
    i: Index
    j: Index
    k: Index
    r: Index

    def apart(self) -> Scalar:
        return norm(self.y[self.i] - self.y[self.j], metric=self.W)

    def rows(self, H: Scalar) -> Proposition:
        return always(total(self.w[self.i, j] for j in tokens.seen_by(self.i, self.N)) <= H)

    def bounded(self, m: Scalar, H: Scalar) -> Proposition:
        """The weights of an edge add up to at least m, those of a row to at most H."""
        i, j = self.i, self.j
        return both(always(self.N[i, j] * (self.w[i, j] - m) >= 0), self.rows(H))

    def margins(self, sigma: Scalar) -> Proposition:
        return at_start(self.s[self.i] >= sigma)

    def within(self, depth: Scalars, level: Scalars, ratio: Scalar) -> Proposition:
        """The depth is the distance to r in edges, the level at most ratio^depth/depth!."""
        i, j = self.i, self.j
        return for_every(i, both(depth[i] >= 0, either(
            both(equals(same(i, self.r), 1), equals(depth[i], 0), level[i] <= 1),
            there_is(j, both(equals(self.N[i, j], 1), equals(depth[i], depth[j] + 1),
                             depth[i] * level[i] <= ratio * level[j])))))

    def fast(self) -> Proposition:
        def decays(m: Scalar, H: Scalar, sigma: Scalar, eps: Scalar) -> Proposition:
            return for_every((coefficients("depth", latex=r"\ell"), coefficients("level", latex=r"\theta")),
                             lambda depth, level: implies(
                both(m <= H, self.bounded(m, H), self.margins(sigma),
                     self.within(depth, level, m * sigma**2 / H),
                     for_every(self.i, 2 * exp(1) * eps <= level[self.i])),
                always(self.apart() <= 2 / sigma * exp(eps - eps * H / sigma * elapsed))))

        return for_every(self.r, every_number("m H sigma eps", decays))

    def gathered(self, z: Vector) -> Proposition:
        N, y, W, i, k = self.N, self.y, self.W, self.i, self.k
        return both(equals(z @ W @ z, 1), tends_to(y[i], z), for_every(
            any_vector("xi"), lambda xi: implies(
                for_every(k, implies(root(N, k), at_start(xi @ W @ y[k] <= 0))), xi @ W @ z <= 0)))

    def where(self) -> Proposition:
        return for_every(self.r, every_number("m H", lambda m, H: implies(
            both(self.bounded(m, H), root(self.N, self.r)), there_is(any_vector("z"), self.gathered))))

    def at_rest(self) -> Proposition:
        N, y, i, j, r = self.N, self.y, self.i, self.j, self.r
        alone = for_every(j, either(equals(same(r, j), 1), equals(N[r, j], 0)))
        return for_every(r, every_number("m H", lambda m, H: implies(
            both(self.bounded(m, H), root(N, r), alone), there_is(any_vector("z"), lambda z: both(
                at_start(equals(y[r], z)), always(equals(y[r], z)), tends_to(y[i], z))))))

    def common(self) -> Proposition:
        i, j = self.i, self.j
        return every_number("H sigma", lambda H, sigma: for_every(coefficients("least", latex=r"\mu"), lambda least: implies(
            both(self.rows(H), self.margins(sigma), for_every(i, least[i] >= 0),
                 always(for_every((i, j), either(
                     equals(same(i, j), 1), self.N[i, j] * self.w[i, j] >= least[j])))),
            always(self.apart() <= 2 / sigma * exp(-sigma * total(least[k] for k in tokens) * elapsed)))))

    def separate(self) -> Proposition:
        N, s, y, W, i, j = self.N, self.s, self.y, self.W, self.i, self.j
        of = coefficients("A"), coefficients("B"), unit_vector("e", metric=W)
        return every_number("H sigma", lambda H, sigma: for_every(of, lambda A, B, e: implies(
            both(self.rows(H), self.margins(sigma), closed(N, A), closed(N, B),
                 at_start(A[i] * (e @ W @ y[i] - s[i]) >= 0),
                 at_start(B[i] * (-(e @ W @ y[i]) - s[i]) >= 0)),
            always(for_every((i, j), implies(equals(A[i] * B[j], 1), self.apart() >= 2 * sigma))))))

    def rootless(self) -> Proposition:
        N, i, r = self.N, self.i, self.r
        return implies(
            never(there_is(r, root(N, r))),
            there_is(coefficients("A"), lambda A: there_is(coefficients("B"), lambda B: both(
                closed(N, A), closed(N, B), for_every(i, equals(A[i] * B[i], 0)),
                there_is(i, equals(A[i], 1)), there_is(i, equals(B[i], 1))))))


def whole(tells: Gathering, flow: Flow, alpha: HeadWeights, start: list[Any]) -> Claim:
    """Return the claim."""
    return claim(
        "Let the weights of every edge add up to at least $m$, those of every row to at most "
        "$H$. If the mask has a root, all tokens tend to one point. It lies in every half-space "
        "that holds the starts of the roots; if a root sees nobody else, it is where that root "
        r"starts. If margins are at least $\sigma$ and every token is within $D$ edges of a root, "
        r"distances fall like $\exp(-\varepsilon H t/\sigma)$ with $2 e \varepsilon = (m "
        r"\sigma^2/H)^D/D!$; if every token gives token $j$ at least $\mu_j$, like $\exp(-\sigma "
        r"\sum_j \mu_j t)$. A mask without a root has two disjoint sets of tokens that see only "
        "themselves, and from an open set of starts two such sets stay apart.",
        tells.fast(), tells.where(), tells.at_rest(), tells.common(), tells.rootless(), tells.separate(),
        along=solution(flow, varying=[alpha], start=start))


def with_twins(made: Claim, W: Operator, R: Operator, p: Vector, y: Vectors, alpha: HeadWeights,
               N: Mask) -> Claim:
    """Return the claim with what would be too much to say."""
    i, j, a = *tokens.any("i", "j"), heads.any("a")
    apart = norm(y[i] - y[j], metric=W)

    def fully(sigma: Scalar, c: Scalar) -> Proposition:
        weight = total(alpha[a, i, j] for a in heads)
        return both(at_start(W @ p @ y[i] >= sigma), always(N[i, j] * weight >= c))

    near = {W: PLANE, R: PLANE, p: [1, 0], y: NEAR, alpha: [EVERYBODY], N: EVERYBODY}
    apiece = near | {N: PLANE, y: [ASIDE, BESIDE]}
    return made \
        .for_example(near | {"m": 1, "H": 2, "sigma": Fraction(4, 5), "eps": Fraction(1, 20), "depth": [0, 1],
                             "level": [1, Fraction(8, 25)], "least": [1, 1], "z": [1, 0], "xi": [-1, 0]}) \
        .for_example(near | {N: ONE_WAY, "m": 1, "H": 2}) \
        .for_example(apiece | {"H": 1, "sigma": Fraction(3, 5), "A": [1, 0], "B": [0, 1], "e": [0, 1]}) \
        .but_not("under a mask without a root", every_number("m", lambda m: implies(
                     always(alpha[a, i, j] >= m), tends_to(apart, 0))),
                 at=near | {N: PLANE}) \
        .but_not("roots stay, whomever they see", for_every(any_vector("z"), lambda z: implies(
                     at_start(equals(y[1], z)), always(equals(y[1], z)))), at=near) \
        .but_not(r"at twice the rate $\sigma \sum_j \mu_j$", every_number("sigma c", lambda sigma, c: implies(
                     fully(sigma, c),
                     always(apart <= 2 / sigma * exp(-2 * sigma * tokens.count * c * elapsed)))), at=near)
