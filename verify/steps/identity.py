"""Two scalars, or two vectors, are equal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from verify.language.conditions import Where, checked_where
from verify.language.expressions import Number, Scalar, Vector, as_scalar, as_vector
from verify.language.mistakes import Mistake
from verify.statements.obligations import Equality
from verify.statements.step import Formula, Said, Step, Twin, fill
from verify.steps.inequality import within
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller


@dataclass(frozen=True, eq=False)
class Identity(Step):
    """Two scalars, or two vectors, are equal for all values that meet the conditions, if any."""

    left: Scalar | Vector
    right: Scalar | Vector
    name: str = ""
    twins: tuple[Twin, ...] = ()
    where: tuple[Where, ...] = ()
    word, general, says_all = "identity", True, True

    def __init__(
        self,
        left: Scalar | Vector | Number,
        right: Scalar | Vector | Number,
        name: str = "",
        twins: tuple[Twin, ...] = (),
        where: Sequence[Where] = (),
    ) -> None:
        convert = as_vector if isinstance(left, Vector) or isinstance(right, Vector) else as_scalar
        fill(self, left=convert(left), right=convert(right), name=name, twins=twins)
        fill(self, where=checked_where("Identity", where))

    def but_not(
        self,
        why: str,
        *,
        left: Scalar | Vector | Number | None = None,
        right: Scalar | Vector | Number | None = None,
        where: Sequence[Where] | None = None,
        at: Mapping[Any, Any] | None = None,
    ) -> Identity:
        """Return this step with a false twin: a side twisted, or a condition dropped.

        `at` is an instance at which it fails.
        """
        wrong = Identity(
            self.left if left is None else left,
            self.right if right is None else right,
            self.name,
            where=self.where if where is None else where,
        )
        return replace(self, twins=(*self.twins, Twin(why, wrong, at)))

    def scalar_sides(self) -> tuple[Scalar, Scalar]:
        """Return the sides. Raises Mistake where they are vectors."""
        if not isinstance(self.left, Scalar) or not isinstance(self.right, Scalar):
            raise Mistake("an induction and cases need scalars; take an inner product")
        if self.where:
            raise Mistake("an induction and cases take no where=; assume it with given(that(...))")
        return self.left, self.right

    def formulas(self) -> Iterator[Formula]:
        yield from (self.left, self.right)
        yield from super().formulas()

    def obligations(self, said: Said) -> list[Equality]:
        return [Equality(said.name, self.left, self.right, where=self.where)]

    def told(self, tell: Teller) -> ClaimText:
        condition = within(tell, self.where, self.left, self.right)
        return ClaimText((tell.equality(self.left, self.right, condition=condition),))
