"""Whether a raw claim fails at one exact instance: exactly, or certainly in balls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.language.expressions import Relation, Scalar, Vector
from verify.language.facts import Distinct, Fact
from verify.language.indices import Index
from verify.language.walk import free_indices, ordered
from verify.numerics.evaluate import value
from verify.numerics.exact import Instance
from verify.numerics.holding import assignments, converted, relation_truth
from verify.numerics.number import Irrational, Truth, Undefined, balls, equal
from verify.statements.declaring import Said
from verify.statements.obligations import Comparison, Equality, Obligation
from verify.statements.steps import Every, Spectrum, Where

DIGITS = 50
BITS = 352  # more than 100 digits: enough to tell apart what is not equal at any sampled instance


@dataclass
class Tally:
    """How many cases were really compared, and where one failed."""

    decided: int = 0
    exact: int = 0
    failure: Mapping[str, Any] | None = None


def distinct_pairs(facts: Sequence[Fact]) -> list[Distinct]:
    """Return the facts that two indices differ."""
    return [fact for fact in facts if isinstance(fact, Distinct)]


def check_instance(
    said: Said, claims: Sequence[Obligation], instance: Instance, facts: Sequence[Fact]
) -> Tally:
    """Return how many cases of the claims an instance decides, and the first that fails."""
    tally = Tally()
    for claim in claims:
        if isinstance(claim, Equality):
            _check_equality(claim, instance, facts, tally)
        elif isinstance(claim, Comparison):
            _check_comparison(claim, instance, facts, tally)
        elif isinstance(said.step, Spectrum):
            _check_counts(said.step, instance, facts, tally)
        if tally.failure is not None:
            return tally
    return tally


def _places(
    formulas: Sequence[Scalar | Vector | Relation], instance: Instance, facts: Sequence[Fact]
) -> Iterator[dict[Index, int]]:
    free = ordered(frozenset().union(*[free_indices(f) for f in formulas]))
    yield from assignments(free, instance, distinct_pairs(facts))


def _check_equality(
    claim: Equality, instance: Instance, facts: Sequence[Fact], tally: Tally
) -> None:
    for at in _places([claim.left, claim.right], instance, facts):
        try:
            left, right = value(claim.left, instance, at), value(claim.right, instance, at)
            truth, exact = equal(left, right), True
        except Irrational:
            exact = False
            numbers = balls(BITS)
            with numbers.working():
                here = converted(instance, numbers)
                left, right = value(claim.left, here, at), value(claim.right, here, at)
                truth = equal(left, right)
                if truth is not Truth.FALSE and not (_is_narrow(left) and _is_narrow(right)):
                    continue  # wide balls overlap whatever is claimed: nothing is decided
        except Undefined as error:
            tally.failure = {"where": named(at), "undefined": str(error)}
            return
        tally.decided += 1
        tally.exact += exact
        if truth is Truth.FALSE:
            tally.failure = {"where": named(at), "left": shown(left), "right": shown(right)}
            return


def _is_narrow(number: Any) -> bool:
    """Return whether a number is exact, or a ball known to as many digits as a sample claims."""
    if isinstance(number, list):
        return all(_is_narrow(x) for x in number)
    if isinstance(number, int | Fraction):
        return True
    return bool(number.is_finite() and number.rad() * 10**DIGITS <= 1 + abs(number))


def _check_comparison(
    claim: Comparison, instance: Instance, facts: Sequence[Fact], tally: Tally
) -> None:
    plain = [c for c in claim.where if isinstance(c, Relation)]
    quantified = [c for c in claim.where if isinstance(c, Every)]
    bound = {c.index for c in quantified}
    formulas: list[Any] = [claim.relation, *plain]
    free = frozenset().union(*[free_indices(f) for f in formulas])
    free |= frozenset().union(*[free_indices(c.relation) for c in quantified]) - bound
    for at in assignments(ordered(frozenset(free)), instance, distinct_pairs(facts)):
        try:
            if not all(_holds(c, instance, at) for c in claim.where):
                continue
            truth = relation_truth(claim.relation, instance, at)
            tally.decided += truth is not Truth.UNKNOWN
            tally.exact += truth is not Truth.UNKNOWN
            if truth is Truth.FALSE:
                gap = shown_value(claim.relation.gap, instance, at)
                # No identifier: a given thing may be called "gap".
                tally.failure = {"where": named(at), "where the gap is": gap}
                return
        except Undefined as error:
            tally.failure = {"where": named(at), "undefined": str(error)}
            return


def _holds(condition: Where, instance: Instance, at: Mapping[Index, int]) -> bool:
    if isinstance(condition, Relation):
        return relation_truth(condition, instance, at) is Truth.TRUE
    index = condition.index
    return all(
        relation_truth(condition.relation, instance, {**at, index: k}) is Truth.TRUE
        for k in range(instance.size(index.sort))
    )


def shown_value(formula: Scalar, instance: Instance, at: Mapping[Index, int]) -> str:
    """Return what a formula comes out as, for a reader: exact where it is rational."""
    try:
        return str(shown(value(formula, instance, at)))
    except Irrational:
        numbers = balls(BITS)
        with numbers.working():
            return str(shown(value(formula, converted(instance, numbers), at)))


# ------------------------------------------------------------------ spectra


def _check_counts(step: Spectrum, instance: Instance, facts: Sequence[Fact], tally: Tally) -> None:
    """Compare the characteristic polynomial on the space meant with the claimed factors."""
    from verify.methods.spectra import claimed_polynomial, raw_polynomial

    try:
        raw = raw_polynomial(step, instance)
        claimed = claimed_polynomial(step, instance, distinct_pairs(facts))
    except Irrational:
        return
    except Undefined as error:
        tally.failure = {"undefined": str(error)}
        return
    tally.decided += 1
    tally.exact += 1
    if raw != claimed:
        tally.failure = {
            "characteristic polynomial": str(raw.factor()),
            "claimed": str(claimed.factor()),
        }


# ------------------------------------------------------------------ telling


def named(at: Mapping[Index, int]) -> dict[str, int]:
    """Return index positions for a reader: by name, counted from 1."""
    return {k.name: v + (k.sort != "integers") for k, v in at.items()}


def shown(number: Any) -> Any:
    """Return a number for a reader: an exact fraction, or a short ball."""
    if isinstance(number, list):
        return [shown(x) for x in number]
    if isinstance(number, int | Fraction):
        return str(number)
    return str(number.str(12)) if hasattr(number, "str") else str(number)
