"""Finite checks, exactly: cases, inductions and enumerations, and witnesses at one instance."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import sympy as sp

from verify.algebra.deciding import is_zero, residue
from verify.algebra.reading import Reader
from verify.language.expressions import Scalar, Vector, as_scalar, at
from verify.methods.contradictions import shown
from verify.numerics.evaluate import value
from verify.numerics.exact import Instance
from verify.readings import reader_for
from verify.statements.declaring import Said
from verify.statements.obligations import Equality
from verify.statements.outcomes import Outcome
from verify.statements.steps import Cases, Counted, Identity, Induction


def decide(said: Said) -> list[Outcome]:
    """Return the outcomes of a step that is decided case by case."""
    if isinstance(said.step, Induction):
        return [_induction(said, said.step)]
    if isinstance(said.step, Counted):
        return [_counted(said.step)]
    return []


def case_claims(said: Said, step: Cases) -> list[Equality]:
    """Return one equality for each case, the case's values put in."""
    out = []
    names = list(step.over)
    for values in itertools.product(*[step.over[name] for name in names]):
        put = {name: as_scalar(v) for name, v in zip(names, values, strict=True)}
        label = ", ".join(f"{n!r} = {v}" for n, v in zip(names, values, strict=True))
        left, right = step.claim.left, step.claim.right
        assert isinstance(left, Scalar) and isinstance(right, Scalar)
        out.append(Equality(f"{said.name}: {label}", at(left, put), at(right, put)))
    return out


# ------------------------------------------------------------------ induction over an integer


def _induction(said: Said, step: Induction) -> Outcome:
    """Decide the claim at the start, and the difference between one integer and the next."""
    begin = time.perf_counter()
    reader = reader_for(said)
    left_over = induction_gap(reader, step)
    seconds = time.perf_counter() - begin
    if left_over is None:
        return Outcome("certificate", "proved", seconds, {"induction": "start and step"})
    return Outcome("certificate", "inconclusive", seconds, {}, left_over)


def induction_gap(reader: Reader, step: Induction) -> str | None:
    """Return what is left of the start or of the step, or None if both are zero."""
    n = reader.scalar(step.over)
    claim = step.claim
    assert isinstance(claim.left, Scalar) and isinstance(claim.right, Scalar)
    difference = claim.left - claim.right
    start = _written(reader, difference, n, sp.Integer(step.start))
    if not is_zero(reader.theory, start):
        return f"at {n} = {step.start} the sides differ by {residue(reader.theory, start)}"
    rise = _rise(reader, difference, n)
    if not is_zero(reader.theory, rise):
        return f"from {n} to {n} + 1 the sides move apart by {residue(reader.theory, rise)}"
    return None


def _written(reader: Reader, e: Scalar, n: sp.Symbol, at_value: sp.Integer) -> sp.Expr:
    """Return a scalar at n = a number, sums over integers written out."""
    if e.op == "total" and e.args[1].sort == "integers":
        over = e.args[1].over
        lower = _written(reader, over.lower, n, at_value)
        upper = _written(reader, over.upper, n, at_value)
        k = reader.index(e.args[1])
        body = reader.scalar(e.args[0]).xreplace({n: at_value})
        return sp.Add(*[body.xreplace({k: sp.Integer(v)}) for v in range(int(lower), int(upper) + 1)])
    if e.op in ("add", "multiply"):
        parts = [_written(reader, a, n, at_value) for a in e.args]
        return parts[0] + parts[1] if e.op == "add" else sp.expand(parts[0] * parts[1])
    if e.op == "abbreviation":
        return _written(reader, e.args[1], n, at_value)
    if e.op == "binomial":
        upper, lower = (_written(reader, a, n, at_value) for a in e.args)
        return _small_binomial(upper, lower)
    return reader.scalar(e).xreplace({n: at_value})


def _small_binomial(upper: sp.Expr, lower: sp.Expr) -> sp.Expr:
    """Return C(a, k) for a fixed k as a polynomial in a."""
    if lower.is_Integer:
        out = sp.S.One if lower >= 0 else sp.S.Zero
        for k in range(int(lower)):
            out = out * (upper - k) / (k + 1)
        return sp.expand(out)
    return sp.binomial(upper, lower, evaluate=False)


def _rise(reader: Reader, e: Scalar, n: sp.Symbol) -> sp.Expr:
    """Return e(n + 1) - e(n); sums over integers up to n + k telescope."""
    if e.op == "add":
        return _rise(reader, e.args[0], n) + _rise(reader, e.args[1], n)
    if e.op == "abbreviation":
        return _rise(reader, e.args[1], n)
    if e.op == "multiply":
        for factor, rest in (e.args, e.args[::-1]):
            if not _depends(factor, n) and factor.op != "total":
                return reader.scalar(factor) * _rise(reader, rest, n)
    if e.op == "total" and e.args[1].sort == "integers":
        over = e.args[1].over
        upper = reader.scalar(over.upper)
        body = reader.scalar(e.args[0])
        if upper.coeff(n) == 1 and not _depends(over.lower, n) and not body.has(n):
            return body.xreplace({reader.index(e.args[1]): upper + 1})
        raise ValueError(f"the sum {e!r} does not telescope in {n}")
    value_now = reader.scalar(e)
    return value_now.xreplace({n: n + 1}) - value_now


def _depends(e: Scalar, n: sp.Symbol) -> bool:
    from verify.language.walk import nodes

    return any(x.op == "symbol" and getattr(x.args[0], "name", "") == str(n) for x in nodes(e))


# ------------------------------------------------------------------ enumeration


def _counted(step: Counted) -> Outcome:
    begin = time.perf_counter()
    failure = _first_miscount(step)
    seconds = time.perf_counter() - begin
    cases = sum(1 for _ in _integer_points(step.over))
    if failure is None:
        return Outcome("certificate", "proved", seconds, {"cases enumerated": cases})
    return Outcome("certificate", "refuted", seconds, {"witness": failure})


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

    for claim in case_claims(said, step):
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
