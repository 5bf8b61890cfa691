"""Comparisons over a box of parameters: swept by balls, and the cover checked anew."""

from __future__ import annotations

import time
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verify.algebra.realise import FixedSizes, Realiser
from verify.checker import check, sign_of
from verify.language.expressions import Number, Relation, Scalar
from verify.language.serialise import Serialiser
from verify.methods.derived import reader_for
from verify.methods.enclosure import CounterexampleBox, Cover, NoCover, certify_positive
from verify.statements.outcomes import Outcome
from verify.statements.step import Said

BITS = 64
HALVINGS = 12
Box = Mapping[Scalar, tuple[Number, Number]]


def decide(said: Said, claim: Relation, box: Box) -> Outcome:
    """Return that a comparison holds on a whole box, where it fails, or why neither is known."""
    begin = time.perf_counter()
    found = _sweep(said, claim, box)
    seconds = time.perf_counter() - begin
    if isinstance(found, CounterexampleBox):
        witness = dict(zip(found.variables, (side[0] for side in found.box), strict=True))
        evidence = {"witness": {**witness, "gap at most": found.upper_bound}}
        return Outcome("enclosure", "refuted", seconds, evidence)
    if not isinstance(found, Cover):
        return Outcome("enclosure", "inconclusive", seconds, {}, found.reason)
    document = _refined(cover_document(claim, found))
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


def _sweep(said: Said, claim: Relation, box_of: Box) -> Any:
    reader = reader_for(said)
    box = {
        reader.scalar(symbol): (Fraction(lower), Fraction(upper))
        for symbol, (lower, upper) in box_of.items()
    }
    gap = Realiser(FixedSizes(1, 1), frozenset()).scalar(reader.scalar(claim.gap), {})
    if claim.sign != "!=":
        return certify_positive(gap, box, strict=claim.strict)
    return _nonzero(gap, box, claim)


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
    reason = "the difference has both signs or comes close to 0, but no zero was found"
    return NoCover(found.expression, found.variables, True, reason, found.box, found.boxes_examined)


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


def cover_document(claim: Relation, cover: Cover) -> dict[str, Any]:
    """Return the cover as a claim document: the raw gap, the region, the boxes."""
    return {
        "schema": "verify.claim/2",
        "kind": "cover",
        "facts": [],
        "indices": {},
        "sign": {"<": ">", "<=": ">="}.get(claim.sign, claim.sign),
        "term": Serialiser().term(claim.gap, {}),
        "order": list(cover.variables),
        "variables": {
            name: list(side) for name, side in zip(cover.variables, cover.region, strict=True)
        },
        "boxes": [[list(side) for side in leaf.box] for leaf in cover.boxes],
        "precision": max([BITS, *(leaf.precision for leaf in cover.boxes)]),
    }
