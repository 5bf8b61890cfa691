"""What the layers of Section 2 and Appendix D do as maps, as propositions for any number of heads."""

from collections.abc import Callable
from dataclasses import dataclass

from verify.language.indices import IndexLike
from verify.language.motion import DiscreteLaw
from verify.language.symbols import Abbreviation, Family1, HeadVectors
from verify.vocabulary import *

from .energy import norm_at_most
from .principal import is_basis

n = tokens.count
a, i, j, k = heads.any("a"), *tokens.any("i", "j"), modes.any("k")


@dataclass(frozen=True)
class Heads:
    """Any number of heads: the rows of Q_h, K_h and V_h, and the columns of W_h."""

    f: HeadVectors
    g: HeadVectors
    r: HeadVectors
    w: HeadVectors

    def weight(self, x: Vectors, a: IndexLike, i: IndexLike, j: IndexLike) -> Scalar:
        """A^a_ij, the softmax of (Q_a x_i)^T K_a x_j."""
        def attends(j: IndexLike) -> Scalar:
            return exp(total((self.f.item(a, k) @ x.item(i)) * (self.g.item(a, k) @ x.item(j)) for k in modes))

        return attends(j) / total(attends(j) for j in tokens)

    def head(self, a: IndexLike, z: Vector) -> Vector:
        """W_a V_a z."""
        return total((self.r.item(a, k) @ z) * self.w.item(a, k) for k in modes)

    def matrix(self, z: Vector) -> Vector:
        """F z, the sum over the heads of W_a V_a z."""
        return total(self.head(a, z) for a in heads)

    def pull(self, x: Vectors, i: IndexLike) -> Vector:
        """What attention gives token i: the sum over the heads of W_a V_a sum_j A^a_ij x_j."""
        return total(self.head(a, total(self.weight(x, a, i, j) * x[j] for j in tokens)) for a in heads)

    def moved(self, x: Vectors, i: IndexLike) -> Vector:
        """y_i, which the layer normalises."""
        return x.item(i) + self.pull(x, i)

    def layer(self, x: Vectors) -> DiscreteLaw:
        """The layer in tokens x, with the step 1."""
        return iteration({x: lambda i: unit(self.moved(x, i))})


def unit(y: Vector) -> Vector:
    """y/|y|."""
    return y / norm(y)


# ------------------------------------------------------------------ (1)


def attended_once(layer: Heads, x: Vectors) -> tuple[Proposition, ...]:
    """Row sums, lengths, and what heads that attend alike, or tokens that agree, see."""
    weight: Abbreviation[Scalar] = Abbreviation("attention", lambda a, i, j: layer.weight(x, a, i, j), latex="A")

    def after_attention(i: Index) -> Vector:
        return x[i] + total(layer.head(a, total(weight[a, i, j] * x[j] for j in tokens)) for a in heads)

    moved = let("moved", after_attention, latex="y")
    return (
        for_every((a, i), equals(total(weight[a, i, j] for j in tokens), 1)),
        for_every(i, implies(differs(norm(moved[i]), 0), equals(unit(moved[i]) @ unit(moved[i]), 1))),
        for_every(any_weights("A"), lambda A: implies(
            for_every((a, i, j), equals(weight[a, i, j], A[i, j])),
            for_every(i, equals(moved[i], x[i] + layer.matrix(total(A[i, j] * x[j] for j in tokens)))))),
        for_every(any_vector("z"), lambda z: implies(
            for_every(j, equals(x[j], z)), for_every(i, equals(moved[i], z + layer.matrix(z))))))


def what_heads_give() -> Proposition:
    """F = W V, however the coordinates e_k are shared out among the heads, as t_ak with the sum e_k over a."""
    def of_heads(e: Vectors, t: HeadVectors, W: Operator, V: Operator) -> Proposition:
        return for_every(any_vector("z"), lambda z: equals(
            total(W @ total((e[k] @ (V @ z)) * t[a, k] for k in modes) for a in heads), W @ (V @ z)))

    return for_every((orthonormal_basis("e"), any_head_vectors("t", over="modes")), lambda e, t: implies(
        both(is_basis(e), for_every(k, equals(total(t[a, k] for a in heads), e[k]))),
        for_every((any_operator("W"), any_operator("V")), lambda W, V: of_heads(e, t, W, V))))


# ------------------------------------------------------------------ (2) and (3)


def two_layers(first: Heads, second: Heads, z: Vector, *, exchanged: bool = False) -> Proposition:
    """Tokens that agree go through two layers, whatever the weights, as through one product."""
    inner, outer = (second, first) if exchanged else (first, second)
    u = z + inner.matrix(z)
    product = u + outer.matrix(u)

    def between(A: HeadWeights, i: IndexLike) -> Vector:
        return unit(z + total(first.head(a, total(A[a, i, j] * z for j in tokens)) for a in heads))

    def after(A: HeadWeights, B: HeadWeights, i: IndexLike) -> Vector:
        pull = total(second.head(a, total(B[a, i, j] * between(A, j) for j in tokens)) for a in heads)
        return unit(between(A, i) + pull)

    return for_every((row_stochastic_heads("A"), row_stochastic_heads("B")), lambda A, B: implies(
        both(differs(norm(u), 0), differs(norm(product), 0)), for_every(i, equals(after(A, B, i), unit(product)))))


