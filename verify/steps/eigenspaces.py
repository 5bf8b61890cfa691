"""Parts of a spectrum: an eigenvalue with its vectors, or an invariant block."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from verify.language.expressions import Number, Scalar, Vector, as_scalar
from verify.language.index_sets import tokens
from verify.language.mistakes import Mistake
from verify.language.motion import Direction, moving
from verify.language.symbols import Family
from verify.statements.step import fill
from verify.steps.maps import Rows

Field = Callable[[Any], Vector]
Tangent = Callable[[Field], Callable[[Any], Scalar]]


@dataclass(frozen=True, eq=False)
class Block:
    """An invariant block: J sends field b to the sum over a of matrix[a][b] times field a.

    `spanned_by` lists what the fields are free in: given things and indices, whose dimensions
    multiply to `multiplicity`, with the number of fields. `scales` has for each field what `scale`
    is for an eigenspace; fields are orthogonal.
    """

    matrix: Rows
    fields: tuple[Field, ...]
    spanned_by: tuple[Any, ...]
    multiplicity: Scalar
    scales: tuple[Scalar, ...]

    def __init__(
        self,
        matrix: Sequence[Sequence[Scalar | Number]],
        fields: Sequence[Direction],
        spanned_by: Sequence[Any],
        multiplicity: Scalar | Number,
        scales: Sequence[Scalar | Number | None] | None = None,
    ) -> None:
        if scales is not None and len(scales) != len(fields):
            raise Mistake(
                f"a block of {len(fields)} fields got {len(scales)} scales; give each one"
            )
        rows = tuple(tuple(as_scalar(entry) for entry in row) for row in matrix)
        if any(len(row) != len(rows) for row in rows) or len(fields) != len(rows):
            raise Mistake(
                f"a block of {len(fields)} fields needs a square matrix of that size, not "
                f"{len(rows)} rows of {[len(row) for row in rows]}"
            )
        fill(
            self,
            matrix=rows,
            fields=tuple(moving(f) for f in fields),
            spanned_by=tuple(spanned_by),
            multiplicity=as_scalar(multiplicity),
            scales=tuple(_scale(one, spanned_by) for one in scales or (None,) * len(fields)),
        )


class Eigenspace(Block):
    """An eigenvalue, its vectors with free parameters, and how many dimensions they span.

    `spanned_by` lists what the vectors are free in: given things and indices, whose dimensions
    multiply to `multiplicity`. The inner product of two vectors, over all tokens, is `scale` times
    that of what they are made of; for vectors that are the same at every token, it is n.
    """

    def __init__(
        self,
        value: Scalar | Number,
        vectors: Direction,
        spanned_by: Sequence[Any],
        multiplicity: Scalar | Number,
        scale: Scalar | Number | None = None,
    ) -> None:
        super().__init__([[value]], [vectors], spanned_by, multiplicity, [scale])

    @property
    def value(self) -> Scalar:
        return self.matrix[0][0]

    @property
    def vectors(self) -> Field:
        return self.fields[0]


def _scale(given: Scalar | Number | None, spanned_by: Sequence[Any]) -> Scalar:
    """Return a scale: as given, or n where nothing of what spans the part is one a token."""
    if given is not None:
        return as_scalar(given)
    by_token = any(isinstance(x, Family) and "tokens" in x.sorts for x in spanned_by)
    return as_scalar(1) if by_token else tokens.count
