"""Eigenvalues of real matrices, real and complex, as claims speak of them."""

from collections.abc import Callable

from verify.vocabulary import *

Matrix = Callable[[Vector], Vector]


def eigenvalue_at(matrix: Matrix, p: Vector, q: Vector, rho: Scalar, omega: Scalar) -> Proposition:
    """p + i q is an eigenvector of a real matrix for rho + i omega, if it is not 0."""
    return both(equals(matrix(p), rho * p - omega * q), equals(matrix(q), omega * p + rho * q))


def has_eigenvalue(matrix: Matrix, rho: Scalar, omega: Scalar) -> Proposition:
    """rho + i omega is an eigenvalue."""
    return there_is((any_vector("p"), any_vector("q")), lambda p, q: both(
        p @ p + q @ q > 0, eigenvalue_at(matrix, p, q, rho, omega)))


def differs_from_number(rho: Scalar, omega: Scalar, number: Scalar) -> Proposition:
    """rho + i omega is not that real number."""
    return either(differs(rho, number), differs(omega, 0))


def eigenvalues_agree(first: Matrix, second: Matrix, *, but: tuple[Scalar, Scalar]) -> Proposition:
    """Every eigenvalue of one is one of the other, but for two real numbers."""
    return for_every((any_scalar("rho"), any_scalar("omega")), lambda rho, omega: implies(
        both(differs_from_number(rho, omega, but[0]), differs_from_number(rho, omega, but[1])),
        iff(has_eigenvalue(first, rho, omega), has_eigenvalue(second, rho, omega))))


def eigenvectors_agree(first: Matrix, second: Matrix, *, but: tuple[Scalar, Scalar]) -> Proposition:
    """The eigenvectors are the same, but for two real eigenvalues."""
    return for_every((any_scalar("rho"), any_scalar("omega")), lambda rho, omega: implies(
        both(differs_from_number(rho, omega, but[0]), differs_from_number(rho, omega, but[1])),
        for_every((any_vector("p"), any_vector("q")), lambda p, q: iff(
            eigenvalue_at(first, p, q, rho, omega), eigenvalue_at(second, p, q, rho, omega)))))


def simple_and_alone(matrix: Matrix, z: Scalar, x: Vector, w: Vector, K: Scalar) -> Proposition:
    """z, with the eigenvector x, is simple, and all other eigenvalues have moduli of at most K < z."""
    return both(
        z > K,
        for_every((any_vector("y"), any_scalar("a")), lambda y, a: implies(
            equals(matrix(y), z * y + a * x), both(equals(a, 0), equals(y, (w @ y) * x)))),
        for_every((any_scalar("rho"), any_scalar("omega")), lambda rho, omega: implies(
            has_eigenvalue(matrix, rho, omega),
            either(both(equals(rho, z), equals(omega, 0)), rho**2 + omega**2 <= K**2))))
