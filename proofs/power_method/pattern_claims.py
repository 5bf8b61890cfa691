"""What is claimed of a layer at a sign pattern x_i = eps_i v: its derivative, and what that does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from verify.language.facts import Equation
from verify.statements.propositions import Proposition
from verify.vocabulary import *

Direction = Callable[[Any], Vector]
Weighing = Callable[[Any, Any], Scalar]


def everyone(_: Any) -> Any:
    """Return the tokens that a token sees under full attention."""
    return tokens


@dataclass(frozen=True, eq=False)
class Pattern:
    """Tokens at eps_i v, with V v = lam v, that attend by the weights A; rho are their lengths."""

    V: Operator
    v: Vector
    lam: Scalar
    tau: Scalar
    eps: Scalars
    A: Weights
    rho: Scalars
    seen: Callable[[Any], Any] = everyone

    def at(self, i: Any) -> Vector:
        """Return where a token is."""
        return self.eps[i] * self.v

    def weight(self, i: Any, j: Any) -> Scalar:
        """Return by how much a token attends to another."""
        return self.A[i, j]

    def drawn(self, a: Scalars, i: Any) -> Scalar:
        """Return (A a)_i, the mean of numbers that a token sees."""
        return total(self.A[i, j] * a[j] for j in self.seen(i))

    def jacobian(self, delta: Direction) -> Direction:
        """Return D^{-1} (I - v v^T) (I + tau A V) delta."""
        def of(i: Any) -> Vector:
            mean = total(self.A[i, j] * delta(j) for j in self.seen(i))
            return tangent(delta(i) + self.tau * (self.V @ mean), self.v) / self.rho[i]
        return of


def attends_by(s: Pattern, weights: Weighing) -> Proposition:
    """Return that A are such weights, and rho_i the lengths that they make."""
    i, j = tokens.any("i", "j")
    return both(
        for_every((i, j), equals(s.A[i, j], weights(i, j))),
        for_every(i, equals(s.rho[i], 1 + s.tau * s.lam * s.eps[i] * s.drawn(s.eps, i))))


def layer_of(V: Operator, tau: Scalar, weights_at: Callable[[Direction], Weighing],
             seen: Callable[[Any], Any] = everyone) -> Callable[[Direction], Direction]:
    """Return the layer x_i -> N(x_i + tau V sum_j A_ij x_j) as a function of the state."""
    def image(x: Direction) -> Direction:
        A = weights_at(x)

        def of(i: Any) -> Vector:
            moved = x(i) + tau * (V @ total(A(i, j) * x(j) for j in seen(i)))
            return moved / norm(moved)
        return of
    return image


def is_derivative(layer: Callable[[Direction], Direction], state: Direction,
                  J: Callable[[Direction], Direction], image: Direction | None = None,
                  among: Any = None) -> Proposition:
    """Return that J is the derivative of a layer at a state, which has the given image, or stays.

    For every eta > 0 tokens y that are near enough have an image z, and z differs from what J says
    by at most eta times how far they are from the state. `among` introduces y, any vectors without it.
    """
    i = tokens.any("i")

    def moved_so(y: Vectors, z: Vectors, eta: Scalar) -> Proposition:
        away = total(norm(y[j] - state(j)) for j in tokens)
        linear = (image or state)(i) + J(lambda j: y[j] - state(j))(i)
        return both(for_every(i, equals(z[i], layer(lambda j: y[j])(i))),
                    for_every(i, norm(z[i] - linear) <= eta * away))

    return for_every(positive_scalar("eta"), lambda eta: there_is(positive_scalar("near", latex=r"\zeta"), lambda near: for_every(
        among or any_vectors("y"), lambda y: implies(
            for_every(i, norm(y[i] - state(i)) <= near),
            there_is(any_vectors("z"), lambda z: moved_so(y, z, eta))))))


@dataclass(frozen=True, eq=False)
class Moved:
    """Where tokens come, length_i after_i before they are normalised."""

    length: Scalars
    after: Vectors

    def image(self, i: Any) -> Vector:
        """Return where a token comes."""
        return self.after[i]

    def is_from(self, pushed: Direction) -> Proposition:
        """Return that this is what a layer makes of the tokens before it normalises them."""
        i = tokens.any("i")
        return for_every(i, equals(pushed(i), self.length[i] * self.after[i]))

    def derivative(self, pushed: Direction) -> Direction:
        """Return the normalisation's derivative: it projects what moves a token, divided by the length."""
        return lambda i: tangent(pushed(i), self.after[i]) / self.length[i]


