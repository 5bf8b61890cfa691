"""What is claimed of the flow x_i' = (I - x_i x_i^T) V s_i at a sign pattern: its linearisation, and all exponents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from verify.statements.claims import Claim
from verify.vocabulary import *

from .on_spheres import Groups
from .pattern_claims import Direction, Weighing, everyone, is_derivative
from .principal import is_basis
from .two_groups import TwoGroups


@dataclass(frozen=True, eq=False)
class Flowing:
    """Tokens at eps_i v_r, eigenvectors v_k of V for lam_k, that attend by the weights A."""

    V: Operator
    v: Vectors
    lam: Scalars
    r: Index
    eps: Scalars
    A: Weights
    seen: Callable[[Any], Any] = everyone

    def at(self, i: Any) -> Vector:
        """Return where a token is."""
        return self.eps[i] * self.v[self.r]

    def rests(self, _: Any) -> Vector:
        """Return the velocity there."""
        return zero_vector()

    def is_weighed(self, weights: Weighing) -> Proposition:
        """Return that A are such weights."""
        i, j = tokens.any("i", "j")
        return for_every((i, j), equals(self.A[i, j], weights(i, j)))

    def velocity(self, weights_at: Callable[[Direction], Weighing]) -> Callable[[Direction], Direction]:
        """Return the velocities as a function of the state."""
        def field(x: Direction) -> Direction:
            w = weights_at(x)
            return lambda i: tangent(self.V @ total(w(i, j) * x(j) for j in self.seen(i)), x(i))
        return field

    def drawn(self, a: Scalars, i: Any) -> Scalar:
        """Return (A a)_i."""
        return total(self.A[i, j] * a[j] for j in self.seen(i))

    def held(self, i: Any) -> Scalar:
        """Return lam_r eps_i (A eps)_i, by which a token is held back."""
        return self.lam[self.r] * self.eps[i] * self.drawn(self.eps, i)

    def jacobian(self, delta: Direction) -> Direction:
        """Return the linearisation; tangent perturbations have no part along v_r."""
        v = self.v[self.r]

        def of(i: Any) -> Vector:
            mean = total(self.A[i, j] * delta(j) for j in self.seen(i))
            return tangent(self.V @ mean, v) - self.held(i) * (delta(i) + (v @ delta(i)) * v)
        return of

    def row(self, k: Index, a: Scalars, i: Any) -> Scalar:
        """Return what lam_k A - lam_r D_mu makes of numbers."""
        return self.lam[k] * self.drawn(a, i) - self.held(i) * a[i]

    def linearised(self, weights_at: Callable[[Direction], Weighing]) -> Proposition:
        """Return that this is the derivative of the velocities, and acts along v_k by lam_k A - lam_r D_mu."""
        i, k = tokens.any("i"), modes.any("k")
        return both(
            is_derivative(self.velocity(weights_at), self.at, self.jacobian, self.rests),
            for_every(k, implies(differs(same(k, self.r), 1), for_every(coefficients("a"), lambda a: for_every(
                i, equals(self.jacobian(lambda j: a[j] * self.v[k])(i), self.row(k, a, i) * self.v[k]))))))

    def triangular(self, k: Index) -> Proposition:
        """Return that under causal attention the eigenvalues along v_k are the entries on the diagonal."""
        i, m = tokens.any("i", "m")

        def entry(m: Any) -> Scalar:
            return self.lam[k] * self.A[m, m] - self.held(m)

        def of_numbers(a: Scalars) -> Proposition:
            nobody = for_every(i, implies(precedes(i, m), equals(a[i], 0)))
            return both(
                for_every(m, implies(nobody, both(
                    for_every(i, implies(precedes(i, m), equals(self.row(k, a, i), 0))),
                    equals(self.row(k, a, m), entry(m) * a[m])))),
                for_every(any_scalar("nu"), lambda nu: implies(
                    both(for_every(i, equals(self.row(k, a, i), nu * a[i])), there_is(i, a[i]**2 > 0)),
                    there_is(m, equals(nu, entry(m))))))

        return for_every(coefficients("a"), of_numbers)

    def two_blocks(self, s: TwoGroups) -> Proposition:
        """Return what full attention does to two groups: a block for each mode, and disagreement within a group."""
        i, k = tokens.any("i"), modes.any("k")
        group, lam_r = Groups(self.eps, self.v[self.r]), self.lam[self.r]
        stay, keep = (1 + s.first) / 2, (1 + s.second) / 2

        def block(k: Index, c: Scalar, f: Scalar) -> Proposition:
            first = (self.lam[k] * stay - lam_r * s.first) * c + self.lam[k] * (1 - stay) * f
            second = self.lam[k] * (1 - keep) * c + (self.lam[k] * keep - lam_r * s.second) * f
            image = self.jacobian(lambda j: (group.first(j) * c + group.second(j) * f) * self.v[k])(i)
            return for_every(i, equals(image, (group.first(i) * first + group.second(i) * second) * self.v[k]))

        def within(u: Vectors) -> Proposition:
            value = -lam_r * (group.first(i) * s.first + group.second(i) * s.second)
            return implies(group.disagree(u), for_every(i, equals(self.jacobian(lambda j: u[j])(i), value * u[i])))

        def numbers(k: Index) -> Proposition:
            sigma, m = let("sigma", lambda: (s.first + s.second) / 2), s.first * s.second
            lam_k = self.lam[k]
            trace_ = lam_k * (1 + sigma) - 2 * sigma * lam_r
            determinant_ = (lam_k - lam_r) * (sigma * lam_k - m * lam_r)
            return both(trace_**2 - 4 * determinant_ >= 0, for_every(any_scalar("z"), lambda z: iff(
                s.of_the_flow(lam_k, lam_r, z), equals(z**2 - trace_ * z + determinant_, 0))))

        return both(
            for_every(k, both(numbers(k), implies(differs(same(k, self.r), 1), for_every(
                (any_scalar("c"), any_scalar("f")), lambda c, f: block(k, c, f))))),
            for_every(any_vectors("u"), within), both(*group.exhaust(s.p, s.q)))

    def agreement(self) -> Proposition:
        """Return what full attention does where all tokens agree, and the signs of the exponents."""
        i, k = tokens.any("i"), modes.any("k")
        lam, r = self.lam, self.r

        def apart(u: Vectors) -> Proposition:
            disagrees = both(equals(total(u[j] for j in tokens), zero_vector()), for_every(
                i, equals(self.v[r] @ u[i], 0)))
            return implies(disagrees, for_every(i, equals(self.jacobian(lambda j: u[j])(i), -lam[r] * u[i])))

        return both(
            for_every(k, implies(differs(same(k, r), 1), for_every(i, equals(
                self.jacobian(lambda j: self.v[k])(i), (lam[k] - lam[r]) * self.v[k])))),
            for_every(any_vectors("u"), apart),
            for_every(k, implies(lam[k] < lam[r], lam[k] - lam[r] < 0)), implies(lam[r] > 0, -lam[r] < 0),
            for_every(k, implies(lam[r] < lam[k], lam[k] - lam[r] > 0)))


def claim_of_the_flow(V: Operator, v: Vectors, lam: Scalars, r: Index, eps: Scalars, P: Operator, N: Mask,
                      p: Scalar, q: Scalar) -> tuple[Claim, tuple[Proposition, Proposition, Proposition, Proposition]]:
    """What the continuous companion says of the spectrum, and its parts: under any mask, causal, for two groups, and at consensus."""
    i, k = tokens.any("i"), modes.any("k")
    def of(A: Weights, seen: Callable[[Any], Any] = everyone) -> Flowing:
        return Flowing(V, v, lam, r, eps, A, seen)

    def masked(A: Weights) -> Proposition:
        s = of(A, lambda i: tokens.seen_by(i, N))
        return implies(s.is_weighed(softmax(s.at, P, mask=N)), s.linearised(lambda x: softmax(x, P, mask=N)))

    def causal(A: Weights) -> Proposition:
        s = of(A, tokens.up_to)
        return implies(s.is_weighed(softmax(s.at, P, reach="up_to")), for_every(k, s.triangular(k)))

    def full(A: Weights) -> tuple[Proposition, Proposition]:
        s = of(A)
        groups = for_every(positive_scalar("E"), lambda E: implies(
            both(p >= 1, q >= 1, equals(E, exp(2 * (v[r] @ P @ v[r])))), s.two_blocks(TwoGroups(p, q, E))))
        return groups, implies(for_every(i, equals(eps[i], 1)), s.agreement())

    def weighed_fully(say: Callable[[Weights], Proposition]) -> Proposition:
        return weighed(lambda A: implies(of(A).is_weighed(softmax(of(A).at, P)), say(A)))

    def weighed(say: Callable[[Weights], Proposition]) -> Proposition:
        return for_every(any_weights("A"), say)

    parts = weighed(masked), weighed(causal), weighed_fully(lambda A: full(A)[0]), weighed_fully(lambda A: full(A)[1])
    identity, halves = [[1, 0], [0, 1]], [[Fraction(1, 2)] * 2] * 2
    opposite = {V: [[2, 0], [0, 1]], v: identity, lam: [2, 1], r: 1, P: [[0, 0], [0, 0]], N: [[1, 1], [1, 1]],
                eps: [1, -1], p: 1, q: 1, "A": halves}
    together = opposite | {eps: [1, 1], p: 2, q: 0}
    return claim(
        r"At a sign pattern $x_i = \varepsilon_i v_r$ the flow linearised on tangent perturbations acts along "
        r"$v_k$, $k \ne r$, by $\lambda_k A - \lambda_r D_\mu$ with $D_\mu = \operatorname{diag}(\varepsilon_i (A "
        r"\varepsilon)_i)$, whatever the mask; under a causal mask that is triangular. For full attention it "
        r"has a real block for each mode, of trace $\lambda_k (1 + \sigma) - 2 \sigma \lambda_r$ and determinant "
        r"$(\lambda_k - \lambda_r)(\sigma \lambda_k - m \lambda_r)$, with $\sigma = (\mu_+ + "
        r"\mu_-)/2$ and $m = \mu_+ \mu_-$, and $-\lambda_r \mu_\pm$ within a group, and these "
        r"are all. At consensus the exponents are $\lambda_k - \lambda_r$ and $-\lambda_r$: all "
        "negative at "
        r"the largest eigenvalue, if that is simple and positive, and one positive elsewhere.",
        implies(is_basis(v), both(parts[0], parts[1], weighed_fully(lambda A: both(*full(A)))))) \
        .for_example(opposite | {"E": 1, "u": [[0, 0], [0, 0]]}) \
        .for_example(together | {"u": [[0, 1], [0, -1]]}) \
        .for_example(together | {r: 2, "u": [[0, 0], [0, 0]]}) \
        .for_example(together | {"A": [[1, 1], halves[0]], "a": [0, 1], "nu": -1}) \
        .but_not("a mode with another eigenvalue is one of these exponents", for_every(k, equals(lam[k], lam[r]))) \
        .but_not("consensus has negative exponents at every eigenvector", for_every(
            k, implies(differs(same(k, r), 1), lam[k] < lam[r]))), parts
