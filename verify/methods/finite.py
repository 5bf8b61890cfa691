"""Finite checks, exactly: enumerations, and where twisted cases and inductions fail."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from verify.language.expressions import Scalar, Vector
from verify.methods.contradictions import shown
from verify.numerics.evaluate import value
from verify.numerics.exact import Instance
from verify.statements.declaring import Said
from verify.statements.obligations import Equality, obligations
from verify.statements.outcomes import Outcome
from verify.statements.steps import Cases, Counted, Identity, Induction


def decide(said: Said) -> list[Outcome]:
    """Return the outcome of a formula compared with an enumeration."""
    return [_counted(said.step)] if isinstance(said.step, Counted) else []


# ------------------------------------------------------------------ enumeration


def _counted(step: Counted) -> Outcome:
    begin = time.perf_counter()
    failure = _first_miscount(step)
    seconds = time.perf_counter() - begin
    cases = sum(1 for _ in _integer_points(step.over))
    if failure is None:  # every case that was asked for, and no other: never "proved"
        return Outcome("sampling", "sampled", seconds, {"all cases": cases, "decided": cases})
    return Outcome("sampling", "refuted", seconds, {"witness": failure})


def _integer_points(over: Mapping[Scalar, Any]) -> Iterator[dict[str, int]]:
    names = [symbol.args[0].name for symbol in over]
    for values in itertools.product(*over.values()):
        yield dict(zip(names, values, strict=True))


def _first_miscount(step: Counted) -> dict[str, Any] | None:
    by_name = {symbol.args[0].name: symbol.args[0] for symbol in step.over}
    for point in _integer_points(step.over):
        instance = Instance(tokens=1, dimension=1)
        for name, v in point.items():
            instance.values[by_name[name]] = Fraction(v)
        told, counted = value(step.formula, instance), Fraction(step.count(**point))
        if told != counted:
            shown_point = {name: str(v) for name, v in point.items()}
            return {**shown_point, "formula": str(told), "enumerated": str(counted)}
    return None


def counterexample(said: Said) -> dict[str, Any] | None:
    """Return where a twisted finite step fails, or None."""
    step = said.step
    if isinstance(step, Counted):
        return _first_miscount(step)
    if isinstance(step, Cases):
        return _failing_case(said, step)
    if isinstance(step, Induction):
        return _failing_integer(said, step.claim, step.over, step.start)
    return None


def _failing_case(said: Said, step: Cases) -> dict[str, Any] | None:
    from dataclasses import replace

    from verify.methods.refuting import find_instance
    from verify.methods.sampling import sizes_for

    for claim in obligations(said):
        assert isinstance(claim, Equality)
        twisted = replace(said, step=Identity(claim.left, claim.right, said.step.name))
        found = find_instance(twisted, [a.assumption for a in said.assumed], sizes_for(twisted), 40)
        if found is not None:
            return {**found, "case": claim.label}
    return None


def _failing_integer(
    said: Said, claim: Identity, over: Scalar, start: int
) -> dict[str, Any] | None:
    """Evaluate both sides at small integers; every given scalar is an integer here."""
    from verify.statements.declaring import introduced

    things = [t for t in introduced(a.assumption for a in said.assumed)]
    for values in itertools.product(range(0, 6), repeat=len(things)):
        instance = Instance(tokens=1, dimension=1)
        for thing, v in zip(things, values, strict=True):
            instance.values[thing] = Fraction(v)
        if instance[over] < start or not _facts_hold(said, instance):
            continue
        assert not isinstance(claim.left, Vector)
        left, right = value(claim.left, instance), value(claim.right, instance)
        if left != right:
            return {**instance.describe(), "left": shown(left), "right": shown(right)}
    return None


def _facts_hold(said: Said, instance: Instance) -> bool:
    from verify.numerics.holding import fact_truth
    from verify.numerics.number import Truth
    from verify.statements.obligations import facts_of

    return all(fact_truth(fact, instance) is Truth.TRUE for fact in facts_of(said))
