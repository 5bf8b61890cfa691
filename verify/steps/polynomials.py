"""Spectra at exact instances: the raw linear map written out, and its characteristic polynomial."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

import flint

from verify.language.expressions import Scalar, Vector
from verify.language.index_sets import tokens
from verify.language.indices import Index
from verify.language.motion import Jacobian
from verify.language.symbols import Family1
from verify.language.walk import free_indices, ordered
from verify.methods.contradictions import BITS, is_narrow, number_shown
from verify.numerics.evaluate import value
from verify.numerics.exact import Instance
from verify.numerics.holding import assignments, exactly_or_in_balls
from verify.numerics.matrices import Matrix
from verify.numerics.number import (
    IN_FLINT,
    RATIONALS,
    Truth,
    Undefined,
    compared,
    in_flint,
    whole_number,
)
from verify.numerics.solving import in_flint_all
from verify.numerics.tangents import written_out
from verify.statements.step import ANY_TOKEN, Tally
from verify.steps.maps import LinearMap, Rows


def on_tangents(of: LinearMap | Jacobian, normal: Vector | None, instance: Instance) -> Any:
    """Return the characteristic polynomial of a map of perturbations.

    They are orthogonal to a vector, that of ANY_TOKEN, if one is given.
    """
    moved, index, formula = _perturbed(of)
    places = range(instance.tokens)
    normals = [None if normal is None else value(normal, instance, {ANY_TOKEN: t}) for t in places]

    def image(rows: Matrix) -> Matrix:
        here = instance.of_values({**instance.values, moved: rows}).keeping_sums()
        return [value(formula, here, {index: place}) for place in places]

    matrix = written_out(image, normals, instance)
    return _matrix(matrix, instance).charpoly() if matrix else _polynomial([1], instance)


@lru_cache(maxsize=64)
def _perturbed(of: LinearMap | Jacobian) -> tuple[Family1[Vector], Index, Vector]:
    """Return a perturbation, an index, and what the map makes of the one at the other."""
    moved: Family1[Vector] = Family1("perturbation", Vector, ("tokens",))
    index = tokens.any("i")
    return moved, index, of(lambda k: moved[k])(index)


def claimed_factor(rows: Rows, multiplicity: Scalar, instance: Instance) -> Any:
    """Return the polynomial of a claimed block, for every value of its free indices."""
    out = _polynomial([1], instance)
    free = ordered(frozenset().union(*[free_indices(e) for row in rows for e in row]))
    places = list(assignments(free, instance))
    size = len(rows)
    count = whole_number(value(multiplicity, instance))
    if count < 0:
        raise Undefined(f"an eigenvalue cannot occur {count} times")
    each, rest = divmod(count, size * max(1, len(places)))
    if rest:
        raise Undefined(f"{count} is not a multiple of {size * len(places)}")
    for at in places:
        matrix = [[value(entry, instance, at) for entry in row] for row in rows]
        out *= _matrix(matrix, instance).charpoly() ** each
    return out


Polynomial = Callable[[Instance], Any]


def compare_polynomials(
    raw_at: Polynomial, claimed_at: Polynomial, instance: Instance, tally: Tally
) -> None:
    """Compare two characteristic polynomials at an instance: exactly, or in balls."""

    def found(here: Instance) -> tuple[Any, Any, Truth]:
        raw, claimed = raw_at(here), claimed_at(here)
        return raw, claimed, differ(raw, claimed)

    try:
        (raw, claimed, truth), exact = exactly_or_in_balls(found, in_flint_all(instance), BITS)
    except Undefined as error:
        tally.undefined = {"undefined": str(error)}
        return
    if truth is not Truth.TRUE and not exact and not is_narrow(raw.coeffs()):
        return
    tally.decided += 1
    tally.exact += exact
    if truth is Truth.TRUE:
        tally.failure = {
            "coefficients of the characteristic polynomial": _coefficients(raw),
            "claimed": _coefficients(claimed),
        }


def _coefficients(polynomial: Any) -> list[str]:
    """Return the coefficients of a polynomial for a reader, the leading one first."""
    every = reversed(polynomial.coeffs())
    return [str(c) if isinstance(c, flint.fmpq) else str(number_shown(c)) for c in every]


def differ(raw: Any, claimed: Any) -> Truth:
    """Return whether two characteristic polynomials are certainly not the same."""
    if raw.degree() != claimed.degree():
        return Truth.TRUE
    pairs = zip(raw.coeffs(), claimed.coeffs(), strict=True)
    if isinstance(raw, flint.fmpq_poly):
        return Truth.TRUE if any(a != b for a, b in pairs) else Truth.FALSE
    found = [compared(a - b, "!=") for a, b in pairs]
    return Truth.TRUE if any(truth is Truth.TRUE for truth in found) else Truth.UNKNOWN


def _matrix(rows: list[list[Any]], instance: Instance) -> Any:
    """Return a matrix of FLINT: of rationals, or of balls where the instance has them."""
    flat = [x for row in rows for x in row]
    if instance.numbers in (RATIONALS, IN_FLINT):
        return flint.fmpq_mat(len(rows), len(rows[0]), [in_flint(x) for x in flat])
    return flint.arb_mat(len(rows), len(rows[0]), [_ball(x) for x in flat])


def _polynomial(coefficients: list[int], instance: Instance) -> Any:
    is_exact = instance.numbers in (RATIONALS, IN_FLINT)
    kind = flint.fmpq_poly if is_exact else flint.arb_poly
    return kind(coefficients)


def _ball(x: Any) -> Any:
    return flint.arb(in_flint(x)) if isinstance(x, int | Fraction) else x
