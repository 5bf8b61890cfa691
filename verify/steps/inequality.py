"""A comparison with its reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from verify.language.conditions import Where, checked_where, free_in
from verify.language.expressions import Number, Relation, Scalar, Vector, as_scalar
from verify.language.indices import Index
from verify.language.mistakes import Mistake
from verify.language.symbols import thing_of
from verify.language.walk import free_indices
from verify.methods.contradictions import sides_at
from verify.methods.relevance import connected
from verify.methods.witnesses import completed
from verify.statements.exact_values import exact_values
from verify.statements.obligations import Comparison
from verify.statements.step import Formula, Said, Step, Twin, fill
from verify.writing.claims import ClaimText
from verify.writing.definitions import Display
from verify.writing.teller import Teller


@dataclass(frozen=True, eq=False)
class Inequality(Step):
    """A comparison, with the reason: its gap written as a sum of products of nonnegative things.

    Without a reason one is searched for, and decided like an author's.
    `denies` is the printed claim that it contradicts; `Printed.never` makes such a step, and `at`
    is then an instance that shows it in numbers.
    """

    claim: Relation
    because: Scalar | None = None
    where: tuple[Where, ...] = ()
    name: str = ""
    twins: tuple[Twin, ...] = ()
    denies: Step | None = None
    at: Mapping[Any, Any] | None = None
    word, general, says_all = "inequality", True, True

    def __init__(
        self,
        claim: Relation,
        because: Scalar | Number | None = None,
        where: Sequence[Where] = (),
        name: str = "",
        twins: tuple[Twin, ...] = (),
        denies: Step | None = None,
        at: Mapping[Any, Any] | None = None,
    ) -> None:
        if not isinstance(claim, Relation):
            raise Mistake(f"Inequality needs a comparison, such as a >= b, not {claim!r}")
        if denies is not None and not is_denial(denies, claim, where):
            raise Mistake("denies=... takes the result of Printed.never; write printed.never(...)")
        reason = None if because is None else as_scalar(because)
        fill(self, claim=claim, because=reason, where=checked_where("Inequality", where), name=name)
        fill(self, twins=twins, denies=denies, at=at and exact_values("never", at))

    def but_not(
        self,
        why: str,
        *,
        claim: Relation | None = None,
        where: Sequence[Where] | None = None,
        at: Mapping[Any, Any] | None = None,
    ) -> Inequality:
        """Return this step with a false twin: the claim twisted or a condition dropped.

        `at` is an instance at which it fails.
        """
        wrong = Inequality(
            self.claim if claim is None else claim,
            self.because,
            self.where if where is None else where,
            self.name,
        )
        return replace(self, twins=(*self.twins, Twin(why, wrong, at)))

    def formulas(self) -> Iterator[Formula]:
        yield self.claim
        yield from () if self.because is None else (self.because,)
        yield from super().formulas()

    def denied(self) -> tuple[Step, Relation] | None:
        return None if self.denies is None else (self.denies, self.claim)

    def in_numbers(self, said: Said) -> dict[str, Any]:
        if self.at is None:
            return {}
        assumed = connected([self.claim, *self.where, *self.at], said.assumptions, drawn=False)
        instance = completed(assumed, self.at)
        if isinstance(instance, str):
            raise Mistake(f"never(at=...) of {said.name!r}: {instance}; give other values")
        given = {thing_of(thing).name for thing in self.at}
        told = {name: value for name, value in instance.describe().items() if name in given}
        return told | sides_at(self.claim, instance)

    def obligations(self, said: Said) -> list[Comparison]:
        return [Comparison(said.name, self.claim, self.because, self.where)]

    def told(self, tell: Teller) -> ClaimText:
        claim = tell.relation(self.claim, condition=within(tell, self.where, self.claim))
        told: tuple[Display, ...] = (claim,)
        if self.because is not None:
            gap, equal = tell.printer.formula(self.claim.gap), tell.notation.relations["="]
            reason = Display(gap, equal, tell.printer.grouped_terms(self.because), "since")
            told = (claim, reason) if gap != " ".join(reason.terms) else (claim,)
        denied = self.denies and (f"This denies step ({tell.number_of(self.denies)}).",)
        return ClaimText(told, denied or ())


def within(tell: Teller, where: Sequence[Where], *formulas: Relation | Scalar | Vector) -> str:
    """Return the conditions of a step beside the formulas that they are conditions of."""
    free = frozenset[Index]().union(*map(free_indices, formulas), *map(free_in, where))
    conditions = [tell.condition(condition, {k.name for k in free}) for condition in where]
    return f"if {' and '.join(conditions)}" if conditions else ""


def is_denial(printed: Step, claim: Relation, where: Sequence[Where]) -> bool:
    """Return whether a comparison is one that denies what is printed, under its conditions."""
    return any(claim is denial for denial in printed.denials()) and all(
        any(condition is given for given in printed.where) for condition in where
    )
