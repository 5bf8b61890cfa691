"""Every formula of a statement as a test: random instances, both sides by mpmath, twice.

Hypothesis draws instances that meet the assumptions, and shrinks one at which the formula fails.
Both sides are evaluated at 50 and again at 100 digits. They differ, or are in the wrong order, if
they do so at 100 digits by more than each moved between the two, plus one unit of the 50th digit.
Exact numbers tell whether `a < b` fails because both sides are equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import mpmath

from verify.language.expressions import Relation
from verify.language.indices import Index
from verify.language.walk import free_indices, ordered
from verify.methods import sampling
from verify.methods.agreement import agrees, decimals
from verify.methods.contradictions import holds, named
from verify.methods.relevance import is_completed
from verify.methods.sampling import DIGITS, Contradiction, Sample
from verify.numerics.evaluate import value
from verify.numerics.exact import Instance
from verify.numerics.holding import converted, placings, relation_truth
from verify.numerics.number import Irrational, Truth, Undefined
from verify.render.narration import narrate
from verify.render.screen import Screen
from verify.render.terminal import NOTATION, step_text
from verify.render.witnesses import witness_parts
from verify.statements.obligations import (
    Comparison,
    Equality,
    Inductive,
    also_given,
    claim_indices,
    conditions,
)
from verify.statements.statement import Statement
from verify.statements.step import Said, obligations

SIDES = ("left side", "right side")
STRICT = ("<", ">", "!=")  # which two sides that agree to 100 digits may fail


def formulas(statement: Statement) -> Iterator[Said]:
    """Yield the steps of a statement that oblige one to prove formulas."""
    yield from (said for said in statement.declared.said if obligations(said))


def failure(statement: Statement, said: Said, *, profile: str = "quick", seed: int = 0) -> str:
    """Return a report of an instance at which a formula fails, or "" where none was drawn."""
    sample = Sample(said, obligations(said))
    count, looked = sampling.COUNTS[profile], 0

    def look(instance: Instance) -> None:
        nonlocal looked
        looked += _compared(sample, instance)
        sample.look(instance)

    found = sampling.search(said, look, count=count, seed=seed)
    if found is None and not looked:  # conditions that are seldom met
        found = sampling.search(said, look, count=sampling.RARELY * count, seed=seed + 1)
    if found is None and not looked + sample.tally.decided:
        found = sampling.attack(sample, range(count), until_met=True)
    if found is not None:
        return _report(statement, said, found)
    if not looked + sample.tally.decided:
        return f"{statement.id}, {said.name!r}: no instance meets the conditions"
    return ""


def _compared(sample: Sample, instance: Instance) -> int:
    """Compare both sides by mpmath; return in how many cases. Raises Contradiction."""
    cases = 0
    for claim in sample.claims:
        if also_given(claim) or not isinstance(claim, Equality | Inductive | Comparison):
            continue
        if isinstance(claim, Inductive) and instance[claim.over] < claim.start:
            continue
        two = claim.relation if isinstance(claim, Comparison) else claim
        free = claim_indices(claim) | free_indices(two.left) | free_indices(two.right)
        for at in placings(ordered(free), instance):
            if not all(holds(condition, instance, at) for condition in conditions(claim)):
                continue
            coarse, fine = (_sides(two, instance, at, n * DIGITS) for n in (1, 2))
            if coarse is None or fine is None:
                continue
            sign = two.sign if isinstance(two, Relation) else "="
            stand = _stand(sign, fine, coarse)
            if isinstance(two, Relation) and sign in STRICT and stand:
                stand = relation_truth(two, instance, at) is not Truth.FALSE
            if not stand and is_completed(sample.said, instance):
                where = {"where": named(at), **dict(zip(SIDES, map(_shown, fine), strict=True))}
                raise Contradiction(instance, where)
            cases += 1
    return cases


def _sides(
    two: Relation | Equality | Inductive, instance: Instance, at: Mapping[Index, int], digits: int
) -> tuple[Any, Any] | None:
    """Return both sides at a precision, None where one has no value there."""
    numbers = decimals(digits)
    try:
        with numbers.working():
            here = converted(instance, numbers)
            return value(two.left, here, at), value(two.right, here, at)
    except (Undefined, Irrational, ZeroDivisionError, ValueError):
        return None


def _stand(sign: str, fine: tuple[Any, Any], coarse: tuple[Any, Any]) -> bool:
    """Return whether two sides are as the sign says, as far as they are known."""
    with mpmath.workdps(2 * DIGITS):
        if sign == "!=" or (sign in ("<", "<=") and fine[0] <= fine[1]):
            return True
        if sign in (">", ">=") and fine[0] >= fine[1]:
            return True
        return agrees(fine, coarse, DIGITS)


def _shown(number: Any) -> Any:
    return [_shown(x) for x in number] if isinstance(number, list) else mpmath.nstr(number, DIGITS)


def _report(statement: Statement, said: Said, found: Contradiction) -> str:
    """Return the theorem, the formula, the instance and both sides."""
    told = next(s for s in narrate(statement, NOTATION).steps if s.number == said.number)
    instance = ", ".join(witness_parts(found.instance.describe(), NOTATION))
    at = dict(found.failure.get("where", {}))
    sides = [f"  {key}: {value}" for key, value in found.failure.items() if key != "where"]
    lines = [
        f"{statement.id} ({statement.label.text}): {statement.title}",
        *step_text(told, None, Screen(), all_told=False),
        "has no value" if found.undefined else "is false",
        f"  at {instance}",
    ]
    return "\n".join([*lines, *([f"  at the indices {at}"] if at else []), *sides])
