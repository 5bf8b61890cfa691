"""What is claimed of the equilibria of the Oja map, class by class."""

from collections.abc import Callable
from typing import Any

from verify.vocabulary import *

n = tokens.count


def norm_at_most(V: Operator, kappa: Scalar) -> Proposition:
    """Return that |V| <= kappa."""
    return for_every(any_vector("a"), lambda a: (V @ a) @ (V @ a) <= kappa**2 * (a @ a))


def across(u: Vector, says: Callable[[Vector], Proposition]) -> Proposition:
    """Return that something is so of every vector orthogonal to u."""
    return for_every(any_vector("z"), lambda z: implies(equals(z @ u, 0), says(z)))


def not_all_along(u: Vector) -> Proposition:
    """Return that there are two dimensions: a unit vector orthogonal to u."""
    return there_is(unit_vector("e"), lambda e: equals(e @ u, 0))


def attracts(V: Operator, tau: Scalar, state: Any) -> Proposition:
    """Return that the state is exponentially stable under the Oja map."""
    return is_exponentially_stable(unit_tokens("x"), oja_layer(value=V, step=tau), at=state)


def stays(V: Operator, tau: Scalar, state: Any) -> Proposition:
    """Return that the state is stable under the Oja map."""
    return is_stable(unit_tokens("x"), oja_layer(value=V, step=tau), at=state)


def leaves(V: Operator, tau: Scalar, state: Any) -> Proposition:
    """Return that the state is an unstable equilibrium of the Oja map."""
    return is_unstable(unit_tokens("x"), oja_layer(value=V, step=tau), at=state)


def from_almost_every_start(V: Operator, tau: Scalar, v: Vector) -> Proposition:
    """Return that almost every start of the Oja map comes to consensus at v or -v."""
    i = tokens.any("i")
    return for_almost_every_start(unit_tokens("x"), oja_layer(value=V, step=tau), lambda x: either(
        for_every(i, tends_to(x[i], v)), for_every(i, tends_to(x[i], -1 * v))))


def oja_flow(F: Operator) -> Callable[[Vectors], Flow]:
    """Return the flow of tokens that each feel the push F s, with the mean s, and stay on the sphere."""

    def velocity(y: Vectors) -> Flow:
        push = F @ (total(y[m] for m in tokens) / n)
        return motion({y: lambda i: tangent(push, y[i])})

    return velocity


def from_almost_every_start_of_the_flow(F: Operator, v: Vector) -> Proposition:
    """Return that the Oja flow has a solution from almost every start, and all come to v or all to -v."""
    i = tokens.any("i")
    return for_almost_every_start(unit_tokens("y"), oja_flow(F), lambda y: either(
        for_every(i, tends_to(y[i], v)), for_every(i, tends_to(y[i], -1 * v))))


def from_near_opposite_tokens(F: Operator, v: Vector) -> Proposition:
    """Return that all solutions of the Oja flow that start near v and -v come to opposite tokens."""
    i, j = tokens.any("i", "j")
    return there_is(positive_scalar("eps"), lambda eps: for_every_solution(
        unit_tokens("y"), oja_flow(F), lambda y: for_every((i, j), implies(
            both(at_start(norm(y[i] - v) <= eps), at_start(norm(y[j] + v) <= eps)),
            tends_to(y[i] + y[j], zero_vector())))))


def at_eigenvectors_below(V: Operator, tau: Scalar, lam: Scalar) -> Proposition:
    """Return that consensus and bipartite states at eigenvectors of smaller eigenvalues leave."""
    return for_every((unit_vector("u"), any_scalar("mu")), lambda u, mu: implies(
        both(equals(V @ u, mu * u), mu < lam), for_every(
            signs("eps", positive="p", negative="q"),
            lambda given: leaves(V, tau, lambda i: given[0][i] * u))))


def of_different_sizes(V: Operator, tau: Scalar, v: Vector) -> Proposition:
    """Return that groups of different sizes at v and -v leave, if V has another eigenvector."""
    another = there_is((unit_vector("e"), any_scalar("mu")), lambda e, mu: both(
        equals(e @ v, 0), equals(V @ e, mu * e)))
    return for_every(signs("eps", positive="p", negative="q", both=True), lambda given: implies(
        both((given[1] - given[2]) ** 2 > 0, another),
        leaves(V, tau, lambda i: given[0][i] * v)))


def off_a_line(V: Operator, tau: Scalar) -> Proposition:
    """Return that polygonal states off a line leave."""
    i, j = tokens.any("i", "j")
    return for_every(unit_tokens("g"), lambda g: implies(
        both(equals(total(g[j] for j in tokens), zero_vector()),
             there_is((i, j), lambda i, j: (g[i] @ g[j]) ** 2 < 1)),
        leaves(V, tau, lambda i: g[i])))


