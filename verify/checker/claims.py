"""Reads raw claim documents and decides them by normal forms, known signs and balls."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq

from verify.checker.forms import FREE, HALF, ONE, Forms, Poly, Refused, Unknown
from verify.checker.forms import ending, flipped, indices, number, plus, power, same_sort

SORTS = ("tokens", "heads", "modes")
VECTORS = (
    "zero", "vector_symbol", "vector_item", "vector_add", "scale", "apply", "vector_total",
    "vector_rate", "differential",
)  # fmt: skip
Values = dict[tuple[str, str], Callable[..., Poly]]


@dataclass(frozen=True)
class Verdict:
    """Whether a claim is accepted, and why not."""

    accepted: bool
    reason: str


@dataclass(frozen=True, eq=False)
class Scope:
    """What index names stand for, and symbols and families that have a value of their own."""

    names: dict[str, Any]
    values: Values = field(default_factory=dict)


def rational(text: Any) -> Fraction:
    if not isinstance(text, str) or not re.fullmatch(r"-?\d{1,999}(/\d{1,999})?", text):
        raise Refused(f"{text!r:.40} is not a rational number")
    return Fraction(text)


class Reader:
    """Reads terms into normal forms; `checked`, it asks that denominators are known not to be 0."""

    def __init__(self, forms: Forms, bases: dict[Any, Any], checked: bool = True) -> None:
        self.forms, self.bases, self.checked = forms, bases, checked

    def read(self, t: Any, s: Scope, vector: bool = False) -> Poly:
        """Return the normal form of a scalar, or of a vector."""
        if (t[0] in VECTORS) != vector:
            raise Refused(f"a {'vector' if vector else 'scalar'} was expected: {t!r:.80}")
        f = self.forms

        def go(a: Any) -> Poly:
            return self.read(a, s, a[0] in VECTORS and vector)

        def given(kind: str, name: str, *ks: Any) -> Poly:
            if not isinstance(name, str) or not name.isidentifier():
                raise Refused(f"{name!r:.40} is not a name")
            value, at = s.values.get((kind, name)), [self.index(k, s) for k in ks]
            if value:
                return value(*at)
            return f.gram((kind, name, *at), (), FREE) if vector else f.leaf((kind, name, *at))

        read: dict[str, Callable[..., Poly]] = {
            "number": lambda q: number(rational(q)),
            "symbol": lambda name: given("symbol", name),
            "item": lambda name, *ks: given("item", name, *ks),
            "member": lambda name, i, j: given("member", name, i, j),
            "size": lambda sort: f.leaf(("size", SORTS[SORTS.index(sort)])),
            "pi": lambda: f.leaf(("pi",)),
            "zero": lambda: {},
            "delta": lambda i, j: f.leaf(("delta", self.index(i, s), self.index(j, s))),
            "add": lambda a, b: plus(go(a), go(b)),
            "multiply": lambda a, b: f.times(go(a), go(b)),
            "power": lambda a, k: self.power(a, rational(k), s),
            "power_of": lambda q, b: f.powers(("base", self.base(q)), go(b)),
            "inner": lambda u, v: f.inner(self.read(u, s, True), self.read(v, s, True)),
            "function": lambda name, a: self.function(name, a, s),
            "binomial": lambda a, b: self.binomial(go(a), go(b)),
            "at": lambda a, pairs: self.read(a, self.placed(pairs, s)),
            "total": lambda a, over: self.total(a, over, s, vector),
            "rate": lambda a, flow: self.rate(a, flow, s, vector),
            "vector_symbol": lambda name: given("vector_symbol", name),
            "vector_item": lambda name, *ks: given("vector_item", name, *ks),
            "vector_add": lambda u, v: plus(go(u), go(v)),
            "scale": lambda a, u: f.times(self.read(a, s), go(u)),
            "apply": lambda o, u: self.applied(self.operator(o, s), go(u)),
            "vector_total": lambda u, over: self.total(u, over, s, vector),
            "vector_rate": lambda u, flow: self.rate(u, flow, s, vector),
            "differential": lambda *parts: self.differential(*parts, s),
        }
        return read[t[0]](*t[1:])