def shared_weights(layer: Heads, x: Vectors, z: Vector, lam: Scalar) -> tuple[Proposition, ...]:
    """Tokens that agree at z are at (I + F)^k z, normalised, after k layers; an eigenvector stays on its line."""
    agree = at_start(for_every(j, equals(x[j], z)))

    def power_step(u: Vectors) -> DiscreteLaw:
        return iteration({u: lambda i: u.item(i) + layer.matrix(u.item(i))})

    own: Vectors = Family1("u", Vector, ("tokens",))
    return (
        implies(agree, for_every_orbit(any_vectors("u"), power_step(own), lambda u: implies(
            at_start(for_every(j, equals(u[j], z))),
            always(for_every(i, implies(differs(norm(u[i]), 0), equals(x[i], unit(u[i])))))))),
        implies(both(agree, equals(layer.matrix(z), lam * z)), both(
            implies(lam > -1, always(for_every(i, equals(x[i], z)))),
            implies(lam < -1, always(for_every(i, either(equals(x[i], z), equals(x[i], -z))))))))


def small_steps(layer: Heads, x: Vectors, tau: Scalar) -> tuple[Proposition, ...]:
    """What the layer with the step tau does to tokens that agree, and to first order in tau."""
    u = layer.pull(x, i)
    y = x[i] + tau * u

    def agree_at(z: Vector) -> Proposition:
        return for_every(j, equals(x[j], z))

    return (
        for_every(any_vector("z"), lambda z: implies(agree_at(z), both(
            for_every(i, equals(y, z + tau * layer.matrix(z))),
            for_every(any_scalar("lam"), lambda lam: implies(
                equals(layer.matrix(z), lam * z), for_every(i, equals(y, (1 + tau * lam) * z))))))),
        for_every(i, implies(
            tau * norm(u) <= Fraction(1, 2),
            norm(unit(y) - (x[i] + tau * tangent(u, x[i]))) <= 3 * (tau * norm(u)) ** 2)))


# ------------------------------------------------------------------ (8), (9) and (10)


def forwards(V: Operator, x: Vectors, s: Callable[[IndexLike], Vector], tau: Scalar) -> tuple[Proposition, ...]:
    """Where the step is below 1/|V| the layer is defined, and leaves tokens in their hemispheres, as these turn little."""
    y = x[i] + tau * (V @ s(i))

    def short(says: Callable[[Scalar], Proposition]) -> Proposition:
        return for_every(positive_scalar("kappa"), lambda kappa: implies(
            both(norm_at_most(V, kappa), tau * kappa < 1), for_every(i, says(1 - tau * kappa))))

    return (short(lambda g: both(x[i] @ y >= g, norm(y) >= g, x[i] @ unit(y) > 0)),
            short(lambda g: x[i] @ y >= g), short(lambda g: norm(y) >= g),
            short(lambda g: implies(both(x[i] @ y >= g, norm(y) >= g), x[i] @ unit(y) > 0)))


def tangent_parts(V: Operator, x: Vectors, s: Callable[[IndexLike], Vector], tau: Scalar) -> tuple[Proposition, ...]:
    """The projector takes away what is along the token, and no more; what is left turns it."""
    y = x[i] + tau * (V @ s(i))
    return (
        for_every(i, for_every(any_vector("u"), lambda u: both(
            equals(tangent(x[i], x[i]), zero_vector()), equals(tangent(tangent(u, x[i]), x[i]), tangent(u, x[i])),
            implies(equals(x[i] @ u, 0), equals(tangent(u, x[i]), u))))),
        for_every(i, equals(y @ y - (x[i] @ y) ** 2,
                            tau**2 * (tangent(V @ s(i), x[i]) @ tangent(V @ s(i), x[i])))))


def same_scores(x: Vectors, V: Operator, P: Operator, tau: Scalar) -> tuple[Proposition, ...]:
    """Scores that do not differ give the average, and one push for all tokens."""
    A = softmax(lambda i: x[i], P)
    s = total(x[j] for j in tokens) / n
    y = oja_pushed(x, i, V, tau)
    return (
        for_every(any_scalar("b"), lambda b: implies(
            for_every((i, j), equals(x[i] @ P @ x[j], b)), both(
                for_every((i, j), equals(A(i, j), 1 / n)),
                for_every(i, equals(x[i] + tau * (V @ total(A(i, j) * x[j] for j in tokens)), y))))),
        for_every(i, both(
            equals(y, x[i] + tau * (V @ s)),
            equals(y @ y, 1 + 2 * tau * (x[i] @ V @ s) + tau**2 * ((V @ s) @ (V @ s))))),
        for_every((i, j), equals(y - oja_pushed(x, j, V, tau), x[i] - x[j])),
        s @ s <= 1)


def oja_pushed(x: Vectors, i: IndexLike, V: Operator, tau: Scalar) -> Vector:
    """y_i of the Oja map (9), which is normalised: x_i + (tau/n) V sum_j x_j."""
    return x.item(i) + (tau / n) * (V @ total(x[j] for j in tokens))