def of_equal_sizes(V: Operator, tau: Scalar) -> Proposition:
    """Return when equal groups at u and -u leave, and when they stay."""

    def said(u: Vector, state: Any) -> Proposition:
        negative = there_is(positive_scalar("c"), lambda c: across(u, lambda z: z @ V @ z <= -c * (z @ z)))
        return both(
            implies(there_is(any_vector("z"), lambda z: both(equals(z @ u, 0), z @ V @ z > 0)),
                    leaves(V, tau, state)),
            implies(both(equals(n, 2), negative), stays(V, tau, state)),
            implies(both(equals(n, 2), not_all_along(u)), never(attracts(V, tau, state))),
            implies(both(n >= 4, not_all_along(u)), leaves(V, tau, state)))

    return for_every((unit_vector("u"), signs("eps", positive="p", negative="q")), lambda u, given: implies(
            equals(given[1], given[2]), said(u, lambda i: given[0][i] * u)))


def assumption_1(V: Operator, tau: Scalar, kappa: Scalar) -> Proposition:
    """Return Assumption 1, that V is nonsingular with a simple positive first eigenvalue, and tau |V| < 1."""
    first = there_is((unit_vector("v"), any_scalar("lam"), any_scalar("nu")),
        lambda v, lam, nu: both(equals(V @ v, lam * v), lam > 0, nu < lam,
                                across(v, lambda z: z @ V @ z <= nu * (z @ z))))
    nonsingular = for_every(any_vector("z"), lambda z: implies(equals(V @ z, zero_vector()), equals(z, zero_vector())))
    return both(first, nonsingular, norm_at_most(V, kappa), tau * kappa < 1)


def under_assumption_1(says: Callable[[Operator, Scalar], Proposition]) -> Proposition:
    """Return that something is so of every symmetric V as in Assumption 1 and every step with tau |V| < 1."""
    return for_every((symmetric_operator("V"), positive_scalar("tau"), nonnegative_scalar("kappa")),
        lambda V, tau, kappa: implies(assumption_1(V, tau, kappa), says(V, tau)))


def of_the_mirror(says: Callable[[Operator, Scalar, Scalar, Vector], Proposition]) -> Proposition:
    """Return that something is so of two tokens, V = diag(1, -1), the step 1/4, kappa >= |V| and V's eigenvector u."""
    return there_is((symmetric_operator("V"), positive_scalar("tau"), nonnegative_scalar("kappa"), unit_vector("u")),
        lambda V, tau, kappa, u: both(
            equals(n, 2), equals(tau, Fraction(1, 4)), equals(V @ u, u), across(u, lambda z: equals(V @ z, -1 * z)),
            says(V, tau, kappa, u)))


def every_bipartite_state_leaves(V: Operator, tau: Scalar) -> Proposition:
    """Return that tokens at an eigenvector and its opposite, with some at each, are unstable."""
    return for_every((unit_vector("u"), any_scalar("mu")), lambda u, mu: implies(
        equals(V @ u, mu * u), for_every(
            signs("eps", positive="p", negative="q", both=True),
            lambda given: leaves(V, tau, lambda i: given[0][i] * u))))


def every_polygon_leaves(V: Operator, tau: Scalar) -> Proposition:
    """Return that tokens that sum to 0 are unstable."""
    return for_every(unit_tokens("g"), lambda g: implies(
        equals(total(g[j] for j in tokens), zero_vector()), leaves(V, tau, lambda i: g[i])))


def leads(V: Operator, v: Vector) -> Proposition:
    """Return that v is an eigenvector of a first eigenvalue that is simple and positive, in two dimensions or more."""
    first = there_is((any_scalar("lam"), any_scalar("nu")), lambda lam, nu: both(
        equals(V @ v, lam * v), lam > 0, nu < lam, across(v, lambda z: z @ V @ z <= nu * (z @ z))))
    return both(first, not_all_along(v))


def rests_elsewhere(V: Operator, tau: Scalar, v: Vector, g: Vectors) -> Proposition:
    """Return that the tokens g are at rest, and neither all at v nor all at -v."""
    i = tokens.any("i")
    y = let("y", lambda i: g[i] + (tau / n) * (V @ total(g[j] for j in tokens)))
    return both(for_every(i, equals(y[i] / norm(y[i]), g[i])),
                both(never(for_every(i, equals(g[i], v))), never(for_every(i, equals(g[i], -1 * v)))))


def theorem_2(V: Operator, tau: Scalar, v: Vector) -> Proposition:
    """Return what is printed of stability: consensus at v attracts, and every other equilibrium leaves."""
    return implies(leads(V, v), both(
        attracts(V, tau, v), for_every(unit_tokens("g"), lambda g: implies(
            rests_elsewhere(V, tau, v, g), leaves(V, tau, lambda i: g[i])))))
