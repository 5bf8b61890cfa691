"""What Appendix D.4.1 claims of several heads at two opposite groups of the same size."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from verify.language.motion import DiscreteLaw
from verify.language.symbols import Abbreviation1, Abbreviation2, Family1, HeadVectors
from verify.statements.claims import Claim
from verify.statements.propositions import Proposition
from verify.vocabulary import *

from .pattern_claims import Direction, is_derivative
from .principal import applied, heads_by_columns, is_basis

Linear = Callable[[Vector], Vector]
h, i, k = heads.any("h"), tokens.any("i"), modes.any("k")


@dataclass(frozen=True, eq=False)
class Groups:
    """Tokens at e_1 and -e_1 by their signs, and heads by the columns of their matrices in the basis e."""

    e: Vectors
    f: HeadVectors
    p: HeadVectors
    tau: Scalar
    eps: Scalars
    rho: Scalar
    t: Abbreviation1[Scalar]                        # by which a head draws a token to its own side
    phi: Abbreviation2[Scalar]                      # of a head at e_k: its eigenvalue, if e_k is an eigenvector

    def at(self, i: Any) -> Vector:
        """Return where a token is."""
        return self.eps[i] * self.e[1]

    def summed(self, z: Vector) -> Vector:
        """Return sum_h F_h z."""
        return total(applied(self.f, self.e, h, z) for h in heads)

    def drawn(self, z: Vector) -> Vector:
        """Return sum_h t_h F_h z."""
        return total(self.t[h] * applied(self.f, self.e, h, z) for h in heads)

    def image(self, x: Direction) -> Direction:
        """Return the layer as a function of the state."""
        def weight(h: Any, i: Any, j: Any) -> Scalar:
            return exp(x(i) @ applied(self.p, self.e, h, x(j)))

        def of(i: Any) -> Vector:
            moved = x(i) + self.tau * total(applied(
                self.f, self.e, h, total(weight(h, i, j) * x(j) for j in tokens)
                / total(weight(h, i, j) for j in tokens)) for h in heads)
            return moved / norm(moved)
        return of

    def jacobian(self, delta: Direction) -> Direction:
        """Return what each token makes of its own perturbation, of the mean, and of the groups' difference."""
        mean = total(delta(j) for j in tokens) / tokens.count
        difference = total(self.eps[j] * delta(j) for j in tokens) / tokens.count

        def of(i: Any) -> Vector:
            moved = delta(i) + self.tau * (self.summed(mean) + self.eps[i] * self.drawn(difference))
            return tangent(moved, self.e[1]) / self.rho
        return of

    def rests(self, rho: Scalar, drawn: Vector) -> Proposition:
        """Say that what draws a token brings it to rho times its place before it is normalised."""
        return equals(self.e[1] + self.tau * drawn, rho * self.e[1])

    def is_left(self) -> Proposition:
        """Say that the layer leaves the tokens where they are."""
        return for_every(i, equals(self.image(self.at)(i), self.at(i)))

    def is_quiet(self) -> Proposition:
        """Say of each head that e_1 is an eigenvector of its values, or of its scores and their transpose."""
        e, f, p = self.e, self.f, self.p
        return for_every(h, either(
            equals(f[h, 1], (e[1] @ f[h, 1]) * e[1]),
            both(equals(p[h, 1], (e[1] @ p[h, 1]) * e[1]),
                 for_every(orthogonal_to("z", e[1]), lambda z: equals(e[1] @ applied(p, e, h, z), 0)))))

    def have_common_eigenvectors(self) -> Proposition:
        """Say that the heads' values are diagonal in the basis e."""
        return for_every((h, k), equals(self.f[h, k], (self.e[k] @ self.f[h, k]) * self.e[k]))

    def multipliers(self, k: Any) -> tuple[Scalar, Scalar]:
        """Return 1 + tau sum_h phi_hk and 1 + tau sum_h t_h phi_hk."""
        return (1 + self.tau * total(self.phi[h, k] for h in heads),
                1 + self.tau * total(self.t[h] * self.phi[h, k] for h in heads))

    def acts_along(self, opposed: Scalar) -> Proposition:
        """Say what the derivative does along e_k, k > 1, to all tokens together and to the groups apart."""
        J, eps, e, rho = self.jacobian, self.eps, self.e, self.rho
        return for_every(k, either(equals(same(k, 1), 1), for_every(i, both(
            equals(J(lambda _: e[k])(i), (self.multipliers(k)[0] / rho) * e[k]),
            equals(J(lambda j: eps[j] * e[k])(i), (opposed / rho) * (eps[i] * e[k]))))))

    def acts_within(self) -> Proposition:
        """Say what it does to all that sums to 0 within each group."""
        eps = self.eps
        return for_every(coefficients("c"), lambda c: for_every(orthogonal_to("z", self.e[1]), lambda z: implies(
            both(equals(total(c[j] for j in tokens), 0), equals(total(eps[j] * c[j] for j in tokens), 0)),
            for_every(i, equals(self.jacobian(lambda j: c[j] * z)(i), (1 / self.rho) * (c[i] * z))))))

    def is_inside(self) -> Proposition:
        """Say that these multipliers are inside the unit circle."""
        rho = self.rho
        common, opposed = self.multipliers(k)
        return both(rho > 1, for_every(k, either(
            equals(same(k, 1), 1), both(absolute(common) < rho, absolute(opposed) < rho))))


def named_groups(e: Vectors, f: HeadVectors, p: HeadVectors, tau: Scalar, eps: Scalars, rho: Scalar) -> Groups:
    """Name t_h = tanh g_h, with g_h = e_1^T P_h e_1, and phi_hk = e_k^T F_h e_k."""
    def tanh(g: Scalar) -> Scalar:
        return (exp(g) - exp(-g)) / (exp(g) + exp(-g))

    t = let("t", lambda h: tanh(e[1] @ p[h, 1]))
    phi = let("phi", lambda h, k: e[k] @ f[h, k], latex=r"\varphi")
    return Groups(e, f, p, tau, eps, rho, t, phi)


