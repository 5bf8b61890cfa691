"""Hypothesis strategies of exact shapes: sphere points, ellipsoids, spectra and masks.

Every value is rational, so a failure is replayed exactly; every value shrinks towards small
numerators and denominators; and the corners where statements break are reached on purpose.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

from verify.attention.graphs import Rows
from verify.numerics import shapes
from verify.numerics.exact import DENOMINATORS, LARGEST, Draw, rationals_between
from verify.numerics.matrices import Matrix, Vector, product, transpose
from verify.numerics.strategies import shaped


@dataclass(frozen=True)
class Ellipsoid:
    """The points y with y^T W y = 1, for W = F F^T."""

    matrix: Matrix
    factor: Matrix

    def point(self, unit: Vector) -> Vector:
        """Return the point F^-T z that a unit vector z goes to."""
        return shapes.onto_ellipsoid(self.factor, unit)


def rationals(
    *,
    min_value: int | Fraction = -LARGEST,
    max_value: int | Fraction = LARGEST,
    max_denominator: int = DENOMINATORS,
) -> st.SearchStrategy[Fraction]:
    """Return a strategy for the rationals of an interval, simplest first."""
    # Made when something is drawn from it: a pool may be large, and a test run elsewhere.
    bounds = Fraction(min_value), Fraction(max_value)
    return st.deferred(lambda: st.sampled_from(rationals_between(*bounds, max_denominator)))


def unit_vectors(dimension: int) -> st.SearchStrategy[Vector]:
    """Return a strategy for rational unit vectors; they shrink to the first basis vector."""
    return shaped(f"unit_vectors({dimension})", lambda draw: shapes.unit_vector(draw, dimension))


def tokens_on_sphere(tokens: int, dimension: int) -> st.SearchStrategy[Matrix]:
    """Return a strategy for unit tokens: also equal, opposite, nearly equal, nearly opposite."""
    return shaped(
        f"tokens_on_sphere({tokens}, {dimension})",
        lambda draw: shapes.tokens_on_sphere(draw, tokens, dimension),
    )


def _ellipsoid(draw: Draw, dimension: int) -> Ellipsoid:
    factor = shapes.metric_factor(draw, dimension)
    return Ellipsoid(product(factor, transpose(factor)), factor)


def ellipsoids(dimension: int) -> st.SearchStrategy[Ellipsoid]:
    """Return a strategy for ellipsoids: the sphere, stretched ones, and any others."""
    return shaped(f"ellipsoids({dimension})", lambda draw: _ellipsoid(draw, dimension))


def tokens_on_ellipsoid(tokens: int, dimension: int) -> st.SearchStrategy[tuple[Ellipsoid, Matrix]]:
    """Return a strategy for an ellipsoid with tokens on it."""

    def make(draw: Draw) -> tuple[Ellipsoid, Matrix]:
        ellipsoid = _ellipsoid(draw, dimension)
        points = shapes.tokens_on_sphere(draw, tokens, dimension)
        return ellipsoid, [ellipsoid.point(z) for z in points]

    return shaped(f"tokens_on_ellipsoid({tokens}, {dimension})", make)


def square_matrices(dimension: int) -> st.SearchStrategy[Matrix]:
    """Return a strategy for matrices: any, zero, multiples of I, of rank one, nilpotent."""
    return shaped(
        f"square_matrices({dimension})", lambda draw: shapes.operator(draw, dimension, False)
    )


def orthogonal_matrices(dimension: int) -> st.SearchStrategy[Matrix]:
    """Return a strategy for rational orthogonal matrices, of determinant 1 and -1."""

    def make(draw: Draw) -> Matrix:
        matrix = shapes.orthogonal(draw, dimension)
        sign = draw.choose((1, -1))
        return [[sign * x for x in matrix[0]], *matrix[1:]]

    return shaped(f"orthogonal_matrices({dimension})", make)


def symmetric_matrices(
    dimension: int, *, spectrum: Sequence[int | Fraction] | None = None
) -> st.SearchStrategy[Matrix]:
    """Return a strategy for symmetric matrices with rational eigenvectors.

    Without a `spectrum` the eigenvalues are drawn: any, repeated, or of very different sizes.
    """

    def make(draw: Draw) -> Matrix:
        wanted = shapes.spectrum(draw, dimension) if spectrum is None else list(spectrum)
        return shapes.with_spectrum(shapes.orthogonal(draw, dimension), wanted)

    return shaped(f"symmetric_matrices({dimension}, {spectrum=})", make)


def positive_definite_matrices(dimension: int) -> st.SearchStrategy[Matrix]:
    """Return a strategy for symmetric positive definite matrices."""
    return shaped(
        f"positive_definite_matrices({dimension})",
        lambda draw: shapes.positive_definite(draw, dimension),
    )


def stochastic_matrices(tokens: int, *, causal: bool = False) -> st.SearchStrategy[Matrix]:
    """Return a strategy for nonnegative matrices whose rows sum to one (lower triangular ones)."""

    def make(draw: Draw) -> Matrix:
        rows = range(tokens)
        return [shapes.stochastic_row(draw, [j <= i or not causal for j in rows]) for i in rows]

    return shaped(f"stochastic_matrices({tokens}, {causal=})", make)


def masks(
    tokens: int, *, causal: bool = False, sees_itself: bool = False
) -> st.SearchStrategy[Rows]:
    """Return a strategy for masks, rows of 0 and 1: who may see whom."""

    def make(draw: Draw) -> Rows:
        rows = shapes.mask(draw, tokens, causal)
        return [
            [1 if sees_itself and i == j else bit for j, bit in enumerate(row)]
            for i, row in enumerate(rows)
        ]

    return shaped(f"masks({tokens}, {causal=}, {sees_itself=})", make)
