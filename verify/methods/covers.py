"""Comparisons over a box of parameters, by bisection: boxes on which the checker's balls decide.

A box on which the gap certainly has its sign is kept, any other is halved. The checker then looks
at the whole cover anew, or at the point at which the comparison fails. A comparison that becomes an
equality somewhere in the box cannot be decided like this: divide the vanishing factor out first.
(R. E. Moore, R. B. Kearfott, M. J. Cloud, Introduction to Interval Analysis, SIAM 2009, section
11.4.)
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from verify.checker import check, sign_of
from verify.checker.trees import Refused
from verify.language.expressions import Number, Relation, Scalar
from verify.language.serialise import Serialiser
from verify.numerics.exact import Instance
from verify.numerics.holding import relation_truth
from verify.numerics.number import Irrational, Truth, Undefined
from verify.statements.outcomes import Outcome

BITS = 64
HALVINGS = 60  # of a box, after which its sign is given up
MOST = 20_000  # boxes that are looked at
Box = Mapping[Scalar, tuple[Number, Number]]
Side = tuple[Fraction, Fraction]
Sides = tuple[Side, ...]


def decide(claim: Relation, box: Box) -> Outcome:
    """Return that a comparison holds on a whole box, where it fails, or why neither is known."""
    begin = time.perf_counter()
    region = tuple((Fraction(lower), Fraction(upper)) for lower, upper in box.values())
    document = _document(claim, box, region)
    holds = sign_of(document)
    boxes, waiting, examined = list[Any](), [(region, 0)], 0
    reason = ""
    while waiting and not reason:
        sides, depth = waiting.pop()
        examined += 1
        if _is_certain(holds, sides):
            boxes.append(_told(sides))
            continue
        witness = _failing(claim, box, sides, corners=not depth)
        if witness is not None:
            seconds = time.perf_counter() - begin
            return Outcome("enclosure", "refuted", seconds, {"witness": witness})
        waiting += [(half, depth + 1) for half in _halves(sides, region)]
        if depth == HALVINGS:
            where = ", ".join(f"{name} = {at}" for name, at in _middle(box, sides).items())
            reason = (
                f"the sign near {where} is not decided: if the gap is 0 there, divide the "
                "factor out"
            )
        elif examined == MOST:
            reason = f"{MOST} boxes were examined, {len(waiting)} remain open"
    if not reason:
        document |= {"boxes": boxes}
        verdict = check(document)
        refused = f"the checker does not accept the cover: {verdict.reason}"
        reason = "" if verdict.accepted else refused
    seconds = time.perf_counter() - begin
    if reason:
        return Outcome("enclosure", "inconclusive", seconds, {}, reason)
    cover = {"boxes": len(boxes), "examined": examined, "certificate": [document]}
    return Outcome("enclosure", "enclosed", seconds, cover)


def _is_certain(holds: Callable[[Any], bool], sides: Sides) -> bool:
    try:
        return holds(_told(sides))
    except Refused:  # it may have no value there
        return False


def _document(claim: Relation, box: Box, region: Sides) -> dict[str, Any]:
    """Return what the checker is asked, without the boxes: the raw gap, its sign, the region."""
    names = [scalar.args[0].name for scalar in box]
    return {
        "schema": "verify.claim/2", "kind": "cover", "facts": [], "indices": {},
        "sign": {"<": ">", "<=": ">="}.get(claim.sign, claim.sign),
        "term": Serialiser().term(claim.gap, {}), "order": names,
        "variables": dict(zip(names, _told(region), strict=True)), "precision": BITS,
    }  # fmt: skip


def _told(sides: Sides) -> list[list[str]]:
    return [[str(lower), str(upper)] for lower, upper in sides]


def _halves(sides: Sides, region: Sides) -> Iterator[Sides]:
    """Yield both halves of a box, the lower one last, cut across what is left most of."""
    left = [
        (b - a) / (upper - lower) if upper > lower else Fraction(0)
        for (a, b), (lower, upper) in zip(sides, region, strict=True)
    ]
    k = max(range(len(sides)), key=left.__getitem__)
    a, b = sides[k]
    for part in (((a + b) / 2, b), (a, (a + b) / 2)):
        yield (*sides[:k], part, *sides[k + 1 :])


def _middle(box: Box, sides: Sides) -> dict[str, Fraction]:
    return {x.args[0].name: (a + b) / 2 for x, (a, b) in zip(box, sides, strict=True)}


def _failing(claim: Relation, box: Box, sides: Sides, *, corners: bool) -> dict[str, Any] | None:
    """Return the middle of a box, or a corner, if the comparison certainly fails there."""
    middle = tuple((lower + upper) / 2 for lower, upper in sides)
    for point in (middle, *(itertools.product(*sides) if corners else ())):
        if failure_at(claim, box, point) is not None:
            document = witness_document(claim, box, point)
            if check(document).accepted:
                return dict(document["values"])
    return None


def failure_at(claim: Relation, box: Box, point: tuple[Fraction, ...]) -> Instance | None:
    """Return a point as an instance, if a comparison certainly fails there by the raw path."""
    instance = Instance(tokens=1, dimension=1)
    for scalar, at in zip(box, point, strict=True):
        instance.values[scalar.args[0]] = at
    try:
        return instance if relation_truth(claim, instance) is Truth.FALSE else None
    except (Undefined, Irrational):
        return None


def witness_document(claim: Relation, box: Box, point: tuple[Fraction, ...]) -> dict[str, Any]:
    """Return the claim that a relation fails at a point, for the checker."""
    values = {scalar.args[0].name: str(at) for scalar, at in zip(box, point, strict=True)}
    return {
        "schema": "verify.claim/2", "kind": "witness", "facts": [], "indices": {},
        "values": values, "facts_hold": [], "fails": [Serialiser().relation(claim)],
    }  # fmt: skip