def layer_of_heads(values: Sequence[Linear], scores: Sequence[Linear]) -> DiscreteLaw:
    """Return the layer with the step 1 of heads whose matrices are told as functions."""
    x: Vectors = Family1("x", Vector, ("tokens",))

    def attended(P: Linear, i: Any) -> Vector:
        def weight(j: Any) -> Scalar:
            return exp(x[i] @ P(x[j]))

        return total(weight(j) * x[j] for j in tokens) / total(weight(j) for j in tokens)

    def moved(i: Any) -> Vector:
        found = x[i]
        for F, P in zip(values, scores, strict=True):
            found = found + F(attended(P, i))
        return found

    return iteration({x: lambda i: moved(i) / norm(moved(i))})


def examples(eps: Scalars, u: Vector, w: Vector) -> tuple[Proposition, Proposition, Proposition]:
    """Say that u, -u is stable under two pairs of heads; it is an eigenvector of the first sum alone."""
    def F(z: Vector) -> Vector:
        return (u @ z) * (2 * u + w)

    def G(z: Vector) -> Vector:
        return (u @ z) * (2 * u - 2 * w) + (w @ z) * w

    def A(z: Vector) -> Vector:
        return (2 * (u @ z)) * u + (w @ z) * w

    def B(z: Vector) -> Vector:
        return (Fraction(1, 2) * (w @ z)) * w

    def along(g: Scalar | int) -> Linear:
        return lambda z: (g * (u @ z)) * u

    def stable(values: Sequence[Linear], scores: Sequence[Linear]) -> Proposition:
        return is_exponentially_stable(unit_tokens("x"), layer_of_heads(values, scores), at=lambda i: eps[i] * u)

    return (
        stable([A, B], [along(log(3)), along(0)]),
        stable([F, G], [along(log(3)), along(log(Fraction(7, 3)) / 2)]),
        never(there_is(any_scalar("lam"), lambda lam: equals(F(u) + G(u), lam * u))))


def claim_of_groups(s: Groups, u: Vector, w: Vector) -> tuple[Claim, list[Proposition]]:
    """Return what is claimed of two opposite groups under several heads, and its parts: of all heads, and of two pairs."""
    at_rest, common, pairs = s.rests(s.rho, s.drawn(s.e[1])), s.have_common_eigenvectors(), examples(s.eps, u, w)
    rest = iff(s.is_left(), there_is(positive_scalar("r"), lambda r: s.rests(r, s.drawn(s.e[1]))))
    derived = implies(s.is_quiet(), is_derivative(s.image, s.at, s.jacobian, among=unit_tokens("y")))
    of_common = (s.is_quiet(), s.acts_along(s.multipliers(k)[1]), s.acts_within(), implies(s.is_inside(), is_exponentially_stable(
        unit_tokens("x"), heads_by_columns(s.e, s.f, s.p, s.tau), at=s.at)))
    parts = [rest, implies(at_rest, derived), *(implies(at_rest, implies(common, part)) for part in of_common)]
    plane = {s.e: [[1, 0], [0, 1]], s.tau: 1, s.eps: [1, -1], u: [1, 0], w: [0, 1]}
    unequal = plane | {s.f: [[[1, 1], [0, 0]], [[1, -1], [0, 0]]], s.p: [[[1, 0], [0, 0]], [[0, 0], [0, 0]]], s.rho: 3}
    parted = plane | {s.f: [[[0, 0], [0, 1]]], s.p: [[[1, 0], [0, 0]]], s.rho: 1}
    return claim(
        "With several heads bipartite equilibria exist and can be exponentially stable, whether "
        "at an eigenvector of the layer matrix or not. Let half of the tokens be at a unit "
        r"vector $e_1$ and half at $-e_1$, and let $t_\eta = \tanh(e_1^\top P_\eta e_1)$. They "
        r"are at rest if and only if $e_1 + \tau \sum_\eta t_\eta F_\eta e_1 = \rho e_1$ with "
        r"$\rho > 0$. If each head has $e_1$ for an eigenvector of $F_\eta$, or of $P_\eta$ and "
        r"of $P_\eta^\top$, the derivative of the layer is that of fixed weights. For heads with "
        r"common eigenvectors $e_k$ its multipliers are $(1 + \tau \sum_\eta \varphi_{\eta "
        r"k})/\rho$ and $(1 + \tau \sum_\eta t_\eta \varphi_{\eta k})/\rho$ for $k \ne 1$ and, on "
        r"all that sums to 0 within each group, $(n - 2)(d - 1)$ times, $1/\rho$. If they are "
        "inside the unit circle, the state is exponentially stable. Examples are two pairs of "
        "heads in the plane of $u$ and $w$.",
        implies(is_basis(s.e), both(rest, implies(at_rest, both(derived, implies(common, both(*of_common)))))),
        both(*pairs)) \
        .for_example(parted | {s.f: [[[1, 0], [0, 0]]], s.rho: 1 + (exp(2) - 1) / (exp(2) + 1)}) \
        .but_not("the sum of the heads decides", implies(s.rests(s.rho, s.summed(s.e[1])), s.is_left()), at=unequal) \
        .but_not("scores do not count for groups that part",
                 implies(both(s.rests(s.rho, s.drawn(s.e[1])), s.have_common_eigenvectors()),
                         s.acts_along(s.multipliers(k)[0])), at=parted), [*(implies(is_basis(s.e), part) for part in parts), *pairs]
