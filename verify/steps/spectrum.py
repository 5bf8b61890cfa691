"""All eigenvalues of a linear map on perturbations, with their vectors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from verify.language.expressions import Number, Scalar, as_scalar
from verify.language.motion import Jacobian
from verify.numerics.exact import Instance
from verify.statements.obligations import Obligation
from verify.statements.step import ANY_TOKEN, Formula, Said, Step, Tally, Twin, fill
from verify.steps.eigenspaces import Block, Eigenspace, Tangent
from verify.steps.eigenvectors import normal_of, spectrum_obligations
from verify.steps.maps import DELTA, INDEX, LinearMap, linear_map_told, rows_told
from verify.steps.polynomials import claimed_factor, compare_polynomials, on_tangents
from verify.writing.claims import ClaimText, Table
from verify.writing.teller import Teller


@dataclass(frozen=True, eq=False)
class Spectrum(Step):
    """All eigenvalues of a linear map on perturbations, with multiplicities that exhaust `total`.

    `tangent` maps a perturbation to the scalars that vanish on the space meant (an intrinsic
    spectrum); without it the whole space is meant.
    """

    of: Jacobian | LinearMap
    parts: tuple[Block, ...]
    total: Scalar
    tangent: Tangent | None = None
    name: str = ""
    twins: tuple[Twin, ...] = ()
    word, general, has_determinants = "spectrum", True, True

    def __init__(
        self,
        of: Jacobian | LinearMap,
        parts: Sequence[Block],
        total: Scalar | Number,
        tangent: Tangent | None = None,
        name: str = "",
        twins: tuple[Twin, ...] = (),
    ) -> None:
        fill(
            self,
            of=of,
            parts=tuple(parts),
            total=as_scalar(total),
            tangent=tangent,
            name=name,
            twins=twins,
        )

    def but_not(self, why: str, *, parts: Sequence[Block]) -> Spectrum:
        """Return this step with a false twin: other eigenspaces."""
        wrong = Spectrum(self.of, parts, self.total, self.tangent, self.name)
        return replace(self, twins=(*self.twins, Twin(why, wrong)))

    def formulas(self) -> Iterator[Formula]:
        for part in self.parts:
            yield from (entry for row in part.matrix for entry in row)
            yield from (field(ANY_TOKEN) for field in part.fields)

    def subjects(self) -> Iterator[Any]:
        yield self.of(DELTA.item)(INDEX)
        yield self.total
        if self.tangent is not None:
            yield self.tangent(DELTA.item)(INDEX)

    def obligations(self, said: Said) -> list[Obligation]:
        return list(spectrum_obligations(said, self.of, self.parts, self.total, self.tangent))

    def compare(self, instance: Instance, tally: Tally) -> None:
        """Compare the characteristic polynomial on the space meant with the claimed factors."""
        compare_polynomials(self.raw, self.claimed, instance, tally)

    def raw(self, instance: Instance) -> Any:
        """Return the characteristic polynomial of the raw map on the space meant.

        Exact (fmpq_poly) at an instance of rationals, in balls (arb_poly) at one of balls. Raises
        Irrational where a rational instance does not suffice.
        """
        return on_tangents(self.of, normal_of(self.tangent, ANY_TOKEN), instance)

    def claimed(self, instance: Instance) -> Any:
        """Return the product of the claimed factors, one for every value of the free indices."""
        first, *others = (claimed_factor(p.matrix, p.multiplicity, instance) for p in self.parts)
        for factor in others:
            first *= factor
        return first

    def told(self, tell: Teller) -> ClaimText:
        printer, notation = tell.printer, tell.notation
        letter, displays = linear_map_told(printer, self.of)
        remark = f"The eigenvalues of {notation.inline(letter)}"
        if self.tangent is not None:
            orthogonal = printer.formula(self.tangent(DELTA.item)(INDEX))
            normal = f"{orthogonal} {notation.relations['=']} 0"
            moved = notation.inline(printer.formula(DELTA.item(INDEX)))
            remark += f" on the perturbations {moved} with {notation.inline(normal)}"
        remark += f", {notation.inline(printer.formula(self.total))} in all:"
        rows = tuple(_row(tell, part) for part in self.parts)
        header = ("eigenvalue", "multiplicity", "eigenvectors")
        return ClaimText(tuple(displays), (remark,), Table(header, rows))


def _row(tell: Teller, part: Block) -> tuple[str, str, str]:
    multiplicity = tell.printer.formula(part.multiplicity)
    fields = ", ".join(tell.printer.formula(field(INDEX)) for field in part.fields)
    if isinstance(part, Eigenspace):
        return tell.printer.formula(part.value), multiplicity, fields
    return rows_told(tell.printer, part.matrix), multiplicity, fields
