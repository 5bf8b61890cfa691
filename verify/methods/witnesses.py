"""Witnesses: one exact instance at which the facts hold and a printed claim fails."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from verify.language.expressions import Expression, Relation
from verify.language.indices import Index, Sort
from verify.language.mistakes import Mistake
from verify.language.symbols import Family, Mask, Thing, thing_of
from verify.language.walk import free_indices, ordered
from verify.methods.contradictions import shown_value
from verify.methods.relevance import connected
from verify.numerics.evaluate import raw_layer
from verify.numerics.exact import Draw, GrowingDraw, Instance, Unlucky
from verify.numerics.holding import (
    assignments,
    converted,
    fact_truth,
    kept_apart,
    relation_truth,
)
from verify.numerics.number import Irrational, Truth, Undefined, balls
from verify.numerics.raw import raw_jacobian
from verify.statements.assumption import Assumption, in_plain_words
from verify.statements.declaring import Said, handle_matches, introduced
from verify.statements.outcomes import Outcome
from verify.statements.steps import Witness

BITS = 192
COMPLETIONS = 400  # draws of what a witness leaves out
LARGEST_DRAWN = 3  # of the sizes that it leaves out
SORTS: tuple[Sort, ...] = ("tokens", "heads", "modes")


def decide(said: Said) -> Outcome:
    """Return "refuted" (the printed claim, by this instance), or why the witness is none."""
    step = said.step
    assert isinstance(step, Witness)
    begin = time.perf_counter()
    instance = completed(_about(said, step), step.at)
    if isinstance(instance, str):
        seconds = time.perf_counter() - begin
        return Outcome("certificate", "inconclusive", seconds, {}, instance)
    reason = _stands(step, instance)
    described = dict(instance.describe())
    if reason is None:
        described |= _sides(step, instance)
    evidence: dict[str, Any] = {"witness": described, "refutes": step.refutes.name}
    if reason is None and step.stable_layer is not None:
        norm = _stable(step, instance)
        if norm is None:
            reason = "no power of the Jacobian on tangent directions is certified below 1"
        else:
            evidence["norm of the 64th power of the Jacobian"] = norm
    seconds = time.perf_counter() - begin
    if reason is not None:
        return Outcome("certificate", "inconclusive", seconds, evidence, reason)
    return Outcome("certificate", "refuted", seconds, evidence)


def _about(said: Said, step: Witness) -> list[Assumption[Any]]:
    """Return the assumptions that the claim and the values of a witness are tied to."""
    tied = [*step.refutes.conclusion, *step.at]
    assumed = [
        entry.assumption
        for entry in said.assumed
        if not any(handle_matches(entry.assumption, handle) for handle in step.refutes.without)
    ]
    return connected(tied, assumed, drawn=False)


def _sides(step: Witness, instance: Instance) -> dict[str, str]:
    """Return what the two sides of the printed claim come out as, for a reader to check."""
    relation = step.refutes.conclusion[-1]
    sides = {"left": relation.left, "right": relation.right}
    return {name: shown_value(side, instance, {}) for name, side in sides.items()}


def completed(assumptions: Sequence[Assumption[Any]], at: Mapping[Any, Any]) -> Instance | str:
    """Return an instance with these values at which every assumption holds, or why none is.

    What is given no value is drawn until the assumptions hold.
    """
    fixed = instance_at(at)
    is_drawn = any(t not in fixed.values for t in introduced(iter(assumptions)))
    reasons = []
    for number in range(COMPLETIONS if is_drawn else 1):
        draw = GrowingDraw(number, 2 + number // 25)
        instance = instance_at(at, draw if is_drawn else None)
        instance.apart = kept_apart(fact for a in assumptions for fact in a.facts)
        if is_drawn:
            _complete(assumptions, instance, draw)
        broken = next(filter(None, (_broken(a, instance) for a in assumptions)), "")
        if not broken:
            return instance
        reasons.append(broken)
    return reasons[0]


def _complete(assumptions: Sequence[Assumption[Any]], instance: Instance, draw: Draw) -> None:
    """Draw what has no value; what has one keeps it."""
    given = dict(instance.values)
    for assumption in assumptions:
        with contextlib.suppress(Unlucky, Undefined, Irrational, Mistake):
            assumption.generate(draw, instance)
        for thing, value in given.items():
            if instance.values[thing] is not value:
                instance[thing] = value


def _broken(assumption: Assumption[Any], instance: Instance) -> str:
    """Return that an assumption does not hold at an instance, "" if it certainly does."""
    phrase = in_plain_words(assumption)
    for thing in introduced(iter([assumption])):
        if thing not in instance.values:
            return f"it has no value for {thing.name}, and none is found such that {phrase}"
    for fact in assumption.facts:
        try:
            truth = fact_truth(fact, instance)
        except Undefined as error:
            return f"it breaks the assumption that {phrase}: {error}"
        if truth is not Truth.TRUE:
            return f"it breaks the assumption that {phrase}"
    return ""


def instance_at(at: Mapping[Any, Any], draw: Draw | None = None) -> Instance:
    """Return the instance that gives things the values of a witness, and has their sizes.

    A size of which the values say nothing is 1, or drawn.
    """
    plain = {thing_of(given): _numbers(value) for given, value in at.items()}
    sizes: dict[Sort, int] = {}
    for thing, value in plain.items():
        for sort, size in _sizes(thing, value):
            sizes[sort] = max(sizes.get(sort, 1), size)
    for sort in SORTS:
        if sort not in sizes:
            sizes[sort] = 1 if draw is None else draw.size(1, LARGEST_DRAWN)
    instance = Instance(sizes["tokens"], sizes["modes"], sizes["heads"])
    for thing, value in plain.items():
        instance.values[thing] = value - 1 if isinstance(thing, Index) else value
    return instance


def _sizes(thing: Thing, value: Any) -> Iterator[tuple[Sort, int]]:
    """Yield what the nested lists of a value say of sizes, the outermost list first."""
    sorts: tuple[Sort, ...] = ("modes",)  # of a vector, or of the rows of an operator
    if isinstance(thing, Mask):
        sorts = ("tokens", "tokens")
    elif isinstance(thing, Family):
        sorts = (*thing.sorts, "modes") if thing.kind == "vector" else thing.sorts
    for sort in sorts:
        if not isinstance(value, list) or not value:
            return
        yield sort, len(value)
        value = value[0]


def _numbers(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_numbers(x) for x in value]
    return value if isinstance(value, Expression) else Fraction(value)


def _stands(step: Witness, instance: Instance) -> str | None:
    """Return why the instance does not refute the claim, or None if it does."""
    relations = step.refutes.conclusion
    free = frozenset().union(*map(free_indices, relations))
    reasons = [_stands_at(relations, instance, at) for at in assignments(ordered(free), instance)]
    return None if None in reasons else next(iter(reasons), "the printed claim is empty there")


def _stands_at(
    relations: Sequence[Relation], instance: Instance, at: Mapping[Index, int]
) -> str | None:
    """Return why one of the relations need not be false at these indices, None if all are."""
    for relation in relations:
        try:
            truth = relation_truth(relation, instance, at)
        except Undefined as error:
            return f"the printed {relation!r} has no value there: {error}"
        if truth is not Truth.FALSE:
            return f"the printed {relation!r} is not certainly false there"
    return None


def _stable(step: Witness, instance: Instance) -> str | None:
    """Certify that the raw layer's Jacobian contracts tangent directions at a fixed point."""
    from verify.methods.spectra import spectral_radius_below_one

    layer = step.stable_layer
    assert layer is not None
    numbers = balls(BITS)
    with numbers.working():
        here = converted(instance, numbers)
        point = here[step.tangent_at]
        after = raw_layer(layer, here)(point)
        for before, moved in zip(point, after, strict=True):
            if not all((a - b).contains(0) for a, b in zip(before, moved, strict=True)):
                return None  # certainly not at rest there, so its Jacobian says nothing
        # That a sign pattern is at rest is an identity (its images are multiples of one vector);
        # balls can only notice that it is not.
        jacobian = raw_jacobian(raw_layer(layer, here), point)
        norm = spectral_radius_below_one(_on_tangents(jacobian, point))
        return None if norm is None else str(norm.str(8))


def _on_tangents(jacobian: list[list[Any]], point: list[list[Any]]) -> list[list[Any]]:
    """Return J times the projection onto tangent directions, I - x x^T in every token's block."""
    d = len(point[0])
    size = d * len(point)
    out = []
    for row in jacobian:
        projected = []
        for column in range(size):
            t, a = divmod(column, d)
            block = row[t * d : (t + 1) * d]
            along = block[0] * point[t][0]
            for b in range(1, d):
                along = along + block[b] * point[t][b]
            projected.append(row[column] - along * point[t][a])
        out.append(projected)
    return out
