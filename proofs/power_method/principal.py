"""What Theorem 1, Lemma 4 and Appendix D.4.2 claim of a layer: consensus at eigenvectors of one matrix."""

from collections.abc import Callable

from verify.language.indices import IndexLike
from verify.language.motion import DiscreteLaw
from verify.language.symbols import Family1, HeadVectors
from verify.vocabulary import *

k = modes.any("k")
AXES = [[1, 0], [0, 1]]  # an eigenbasis of what is diagonal in the plane


def is_basis(v: Vectors) -> Proposition:
    """Say that every vector is its expansion in the v_k."""
    return for_every(any_vector("z"), lambda z: equals(z, total((v[k] @ z) * v[k] for k in modes)))


def simple_and_largest(lam: Scalars) -> Proposition:
    """Say that the first eigenvalue is positive, and above all others."""
    return both(lam[1] > 0, there_is(positive_scalar("gap", latex=r"\gamma"), lambda gap: for_every(
        k, lam[1] - lam[k] >= gap * (1 - same(k, 1)))))


def step_is_small(lam: Scalars, tau: Scalar) -> Proposition:
    """Say that no eigenvalue is below -lambda_1, or that tau (|lambda_k| - lambda_1) < 2."""
    return either(for_every(k, lam[k] >= -lam[1]), for_every(k, tau * (-lam[k] - lam[1]) < 2))


def stable_at(layer: DiscreteLaw, v: Vector) -> Proposition:
    """Say that consensus at v is exponentially stable."""
    return is_exponentially_stable(unit_tokens("x"), layer, at=v)


def unstable_at(layer: DiscreteLaw, v: Vector) -> Proposition:
    """Say that consensus at v is an unstable equilibrium."""
    return is_unstable(unit_tokens("x"), layer, at=v)


def comes_no_further(matrix: Callable[[Vector], Vector], v: Vector, tau: Scalar) -> Proposition:
    """Say that the layer takes tokens that agree, on the side of v, no further from v."""
    def after(x: Vector) -> Vector:
        moved = x + tau * matrix(x)
        return moved / norm(moved)

    return for_every(unit_vector("x"), lambda x: implies(x @ v > 0, v @ after(x) >= v @ x))


def unstable_elsewhere(
    layer: DiscreteLaw, matrix: Callable[[Vector], Vector], v: Vector, tau: Scalar
) -> Proposition:
    """Say it of all unit eigenvectors but v and -v that the layer does not turn round."""
    return for_every((unit_vector("u"), any_scalar("kappa")), lambda u, kappa: implies(
        both(equals(matrix(u), kappa * u), never(equals(u, v)), never(equals(u, -v)), 1 + tau * kappa > 0),
        unstable_at(layer, u)))


def not_attracted(layer: DiscreteLaw, v: Vector) -> Proposition:
    """Say that as near v as one likes there is an orbit of which a token does not tend to v."""
    i = tokens.any("i")
    return for_every(positive_scalar("eps"), lambda eps: there_is_orbit(
        unit_tokens("x"), layer, lambda x: both(
            at_start(for_every(i, norm(x[i] - v) <= eps)), never(for_every(i, tends_to(x[i], v))))))


def heads_by_columns(v: Vectors, f: HeadVectors, p: HeadVectors, tau: Scalar) -> DiscreteLaw:
    """Return the layer of any number of heads, given by what they do to an orthonormal basis v.

    Head a has the value matrix with F_a v_k = f_{a, k} and the scores x_i^T P_a x_j with P_a v_k = p_{a, k}.
    """
    x: Vectors = Family1("x", Vector, ("tokens",))

    def attended(a: IndexLike, i: IndexLike) -> Vector:
        def weight(j: IndexLike) -> Scalar:
            return exp(x.item(i) @ applied(p, v, a, x.item(j)))

        return total(weight(j) * x[j] for j in tokens) / total(weight(j) for j in tokens)

    def moved(i: IndexLike) -> Vector:
        return x.item(i) + tau * total(applied(f, v, a, attended(a, i)) for a in heads)

    return iteration({x: lambda i: moved(i) / norm(moved(i))})


def applied(columns: HeadVectors, v: Vectors, a: IndexLike, z: Vector) -> Vector:
    """Return what head a's matrix makes of a vector, from its images of the v_k."""
    return total((v[k] @ z) * columns.item(a, k) for k in modes)
