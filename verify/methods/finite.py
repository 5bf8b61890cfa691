"""Finite checks, exactly: enumerations, and where twisted cases fail."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from verify.language.expressions import Scalar
from verify.numerics.evaluate import value
from verify.numerics.exact import Instance
from verify.statements.declaring import Said
from verify.statements.obligations import Equality, obligations
from verify.statements.outcomes import Outcome
from verify.statements.steps import Cases, Counted, Identity

CASE_TRIES = 40


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
    """Return where a twisted enumeration differs from what is counted, or None."""
    return _first_miscount(said.step) if isinstance(said.step, Counted) else None


def failing_case(said: Said, step: Cases) -> dict[str, Any] | None:
    """Return where one of twisted cases fails, or None."""
    from verify.methods.refuting import find_instance

    for claim in obligations(said):
        assert isinstance(claim, Equality)
        twisted = replace(said, step=Identity(claim.left, claim.right, step.name))
        found = find_instance(twisted, [a.assumption for a in said.assumed], CASE_TRIES).failure
        if found is not None:
            return {**found, "case": claim.label}
    return None
