"""Decides claim documents: identities, inequalities, counts, covers by balls, witnesses."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq

from verify.checker.forms import ONE, Forms, Poly, Refused, Unknown, number, plus
from verify.checker.reading import VECTORS, Again, Reader, Scope, rational


@dataclass(frozen=True)
class Verdict:
    """Whether a claim is accepted, and why not."""

    accepted: bool
    reason: str


def check(document: Any) -> Verdict:
    """Return whether the claim follows from its facts; what is malformed is not accepted."""
    bases: dict[Any, Any] = {}
    for _ in range(99):
        try:
            require(document["schema"] == "verify.claim/1", "the schema is not verify.claim/1")
            KINDS[document["kind"]](document, bases)
            return Verdict(True, "accepted")
        except Again:
            continue
        except Refused as refused:
            return Verdict(False, str(refused))
        except Exception as error:  # whatever a malformed document leads to
            return Verdict(False, f"malformed: {type(error).__name__}: {error}"[:300])
    return Verdict(False, "too many binomial coefficients")


def require(condition: Any, reason: str) -> None:
    if not condition:
        raise Refused(reason)


# ---------------------------------------------------------------------- normal forms


def prepared(document: Any, bases: dict[Any, Any]) -> tuple[Reader, Scope]:
    """Return a reader that knows the facts, equations first, and the scope of the claim."""
    reader = Reader(Forms(), bases)
    names = {reader.named(k): f"{k}:{sort}" for k, sort in document["indices"].items()}
    pending = [*document["facts"], *([*relation, {}] for relation in document.get("where", ()))]
    for every in document.get("where_every", ()):
        pending.append([*every["relation"], {every["index"]: every["sort"]}])
    pending.sort(key=lambda fact: "equation" not in fact[0])
    waiting: list[Any] = []
    while pending != waiting:  # the denominators of a fact may need other facts
        pending, waiting = waiting or pending, []
        for fact in pending:
            try:
                reader.learn(fact, names)
            except Unknown:
                waiting.append(fact)
    return reader, Scope(names)


def equal(reader: Reader, p: Poly, q: Poly) -> None:
    rest = reader.forms.cleared(plus(p, q, -1))[0]
    require(not rest, f"the difference of the sides is not zero: {len(rest)} terms are left")


def identity(document: Any, bases: dict[Any, Any]) -> None:
    reader, s = prepared(document, bases)
    vector = document["left"][0] in VECTORS
    equal(reader, *(reader.read(document[side], s, vector) for side in ("left", "right")))


def inequality(document: Any, bases: dict[Any, Any]) -> None:
    reader, s = prepared(document, bases)
    gap, sign = reader.gap(*document["relation"], s)
    equal(reader, gap, reader.read(document["because"], s))
    nonnegative, nonzero = reader.judge(document["because"], s)
    require(nonnegative or sign == "!=", "nothing says that the reason is not negative")
    require(nonzero or sign == ">=", "nothing says that the reason is not zero")


def counts(document: Any, bases: dict[Any, Any]) -> None:
    reader, s = prepared(document, bases)
    whole: Poly = {}
    for multiplicity, dimensions in document["parts"]:
        product = ONE
        for dimension in dimensions:
            product = reader.forms.times(product, reader.read(dimension, s))
        equal(reader, reader.read(multiplicity, s), product)
        whole = plus(whole, product)
    equal(reader, reader.read(document["total"], s), whole)


# ---------------------------------------------------------------------- numbers


def exact(q: Fraction) -> Any:
    return fmpq(q.numerator, q.denominator)


def powered(x: Any, e: Fraction) -> Any:
    """Return x^e for an exact rational or a ball, e an integer or a half."""
    require(e.denominator <= 2 and abs(e) <= 64, f"the exponent {e} cannot be dealt with")
    if e.denominator == 2:
        square = isinstance(x, fmpq) and x >= 0 and exact_root(x)
        return powered(arb(x).sqrt() if square is False else square, 2 * e)
    if isinstance(x, fmpq):
        return x ** int(e)
    out = x if e % 2 else arb(1)
    even = powered_ball(x)
    for _ in range(abs(int(e)) // 2):  # even powers are not negative where 0 is in the ball
        out *= even
    return 1 / out if e < 0 else out


FUNCTIONS: dict[str, Callable[[Any], tuple[Any, Any]]] = {
    "exp": lambda x: (x.exp(), x.exp()),
    "sin": lambda x: (x.sin(), x.cos()),
    "cos": lambda x: (x.cos(), -x.sin()),
    "tan": lambda x: (x.tan(), 1 + x.tan() * x.tan()),
    "atan": lambda x: (x.atan(), 1 / (1 + x * x)),
    "log": lambda x: (x.log(), 1 / x),
}
