"""Spectra at exact instances: the raw linear map written out, and its characteristic polynomial."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import flint

from verify.language.expressions import Vector
from verify.language.facts import Distinct
from verify.language.indices import tokens
from verify.language.symbols import Family1
from verify.language.walk import free_indices, ordered
from verify.numerics.evaluate import value
from verify.numerics.exact import Instance
from verify.numerics.holding import assignments
from verify.statements.steps import Block, Eigenspace, Spectrum


def raw_matrix(step: Spectrum, instance: Instance) -> tuple[list[list[Any]], list[list[Any]]]:
    """Return the linear map as a matrix on all perturbations, and the rows that vanish on tangents.

    Column (t, a) is the image of the perturbation that moves component a of token t by 1.
    """
    perturbation: Family1[Vector] = Family1("perturbation", Vector, ("tokens",))
    image, index = step.of(lambda k: perturbation[k]), tokens.any("i")
    formula = image(index)
    normal = step.tangent(lambda i: perturbation[i])(index) if step.tangent else None
    n, d = instance.tokens, instance.dimension
    columns, rows = [], []
    for moved in range(n * d):
        unit = [[instance.number(int(t * d + a == moved)) for a in range(d)] for t in range(n)]
        here = replace(instance, values={**instance.values, perturbation: unit})
        columns.append([x for t in range(n) for x in value(formula, here, {index: t})])
        if normal is not None:
            rows.append([value(normal, here, {index: t}) for t in range(n)])
    return _turned(columns), _turned(rows) if normal is not None else []


def raw_polynomial(step: Spectrum, instance: Instance) -> Any:
    """Return the exact characteristic polynomial of the raw map on the space meant (fmpq_poly)."""
    matrix, normal = raw_matrix(step, instance)
    J = _rational(matrix)
    if normal:
        J = _restricted(J, _rational(normal))
    return J.charpoly()


def _restricted(J: Any, rows: Any) -> Any:
    """Return the matrix of J on the null space of `rows`, in a basis of it (exactly)."""
    reduced, rank = rows.rref()
    size = rows.ncols()
    pivots = [next(c for c in range(size) if reduced[r, c] != 0) for r in range(rank)]
    free = [c for c in range(size) if c not in pivots]
    basis = flint.fmpq_mat(size, len(free))
    for column, c in enumerate(free):
        basis[c, column] = 1
        for r, p in enumerate(pivots):
            basis[p, column] = -reduced[r, c]
    image = J * basis
    # The free coordinates of an image are its coordinates in this basis.
    restricted = flint.fmpq_mat(len(free), len(free))
    for row, c in enumerate(free):
        for column in range(len(free)):
            restricted[row, column] = image[c, column]
    if basis * restricted != image:
        raise ArithmeticError("the map does not keep the space it is said to act on")
    return restricted


def claimed_polynomial(step: Spectrum, instance: Instance, apart: Sequence[Distinct]) -> Any:
    """Return the product of the claimed factors, one for every value of the free indices."""
    out = flint.fmpq_poly([1])
    z = flint.fmpq_poly([0, 1])
    for part in step.parts:
        entries = (part.value,) if isinstance(part, Eigenspace) else sum(part.matrix, ())
        free = ordered(frozenset().union(*[free_indices(e) for e in entries]))
        places = list(assignments(free, instance, apart))
        size = len(part.matrix) if isinstance(part, Block) else 1
        count = _whole(value(part.multiplicity, instance))
        each = count // (size * max(1, len(places)))
        for at in places:
            if isinstance(part, Eigenspace):
                factor = z - flint.fmpq_poly([_fmpq(value(part.value, instance, at))])
            else:
                matrix = [[value(e, instance, at) for e in row] for row in part.matrix]
                factor = _rational(matrix).charpoly()
            out *= factor**each
    return out


def spectral_radius_below_one(matrix: list[list[Any]], power: int = 64) -> Any | None:
    """Return a ball for the norm of a power of J that is certainly below 1, or None.

    If |J^k| < 1 in the row-sum norm then every eigenvalue has modulus below 1; no isolation of
    multiple eigenvalues is needed. Entries are Arb balls.
    """
    size = len(matrix)
    J = flint.arb_mat(size, size, [x for row in matrix for x in row])
    high = J**power
    sums = [sum((abs(high[r, c]) for c in range(size)), start=flint.arb(0)) for r in range(size)]
    norm = sums[0]
    for candidate in sums[1:]:
        norm = norm.max(candidate)
    return norm if norm < 1 else None


def _turned(columns: list[list[Any]]) -> list[list[Any]]:
    return [list(row) for row in zip(*columns, strict=True)]


def _rational(rows: list[list[Any]]) -> Any:
    return flint.fmpq_mat(len(rows), len(rows[0]), [_fmpq(x) for row in rows for x in row])


def _fmpq(x: Any) -> Any:
    q = Fraction(x)
    return flint.fmpq(q.numerator, q.denominator)


def _whole(x: Any) -> int:
    return int(Fraction(x))
