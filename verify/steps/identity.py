"""Two scalars, or two vectors, are equal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from verify.language.expressions import Number, Scalar, Vector, as_scalar, as_vector
from verify.language.mistakes import Mistake
from verify.statements.obligations import Equality
from verify.statements.step import Formula, Said, Step, Twin, fill
from verify.writing.claims import Claim
from verify.writing.teller import Teller


@dataclass(frozen=True, eq=False)
class Identity(Step):
    """Two scalars, or two vectors, are equal for all values of what is given."""

    left: Scalar | Vector
    right: Scalar | Vector
    name: str = ""
    twins: tuple[Twin, ...] = ()
    word, general, says_all = "identity", True, True

    def __init__(
        self,
        left: Scalar | Vector | Number,
        right: Scalar | Vector | Number,
        name: str = "",
        twins: tuple[Twin, ...] = (),
    ) -> None:
        convert = as_vector if isinstance(left, Vector) or isinstance(right, Vector) else as_scalar
        fill(self, left=convert(left), right=convert(right), name=name, twins=twins)

    def but_not(
        self,
        why: str,
        *,
        left: Scalar | Vector | Number | None = None,
        right: Scalar | Vector | Number | None = None,
        at: Mapping[Any, Any] | None = None,
    ) -> Identity:
        """Return this step with a false twin: one side twisted; `at` is an instance it fails at."""
        wrong = Identity(
            self.left if left is None else left, self.right if right is None else right, self.name
        )
        return replace(self, twins=(*self.twins, Twin(why, wrong, at)))

    def scalar_sides(self) -> tuple[Scalar, Scalar]:
        """Return the sides. Raises Mistake where they are vectors."""
        if not isinstance(self.left, Scalar) or not isinstance(self.right, Scalar):
            raise Mistake("an induction and cases are about scalars; take an inner product")
        return self.left, self.right

    def formulas(self) -> Iterator[Formula]:
        yield from (self.left, self.right)

    def obligations(self, said: Said) -> list[Equality]:
        return [Equality(said.name, self.left, self.right)]

    def told(self, tell: Teller) -> Claim:
        return Claim((tell.equality(self.left, self.right),))
