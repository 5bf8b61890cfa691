"""Eigenvalues without their vectors: of a matrix, an operator, a table of weights or a linear map.

    Eigenvalues(of=[[a, b], [b, a]], parts=[(a + b, 1), (a - b, 1)])       # by its polynomial
    Eigenvalues(of=lambda i, j: A[i, j], parts=[(A[k, k], n)], by=Triangular())
    Eigenvalues(of=A, parts=[(mu[k], d)], by=Diagonal(v))
    Eigenvalues(of=S @ M @ R, parts=[SpectrumOf(M)], by=Similar(S, R))     # R the inverse of S

What is claimed is that the characteristic polynomial is the product of those of the parts: at
instances it is compared with them. It is proved where a reason is given; a matrix is one itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import signature
from typing import TYPE_CHECKING, Any

from verify.language.expressions import Number, Operator, Scalar, Vector, as_scalar
from verify.language.index_sets import tokens
from verify.language.indices import Index
from verify.language.mistakes import Mistake
from verify.language.motion import Direction, Jacobian
from verify.language.symbols import Family2, Vectors
from verify.language.words import square_rows

if TYPE_CHECKING:
    from verify.statements.steps import Twin

Rows = tuple[tuple[Scalar, ...], ...]
Table = Callable[[Any, Any], Scalar]
LinearMap = Callable[[Direction], Callable[[Any], Vector]]
Map = Rows | Operator | Table | LinearMap | Jacobian
ROW, COLUMN = tokens.any("i"), tokens.any("j")  # at which the entries of a table are looked at


@dataclass(frozen=True, eq=False)
class Eigenvalue:
    """One eigenvalue and how often it occurs, for all values of its indices together."""

    value: Scalar
    multiplicity: Scalar


@dataclass(frozen=True, eq=False)
class SpectrumOf:
    """All eigenvalues of another map, as often as they occur there."""

    of: Any

    def __post_init__(self) -> None:
        object.__setattr__(self, "of", as_map(self.of))


@dataclass(frozen=True, eq=False)
class Triangular:
    """No token is driven by later ones; `along` are orthonormal eigenvectors of a token's block."""

    along: Vectors | None = None


@dataclass(frozen=True, eq=False)
class Diagonal:
    """An operator has the orthonormal eigenvectors `along`, one for each mode."""

    along: Vectors


@dataclass(frozen=True, eq=False)
class Similar:
    """An operator is S M R, where R is the inverse of S and M the one whose spectrum it has."""

    by: Operator
    inverse: Operator


Reason = Triangular | Diagonal | Similar


@dataclass(frozen=True, eq=False)
class Eigenvalues:
    """All eigenvalues of a map, with multiplicities, and the reason why."""

    of: Map
    parts: tuple[Eigenvalue | SpectrumOf, ...]
    by: Reason | None
    name: str
    twins: tuple[Twin, ...]

    def __init__(
        self,
        of: Any,
        parts: Sequence[tuple[Scalar | Number, Scalar | Number] | SpectrumOf],
        by: Reason | None = None,
        name: str = "",
        twins: tuple[Twin, ...] = (),
    ) -> None:
        if not parts:
            raise Mistake("Eigenvalues has no parts; give [(value, multiplicity), ...]")
        fields = {
            "of": as_map(of), "parts": tuple(map(_part, parts)), "by": by, "name": name,
            "twins": twins,
        }  # fmt: skip
        for key, value in fields.items():
            object.__setattr__(self, key, value)

    def but_not(
        self, why: str, *, parts: Sequence[Any], at: Mapping[Any, Any] | None = None
    ) -> Eigenvalues:
        """Return this step with a false twin: other eigenvalues; `at` is where it fails."""
        from verify.statements.steps import Twin  # which lists this one among the steps

        wrong = Eigenvalues(self.of, parts, self.by, self.name)
        return replace(self, twins=(*self.twins, Twin(why, wrong, at)))


def _part(given: Any) -> Eigenvalue | SpectrumOf:
    if isinstance(given, SpectrumOf | Eigenvalue):
        return given
    if not isinstance(given, tuple) or len(given) != 2:
        raise Mistake(
            f"Eigenvalues: {given!r} is no part; give (value, multiplicity) or SpectrumOf(...)"
        )
    return Eigenvalue(as_scalar(given[0]), as_scalar(given[1]))


def as_map(given: Any) -> Map:
    """Return a map: rows of scalars, an operator, a table of two indices, or a linear map."""
    if isinstance(given, Operator | Jacobian):
        return given
    if isinstance(given, Family2):
        return lambda i, j: given[i, j]
    if isinstance(given, list | tuple):
        return square_rows(given)
    if callable(given) and len(signature(given).parameters) in (1, 2):
        return given  # type: ignore[no-any-return]
    raise Mistake(
        "eigenvalues are those of rows of scalars, an operator, weights, a function of two indices "
        f"or a linear map of perturbations, and not of {given!r}"
    )


def is_table(of: Map) -> bool:
    """Tell a function of two indices from a map of perturbations."""
    return not isinstance(of, tuple | Operator | Jacobian) and len(signature(of).parameters) == 2


def formulas_of(step: Eigenvalues) -> Iterator[Scalar | Operator]:
    """Yield the formulas of the parts, and of maps that are written out."""
    maps = [step.of]
    for part in step.parts:
        if isinstance(part, Eigenvalue):
            yield from (part.value, part.multiplicity)
        else:
            maps.append(part.of)
    for of in maps:
        yield from entries_of(of)


def entries_of(of: Any) -> Iterator[Scalar | Operator]:
    """Yield the formulas of a map that is written out; nothing for a map of perturbations."""
    if isinstance(of, tuple):
        yield from (entry for row in of for entry in row)
    elif isinstance(of, Operator):
        yield of
    elif is_table(of):
        yield as_scalar(of(ROW, COLUMN))


BOUND: frozenset[Index] = frozenset({ROW, COLUMN})
