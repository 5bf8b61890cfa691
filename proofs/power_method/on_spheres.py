"""What Remarks 2 and 8 claim: perturbations along the spheres and off them, and what continues a layer there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from verify.statements.claims import Claim
from verify.vocabulary import *

from .agreement import Agreement, equal_weights
from .pattern_claims import Direction, Pattern, attends_by, is_derivative, layer_of
from .principal import is_basis

n, d = tokens.count, modes.count
Map = Callable[[Direction], Direction]


def continued(layer: Map, kappa: Scalar) -> Map:
    """Return a layer times |x_i|^(2 kappa): on the spheres it is the same."""
    def of(x: Direction) -> Direction:
        return lambda i: exp(kappa * log(x(i) @ x(i))) * layer(x)(i)
    return of


def continued_derivative(J: Map, kappa: Scalar, at: Direction, image: Direction) -> Map:
    """Return its derivative at unit tokens."""
    return lambda delta: lambda i: J(delta)(i) + (2 * kappa * (at(i) @ delta(i))) * image(i)


def differ_radially(layer: Map, J: Map, at: Direction, image: Direction) -> Proposition:
    """Return that continuations differ on radial perturbations, which have any multiplier, and there alone."""
    i = tokens.any("i")

    def of(kappa: Scalar) -> Proposition:
        other = continued_derivative(J, kappa, at, image)
        return both(
            is_derivative(continued(layer, kappa), at, other, image),
            for_every(coefficients("a"), lambda a: for_every(i, both(
                equals(J(lambda j: a[j] * at(j))(i), zero_vector()),
                equals(other(lambda j: a[j] * at(j))(i), (2 * kappa * a[i]) * image(i))))),
            for_every(any_vectors("X"), lambda X: implies(
                is_tangent_at(X, at), for_every(i, equals(other(lambda j: X[j])(i), J(lambda j: X[j])(i))))))

    return for_every(any_scalar("kappa"), of)


def is_tangent_at(X: Vectors, at: Direction) -> Proposition:
    """Return that a perturbation is tangent to the spheres at the tokens."""
    i = tokens.any("i")
    return for_every(i, equals(at(i) @ X[i], 0))


def splits(x: Direction) -> Proposition:
    """Return that every perturbation of unit tokens is a radial one and a tangent one, which are orthogonal."""
    i = tokens.any("i")

    def in_two(delta: Vectors) -> Proposition:
        return there_is((coefficients("a"), any_vectors("X")), lambda a, X: both(
            is_tangent_at(X, x), for_every(i, equals(delta[i], a[i] * x(i) + X[i]))))

    def orthogonal(a: Scalars, X: Vectors) -> Proposition:
        return implies(is_tangent_at(X, x), both(
            equals(total((a[j] * x(j)) @ X[j] for j in tokens), 0),
            implies(for_every(i, equals(a[i] * x(i) + X[i], zero_vector())), both(
                for_every(i, equals(a[i], 0)), for_every(i, equals(X[i], zero_vector()))))))

    return both(for_every(any_vectors("delta"), in_two), for_every((coefficients("a"), any_vectors("X")),
        lambda a, X: orthogonal(a, X)))


def claim_at_consensus(s: Agreement, v: Vectors, r: Index, x: Vectors) -> Claim:
    """What Remark 2 claims, of any unit tokens x and at consensus."""
    i, k = tokens.any("i"), modes.any("k")

    def place(i: Any) -> Vector:
        return x[i]

    def is_sum(delta: Vectors) -> Proposition:
        return iff(is_tangent_at(delta, s.at), there_is((coefficients("b", over="modes"), any_vectors("u")),
            lambda b, u: both(
                equals(b[r], 0), equals(total(u[j] for j in tokens), zero_vector()), is_tangent_at(u, s.at),
                for_every(i, equals(delta[i], total(b[m] * v[m] for m in modes) + u[i])))))

    common = for_every(k, implies(differs(same(k, r), 1), for_every(i, equals(s.at(i) @ v[k], 0))))
    return claim(
        "The product of spheres has $n (d - 1)$ dimensions. The radial perturbations of class 1 are normal to it, and "
        "with the tangent ones they make up all. Those of classes 2 and 3 are tangent, and all tangent ones are their "
        r"sums. If the layer is continued off the spheres by $\|x_i\|^{2 \kappa}$ times it, the multiplier of class 1 "
        r"changes from 0 to $2 \kappa$, up to the sign of $1 + \tau \lambda_r$, and those of classes 2 and 3 do not "
        "change.",
        splits(place), equals((d - 1) + (n - 1) * (d - 1) + n, n * d),
        implies(is_basis(v), both(common, for_every(any_vectors("delta"), is_sum))),
        differ_radially(layer_of(s.V, s.tau, equal_weights), s.jacobian, s.at, s.image)) \
        .but_not("a common turn towards any vector is tangent",
                 for_every(any_vector("w"), lambda w: for_every(i, equals(s.at(i) @ w, 0)))) \
        .but_not("a radial perturbation is tangent, too", for_every(
            coefficients("a"), lambda a: for_every(i, equals(s.at(i) @ (a[i] * s.at(i)), 0))))


@dataclass(frozen=True, eq=False)
class Groups:
    """What moves the tokens of a sign pattern eps_i v along the spheres: two blocks, and disagreement in groups."""

    eps: Scalars
    v: Vector

    def at(self, i: Any) -> Vector:
        """Return where a token is."""
        return self.eps[i] * self.v

    def parts(self, f: Vector, g: Vector, u: Vectors, i: Any) -> Vector:
        """Return f in the first group, g in the second, and what a token adds to it."""
        return self.first(i) * f + self.second(i) * g + u[i]

    def first(self, i: Any) -> Scalar:
        """Return 1 in the first group, 0 in the second."""
        return (1 + self.eps[i]) / 2

    def second(self, i: Any) -> Scalar:
        """Return 1 in the second group, 0 in the first."""
        return (1 - self.eps[i]) / 2

    def disagree(self, u: Vectors) -> Proposition:
        """Return that the u_i are orthogonal to v and sum to 0 in both groups."""
        return both(is_tangent_at(u, self.at),
                    equals(total((1 + self.eps[j]) * u[j] for j in tokens), zero_vector()),
                    equals(total((1 - self.eps[j]) * u[j] for j in tokens), zero_vector()))

    def in_groups(self, f: Vector, g: Vector, u: Vectors) -> Proposition:
        """Return that f and g are orthogonal to v, and the u_i disagree."""
        return both(equals(self.v @ f, 0), equals(self.v @ g, 0), self.disagree(u))

    def is_sum(self, delta: Vectors) -> Proposition:
        """Return that a perturbation is tangent if and only if it is such a sum."""
        i = tokens.any("i")
        return iff(is_tangent_at(delta, self.at), of_three(lambda f, g, u: both(
            self.in_groups(f, g, u), for_every(i, equals(delta[i], self.parts(f, g, u, i)))), there_is))

    def one_way(self, f: Vector, g: Vector, u: Vectors) -> Proposition:
        """Return that the parts of 0 are 0."""
        i = tokens.any("i")
        zero = both(equals(f, zero_vector()), equals(g, zero_vector()), for_every(i, equals(u[i], zero_vector())))
        none = for_every(i, equals(self.parts(f, g, u, i), zero_vector()))
        return implies(both(self.in_groups(f, g, u), none), zero)

    def exhaust(self, p: Scalar, q: Scalar) -> tuple[Proposition, Proposition, Proposition]:
        """Return that these are all tangent perturbations, in one way if there are two groups, and how many."""
        return (for_every(any_vectors("delta"), self.is_sum),
                implies(both(p >= 1, q >= 1), of_three(self.one_way, for_every)),
                equals(2 * (d - 1) + (p - 1) * (d - 1) + (q - 1) * (d - 1), n * (d - 1)))


def of_three(say: Callable[[Vector, Vector, Vectors], Proposition], word: Any) -> Proposition:
    """Say something of all, or some, two vectors and a family of vectors."""
    found: Proposition = word(any_vector("f"), lambda f: word(any_vector("g"), lambda g: word(
        any_vectors("u"), lambda u: say(f, g, u))))
    return found


def claim_at_patterns(s: Pattern, P: Operator, N: Mask, p: Scalar, q: Scalar) -> tuple[Claim, Proposition, Proposition, Proposition, Proposition]:
    """What Remark 8 claims, and its parts."""
    def by_mask(x: Any) -> Any:
        return softmax(x, P, mask=N)

    extrinsic = implies(attends_by(s, by_mask(s.at)),
                        differ_radially(layer_of(s.V, s.tau, by_mask, s.seen), s.jacobian, s.at, s.at))
    parts = Groups(s.eps, s.v).exhaust(p, q)
    return claim(
        "At a sign pattern of self-attention, with any mask, radial perturbations have the extrinsic multiplier 0, "
        r"$n$ times. If the layer is continued by $\|x_i\|^{2 \kappa}$ times it, it is $2 \kappa$, and tangent ones "
        "are treated as before. The perturbations of Lemma 14, the same or opposite in the groups or different within "
        "one, are tangent, and every tangent one is a sum of them, in exactly one way if there are two groups: they "
        "have the dimension of the product of spheres.",
        extrinsic, both(*parts)) \
        .but_not("any perturbation is a sum of them", for_every(any_vectors("delta"), lambda delta:
                                                               is_tangent_at(delta, s.at))) \
        .but_not("radial perturbations have the multiplier 1", for_every(
            tokens.any("i"), lambda i: equals(s.jacobian(s.at)(i), s.at(i)))), extrinsic, *parts
