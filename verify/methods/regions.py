"""Enclosure: a comparison over a box by balls, and numbers by independent certified routes."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import flint

from verify.checker import check, sign_of
from verify.language.expressions import Relation
from verify.language.serialise import Serialiser
from verify.methods.derived import reader_for
from verify.methods.enclosure import CounterexampleBox, Cover, Undecided, certify_positive
from verify.statements.declaring import Said
from verify.statements.outcomes import Outcome
from verify.statements.steps import Region, Value

BITS = 64
WIDE = 4096
HALVINGS = 12


def decide(said: Said) -> list[Outcome]:
    """Return the outcome of a region swept by balls, or of a number enclosed by its routes."""
    if isinstance(said.step, Region):
        return [_region(said, said.step)]
    if isinstance(said.step, Value):
        return [_value(said.step)]
    return []


# ------------------------------------------------------------------ regions


def _region(said: Said, step: Region) -> Outcome:
    begin = time.perf_counter()
    found = _sweep(said, step)
    seconds = time.perf_counter() - begin
    if isinstance(found, CounterexampleBox):
        witness = dict(zip(found.variables, (side[0] for side in found.box), strict=True))
        evidence = {"witness": {**witness, "gap at most": found.upper_bound}}
        return Outcome("enclosure", "refuted", seconds, evidence)
    if not isinstance(found, Cover):
        return Outcome("enclosure", "inconclusive", seconds, {}, found.reason)
    document = _refined(cover_document(step, found))
    verdict = check(document)
    seconds = time.perf_counter() - begin
    if not verdict.accepted:
        reason = f"the checker does not accept the cover: {verdict.reason}"
        return Outcome("enclosure", "inconclusive", seconds, {}, reason)
    swept = {
        "boxes": len(found.boxes),
        "examined": found.boxes_examined,
        "certificate": [document],
    }
    return Outcome("enclosure", "enclosed", seconds, swept)


def _sweep(said: Said, step: Region) -> Any:
    reader = reader_for(said)
    box = {
        reader.scalar(symbol): (Fraction(lower), Fraction(upper))
        for symbol, (lower, upper) in step.box.items()
    }
    from verify.algebra.realise import Realiser, Sizes

    gap = Realiser(Sizes(1, 1), frozenset()).scalar(reader.scalar(step.claim.gap), {})
    if step.claim.sign != "!=":
        return certify_positive(gap, box, strict=step.claim.strict)
    return _nonzero(gap, box, step.claim)


def _nonzero(gap: Any, box: dict[Any, tuple[Fraction, Fraction]], claim: Relation) -> Any:
    """Return a cover on which a difference has one sign, a point where it is exactly 0, or neither.

    That the difference is not positive at a point refutes nothing: it may be negative on the box.
    """
    found: Any = None
    for signed in (gap, -gap):
        found = certify_positive(signed, box, strict=True)
        if not isinstance(found, CounterexampleBox):
            return found
        if check(witness_document(claim, found)).accepted:
            return found
    reason = "the difference has both signs or comes near 0, and no point is found where it is 0"
    return Undecided(
        found.expression, found.variables, True, reason, found.box, found.boxes_examined
    )


def witness_document(claim: Relation, found: CounterexampleBox) -> dict[str, Any]:
    """Return the claim that a relation fails at the corner of a box, for the checker."""
    return {
        "schema": "verify.claim/2",
        "kind": "witness",
        "facts": [],
        "indices": {},
        "values": {name: side[0] for name, side in zip(found.variables, found.box, strict=True)},
        "facts_hold": [],
        "fails": [Serialiser().relation(claim)],
    }


def _refined(document: dict[str, Any]) -> dict[str, Any]:
    """Return a cover whose boxes are halved until the checker's plainer arithmetic accepts them.

    Boxes that it never accepts are left as they are, for the checker to say so.
    """
    holds = sign_of(document)
    todo = [(box, 0) for box in reversed(document["boxes"])]
    boxes = []
    while todo:
        box, depth = todo.pop()
        if depth == HALVINGS or holds(box):
            boxes.append(box)
            continue
        sides = [(Fraction(a), Fraction(b)) for a, b in box]
        k = max(range(len(sides)), key=lambda k: sides[k][1] - sides[k][0])
        middle = sum(sides[k]) / 2
        for part in ((middle, sides[k][1]), (sides[k][0], middle)):
            todo.append(([*box[:k], [str(end) for end in part], *box[k + 1 :]], depth + 1))
    return {**document, "boxes": boxes}


def cover_document(step: Region, cover: Cover) -> dict[str, Any]:
    """Return the cover as a claim document: the raw gap, the region, the boxes."""
    return {
        "schema": "verify.claim/2",
        "kind": "cover",
        "facts": [],
        "indices": {},
        "sign": {"<": ">", "<=": ">="}.get(step.claim.sign, step.claim.sign),
        "term": Serialiser().term(step.claim.gap, {}),
        "order": list(cover.variables),
        "variables": {
            name: list(side) for name, side in zip(cover.variables, cover.region, strict=True)
        },
        "boxes": [[list(side) for side in leaf.box] for leaf in cover.boxes],
        "precision": max([BITS, *(leaf.precision for leaf in cover.boxes)]),
    }


def counterexample(step: Region | Value) -> dict[str, Any] | None:
    """Return where a twisted region or number certainly fails, or None."""
    if isinstance(step, Value):
        return _wrong_decimal(step)
    return _failing_point(step.claim, step)


def _failing_point(claim: Relation, step: Region) -> dict[str, Any] | None:
    """Look for a rational point of the box at which the comparison certainly fails."""
    import itertools

    from verify.numerics.exact import Instance
    from verify.numerics.holding import relation_truth
    from verify.numerics.number import Truth, Undefined

    names = list(step.box)
    for parts in (1, 2, 3, 5, 8):
        grids = []
        for lower, upper in step.box.values():
            low, high = Fraction(lower), Fraction(upper)
            grids.append([low + (high - low) * k / parts for k in range(parts + 1)])
        for point in itertools.product(*grids):
            instance = Instance(tokens=1, dimension=1)
            for name, v in zip(names, point, strict=True):
                instance.values[name.args[0]] = v
            try:
                truth = relation_truth(claim, instance)
            except Undefined:
                continue
            if truth is Truth.FALSE:
                return instance.describe()
    return None


# ------------------------------------------------------------------ numbers by several routes


def _value(step: Value) -> Outcome:
    begin = time.perf_counter()
    bounds = {name: rational_bounds(route()) for name, route in step.routes.items()}
    seconds = time.perf_counter() - begin
    evidence = {name: [_short(lower), _short(upper)] for name, (lower, upper) in bounds.items()}
    unit = Fraction(1, 10**step.digits)
    for name, (lower, upper) in bounds.items():
        if upper - lower > 4 * unit:
            reason = f"the route {name} only encloses to {_short(upper - lower)}"
            return Outcome("enclosure", "inconclusive", seconds, evidence, reason)
        witness = _excluded(step, name, lower, upper)
        if witness is not None:
            return Outcome("enclosure", "refuted", seconds, {"witness": witness})
    highest = max(lower for lower, _ in bounds.values())
    lowest = min(upper for _, upper in bounds.values())
    if highest > lowest:
        reason = "two certified routes exclude each other: one of them is wrong"
        return Outcome("enclosure", "inconclusive", seconds, evidence, reason)
    return Outcome("enclosure", "enclosed", seconds, {"digits": step.digits, "routes": evidence})


def _wrong_decimal(step: Value) -> dict[str, Any] | None:
    """Return how the first route that excludes the decimal does; later ones are not asked."""
    for name, route in step.routes.items():
        witness = _excluded(step, name, *rational_bounds(route()))
        if witness is not None:
            return witness
    return None


def _excluded(step: Value, name: str, lower: Fraction, upper: Fraction) -> dict[str, Any] | None:
    """Return that the decimal is certainly not between the bounds of a route, or None."""
    unit = Fraction(1, 10**step.digits)
    if lower - unit <= Fraction(step.decimal) <= upper + unit:
        return None
    return {"route": name, "from": _short(lower), "to": _short(upper), "told": step.decimal}


def rational_bounds(enclosure: Any) -> tuple[Fraction, Fraction]:
    """Return exact rational bounds of a ball, or of a pair of balls (lower, upper)."""
    lower, upper = enclosure if isinstance(enclosure, tuple) else (enclosure, enclosure)
    if isinstance(lower, Fraction) and isinstance(upper, Fraction):
        return lower, upper
    with flint.ctx.workprec(WIDE):  # lower() and upper() round to the working precision
        return _exact(lower.lower()), _exact(upper.upper())


def _exact(end: Any) -> Fraction:
    q = end.fmpq() if isinstance(end, flint.arb) else end
    return Fraction(int(q.p), int(q.q))


def _short(q: Fraction) -> str:
    """Return a rational to 45 digits, for a reader."""
    with flint.ctx.workdps(50):
        return str(flint.arb(flint.fmpq(q.numerator, q.denominator)).str(45, radius=False))
