"""What a paper prints and is to be refuted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verify.language.conditions import Where, checked_where
from verify.language.expressions import Number, Relation, Scalar, Sign
from verify.language.mistakes import Mistake
from verify.statements.assumption import handle_matches
from verify.statements.step import Assumed, Formula, Part, Step, Twin, fill
from verify.steps.inequality import Inequality
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller
from verify.writing.words import listed

OPPOSITE: dict[Sign, Sign] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


@dataclass(frozen=True, eq=False)
class Printed(Step):
    """What the paper prints and a witness refutes: at least one of the relations always holds.

    It is under all assumptions of the proof but for those in `without` (what given(...) returned).
    With `somewhere` it says that there is such a thing: at some values that meet the conditions in
    `where` one of the relations holds. That is refuted by steps that deny each (`never`).
    """

    conclusion: tuple[Relation, ...]
    part: Part = "statement"
    name: str = ""
    twins: tuple[Twin, ...] = ()
    without: tuple[Any, ...] = ()
    somewhere: bool = False
    where: tuple[Where, ...] = ()
    opposites: tuple[Relation, ...] = ()
    word, role = "inequality", "printed"

    def __init__(
        self,
        *conclusion: Relation,
        part: Part = "statement",
        name: str = "",
        without: Sequence[Any] = (),
        somewhere: bool = False,
        where: Sequence[Where] = (),
    ) -> None:
        if not conclusion or not all(isinstance(r, Relation) for r in conclusion):
            raise Mistake(
                "Printed needs the printed comparisons, such as Printed(a >= b); an equation "
                "that is printed and false is a claim: claim(..., equals(a, b), refuted=True)"
            )
        if where and not somewhere:
            raise Mistake("Printed(where=...) is for an existence claim; add somewhere=True")
        if somewhere and without:
            raise Mistake("Printed(somewhere=True) uses all assumptions; leave out without=...")
        opposites = tuple(_opposite(relation) for relation in conclusion) if somewhere else ()
        fill(self, conclusion=conclusion, part=part, name=name, twins=(), without=tuple(without))
        fill(self, somewhere=somewhere, where=checked_where("Printed", where), opposites=opposites)

    def never(
        self,
        *,
        because: Scalar | Number | None = None,
        name: str = "",
        relation: int = 1,
        at: Mapping[Any, Any] | None = None,
    ) -> Inequality:
        """Return the step that a relation, the first or another, holds nowhere.

        Args:
            because: the gap of the opposite comparison, as `Inequality` wants it (or None).
            name: the name of the step.
            relation: which of the printed relations, from 1 on.
            at: an instance at which a reader sees both sides of that relation in numbers.
        """
        if not self.somewhere:
            raise Mistake("a claim about all values needs a Witness; never() needs somewhere=True")
        if not 1 <= relation <= len(self.opposites):
            raise Mistake(
                f"never(relation={relation}): there are {len(self.opposites)} relations, "
                "numbered from 1"
            )
        opposite = self.opposites[relation - 1]
        return Inequality(opposite, because, self.where, name, denies=self, at=at)

    def formulas(self) -> Iterator[Formula]:
        yield from super().formulas()
        yield from self.conclusion

    def denials(self) -> tuple[Relation, ...]:
        return self.opposites

    def check(self, assumed: Sequence[Assumed]) -> None:
        for handle in self.without:
            if not any(handle_matches(a.assumption, handle) for a in assumed):
                raise Mistake(
                    "Printed(without=...): not a given assumption; use the result of given(...)"
                )

    def told(self, tell: Teller) -> ClaimText:
        first, *others = self.conclusion
        displays = (tell.relation(first), *(tell.relation(r, "or") for r in others))
        left_out = tell.phrases(self.without)
        remarks = [f"Not assumed here: {listed(left_out)}."] if left_out else []
        if self.somewhere:
            within = [tell.condition(condition, set()) for condition in self.where]
            where = f", with {listed(within)}" if within else ""
            remarks.append(f"It claims that this holds somewhere{where}.")
        return ClaimText(displays, tuple(remarks))


def _opposite(relation: Relation) -> Relation:
    """Return the opposite of a comparison."""
    if relation.sign not in OPPOSITE:
        raise Mistake(
            f"Printed(somewhere=True) needs <, <=, > or >=, not {relation!r}; for an "
            "inequation, state that a square is positive"
        )
    return Relation(relation.left, OPPOSITE[relation.sign], relation.right)
