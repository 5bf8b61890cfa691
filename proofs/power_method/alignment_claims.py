"""What Section 2.2 says of alignments with an eigenvector, or with a plane, as propositions."""

from collections.abc import Callable

from verify.language.indices import IndexLike
from verify.language.symbols import HeadVectors
from verify.statements.propositions import Proposition
from verify.vocabulary import *

from .eigenvalues import eigenvalue_at
from .map_claims import unit
from .principal import is_basis

n = tokens.count
i, j, k, a = tokens.any("i"), tokens.any("j"), modes.any("k"), heads.any("a")
Length = Callable[[Vector], Scalar]


def on_plane(z: Vector, e: Vector, f: Vector) -> Vector:
    """The projection of z onto the plane of e and f, which are orthonormal."""
    return (z @ e) * e + (z @ f) * f


def mean_rise(x: Vectors, y: Vectors, length: Length) -> Scalar:
    """The mean over tokens of how much a length rises from x_i to y_i."""
    return total(length(y[j]) - length(x[j]) for j in tokens) / n


def between_minus_one_and_one(value: Scalar) -> Proposition:
    """A number in [-1, 1]."""
    return both(value >= -1, value <= 1)


def signs_do_not_matter(x: Vectors, y: Vectors, length: Length) -> Proposition:
    """Tokens before and after the layer may be replaced by their opposites, each by itself."""
    def any_signs(s: Scalars, t: Scalars) -> Proposition:
        changed = total(length(t[j] * y[j]) - length(s[j] * x[j]) for j in tokens) / n
        return implies(for_every(i, both(equals(s[i] ** 2, 1), equals(t[i] ** 2, 1))),
                       equals(changed, mean_rise(x, y, length)))

    return for_every(coefficients("s"), lambda s: for_every(coefficients("t"), lambda t: any_signs(s, t)))


def is_normal(F: Operator, e: Vectors, rho: Scalars, omega: Scalars) -> Proposition:
    """The e_k are an orthonormal basis of real parts of eigenvectors, as every normal matrix has one.

    For some w, e_k + i w is an eigenvector of F for rho_k + i omega_k, and of its transpose for the conjugate.
    """
    def part_of_eigenvector(w: Vector) -> Proposition:
        return both(eigenvalue_at(lambda z: F @ z, e[k], w, rho[k], omega[k]),
                    eigenvalue_at(lambda z: F.T @ z, e[k], w, rho[k], -omega[k]))

    return both(is_basis(e), for_every(k, there_is(any_vector("w"), part_of_eigenvector)))


def stretch(rho: Scalar, omega: Scalar, tau: Scalar) -> Scalar:
    """|1 + tau lambda|^2 for lambda = rho + i omega."""
    return (1 + tau * rho) ** 2 + (tau * omega) ** 2


def rises_at_consensus(F: Operator, tau: Scalar, length: Length) -> Proposition:
    """Where tokens agree, a length does not fall in the layer with the matrix F and the step tau."""
    def rises(z: Vector) -> Proposition:
        y = z + tau * (F @ z)
        return implies(differs(norm(y), 0), length(unit(y)) >= length(z))

    return for_every(unit_vector("z"), rises)


def dominant(F: Operator, e: Vectors, spectrum: tuple[Scalars, Scalars], tau: Scalar,
             first: tuple[Scalar, Scalar], length: Length) -> Proposition:
    """If F is normal, and no |1 + tau lambda_k| exceeds that of the `first` eigenvalue, a length does not fall."""
    rho, omega = spectrum
    return implies(
        both(is_normal(F, e, rho, omega), for_every(k, stretch(rho[k], omega[k], tau) <= stretch(*first, tau))),
        rises_at_consensus(F, tau, length))


def squares_sum(z: Vector) -> Proposition:
    """The squared alignments of a unit vector with an orthonormal basis add up to 1."""
    return for_every(orthonormal_basis("xi"), lambda b: implies(
        is_basis(b), equals(total((b[k] @ z) ** 2 for k in modes), 1)))


def planes_sum(b: Vectors, t: HeadVectors, z: Vector) -> Proposition:
    """So do those with the planes and lines that any grouping of such a basis spans, t_ak being b_k or 0."""
    def part(a: IndexLike) -> Vector:
        return total((b[k] @ z) * t.item(a, k) for k in modes)

    grouped = both(is_basis(b), for_every(k, equals(total(t[a, k] for a in heads), b[k])),
                   for_every((a, k), either(equals(t[a, k], b[k]), equals(t[a, k], zero_vector()))))
    return implies(grouped, equals(total(part(a) @ part(a) for a in heads), 1))


def tells_who_rises(eps: Scalars, x: Vectors, y: Vectors, length: Length) -> Proposition:
    """eps_i is 1 where a length rises from x_i to y_i, and -1 where it does not."""
    rises = length(y[i]) > length(x[i])
    return for_every(i, both(implies(rises, equals(eps[i], 1)), implies(never(rises), equals(eps[i], -1))))


def share(eps: Scalars) -> Scalar:
    """The share of tokens with eps_i = 1."""
    return total(1 + eps[j] for j in tokens) / (2 * n)


def share_claim(eps: Scalars, p: Scalar, q: Scalar, x: Vectors, y: Vectors, length: Length) -> Proposition:
    """The share of tokens that rise is p/n, in [0, 1], and no less than the mean increment."""
    return implies(tells_who_rises(eps, x, y, length), both(
        equals(share(eps), p / (p + q)), share(eps) >= 0, share(eps) <= 1,
        mean_rise(x, y, length) <= share(eps)))


def in_any_basis(e: Vector, f: Vector, says: Callable[[Vector, Vector], Proposition]) -> Proposition:
    """Something holds for every orthonormal basis of the plane of e and f."""
    return for_every(orthonormal_pair("u", "w"), lambda pair: implies(
        both(*(equals(on_plane(g, e, f), g) for g in pair)), says(*pair)))


def same_plane(x: Vectors, e: Vector, f: Vector) -> Proposition:
    """Every orthonormal basis of the plane of e and f gives the same length of the projection."""
    return in_any_basis(e, f, lambda g, h: for_every(i, equals(
        (x[i] @ g) ** 2 + (x[i] @ h) ** 2, (x[i] @ e) ** 2 + (x[i] @ f) ** 2)))


def not_below(x: Vectors, y: Vectors, g: Vector) -> Proposition:
    """The alignment of a token with a vector does not fall from x_i to y_i."""
    return absolute(y[i] @ g) >= absolute(x[i] @ g)


def both_rise(x: Vectors, y: Vectors, e: Vector, f: Vector) -> tuple[Proposition, Proposition]:
    """A plane's alignment does not fall where those of two orthonormal vectors of it do not, and rises where one rises."""
    before, after = norm(on_plane(x[i], e, f)), norm(on_plane(y[i], e, f))
    return (
        in_any_basis(e, f, lambda g, h: for_every(i, implies(
            both(not_below(x, y, g), not_below(x, y, h)), after >= before))),
        in_any_basis(e, f, lambda g, h: for_every(i, implies(
            both(absolute(y[i] @ g) > absolute(x[i] @ g), not_below(x, y, h)), after > before))))