def is_tangent(J: Callable[[Direction], Direction], place: Direction) -> Proposition:
    """Return that the values of a linear map of perturbations are tangent to the sphere at a place."""
    i = tokens.any("i")
    return for_every(any_vectors("u"), lambda u: for_every(i, equals(place(i) @ J(lambda j: u[j])(i), 0)))


@dataclass(frozen=True, eq=False)
class Eigenvectors:
    """The vectors w + i z of an eigenvalue mu + i omega, in real parts."""

    mu: Scalar
    omega: Scalar
    w: Vector
    z: Vector

    def of(self, V: Operator) -> Proposition:
        """Return that V has such a pair."""
        return both(*self.equations(V))

    def equations(self, V: Operator) -> tuple[Equation, Equation]:
        """Return what V makes of the two."""
        mu, omega, w, z = self.mu, self.omega, self.w, self.z
        return equals(V @ w, mu * w - omega * z), equals(V @ z, omega * w + mu * z)

    def driven(self, s: Pattern, turning: Scalar, a: Scalars, b: Scalars, i: Any) -> tuple[Vector, Vector]:
        """Return how tokens that move by the real parts of (a_i + i b_i) (w + i z) go on, and by which numbers."""
        first, second = s.drawn(a, i), s.drawn(b, i)
        real = a[i] + s.tau * (self.mu * first - turning * second)
        imaginary = b[i] + s.tau * (turning * first + self.mu * second)
        return (s.jacobian(lambda j: a[j] * self.w - b[j] * self.z)(i),
                (real / s.rho[i]) * tangent(self.w, s.v) - (imaginary / s.rho[i]) * tangent(self.z, s.v))


def along_eigenvectors(s: Pattern, e: Eigenvectors, turning: Scalar) -> Proposition:
    """Return that on an eigenvector w + i z for mu + i omega the derivative is D^{-1} (I + tau (mu + i omega) A).

    Tokens that move by the real parts of (a_i + i b_i) (w + i z) do so, and what is along v is lost.
    `turning` is omega.
    """
    i = tokens.any("i")
    return implies(e.of(s.V), for_every(coefficients("a"), lambda a: for_every(
        coefficients("b"), lambda b: for_every(i, equals(*e.driven(s, turning, a, b, i))))))


def is_triangular(s: Pattern) -> Proposition:
    """Return that I + tau mu A is triangular if nobody sees later tokens, with eigenvalues on the diagonal.

    After division by the lengths, whose only eigenvalues are (1 + tau mu A_ii)/rho_i, then.
    """
    i, k = tokens.any("i", "k")

    def row(mu: Scalar, a: Scalars, i: Any) -> Scalar:
        return (a[i] + s.tau * mu * s.drawn(a, i)) / s.rho[i]

    def diagonal(mu: Scalar, k: Any) -> Scalar:
        return (1 + s.tau * mu * s.A[k, k]) / s.rho[k]

    def of_numbers(mu: Scalar, a: Scalars) -> Proposition:
        nobody = for_every(i, implies(precedes(i, k), equals(a[i], 0)))
        return both(
            for_every(k, implies(nobody, both(
                for_every(i, implies(precedes(i, k), equals(row(mu, a, i), 0))),
                equals(row(mu, a, k), diagonal(mu, k) * a[k])))),
            for_every(any_scalar("nu"), lambda nu: implies(
                both(for_every(i, equals(row(mu, a, i), nu * a[i])), there_is(i, a[i]**2 > 0)),
                there_is(k, equals(nu, diagonal(mu, k))))))

    return for_every(any_scalar("mu"), lambda mu: for_every(
        coefficients("a"), lambda a: of_numbers(mu, a)))
