"""Witnesses: one exact instance at which the facts hold and a printed claim fails."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from verify.language.expressions import Expression
from verify.language.indices import Index, Sort
from verify.language.symbols import Family, Mask, Thing, thing_of
from verify.language.walk import things
from verify.methods.contradictions import shown_value
from verify.numerics.evaluate import raw_layer
from verify.numerics.exact import Instance
from verify.numerics.holding import converted, fact_truth, relation_truth
from verify.numerics.number import Truth, Undefined, balls
from verify.numerics.raw import raw_jacobian
from verify.statements.declaring import Said
from verify.statements.obligations import facts_of
from verify.statements.outcomes import Outcome
from verify.statements.steps import Witness

BITS = 192


def decide(said: Said) -> Outcome:
    """Return "refuted" (the printed claim, by this instance), or why the witness is none."""
    step = said.step
    assert isinstance(step, Witness)
    begin = time.perf_counter()
    instance = instance_at(step.at)
    reason = _no_witness(said, step, instance)
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


def _sides(step: Witness, instance: Instance) -> dict[str, str]:
    """Return what the two sides of the printed claim come out as, for a reader to check."""
    relation = step.refutes.conclusion[-1]
    sides = {"left": relation.left, "right": relation.right}
    return {name: shown_value(side, instance, {}) for name, side in sides.items()}


def instance_at(at: Mapping[Any, Any]) -> Instance:
    """Return the instance that gives things the values of a witness, and has their sizes."""
    plain = {thing_of(given): _numbers(value) for given, value in at.items()}
    sizes: dict[Sort, int] = {"tokens": 1, "heads": 1, "modes": 1}
    for thing, value in plain.items():
        for sort, size in _sizes(thing, value):
            sizes[sort] = max(sizes[sort], size)
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


def _no_witness(said: Said, step: Witness, instance: Instance) -> str | None:
    """Return why the instance does not refute the claim, or None if it does."""
    for fact in facts_of(said):
        if not _takes_part(fact, instance):
            continue
        try:
            truth = fact_truth(fact, instance)
        except Undefined as error:
            return f"the assumption {fact!r} has no value there: {error}"
        if truth is not Truth.TRUE:
            return f"the assumption {fact!r} does not hold there"
    for relation in step.refutes.conclusion:
        try:
            truth = relation_truth(relation, instance)
        except Undefined as error:
            return f"the printed {relation!r} has no value there: {error}"
        if truth is not Truth.FALSE:
            return f"the printed {relation!r} is not certainly false there"
    return None


def _takes_part(fact: Any, instance: Instance) -> bool:
    """Return whether every given thing of a fact has a value at the witness."""
    sides = [getattr(fact, "left", None), getattr(fact, "right", None)]
    named = [t for side in sides if side is not None for t in things(side)]
    return bool(named) and all(t in instance.values for t in named)


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
