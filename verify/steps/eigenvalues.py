"""Eigenvalues without their vectors: of a matrix, an operator, a table of weights or a linear map.

    Eigenvalues(of=[[a, b], [b, a]], parts=[(a + b, 1), (a - b, 1)])       # by its polynomial
    Eigenvalues(of=lambda i, j: A[i, j], parts=[(A[k, k], n)], by=Triangular())
    Eigenvalues(of=A, parts=[(mu[k], d)], by=Diagonal(v))
    Eigenvalues(of=S @ M @ R, parts=[SpectrumOf(M)], by=Similar(S, R))     # R the inverse of S

What is claimed is that the characteristic polynomial is the product of those of the parts: at
instances it is compared with them. It is proved where a reason is given; a matrix is one itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from verify.language.expressions import Number, Scalar
from verify.language.indices import Index
from verify.language.mistakes import Mistake
from verify.numerics.exact import Instance
from verify.statements.obligations import Obligation
from verify.statements.step import Formula, Said, Step, Tally, Twin, fill
from verify.steps.maps import BOUND, Map, as_map, entries_of, map_told, size_of
from verify.steps.polynomials import claimed_factor, compare_polynomials, polynomial_of
from verify.steps.reasons import (
    Claimed,
    Eigenvalue,
    EigenvaluePart,
    Reason,
    SpectrumOf,
    as_part,
    eigenvalue_obligations,
)
from verify.writing.claims import ClaimText, Table
from verify.writing.teller import Teller


@dataclass(frozen=True, eq=False)
class Eigenvalues(Step):
    """All eigenvalues of a map, with multiplicities, and the reason why."""

    of: Map
    parts: tuple[EigenvaluePart, ...]
    by: Reason | None
    name: str = ""
    twins: tuple[Twin, ...] = ()
    word, general, is_lowered, has_determinants = "spectrum", True, False, True

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
        fill(self, of=as_map(of), parts=tuple(map(as_part, parts)), by=by, name=name, twins=twins)

    def but_not(
        self, why: str, *, parts: Sequence[Any], at: Mapping[Any, Any] | None = None
    ) -> Eigenvalues:
        """Return this step with a false twin: other eigenvalues; `at` is where it fails."""
        wrong = Eigenvalues(self.of, parts, self.by, self.name)
        return replace(self, twins=(*self.twins, Twin(why, wrong, at)))

    def formulas(self) -> Iterator[Formula]:
        """Yield the formulas of the parts, and of maps that are written out."""
        maps = [self.of]
        for part in self.parts:
            if isinstance(part, Eigenvalue):
                yield from (part.value, part.multiplicity)
            else:
                maps.append(part.of)
        for of in maps:
            yield from entries_of(of)

    def binds(self) -> frozenset[Index]:
        return super().binds() | BOUND

    def obligations(self, said: Said) -> list[Obligation]:
        return list(eigenvalue_obligations(said, Claimed(self.of, self.parts, self.by)))

    def compare(self, instance: Instance, tally: Tally) -> None:
        """Compare the characteristic polynomial with the claimed factors."""
        compare_polynomials(self.raw, self.claimed, instance, tally)

    def raw(self, instance: Instance) -> Any:
        """Return the characteristic polynomial of the map."""
        return polynomial_of(self.of, instance)

    def claimed(self, instance: Instance) -> Any:
        """Return the product of the claimed factors."""
        first, *others = (
            polynomial_of(part.of, instance)
            if isinstance(part, SpectrumOf)
            else claimed_factor(part.rows, part.multiplicity, instance)
            for part in self.parts
        )
        for factor in others:
            first *= factor
        return first

    def told(self, tell: Teller) -> ClaimText:
        printer = tell.printer
        shown, displays = map_told(printer, self.of)
        rows = []
        for part in self.parts:
            if isinstance(part, Eigenvalue):
                rows.append((printer.formula(part.value), printer.formula(part.multiplicity)))
            else:
                other, more = map_told(printer, part.of)
                displays += [display for display in more if display not in displays]
                rows.append((other, printer.formula(size_of(part.of))))
        remark = f"The eigenvalues of {tell.notation.inline(shown)}:"
        return ClaimText(
            tuple(displays), (remark,), Table(("eigenvalue", "multiplicity"), tuple(rows))
        )
