"""One exact instance at which the assumptions hold and a printed claim fails."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import flint

from verify.language.expressions import Relation
from verify.language.indices import Index
from verify.language.mistakes import Mistake
from verify.language.motion import Layer
from verify.language.walk import free_indices, ordered
from verify.methods.contradictions import sides_at
from verify.methods.relevance import connected
from verify.methods.witnesses import completed
from verify.numerics.evaluate import raw_layer
from verify.numerics.exact import Instance
from verify.numerics.holding import converted, placings, relation_truth
from verify.numerics.number import Truth, Undefined, balls
from verify.numerics.raw import raw_differential
from verify.numerics.tangents import written_out
from verify.statements.assumption import Assumption, handle_matches
from verify.statements.exact_values import exact_values
from verify.statements.outcomes import Outcome
from verify.statements.step import Asked, Said, Step, Twin, fill
from verify.steps.printed import Printed
from verify.writing.claims import ClaimText
from verify.writing.teller import Teller

BITS = 192


@dataclass(frozen=True, eq=False)
class Witness(Step):
    """An exact instance: every assumption of the proof holds, and no relation of `refutes` does.

    `at` maps given things to numbers, lists (tokens as rows) or matrices; what it leaves out is
    chosen so that the assumptions hold. With `stable_layer`,
    the layer's raw Jacobian there, restricted to tangent directions, is certified in balls to
    have spectral radius below 1.
    """

    refutes: Printed
    at: Mapping[Any, Any]
    stable_layer: Layer | None = None
    tangent_at: Any = None
    name: str = ""
    twins: tuple[Twin, ...] = ()
    word, role = "witness", "witness"

    def __post_init__(self) -> None:
        if not isinstance(self.refutes, Printed):
            raise Mistake("Witness refutes a printed claim; give it the result of Printed(...)")
        if self.refutes.somewhere:
            raise Mistake(
                "a single instance cannot refute an existence claim; deny it with printed.never"
            )
        fill(self, at=exact_values("Witness", self.at))

    def refuted(self) -> Printed:
        return self.refutes

    def subjects(self) -> Iterator[Any]:
        yield from self.at

    def decided(self, said: Said, asked: Asked) -> list[Outcome]:
        """Return "refuted" (the printed claim, by this instance), or why the witness is none."""
        if "certificate" not in asked.methods:
            return []
        begin = time.perf_counter()
        instance = completed(self._about(said), self.at)
        if isinstance(instance, str):
            seconds = time.perf_counter() - begin
            return [Outcome("certificate", "inconclusive", seconds, {}, instance)]
        reason = _stands(self.refutes.conclusion, instance)
        described = dict(instance.describe())
        if reason is None:
            described |= sides_at(self.refutes.conclusion[-1], instance)
        evidence: dict[str, Any] = {"witness": described, "refutes": self.refutes.name}
        if reason is None and self.stable_layer is not None:
            norm = self._norm(self.stable_layer, instance)
            if norm is None:
                reason = "no power of the Jacobian on tangent directions is certified below 1"
            else:
                evidence["norm of the 64th power of the Jacobian"] = norm
        seconds = time.perf_counter() - begin
        if reason is not None:
            return [Outcome("certificate", "inconclusive", seconds, evidence, reason)]
        return [Outcome("certificate", "refuted", seconds, evidence)]

    def _about(self, said: Said) -> list[Assumption[Any]]:
        """Return the assumptions that the claim and the values of a witness are tied to."""
        tied = [*self.refutes.conclusion, *self.at]
        assumed = [
            assumption
            for assumption in said.assumptions
            if not any(handle_matches(assumption, handle) for handle in self.refutes.without)
        ]
        return connected(tied, assumed, drawn=False)

    def _norm(self, layer: Layer, instance: Instance) -> str | None:
        """Certify that the raw layer's Jacobian contracts tangent directions at a fixed point."""
        numbers = balls(BITS)
        with numbers.working():
            here = converted(instance, numbers)
            point = here[self.tangent_at]
            after = raw_layer(layer, here)(point)
            for before, later in zip(point, after, strict=True):
                if not all((a - b).contains(0) for a, b in zip(before, later, strict=True)):
                    return None  # certainly not at rest there, so its Jacobian says nothing
            # That a sign pattern is at rest is an identity (its images are multiples of one
            # vector); balls can only notice that it is not.
            moved = partial(raw_differential, raw_layer(layer, here), point)
            try:
                norm = spectral_radius_below_one(written_out(moved, point, here))
            except Undefined:
                return None
            return None if norm is None else str(norm.str(8))

    def told(self, tell: Teller) -> ClaimText:
        remarks = [f"This refutes step ({tell.number_of(self.refutes)})."]
        if self.stable_layer is not None:
            remarks.append("Every multiplier of the layer there has modulus less than 1.")
        displays = [d for thing, value in self.at.items() for d in tell.value_of(thing, value)]
        return ClaimText(tuple(displays), tuple(remarks))


def _stands(relations: Sequence[Relation], instance: Instance) -> str | None:
    """Return why the instance does not refute the claim, or None if it does."""
    free = frozenset().union(*map(free_indices, relations))
    reasons = [_stands_at(relations, instance, at) for at in placings(ordered(free), instance)]
    return (
        None
        if None in reasons
        else next(iter(reasons), "the hypotheses of the printed claim fail there")
    )


def _stands_at(
    relations: Sequence[Relation], instance: Instance, at: Mapping[Index, int]
) -> str | None:
    """Return why one of the relations need not be false at these indices, None if all are."""
    for relation in relations:
        try:
            truth = relation_truth(relation, instance, at)
        except Undefined as error:
            return f"the printed {relation!r} is undefined there: {error}"
        if truth is not Truth.FALSE:
            return f"the printed {relation!r} is not certainly false there"
    return None


def spectral_radius_below_one(matrix: list[list[Any]]) -> Any | None:
    """Return a ball for the norm of the 64th power of J that is certainly below 1, or None.

    If |J^k| < 1 in the row-sum norm then every eigenvalue has modulus below 1; no isolation of
    multiple eigenvalues is needed. Entries are Arb balls.
    """
    size = len(matrix)
    high = flint.arb_mat(size, size, [x for row in matrix for x in row]) ** 64
    norm, *others = [
        sum((abs(high[r, c]) for c in range(size)), start=flint.arb(0)) for r in range(size)
    ]
    for candidate in others:
        norm = norm.max(candidate)
    return norm if norm < 1 else None
