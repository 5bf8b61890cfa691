"""What Lemmas 3 and 11 claim at consensus x_i = v: the derivative (12) there, and all it does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from verify.statements.claims import Claim
from verify.statements.propositions import Proposition
from verify.vocabulary import *

from .pattern_claims import Direction, Weighing, is_derivative, layer_of
from .principal import is_basis

n, d = tokens.count, modes.count


def equal_weights(_: Any) -> Weighing:
    """The weights of the Oja map, at any state."""
    return lambda i, j: 1 / n


@dataclass(frozen=True, eq=False)
class Agreement:
    """All tokens at v, with V v = lam v and rho = 1 + tau lam, which is not 0."""

    V: Operator
    v: Vector
    tau: Scalar
    rho: Scalar

    def at(self, _: Any) -> Vector:
        """Return where a token is."""
        return self.v

    def image(self, _: Any) -> Vector:
        """Return where it comes: to v, or to -v if rho is negative."""
        return (self.rho / absolute(self.rho)) * self.v

    def jacobian(self, delta: Direction) -> Direction:
        """Return the projected average, (12)."""
        mean = total(delta(j) for j in tokens) / n
        return lambda i: tangent(delta(i) + self.tau * (self.V @ mean), self.v) / absolute(self.rho)

    def is_derivative_of(self, weights_at: Any) -> Proposition:
        """Return that this is the derivative of a layer with such weights."""
        return is_derivative(layer_of(self.V, self.tau, weights_at), self.at, self.jacobian, self.image)

    def stretches(self, u: Direction, value: Scalar) -> Proposition:
        """Return that a perturbation is an eigenvector, if it is not 0."""
        i = tokens.any("i")
        return for_every(i, equals(self.jacobian(u)(i), value * u(i)))


def of_attention(s: Agreement, P: Operator) -> tuple[Proposition, Proposition, Proposition]:
    """All weights are equal, and the derivatives of both layers are (12)."""
    i, j = tokens.any("i", "j")
    return (for_every((i, j), equals(softmax(s.at, P)(i, j), 1 / n)),
            s.is_derivative_of(lambda x: softmax(x, P)), s.is_derivative_of(equal_weights))


def claim_of_attention(s: Agreement, P: Operator) -> Claim:
    """What Lemma 11 claims."""
    i, j = tokens.any("i", "j")
    weight = softmax(s.at, P)
    return claim(
        "At consensus $x_i = v_r$ all weights are $1/n$, whatever $P$, and the derivative of self-attention is that "
        r"of the Oja map, (12), $J_{ij} = |1 + \tau \lambda_r|^{-1} (I - v_r v_r^\top)(\delta_{ij} I + (\tau/n) V)$.",
        *of_attention(s, P)) \
        .but_not("all weights are 1", for_every((i, j), equals(weight(i, j), 1))) \
        .but_not("all weights are $1/n$ at every state", for_every(unit_tokens("x"), lambda x: for_every(
            (i, j), equals(softmax(lambda i: x[i], P)(i, j), 1 / n))))


def claim_of_the_oja_map(s: Agreement, v: Vectors, lam: Scalars, r: Index) -> tuple[Claim, Proposition, Proposition, Proposition]:
    """What Lemma 3 claims: the derivative, what it does to three classes, and that these are all; and these parts."""
    i, k = tokens.any("i"), modes.any("k")

    def apart(u: Vectors) -> Proposition:
        return both(equals(total(u[j] for j in tokens), zero_vector()), for_every(i, equals(v[r] @ u[i], 0)))

    def parts(a: Scalars, b: Scalars, u: Vectors, i: Index) -> Vector:
        return a[i] * v[r] + total(b[m] * v[m] for m in modes) + u[i]

    def classes(u: Vectors) -> Proposition:
        return both(
            for_every(coefficients("a"), lambda a: s.stretches(lambda i: a[i] * v[r], 0 * s.rho)),
            for_every(k, implies(differs(same(k, r), 1), s.stretches(
                lambda i: v[k], (1 + s.tau * lam[k]) / absolute(s.rho)))),
            implies(apart(u), s.stretches(lambda i: u[i], 1 / absolute(s.rho))))

    def some_parts(delta: Vectors) -> Proposition:
        return there_is((coefficients("a"), coefficients("b", over="modes"), any_vectors("u")), lambda a, b, u: both(
                equals(b[r], 0), apart(u), for_every(i, equals(delta[i], parts(a, b, u, i))),
                iff(for_every(i, equals(v[r] @ delta[i], 0)), for_every(i, equals(a[i], 0)))))

    def no_others(a: Scalars, b: Scalars, u: Vectors) -> Proposition:
        return implies(
            both(equals(b[r], 0), apart(u), for_every(i, equals(parts(a, b, u, i), zero_vector()))),
            both(for_every(i, equals(a[i], 0)), for_every(k, equals(b[k], 0)),
                 for_every(i, equals(u[i], zero_vector()))))

    said, stretched = s.is_derivative_of(equal_weights), for_every(any_vectors("u"), classes)
    exhausted = both(
        for_every(any_vectors("delta"), some_parts),
        for_every((coefficients("a"), coefficients("b", over="modes"), any_vectors("u")), no_others),
        equals(n + (d - 1) + (n - 1) * (d - 1), n * d), equals((d - 1) + (n - 1) * (d - 1), n * (d - 1)))
    return claim(
        r"At consensus $x_i = v_r$, with $1 + \tau \lambda_r \ne 0$, the derivative of the Oja map has the eigenvalue "
        r"0 on the $n$ radial directions, $(1 + \tau \lambda_k)/|1 + \tau \lambda_r|$ for each $k \ne r$ on common "
        r"turns towards $v_k$, and $1/|1 + \tau \lambda_r|$, $(n - 1)(d - 1)$ times, on disagreement. Every "
        "perturbation is a sum of these in exactly one way; the tangent ones are those without a radial part.",
        implies(is_basis(v), both(said, stretched, exhausted))) \
        .but_not("without the absolute value", for_every(k, implies(differs(same(k, r), 1), s.stretches(
            lambda i: v[k], (1 + s.tau * lam[k]) / s.rho)))) \
        .but_not("without the division", for_every(k, implies(differs(same(k, r), 1), s.stretches(
            lambda i: v[k], 1 + s.tau * lam[k])))), said, stretched, exhausted
