"""Whether a raw claim fails at one exact instance: exactly, or certainly in balls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import flint
import mpmath

from verify.language.conditions import Where, free_in
from verify.language.expressions import Relation, Scalar, Vector
from verify.language.indices import Index
from verify.language.walk import free_indices, nodes, ordered
from verify.numerics.evaluate import gap_of, value
from verify.numerics.exact import Instance
from verify.numerics.holding import (
    condition_at_every,
    condition_truth,
    exactly_or_in_balls,
    in_balls,
    placings,
    relation_truth,
)
from verify.numerics.number import EXACT, Truth, Undefined, balls, equal
from verify.numerics.solving import in_flint_all
from verify.statements.obligations import (
    Comparison,
    Equality,
    Inductive,
    Obligation,
    also_given,
    claim_indices,
    conditions,
)
from verify.statements.step import Said, Tally

DIGITS = 50
SHORTEST, LONGEST = 12, 109  # digits that are shown of a number
BITS = 352  # more than 100 digits: enough to tell apart what is not equal at any sampled instance
NOT_APART = (
    "a denominator, or the argument of a logarithm, that 200 digits do not distinguish from 0"
)


def check_instance(said: Said, claims: Sequence[Obligation], instance: Instance) -> Tally:
    """Return how many cases of the claims an instance decides, and the first that fails."""
    tally, exact = Tally(), in_flint_all(instance).keeping_sums()
    for claim in claims:
        if also_given(claim):
            continue  # about another member of a space, of which the instance has none
        if isinstance(claim, Equality):
            _check_equality(claim, exact, tally)
        elif isinstance(claim, Inductive):
            if instance[claim.over] >= claim.start:
                _check_equality(claim, exact, tally)
        elif isinstance(claim, Comparison):
            _check_comparison(claim, exact, tally)
        if tally.failure is not None or tally.undefined is not None:
            return tally
    said.step.compare(instance, tally)
    return tally


def _check_equality(claim: Equality | Inductive, instance: Instance, tally: Tally) -> None:
    for at in placings(ordered(claim_indices(claim)), instance):
        _check_equality_at(claim, instance, at, tally)
        if tally.failure is not None or tally.undefined is not None:
            return


def _check_equality_at(
    claim: Equality | Inductive, instance: Instance, at: Mapping[Index, int], tally: Tally
) -> None:
    try:
        if not all(holds(c, instance, at) for c in conditions(claim)):
            return
        (left, right), exact = exactly_or_in_balls(
            lambda here: [value(side, here, at) for side in (claim.left, claim.right)],
            instance, BITS,
        )  # fmt: skip
    except Undefined as error:
        tally.undefined = {"where": named(at), "undefined": str(error)}
        return
    truth = equal(left, right)
    if truth is not Truth.FALSE and not (is_narrow(left) and is_narrow(right)):
        # Wide balls overlap whatever is claimed: nothing is decided.
        if not _may_have_a_value([claim.left, claim.right], instance, at):
            tally.undefined = {"where": named(at), "undefined": NOT_APART}
        return
    tally.decided += 1
    tally.exact += exact
    if truth is Truth.FALSE:
        tally.failure = {"where": named(at), **sides_shown(left, right)}


def _may_have_a_value(
    formulas: Sequence[Scalar | Vector], instance: Instance, at: Mapping[Index, int]
) -> bool:
    """Return whether formulas have a value, as far as 200 digits tell: x/x has none at 0.

    A ball around 0 has no inverse and no logarithm. It has no root either, but 0 has one.
    """
    every = (node for formula in formulas for node in nodes(formula))
    if any(node.op == "power" and node.args[1] % 1 for node in every):
        return True
    with balls(2 * BITS).working():
        here = in_balls(instance, 2 * BITS)
        return all(_is_finite(value(formula, here, at)) for formula in formulas)


def _is_finite(number: Any) -> bool:
    if isinstance(number, list):
        return all(map(_is_finite, number))
    return isinstance(number, EXACT) or bool(number.is_finite())


def is_narrow(number: Any) -> bool:
    """Return whether a number is exact, or a ball known to as many digits as a sample claims."""
    if isinstance(number, list):
        return all(is_narrow(x) for x in number)
    if isinstance(number, EXACT):
        return True
    return bool(number.is_finite() and number.rad() * 10**DIGITS <= 1 + abs(number))


def _check_comparison(claim: Comparison, instance: Instance, tally: Tally) -> None:
    free = free_indices(claim.relation).union(*map(free_in, claim.where))
    for at in placings(ordered(free), instance):
        try:
            if not all(holds(c, instance, at) for c in claim.where):
                continue
            truth = relation_truth(claim.relation, instance, at)
            tally.decided += truth is not Truth.UNKNOWN
            tally.exact += truth is not Truth.UNKNOWN
            alone = [gap_of(claim.relation)]
            if truth is Truth.UNKNOWN and not _may_have_a_value(alone, instance, at):
                raise Undefined(NOT_APART)
            if truth is Truth.FALSE:
                gap = str(number_shown(exact_or_ball(gap_of(claim.relation), instance, at)))
                # No identifier: a given thing may be called "gap".
                tally.failure = {"where": named(at), "where the gap is": gap}
                return
        except Undefined as error:
            tally.undefined = {"where": named(at), "undefined": str(error)}
            return


def wrong_reason(claims: Sequence[Obligation], instance: Instance) -> Mapping[str, Any] | None:
    """Return where the reason of a comparison is certainly not its gap, if it is so anywhere."""
    exact = in_flint_all(instance).keeping_sums()
    for claim in claims:
        if not isinstance(claim, Comparison) or claim.because is None:
            continue
        said = Equality(claim.label, gap_of(claim.relation), claim.because)
        tally = Tally()
        for at in placings(ordered(claim_indices(claim)), exact):
            if all(holds(c, exact, at) for c in claim.where):
                _check_equality_at(said, exact, at, tally)
        if tally.failure is not None:
            return tally.failure
    return None


def holds(condition: Where, instance: Instance, at: Mapping[Index, int]) -> bool:
    """Return whether a condition certainly holds; one without a value does not."""
    try:
        return all(
            condition_truth(said, instance, here) is Truth.TRUE
            for said, here in condition_at_every(condition, instance, at)
        )
    except Undefined:
        return False


def exact_or_ball(formula: Scalar, instance: Instance, at: Mapping[Index, int]) -> Any:
    """Return the value of a formula: exact where it is rational."""
    return exactly_or_in_balls(lambda here: value(formula, here, at), instance, BITS)[0]


def sides_at(claim: Relation, instance: Instance) -> dict[str, Any]:
    """Return what both sides of a comparison equal there, at the first of free indices."""
    at = next(iter(placings(ordered(free_indices(claim)), instance)))
    left, right = (exact_or_ball(side, instance, at) for side in (claim.left, claim.right))
    return sides_shown(left, right)


def named(at: Mapping[Index, int]) -> dict[str, int]:
    """Return index positions for a reader: by name, counted from 1."""
    return {k.name: v + (k.sort != "integers") for k, v in at.items()}


def sides_shown(
    left: Any, right: Any, names: tuple[str, str] = ("left", "right")
) -> dict[str, Any]:
    """Return two values that differ for a reader, to as many digits as show that they do."""
    for digits in range(SHORTEST, LONGEST, SHORTEST):
        shown = number_shown(left, digits), number_shown(right, digits)
        with balls(2 * BITS).working():
            if _apart(*shown):
                break
    return dict(zip(names, shown, strict=True))


def _apart(one: Any, other: Any) -> bool:
    """Return whether numbers differ as they are shown."""
    if isinstance(one, list):
        return any(map(_apart, one, other))
    try:
        return not _read(one).overlaps(_read(other))
    except ValueError:  # a complex number
        return bool(one != other)


def _read(text: str) -> flint.arb:
    """Return the ball that a number is shown as."""
    over, _, under = text.partition("/") if text[0] != "[" else (text, "", "")
    return flint.arb(over) / flint.arb(under or "1")


def number_shown(number: Any, digits: int = SHORTEST) -> Any:
    """Return a number for a reader: an exact fraction, or a short ball."""
    if isinstance(number, list):
        return [number_shown(x, digits) for x in number]
    if isinstance(number, EXACT):
        return str(number)
    if hasattr(number, "str"):
        return str(number.str(digits))
    return str(mpmath.nstr(number, digits)) if isinstance(number, mpmath.mpf) else str(number)
