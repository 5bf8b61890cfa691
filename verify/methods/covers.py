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
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from verify.checker import check, sign_of
from verify.checker.trees import Refused
from verify.language.expressions import Number, Relation, Scalar
from verify.language.serialise import Serialiser
from verify.numerics.exact import Instance
from verify.numerics.holding import relation_truth
from verify.numerics.number import Irrational, Truth, Undefined
from verify.statements.outcomes import Grade, Outcome

BITS = 64
HALVINGS = 60  # of a box, after which its sign is given up
MOST = 20_000  # boxes that are looked at
Box = Mapping[Scalar, tuple[Number, Number]]
Sides = tuple[tuple[Fraction, Fraction], ...]


def decide(claim: Relation, box: Box) -> Outcome:
    """Return that a comparison holds on a whole box, where it fails, or why neither is known."""
    begin = time.perf_counter()
    outcome, evidence, reason = _bisected(claim, box)
    return Outcome("enclosure", outcome, time.perf_counter() - begin, evidence, reason)


def _bisected(claim: Relation, box: Box) -> tuple[Grade, dict[str, Any], str]:
    region = tuple((Fraction(lower), Fraction(upper)) for lower, upper in box.values())
    document = _document(claim, box, region)
    holds = sign_of(document)
    boxes, waiting, examined = list[Any](), deque([(region, 0)]), 0
    while waiting:
        sides, depth = waiting.popleft()  # the largest first: what fails is seen there soonest
        examined += 1
        if _is_certain(holds, sides):
            boxes.append(_plain(sides))
            continue
        middle = tuple((lower + upper) / 2 for lower, upper in sides)
        for point in (middle, *(() if depth else itertools.product(*sides))):
            if (witness := _failing(claim, box, point)) is not None:
                return "refuted", {"witness": witness}, ""
        if depth == HALVINGS:
            where = ", ".join(f"{name} = {at}" for name, at in _named(box, middle).items())
            reason = f"the sign near {where} is not decided: if the gap is 0 there, divide the "
            return "inconclusive", {}, f"{reason}factor out"
        k = max(range(len(sides)), key=lambda k: sides[k][1] - sides[k][0])
        for part in ((sides[k][0], middle[k]), (middle[k], sides[k][1])):
            waiting.append(((*sides[:k], part, *sides[k + 1 :]), depth + 1))
        if examined == MOST:
            return "inconclusive", {}, f"{MOST} boxes were examined, {len(waiting)} remain open"
    document |= {"boxes": boxes}
    verdict = check(document)
    if not verdict.accepted:
        reason = f"the checker does not accept the cover: {verdict.reason}"
        return "inconclusive", {}, reason
    return "enclosed", {"boxes": len(boxes), "examined": examined, "certificate": [document]}, ""


def _is_certain(holds: Callable[[Any], bool], sides: Sides) -> bool:
    try:
        return holds(_plain(sides))
    except Refused:  # it may have no value there
        return False


def _document(claim: Relation, box: Box, region: Sides) -> dict[str, Any]:
    """Return what the checker is asked, without the boxes: the raw gap, its sign, the region."""
    return {
        "schema": "verify.claim/2", "kind": "cover", "facts": [], "indices": {},
        "sign": {"<": ">", "<=": ">="}.get(claim.sign, claim.sign),
        "term": Serialiser().term(claim.gap, {}), "order": list(_named(box, region)),
        "variables": _named(box, _plain(region)), "precision": BITS,
    }  # fmt: skip


def _plain(sides: Sides) -> list[list[str]]:
    return [[str(lower), str(upper)] for lower, upper in sides]


def _named(box: Box, values: Iterable[Any]) -> dict[str, Any]:
    return {scalar.args[0].name: value for scalar, value in zip(box, values, strict=True)}


def _failing(claim: Relation, box: Box, point: tuple[Fraction, ...]) -> dict[str, Any] | None:
    """Return a point if a comparison certainly fails there, by the raw path and the checker."""
    instance = Instance(tokens=1, dimension=1)
    instance.values |= {scalar.args[0]: at for scalar, at in zip(box, point, strict=True)}
    try:
        if relation_truth(claim, instance) is not Truth.FALSE:
            return None
    except (Undefined, Irrational):
        return None
    values = _named(box, map(str, point))
    document = {
        "schema": "verify.claim/2", "kind": "witness", "facts": [], "indices": {},
        "values": values, "facts_hold": [], "fails": [Serialiser().relation(claim)],
    }  # fmt: skip
    return values if check(document).accepted else None
