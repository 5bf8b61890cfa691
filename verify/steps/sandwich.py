"""Two comparisons in a row, each with its reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from verify.language.conditions import Where, checked_where
from verify.language.expressions import Number, Relation, Scalar, as_scalar
from verify.language.mistakes import Mistake
from verify.statements.obligations import Comparison
from verify.statements.step import Formula, Said, Step, Twin, fill
from verify.steps.inequality import within
from verify.writing.claims import ClaimText
from verify.writing.definitions import Display
from verify.writing.teller import Teller


@dataclass(frozen=True, eq=False)
class Sandwich(Step):
    """lower <= middle <= upper; `because` has both gaps as sums of products of nonnegatives."""

    lower: Scalar
    middle: Scalar
    upper: Scalar
    because: tuple[Scalar, Scalar]
    name: str = ""
    twins: tuple[Twin, ...] = ()
    where: tuple[Where, ...] = ()
    word, general, says_all = "inequality", True, True

    def __init__(
        self,
        lower: Scalar | Number,
        middle: Scalar | Number,
        upper: Scalar | Number,
        because: Sequence[Scalar | Number],
        name: str = "",
        twins: tuple[Twin, ...] = (),
        where: Sequence[Where] = (),
    ) -> None:
        if not isinstance(because, list | tuple) or len(because) != 2:
            raise Mistake(
                f"Sandwich: because={because!r} must be two expressions: middle - lower and "
                "upper - middle, each as a sum of products of nonnegative quantities"
            )
        fill(self, lower=as_scalar(lower), middle=as_scalar(middle), upper=as_scalar(upper))
        fill(self, because=tuple(map(as_scalar, because)), name=name, twins=twins)
        fill(self, where=checked_where("Sandwich", where))

    def but_not(
        self,
        why: str,
        *,
        lower: Scalar | Number | None = None,
        upper: Scalar | Number | None = None,
        where: Sequence[Where] | None = None,
        at: Mapping[Any, Any] | None = None,
    ) -> Sandwich:
        """Return this step with a false twin: another bound, or a condition dropped.

        `at` is an instance at which it fails.
        """
        bounds = (self.lower if lower is None else lower, self.upper if upper is None else upper)
        kept = self.where if where is None else where
        wrong = Sandwich(bounds[0], self.middle, bounds[1], self.because, self.name, where=kept)
        return replace(self, twins=(*self.twins, Twin(why, wrong, at)))

    @property
    def _relations(self) -> tuple[Relation, Relation]:
        return self.lower <= self.middle, self.middle <= self.upper

    def formulas(self) -> Iterator[Formula]:
        yield from self._relations
        yield from self.because
        yield from super().formulas()

    def obligations(self, said: Said) -> list[Comparison]:
        sides = zip(("below", "above"), self._relations, self.because, strict=True)
        return [
            Comparison(f"{said.name}: {side}", r, because, self.where) for side, r, because in sides
        ]

    def told(self, tell: Teller) -> ClaimText:
        printer, signs = tell.printer, tell.notation.relations
        condition = within(tell, self.where, *self._relations)
        row = tell.relation(self._relations[0], condition=condition)
        row = replace(row, terms=(*row.terms, signs["<="], *printer.terms(self.upper)))
        reasons = (
            Display(printer.formula(r.gap), signs["="], printer.grouped_terms(because), lead)
            for r, because, lead in zip(
                self._relations, self.because, ("since", "and"), strict=True
            )
        )
        return ClaimText((row, *reasons))
