"""A formula against an exact enumeration."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from verify.language.expressions import Scalar
from verify.numerics.evaluate import value
from verify.numerics.exact import Instance
from verify.statements.outcomes import Outcome
from verify.statements.step import Asked, Formula, Said, Step, Twin
from verify.writing.claims import ClaimText
from verify.writing.definitions import Display
from verify.writing.teller import Teller


@dataclass(frozen=True, eq=False)
class Counted(Step):
    """A formula against an exact enumeration over finitely many integer cases.

    `count(**values)` enumerates by hand; `formula` is a scalar in the symbols of `over`. With
    `example` the statement does not rest on the cases: they show what its other steps say.
    """

    formula: Scalar
    count: Callable[..., Fraction | int]
    over: Mapping[Scalar, Sequence[int]]
    name: str = ""
    twins: tuple[Twin, ...] = ()
    example: bool = False
    word, is_drawn = "identity", False

    def but_not(self, why: str, *, formula: Scalar) -> Counted:
        """Return this step with a false twin: another formula."""
        wrong = replace(self, formula=formula, twins=())
        return replace(self, twins=(*self.twins, Twin(why, wrong)))

    def formulas(self) -> Iterator[Formula]:
        yield self.formula

    def subjects(self) -> Iterator[Any]:
        yield from self.over

    def decided(self, said: Said, asked: Asked) -> list[Outcome]:
        """Return that the formula is what is counted in every case, which proves no others."""
        if "sampling" not in asked.methods:
            return []
        begin = time.perf_counter()
        failure = self.counterexample(said)
        seconds = time.perf_counter() - begin
        cases = sum(1 for _ in self._points())
        if failure is None:  # every case that was asked for, and no other: never "proved"
            return [Outcome("sampling", "sampled", seconds, {"all cases": cases, "decided": cases})]
        return [Outcome("sampling", "refuted", seconds, {"witness": failure})]

    def counterexample(self, said: Said) -> dict[str, Any] | None:
        """Return the first case in which the formula is not what is counted, or None."""
        by_name = {symbol.args[0].name: symbol.args[0] for symbol in self.over}
        for point in self._points():
            instance = Instance(tokens=1, dimension=1)
            for name, v in point.items():
                instance.values[by_name[name]] = Fraction(v)
            told, counted = value(self.formula, instance), Fraction(self.count(**point))
            if told != counted:
                shown_point = {name: str(v) for name, v in point.items()}
                return {**shown_point, "formula": str(told), "enumerated": str(counted)}
        return None

    def _points(self) -> Iterator[dict[str, int]]:
        names = [symbol.args[0].name for symbol in self.over]
        for values in itertools.product(*self.over.values()):
            yield dict(zip(names, values, strict=True))

    def told(self, tell: Teller) -> ClaimText:
        remark = f"Counted for {tell.values(self.over)}."

        return ClaimText((Display(tell.printer.formula(self.formula)),), (remark,))
