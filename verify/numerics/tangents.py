"""Linear maps of perturbations as matrices: of all perturbations of tokens, or of tangent ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from verify.numerics.exact import Instance
from verify.numerics.matrices import Matrix, Vector, dot, identity, transpose
from verify.numerics.number import Truth, Undefined, compared, reciprocal


def written_out(
    image: Callable[[Matrix], Matrix], normals: Sequence[Vector | None], instance: Instance
) -> Matrix:
    """Return the matrix of a map that takes one vector a token to one vector a token.

    Of each token only vectors orthogonal to its normal count, where it has one. With a p for which
    n_p is not 0 they have the basis e_k - (n_k / n_p) e_p, k != p, so that the coordinates of one
    are its own. Raises Undefined for a map that leaves them.
    """
    one, zero = instance.number(1), instance.number(0)
    pivots = [_pivot(normal) for normal in normals]
    columns = []
    for number, (normal, pivot) in enumerate(zip(normals, pivots, strict=True)):
        for k, vector in enumerate(identity(instance.dimension, one, zero)):
            if k == pivot:
                continue
            if normal is not None and pivot is not None:
                vector[pivot] = -normal[k] * reciprocal(normal[pivot])
            moved = [vector if n == number else [zero] * len(vector) for n in range(len(normals))]
            rows = zip(image(moved), normals, pivots, strict=True)
            columns.append([x for row in rows for x in _coordinates(*row)])
    return transpose(columns)


def _pivot(normal: Vector | None) -> int | None:
    """Return the place of an entry that is certainly not 0."""
    if normal is None:
        return None
    places = (k for k, x in enumerate(normal) if compared(x, "!=") is Truth.TRUE)
    pivot = next(places, None)
    if pivot is None:
        raise Undefined("the normal of the tangent space is 0")
    return pivot


def _coordinates(image: Vector, normal: Vector | None, pivot: int | None) -> Vector:
    if normal is not None and compared(dot(normal, image), "!=") is Truth.TRUE:
        raise Undefined("the map does not preserve the space it should act on")
    return [x for k, x in enumerate(image) if k != pivot]
